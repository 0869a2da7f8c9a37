import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { Redis as Client } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectRedis, type Redis } from '../../../src/redis/connection.ts'
import { findRedisProgram } from '../../../src/redis/find-program.ts'
import { requireDurable } from '../../../src/redis/open.ts'
import { createPrivateRedis, findPrivateRedis } from '../../../src/redis/private-redis.ts'
import { birthOf, isAlive, takeLock } from '../../../src/redis/process-lock.ts'
import { messageOf } from '../../../src/runtime/log.ts'
import { freePort } from '../../support/cluster.ts'
import { makeFolder } from '../../support/folder.ts'
import { onThisMachine } from '../../support/machine.ts'
import { processesIn } from '../../support/processes.ts'
import { silent } from '../../support/redis.ts'

type Server = Awaited<ReturnType<typeof createPrivateRedis>>

let directory = ''
let server: Server | undefined
let redis: Redis | undefined
const stopping: { stop(): unknown }[] = []
const HERE = { log: silent, mayInstall: false }

beforeEach(() => {
  directory = makeFolder()
})
afterEach(async () => {
  if (redis) redis.disconnect()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  for (const one of stopping.splice(0)) await one.stop()
  await server?.stop()
  for (const pid of processesIn(directory)) process.kill(pid, 'SIGKILL')
  redis = undefined
  server = undefined
})

const file = (name: string): string => join(directory, name)
const readAddress = () => JSON.parse(readFileSync(file('redis.json'), 'utf8'))
const redisPid = (): number => readAddress().pid

async function start(): Promise<Server> {
  server = await createPrivateRedis(directory, HERE)
  return server
}

async function startConnected() {
  const { url } = await start()
  redis = await connectRedis({ urls: [url], log: silent })
  return { url, redis }
}

/** From here on the server is looked after when `watch` says so, and time stands still but for that. */
const holdTimers = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
const watch = () => vi.advanceTimersByTime(250)
function watchAndFind(): Promise<string | undefined> {
  watch()
  return findPrivateRedis(directory)
}

async function killServer(): Promise<void> {
  const pid = redisPid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
}

/** A server in the same folder that keeps its data as the private Redis does. */
async function serve(...settings: readonly string[]): Promise<{ pid: number }> {
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always']
  const program = await findRedisProgram(silent, false)
  const child = spawn(program, [...settings, ...durable], { cwd: directory, stdio: 'ignore' })
  return { pid: child.pid ?? 0 }
}

async function connectWhenUp(url: string): Promise<Redis> {
  const connect = () => connectRedis({ urls: [url], log: silent }).catch(() => undefined)
  return await vi.waitUntil(connect, { timeout: 30_000 })
}

const SRC = join(import.meta.dirname, '../../../src')

const remember = (address: unknown): void => writeFileSync(file('redis.json'), JSON.stringify(address))

describe('the private Redis', () => {
  it('is started again with its data, at the same address, when it is killed', async () => {
    const { url, redis } = await startConnected()
    await redis.set('{test}', 'kept')
    const killed = redisPid()
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => redis.get('{test}').catch(() => 'away')).toBe('kept')
    expect([redisPid() !== killed, await findPrivateRedis(directory)]).toEqual([true, url])
  })

  it('keeps what it acknowledges, and is reached by a socket in its folder and by no port', async () => {
    const { url, redis } = await startConnected()
    await requireDurable(redis)
    expect([new URL(url).searchParams.get('path'), await redis.config('GET', 'port')]).toEqual([
      file('redis.sock'),
      ['port', '0'],
    ])
    expect(statSync(file('redis.sock')).mode & 0o777).toBe(0o600)
  })

  it('is written down in a file of our own, whatever lies in a folder that others could write', async () => {
    writeFileSync(file('precious'), 'precious', { mode: 0o644 })
    symlinkSync(file('precious'), file('redis.json.new'))
    await start()
    expect(readFileSync(file('precious'), 'utf8')).toBe('precious')
    const written = lstatSync(file('redis.json'))
    expect([written.isFile(), written.mode & 0o777]).toEqual([true, 0o600])
  })

  it('runs in a folder whose path is too long for a socket where that is the working directory', async () => {
    const long = file('long'.repeat(30))
    mkdirSync(long)
    const code = `import { createPrivateRedis } from '${SRC}/redis/private-redis.ts'
       const server = await createPrivateRedis('.', { log: { info() {}, debug() {}, warn() {} } })
       await server.stop()
       console.log(server.url)`
    const run = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: long })
    expect(String(run.stdout)).toBe('redis:///?path=redis.sock\n')
    await expect(createPrivateRedis(long, HERE)).rejects.toThrow(/DATA_DIR \S+ is too long/)
  })

  it('is started again even where its socket cannot be made for a while', async () => {
    holdTimers()
    const { url } = await start()
    await killServer()
    rmSync(file('redis.sock'))
    mkdirSync(file('redis.sock'))
    watch()
    await expect.poll(() => readFileSync(file('redis.log'), 'utf8')).toMatch(/Failed opening Unix socket/i)
    rmSync(file('redis.sock'), { recursive: true })
    await expect.poll(watchAndFind).toBe(url)
  })

  it('is not started beside a server that answers at its address', async () => {
    holdTimers()
    const { url } = await start()
    await killServer()
    const other = await serve('--port', '0', '--unixsocket', file('redis.sock'))
    await expect.poll(() => findPrivateRedis(directory)).toBe(url)
    watch()
    await expect.poll(redisPid).toBe(other.pid)
    expect(processesIn(directory)).toEqual([other.pid])
  })

  it.each([
    ['another process was written down', () => remember({ ...readAddress(), pid: 2 ** 22, birth: '1' })],
    ['its address was lost', () => rmSync(file('redis.json'))],
  ])('is found by its socket, too, where %s', async (_, upset) => {
    const { url } = await start()
    const pid = redisPid()
    upset()
    const abandoned = server
    const again = await start()
    expect([again.url, redisPid(), processesIn(directory)]).toEqual([url, pid, [pid]])
    await abandoned?.stop()
  })

  it('takes the place and the data of one that an earlier version left on a port', async () => {
    const port = await freePort()
    const url = `redis://:secret@127.0.0.1:${port}`
    const left = await serve('--port', String(port), '--requirepass', 'secret')
    redis = await connectWhenUp(url)
    await redis.set('{test}', 'kept')
    remember({ url, pid: left.pid, birth: birthOf(left.pid) })
    const again = await start()
    redis.disconnect()
    redis = await connectRedis({ urls: [again.url], log: silent })
    expect([await redis.get('{test}'), processesIn(directory)]).toEqual(['kept', [redisPid()]])
    expect(isAlive(left.pid)).toBe(false)
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
})

