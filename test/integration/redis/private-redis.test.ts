import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeRedis, connectRedis, type Redis } from '../../../src/redis/connection.ts'
import { requireDurable } from '../../../src/redis/open.ts'
import { createPrivateRedis, findPrivateRedis } from '../../../src/redis/private-redis.ts'
import { birthOf, isAlive, takeLock } from '../../../src/redis/process-lock.ts'
import { onThisMachine } from '../../support/machine.ts'
import { silent } from '../../support/redis.ts'

type Server = Awaited<ReturnType<typeof createPrivateRedis>>

let directory = ''
let server: Server | undefined
let redis: Redis | undefined

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tasa-redis-'))
})
afterEach(async () => {
  if (redis) await closeRedis(redis)
  await server?.stop()
  redis = undefined
  server = undefined
  rmSync(directory, { recursive: true, force: true })
})

it('writes each change to disk before it answers, and evicts nothing', async () => {
  server = await createPrivateRedis(directory, { env: process.env, log: silent, mayInstall: true })
  redis = await connectRedis({ urls: [server.url], log: silent })
  await expect(requireDurable(redis)).resolves.toBeUndefined()
})

it('finds members of a set by their value from the seventeenth on, and fields of a hash from the sixty-fifth', async () => {
  server = await createPrivateRedis(directory, { env: process.env, log: silent, mayInstall: true })
  redis = await connectRedis({ urls: [server.url], log: silent })
  for (let i = 0; i < 17; i++) await redis.zadd('set', i, `member ${i}`)
  for (let i = 0; i < 65; i++) await redis.hset('hash', `field ${i}`, i)
  expect([await redis.object('ENCODING', 'set'), await redis.object('ENCODING', 'hash')]).toEqual([
    'skiplist',
    'hashtable',
  ])
})

const file = (name: string): string => join(directory, name)
const readAddress = () => JSON.parse(readFileSync(file('redis.json'), 'utf8'))
const redisPid = (): number => readAddress().pid

async function start(): Promise<Server> {
  server = await createPrivateRedis(directory, { env: process.env, log: silent, mayInstall: true })
  return server
}

/** As after a SIGKILL of the program: its Redis runs, and its lock names a process that does not. */
async function abandon(): Promise<void> {
  const { pid } = readAddress()
  writeFileSync(file('kept.json'), readFileSync(file('redis.json')))
  await server?.stop()
  expect(isAlive(pid)).toBe(false)
}

describe('the private Redis', () => {
  it('is started again with its data, at the same address, when it is killed', async () => {
    const { url } = await start()
    redis = await connectRedis({ urls: [url], log: silent })
    await redis.set('{test}', 'kept')
    const killed = redisPid()
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => redis?.get('{test}').catch(() => 'away'), { timeout: 30_000 }).toBe('kept')
    expect([redisPid() !== killed, await findPrivateRedis(directory)]).toEqual([true, url])
  })

  it('is started again even where the first attempts fail', async () => {
    const { url } = await start()
    const { port } = new URL(url)
    process.kill(redisPid(), 'SIGKILL')
    const thief = spawn(
      'node',
      [
        '-e',
        `const s = require('net').createServer(); const go = () => s.listen(${port}, '127.0.0.1', () => console.log('taken')); s.on('error', () => setTimeout(go, 1)); go()`,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    await once(thief.stdout, 'data')
    await expect
      .poll(() => readFileSync(file('redis.log'), 'utf8'), { timeout: 30_000 })
      .toMatch(/Address already in use/)
    thief.kill('SIGKILL')
    await expect.poll(() => findPrivateRedis(directory), { timeout: 30_000 }).toBe(url)
  })

  it('ends with the program even while it hangs', async () => {
    await start()
    const pid = redisPid()
    process.kill(pid, 'SIGSTOP')
    const startedAt = performance.now()
    await server?.stop()
    server = undefined
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(performance.now() - startedAt).toBeLessThan(await onThisMachine(4_500))
  })

  it('is not mistaken for another process with its number', async () => {
    await start()
    await abandon()
    server = undefined
    const stored = JSON.parse(readFileSync(file('kept.json'), 'utf8'))
    writeFileSync(file('redis.json'), JSON.stringify({ ...stored, pid: process.ppid }))
    const startedAt = performance.now()
    await start()
    expect(performance.now() - startedAt).toBeLessThan(await onThisMachine(3_000))
    expect(isAlive(process.ppid)).toBe(true)
  })
})

describe('the files of the private Redis', () => {
  const DAY_MS = 24 * 3_600_000
  const everything = (): string[] => [
    directory,
    ...readdirSync(directory, { recursive: true }).map((name) => join(directory, String(name))),
  ]
  const modes = (): string[] =>
    everything().map((path) => {
      const stats = statSync(path)
      return `${stats.isDirectory() ? 'directory' : 'file'} ${(stats.mode & 0o777).toString(8)}`
    })
  const onDisk = (text: string): boolean =>
    everything()
      .filter((path) => statSync(path).isFile())
      .some((path) => readFileSync(path).includes(text))

  it('are open to their own user alone, those of an earlier version too', async () => {
    await start()
    expect(new Set(modes())).toEqual(new Set(['directory 700', 'file 600']))
    await server?.stop()
    for (const path of everything()) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
    await start()
    expect(new Set(modes())).toEqual(new Set(['directory 700', 'file 600']))
  })

  const age = (): void => {
    const dayBefore = new Date(Date.now() - DAY_MS)
    for (const path of everything()) utimesSync(path, dayBefore, dayBefore)
  }

  it('have no data that was deleted a day before, while it runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { url } = await start()
    redis = await connectRedis({ urls: [url], log: silent })
    await redis.set('{a}deleted', 'what-somebody-said')
    await redis.del('{a}deleted')
    age()
    expect(onDisk('what-somebody-said')).toBe(true)
    vi.advanceTimersByTime(10 * 60_000)
    vi.useRealTimers()
    await expect.poll(() => onDisk('what-somebody-said')).toBe(false)
  })

  it('have no data that was deleted a day before, after a start, and all other data', async () => {
    const { url } = await start()
    redis = await connectRedis({ urls: [url], log: silent })
    await redis.mset({ '{a}deleted': 'what-somebody-said', '{a}kept': 'kept' })
    await redis.del('{a}deleted')
    await closeRedis(redis)
    await server?.stop()
    expect(onDisk('what-somebody-said')).toBe(true)
    age()
    const again = await start()
    await expect.poll(() => onDisk('what-somebody-said')).toBe(false)
    redis = await connectRedis({ urls: [again.url], log: silent })
    expect(await redis.get('{a}kept')).toBe('kept')
    expect(new Set(modes())).toEqual(new Set(['directory 700', 'file 600']))
  })
})

describe('the lock of a DATA_DIR', () => {
  it('is taken from a process that ended, also where its number is in use again', async () => {
    const dead = spawn('true')
    await once(dead, 'exit')
    for (const holder of [`${dead.pid}`, `${process.ppid} 1`]) {
      writeFileSync(file('redis.lock'), holder)
      const lock = await takeLock(file('redis.lock'))
      expect(readFileSync(file('redis.lock'), 'utf8')).toBe(`${process.pid} ${birthOf(process.pid)}`)
      lock.release()
    }
  })

  it('is refused while its holder runs', async () => {
    writeFileSync(file('redis.lock'), `${process.ppid} ${birthOf(process.ppid)}`)
    await expect(takeLock(file('redis.lock'))).rejects.toThrow(/DATA_DIR/)
  })
})
