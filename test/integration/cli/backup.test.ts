import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { expect, test, vi } from 'vitest'
import { canary } from '../../support/canary.ts'
import { startServer, type TestServer } from '../../support/cluster.ts'
import { useFolder } from '../../support/folder.ts'
import { processes } from '../../support/processes.ts'

const run = promisify(execFile)
const script = (name: string): string => join(import.meta.dirname, '../../../ops', name)
const PASSWORD = canary('backup')
const folder = useFolder()
const file = (name: string): string => join(folder, name)

async function withServer(use: (server: TestServer, redis: Redis) => Promise<void>): Promise<void> {
  const server = await startServer()
  const redis = new Redis(server.url)
  try {
    await redis.config('SET', 'repl-diskless-sync-delay', 0)
    await use(server, redis)
  } finally {
    redis.disconnect()
    await server.stop()
  }
}

const backUp = (to: string, env: Readonly<Record<string, string>>) =>
  run(script('backup.sh'), [to], { env: { PATH: process.env.PATH, ...env } })
/** A folder for PATH with nothing but Bash. */
function pathWithoutRedis(): string {
  if (!existsSync(file('bin'))) {
    mkdirSync(file('bin'))
    symlinkSync('/bin/bash', file('bin/bash'))
  }
  return file('bin')
}
/** A PATH whose Redis starts with these settings too. */
function pathWithRedis(settings: string): string {
  const bin = mkdtempSync(file('redis-'))
  const server = `#!/bin/sh\nPATH=${process.env.PATH} exec redis-server "$@" ${settings}\n`
  writeFileSync(join(bin, 'redis-server'), server, { mode: 0o755 })
  return `${bin}:${process.env.PATH}`
}
/** Runs a script that can write no file larger than this, as on a disk that becomes full. */
const runOnSmallDisk = (kilobytes: number, line: readonly string[], env: Readonly<Record<string, string>>) =>
  run('/bin/bash', ['--norc', '-c', `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$@"`, 'bash', ...line], {
    env: { PATH: process.env.PATH, ...env },
  })
/** Expects that a script fails with exit code 1 and one line. */
const expectRefusal = (running: Promise<unknown>, line: RegExp) =>
  expect(running).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(line) })
/** Makes a backup of a Redis that holds this value. */
const backUpValue = (value: string, to: string) =>
  withServer(async ({ url }, redis) => {
    await redis.set('name', value)
    await backUp(file(to), { REDIS_URL: url })
  })

test('a backup that is restored has everything, in a folder that Redis reads with appendonly', async () => {
  await backUpValue('kept', 'whole.rdb')
  mkdirSync(file('empty'))
  for (const name of ['new', 'empty']) {
    const { stdout } = await run(script('restore.sh'), [file('whole.rdb'), file(name)])
    expect([stdout, readdirSync(file(name))]).toEqual([`1 keys in ${file(name)}\n`, ['appendonlydir']])
  }
  await expectRefusal(run(script('restore.sh'), [file('whole.rdb'), file('new')]), /is not empty\n$/)
})

test('a backup that fails says why in one line without the password, and leaves nothing', async () => {
  const to = file('none.rdb')
  const cases: [Readonly<Record<string, string>>, RegExp][] = [
    [{ REDIS_URL: 'redis://127.0.0.1:1' }, /^Not backed up: .*Connection refused\n$/],
    [
      { DATA_DIR: file('nowhere') },
      /^\S*nowhere\/redis\.json cannot be read: set DATA_DIR or REDIS_URL.*\n$/,
    ],
    [{ REDIS_URL_FILE: file('nowhere') }, /^REDIS_URL_FILE \S*nowhere cannot be read\n$/],
    [{ PATH: pathWithoutRedis() }, /^redis-cli is not on PATH: .*\n$/],
  ]
  for (const [env, line] of cases) await expectRefusal(backUp(to, env), line)
  await withServer(async ({ url }, redis) => {
    await redis.config('SET', 'requirepass', PASSWORD)
    const wrong = url.replace('://', `://:${PASSWORD}x@`)
    const unauthorized = /^Not backed up: (?!.*canary).*(NOAUTH|WRONGPASS).*\n$/
    await expectRefusal(backUp(to, { REDIS_URL: wrong }), unauthorized)
    const elsewhere = backUp(file('missing/none.rdb'), { REDIS_URL: url })
    await expectRefusal(elsewhere, /^No file can be made beside \S+: No such file or directory\n$/)
    await redis.config('SET', 'requirepass', '')
    await redis.set('name', randomBytes(50_000))
    const full = runOnSmallDisk(10, [script('backup.sh'), to], { REDIS_URL: url })
    await expectRefusal(full, /^Not backed up: .*writ.*\n$/)
  })
  expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([])
})