/** Loading takes 100 µs for each of them, and Redis answers after each 1,024. */
const KEYS = 200_000
const KEYS_A_CALL = 5_000
const FILL = `for i = ARGV[1] + 1, ARGV[1] + ${KEYS_A_CALL} do redis.call('SET', 'key' .. i, i) end`

/** Puts a `redis-server` on PATH that loads for half a minute, unless it is told otherwise meanwhile. */
async function slowDown(): Promise<void> {
  const program = await findRedisProgram(silent, false)
  const folder = join(directory, 'path')
  mkdirSync(folder)
  const lines = ['#!/bin/sh', `PATH='${process.env.PATH}' exec ${program} "$@" --key-load-delay 100`, '']
  writeFileSync(join(folder, program), lines.join('\n'), { mode: 0o755 })
  vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter))
}

async function startFilled(): Promise<string> {
  await slowDown()
  const { url, redis } = await startConnected()
  for (let key = 0; key < KEYS; key += KEYS_A_CALL) await redis.eval(FILL, 0, key)
  return url
}

/** A connection to it while it loads. */
async function untilItLoads(url: string): Promise<Client> {
  const client = new Client(url, { enableReadyCheck: false, retryStrategy: () => 20 })
  client.on('error', () => {})
  stopping.push({ stop: () => client.disconnect() })
  await expect.poll(() => client.get('key1').catch(messageOf)).toMatch(/^LOADING/)
  return client
}

it('the private Redis while it loads its data is waited for as long as that takes, and started once', async () => {
  holdTimers()
  const url = await startFilled()
  await killServer()
  watch()
  const loading = await untilItLoads(url)
  const pid = redisPid()
  vi.advanceTimersByTime(60 * 60_000)
  let ours = 0
  const asked = async (): Promise<number> => {
    const [, calls = '0'] = /cmdstat_info:calls=(\d+)/.exec(await loading.info('commandstats')) ?? []
    return Number(calls) - ours++
  }
  const before = await asked()
  await expect.poll(asked).toBeGreaterThan(before + 1)
  await loading.config('SET', 'key-load-delay', 0)
  await expect.poll(watchAndFind).toBe(url)
  expect([redisPid(), processesIn(directory)]).toEqual([pid, [pid]])
  expect(await loading.get(`key${KEYS}`)).toBe(String(KEYS))
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
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile()) // a Redis may be replacing it
      .some((path) => readFileSync(path).includes(text))

  it('are open to their own user alone, those of an earlier version too', async () => {
    await start()
    expect(new Set(modes())).toEqual(new Set(['directory 700', 'file 600']))
    await server?.stop()
    for (const path of everything()) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
    await start()
    expect(new Set(modes())).toEqual(new Set(['directory 700', 'file 600']))
  })

  it('have no data that was deleted half a day before, while it runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { redis } = await startConnected()
    await redis.set('{a}deleted', 'what-somebody-said')
    await redis.del('{a}deleted')
    expect(onDisk('what-somebody-said')).toBe(true)
    vi.advanceTimersByTime(DAY_MS / 2)
    vi.useRealTimers()
    await expect.poll(() => onDisk('what-somebody-said')).toBe(false)
  })

  it('have no data that was deleted before a start, and all other data', async () => {
    const before = await startConnected()
    await before.redis.mset({ '{a}deleted': 'what-somebody-said', '{a}kept': 'kept' })
    await before.redis.del('{a}deleted')
    before.redis.disconnect()
    await server?.stop()
    expect(onDisk('what-somebody-said')).toBe(true)
    const again = await start()
    await expect.poll(() => onDisk('what-somebody-said')).toBe(false)
    redis = await connectRedis({ urls: [again.url], log: silent })
    expect(await redis.get('{a}kept')).toBe('kept')
    expect(new Set(modes())).toEqual(new Set(['directory 700', 'file 600']))
  })
})

describe('the lock of a DATA_DIR', () => {
  it('is taken from a process that ended, also where its number is in use again', async () => {
    for (const holder of [`${spawnSync('true').pid}`, `${process.ppid} 1`]) {
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
