import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { z } from 'zod'
import { Failure } from './failure.ts'
import type { Log } from './log.ts'
import { isAlive, type OwnLock, takeLock } from './own-lock.ts'

const run = promisify(execFile)

const READY_TIMEOUT_MS = 60_000
const POLL_MS = 25
const WATCH_MS = 250
const STOP_TIMEOUT_MS = 6_000

const ADDRESS = z.object({ url: z.string().regex(/^redis:\/\//), pid: z.number().int().positive() })
type Address = z.output<typeof ADDRESS>

/** A Redis of our own under `DATA_DIR`, started, or adopted when an orphan of ours answers; restarted if it dies. */
export async function createPrivateRedis(
  dataDirectory: string,
  log: Log,
): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = resolve(dataDirectory)
  mkdirSync(directory, { recursive: true })
  const lock = await takeLock(join(directory, 'redis.lock'))
  try {
    const address =
      (await answering(readAddress(directory))) ??
      (await launch(directory, await freePort(), randomBytes(24).toString('base64url')))
    log.debug({ pid: address.pid }, 'private redis ready')
    return keepAlive(directory, address, lock, log)
  } catch (error) {
    lock.release()
    throw error
  }
}

function keepAlive(directory: string, first: Address, lock: OwnLock, log: Log) {
  let address = first
  let restarting: Promise<void> = Promise.resolve()
  const { port, password } = new URL(first.url)
  const watch = setInterval(() => {
    if (isAlive(address.pid)) return
    log.error({ pid: address.pid }, 'private redis died, starting it again')
    watch.refresh()
    address = { ...address, pid: process.pid }
    restarting = launch(directory, Number(port), password).then(
      (started) => {
        address = started
      },
      (error: unknown) => log.fatal({ err: error }, 'private redis cannot be started again'),
    )
  }, WATCH_MS)
  return {
    url: first.url,
    async stop() {
      clearInterval(watch)
      await restarting
      await shutDown(address)
      lock.release()
    },
  }
}

async function shutDown({ pid, url }: Address): Promise<void> {
  if (pid === process.pid) return
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: null, maxRetriesPerRequest: 0 })
  redis.on('error', () => {})
  await redis
    .connect()
    .then(() => redis.call('SHUTDOWN', 'NOSAVE'))
    .catch(() => undefined)
  redis.disconnect()
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while (isAlive(pid) && Date.now() < deadline) await sleep(POLL_MS)
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}

/** The address of a private Redis that answers now, for the operator's commands. */
export const findPrivateRedis = async (dataDirectory: string): Promise<string | undefined> =>
  (await answering(readAddress(resolve(dataDirectory))))?.url

function readAddress(directory: string): Address | undefined {
  try {
    return ADDRESS.parse(JSON.parse(readFileSync(join(directory, 'redis.json'), 'utf8')))
  } catch {
    return undefined // none yet, or torn by a kill: then a new one is started
  }
}

async function answering(address: Address | undefined): Promise<Address | undefined> {
  if (!address || !isAlive(address.pid)) return undefined
  return (await waitUntilReady(address)) ? address : undefined
}

/** Waits while the server loads its data; false when it does not answer, or is somebody else's. */
async function waitUntilReady({ url, pid }: Address): Promise<boolean> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
  })
  redis.on('error', () => {})
  const deadline = Date.now() + READY_TIMEOUT_MS
  try {
    while (isAlive(pid) && Date.now() < deadline) {
      if (redis.status !== 'ready') await redis.connect().catch(() => undefined)
      const reply = redis.status === 'ready' ? await redis.ping().catch((error: Error) => error.message) : ''
      if (reply === 'PONG') return true
      if (/WRONGPASS|NOAUTH/.test(reply)) return false
      await sleep(POLL_MS)
    }
    return false
  } finally {
    redis.disconnect()
  }
}

/** Port and password stay over a restart of the server, so that connections find it again. */
async function launch(directory: string, port: number, password: string): Promise<Address> {
  const child = spawn(await findServer(), ['-'], {
    cwd: directory,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const failed = new Promise<never>((_, reject) => child.once('error', reject))
  child.stdin?.end(
    [
      `port ${port}`,
      'bind 127.0.0.1',
      `requirepass ${password}`,
      'appendonly yes',
      'appendfsync always',
      'maxmemory-policy noeviction',
      'save ""',
      'daemonize no',
      'logfile redis.log',
      `dir "${directory.replaceAll('"', '\\"')}"`,
    ].join('\n'),
  )
  child.unref()
  const address = { url: `redis://:${password}@127.0.0.1:${port}`, pid: child.pid ?? 0 }
  writeAddress(directory, address)
  const ready = await Promise.race([waitUntilReady(address), failed])
  if (!ready) throw new Failure(`The private Redis did not start: see ${join(directory, 'redis.log')}`)
  return address
}

function writeAddress(directory: string, address: Address): void {
  const file = join(directory, 'redis.json')
  writeFileSync(`${file}.new`, `${JSON.stringify(address)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done, failed) => server.once('error', failed).listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

const SERVERS = ['redis-server', 'valkey-server']

/** The server program on PATH; installs it where that needs no question, else throws a Failure that says what to type. */
async function findServer(): Promise<string> {
  const found = await onPath()
  if (found) return found
  const mayInstall = process.getuid?.() === 0 && (await works('apt-get', '--version'))
  if (mayInstall) {
    await run('apt-get', ['update', '-qq']).catch(() => undefined)
    await run('env', [
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      'install',
      '-y',
      '-qq',
      'redis-server',
    ]).catch(() => undefined)
    const installed = await onPath()
    if (installed) return installed
  }
  throw new Failure(
    'Redis is needed and not installed: type "sudo apt-get install redis-server" (macOS: "brew install redis"), or set REDIS_URL',
  )
}

async function onPath(): Promise<string | undefined> {
  for (const server of SERVERS) if (await works(server, '--version')) return server
  return undefined
}

const works = (program: string, argument: string): Promise<boolean> =>
  run(program, [argument]).then(
    () => true,
    () => false,
  )
