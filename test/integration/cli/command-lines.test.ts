import { execFile } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { beforeAll, describe, expect, it } from 'vitest'
import { connectRedis } from '../../../src/redis/connection.ts'
import { createPrivateRedis } from '../../../src/redis/private-redis.ts'
import { canary, leaksIn } from '../../support/canary.ts'
import { startServer, type TestServer } from '../../support/cluster.ts'
import { forFile, useFolder } from '../../support/folder.ts'
import { processes } from '../../support/processes.ts'
import { spawnProgram } from '../../support/program.ts'
import { silent } from '../../support/redis.ts'

const run = promisify(execFile)
const BACKUP = join(import.meta.dirname, '../../../ops/backup.sh')
/** With characters that a URL encodes. */
const PASSWORD = `${canary('command_line')}@/%\\`
const OTHER = canary('command_line_target')

const [here, there] = [await forFile(startServer()), await forFile(startServer())]

describe('the password of Redis is in no command line', () => {
  const directory = useFolder()
  const file = (name: string): string => join(directory, name)
  const withPassword = ({ url }: TestServer, password: string, user = ''): string =>
    url.replace('://', `://${user}:${encodeURIComponent(password)}@`)

  beforeAll(async () => {
    const client = new Redis(here.url)
    await client.call('ACL', 'SETUSER', 'ana', 'on', `>${PASSWORD}`, '~*', '&*', '+@all')
    await client.set('name', 'kept')
    await client.config('SET', 'repl-diskless-sync-delay', 0)
    await client.config('SET', 'requirepass', PASSWORD)
    client.disconnect()
    const target = new Redis(there.url)
    await target.config('SET', 'requirepass', OTHER)
    target.disconnect()
    // Writes down every command line of the machine as it is called.
    const look = `cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' >> ${file('seen')}`
    const { stdout } = await run('sh', ['-c', 'command -v redis-cli'])
    writeFileSync(file('redis-cli'), `#!/bin/sh\n${look}\nexec ${stdout.trim()} "$@"\n`, { mode: 0o755 })
  })

  const backUp = (args: readonly string[], env: Readonly<Record<string, string>>) =>
    run(BACKUP, [file('backup.rdb'), ...args], {
      env: { PATH: [directory, process.env.PATH].join(delimiter), ...env },
    })

  it.each(['', 'ana'])('while ops/backup.sh runs, whose file has everything; user "%s"', async (user) => {
    await backUp([], { REDIS_URL: withPassword(here, PASSWORD, user) })
    const seen = readFileSync(file('seen'), 'utf8')
    expect(seen).toContain('backup.sh')
    expect(leaksIn('command line', seen)).toEqual([])
    expect(readFileSync(file('backup.rdb'), 'latin1')).toContain('kept')
    expect(lstatSync(file('backup.rdb')).mode & 0o777).toBe(0o600)
  })

  it('and none is needed by ops/backup.sh for a private Redis', async () => {
    const folder = file('a folder')
    const server = await createPrivateRedis(folder, { log: silent, mayInstall: false })
    const redis = await connectRedis({ urls: [server.url], log: silent })
    await redis.set('name', 'kept in private')
    await backUp([], { DATA_DIR: folder })
    redis.disconnect()
    await server.stop()
    expect(readFileSync(file('backup.rdb'), 'latin1')).toContain('kept in private')
  })

  it('whatever another user put beside the file of ops/backup.sh', async () => {
    writeFileSync(file('planted'), '', { mode: 0o644 })
    symlinkSync(file('planted'), file('backup.rdb.new'))
    await backUp([], { REDIS_URL: withPassword(here, PASSWORD) })
    expect(lstatSync(file('backup.rdb')).mode & 0o777).toBe(0o600)
    expect(readFileSync(file('planted'), 'utf8')).toBe('')
    expect(readdirSync(directory).filter((name) => /^backup\.rdb\../.test(name))).toEqual(['backup.rdb.new'])
  })

  it.each(['redis://:%@127.0.0.1:1', 'redis://%@127.0.0.1:1', 'redis://127.0.0.1:1?password=%'])(
    'as ops/backup.sh takes none there, and says where to give it: %s',
    async (url) => {
      const stderr = expect.stringMatching(/^(?!.*canary).*REDIS_URL=.*\n$/)
      await expect(backUp([url.replace('%', OTHER)], {})).rejects.toMatchObject({ code: 1, stderr })
    },
  )

  it.each([
    ...['redis://%@127.0.0.1:1', 'redis://127.0.0.1:1?password=%', 'redis://:a@127.0.0.1:1?password=%'],
    ...['redis://:%:6379', 'redis://default:%:6379'],
  ])('as ops/backup.sh refuses a REDIS_URL that it would give on to redis-cli with it: %s', async (url) => {
    const stderr =
      'REDIS_URL is read as redis://:PASSWORD@HOST:PORT or redis://USER:PASSWORD@HOST:PORT only\n'
    const refused = backUp([], { REDIS_URL: url.replace('%', OTHER) })
    await expect(refused).rejects.toMatchObject({ code: 1, stderr })
    expect(leaksIn('command line', readFileSync(file('seen'), 'utf8'))).toEqual([])
  })

  it('while npm run move runs', async () => {
    const program = spawnProgram({
      dataDirectory: directory,
      env: { REDIS_URL: withPassword(here, PASSWORD), MOVE_TO_REDIS_URL: withPassword(there, OTHER) },
      command: ['npm', 'run', 'move'],
    })
    const seen = new Set<string>()
    while (program.child.exitCode === null) {
      for (const { command } of processes()) seen.add(command)
      await nextTurn()
    }
    expect(await program.exited).toEqual([0, null])
    expect(program.out()).toContain('Copied 1 keys')
    expect([...seen]).toContain('node src/main.ts move')
    expect([...seen].flatMap((command) => leaksIn('command line', command))).toEqual([])
  })
})