test('a backup finds its Redis by REDIS_URL_FILE, as the program does', async () => {
  await withServer(async ({ url }) => {
    writeFileSync(file('url'), `${url}\n`)
    await backUp(file('by-file.rdb'), { REDIS_URL_FILE: file('url') })
  })
  expect(existsSync(file('by-file.rdb'))).toBe(true)
})

test('a daily backup keeps the newest KEEP, and removes none where it fails or KEEP is no number', async () => {
  const days = file('days of tasa')
  const today = /^tasa-\d{4}-\d\d-\d\d\.rdb$/
  const backUpToday = (env: Readonly<Record<string, string>>) =>
    run(script('backup-daily.sh'), [days], { env: { PATH: process.env.PATH, ...env } })
  mkdirSync(days)
  const older = ['tasa-2026-01-01.rdb', 'tasa-2026-01-02.rdb', 'tasa-2026-01-03.rdb']
  const killed = ['tasa-2026-01-03.rdb.abcdefgh', 'tasa-2026-01-04.rdb.abcdefgh']
  const others = ['notes.rdb']
  for (const name of [...older, ...killed, ...others]) writeFileSync(join(days, name), '')
  utimesSync(join(days, killed[0] ?? ''), 0, 0)
  const before = readdirSync(days)

  await withServer(async ({ url: REDIS_URL }) => {
    for (const KEEP of ['0', '-1', 'all', '08'])
      await expectRefusal(backUpToday({ REDIS_URL, KEEP }), /^KEEP must be a number from 1 to 9999\n$/)
    const unreachable = backUpToday({ REDIS_URL: 'redis://127.0.0.1:1', KEEP: '1' })
    await expectRefusal(unreachable, /^Not backed up: .*\n$/)
    expect(readdirSync(days)).toEqual(before)

    for (let time = 0; time < 2; time++) await backUpToday({ REDIS_URL, KEEP: '3' })
  })
  expect(readdirSync(days).toSorted()).toEqual([
    ...others,
    ...older.slice(1),
    killed[1],
    expect.stringMatching(today),
  ])
})

test('a restore without a Redis or on a full disk says so, and the folder is left as it was', async () => {
  // Compressed it is small: the backup can be copied, what the restore makes of it cannot be written.
  await backUpValue('x'.repeat(200_000), 'wide.rdb')
  const line = [script('restore.sh'), file('wide.rdb'), file('unmade')]
  const absent = run(line[0] ?? '', line.slice(1), { env: { PATH: pathWithoutRedis() } })
  await expectRefusal(absent, /^redis-server is not on PATH: .*\n$/)

  const full = runOnSmallDisk(50, line, { PATH: pathWithRedis('--aof-use-rdb-preamble no') })
  await expectRefusal(full, /^Redis cannot write to \S+: Write error .*\n$/)
  expect(existsSync(file('unmade'))).toBe(false)
})

test('a restore that is ended amid its work ends its Redis, and the folder is left as it was', async () => {
  await backUpValue('kept', 'slow.rdb')
  const env = { PATH: pathWithRedis('--rdb-key-save-delay 60000000') }
  const restore = execFile(script('restore.sh'), [file('slow.rdb'), file('ended')], { env })
  const ended = once(restore, 'exit')
  const isWriting = () =>
    globSync(file('ended/new.*/log')).some((log) => readFileSync(log, 'utf8').includes('rewriting started'))
  await vi.waitUntil(isWriting, { timeout: 10_000 })
  restore.kill()
  await ended
  const left = processes().filter(({ command }) => command.includes(file('ended')))
  expect([existsSync(file('ended')), left]).toEqual([false, []])
})

test('a file that is no backup, or half of one, is refused with its reason, and the folder is left as it was', async () => {
  await backUpValue(randomBytes(500).toString('hex'), 'half.rdb')
  writeFileSync(file('half.rdb'), readFileSync(file('half.rdb')).subarray(0, 300))
  writeFileSync(file('text.rdb'), 'no backup')
  mkdirSync(file('before'))
  for (const name of ['half.rdb', 'text.rdb', 'missing.rdb'])
    for (const to of ['before', 'after']) {
      const refused = run(script('restore.sh'), [file(name), file(to)])
      await expectRefusal(refused, /^\S+ (is not a whole backup|cannot be read).*\n$/)
    }
  expect([readdirSync(file('before')), existsSync(file('after'))]).toEqual([[], false])
})
