import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { z } from 'zod'
import { MINUTE_MS } from '../rates/durations.ts'
import { Failure, messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { findRedisProgram } from './find-program.ts'
import { isRewriteDue, makePrivate } from './private-files.ts'
import { birthOf, isAlive, type OwnLock, takeLock } from './process-lock.ts'

/** A server that says nothing for so long is down, or hangs. Loading has no limit: the server says that it loads. */
const SILENT_MS_MAX = 10_000
const ANSWER_MS_MAX = 1_000
const PASSWORD_BYTES = 24
const POLL_MS = 25
const WATCH_MS = 250
const RESTART_AFTER_MS = 1_000
const STOP_MS_MAX = 2_000
/** How often the age of the append-only file is checked. */
const REWRITE_LOOK_MS = 10 * MINUTE_MS

const ADDRESS = z.object({
  url: z.string().regex(/^redis:\/\//),
  pid: z.number().int().positive(),
  birth: z.string().default(''),
})
type Address = z.output<typeof ADDRESS>

export interface PrivateRedisOptions {
  readonly log: Log
  /** Whether root may install a server where there is none. */
  readonly mayInstall: boolean
  /** Ends a start that waits for a server which loads its data. */
  readonly signal?: AbortSignal
}

/** A Redis of our own under `DATA_DIR`: started, or adopted where a killed program left one; restarted if it dies. */
export async function createPrivateRedis(
  dataDirectory: string,
  options: PrivateRedisOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { log } = options
  const directory = resolve(dataDirectory)
  const lock = await lockDirectory(directory, log)
  try {
    const known = readAddress(directory)
    const address =
      (known && (await adopt(directory, known, options))) ??
      (await launch(directory, { port: await freePort(), password: makePassword() }, options))
    log.debug({ pid: address.pid }, 'private redis ready')
    return keepAlive(directory, address, lock, options)
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * The server that answers at a known address, whichever process was written down. One that hangs is killed, as two servers would
 * corrupt the file.
 */
async function adopt(
  directory: string,
  known: Address,
  options: PrivateRedisOptions,
): Promise<Address | undefined> {
  const found = await waitUntilReady(known, directory, options)
  if (!found && known.birth) await end(known)
  if (found && found.pid !== known.pid) writeAddress(directory, found)
  return found
}

const runs = ({ pid, birth }: Address): boolean => isAlive(pid) && (birth === '' || birth === birthOf(pid))

/** Ends a server at once. Its file has everything that it acknowledged. */
async function end(address: Address): Promise<void> {
  if (runs(address)) process.kill(address.pid, 'SIGKILL')
  while (runs(address)) await sleep(POLL_MS)
}

async function lockDirectory(directory: string, log: Log): Promise<OwnLock> {
  try {
    makePrivate(directory, log)
    return await takeLock(join(directory, 'redis.lock'))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw cannotWrite(directory, error)
  }
}

const cannotWrite = (directory: string, error: unknown): Failure =>
  new Failure(`DATA_DIR ${directory} cannot be written (${messageOf(error)}): set another one`)

function keepAlive(directory: string, first: Address, lock: OwnLock, options: PrivateRedisOptions) {
  let address = first
  let restarting: Promise<void> | undefined
  const { port, password } = new URL(first.url)
  const { log } = options
  const stopping = new AbortController()

  async function restart(): Promise<void> {
    const again = { ...options, mayInstall: false, signal: stopping.signal }
    log.error({ pid: address.pid }, 'private redis died, starting it again')
    try {
      address =
        (await adopt(directory, address, again)) ??
        (await launch(directory, { port: Number(port), password }, again))
    } catch (error) {
      if (stopping.signal.aborted) return
      log.fatal({ err: messageOf(error) }, 'private redis cannot be started again')
      await sleep(RESTART_AFTER_MS)
    }
  }

  const watch = setInterval(() => {
    if (restarting || runs(address)) return
    restarting = restart().finally(() => {
      restarting = undefined
    })
  }, WATCH_MS)
  const rewrite = (): void => void forgetDeleted(directory, address, log)
  rewrite()
  const rewriting = setInterval(rewrite, REWRITE_LOOK_MS)
  return {
    url: first.url,
    async stop() {
      clearInterval(watch)
      clearInterval(rewriting)
      stopping.abort()
      await restarting
      await shutDown(address)
      lock.release()
    },
  }
}

/** Rewrites the append-only file once a day, as deleted data can be read in it until then. */
async function forgetDeleted(directory: string, { url }: Address, log: Log): Promise<void> {
  const redis = connectOnce(url)
  try {
    if (!isRewriteDue(directory, Date.now())) return
    await redis.connect()
    await redis.bgrewriteaof()
  } catch (error) {
    log.warn({ err: messageOf(error) }, 'the append-only file is not rewritten, what was deleted stays in it')
  } finally {
    redis.disconnect()
  }
}

/** Asks a server to end. One that does not react is killed. */
async function shutDown(address: Address): Promise<void> {
  const redis = connectOnce(address.url)
  const asked = redis.connect().then(() => redis.call('SHUTDOWN', 'NOSAVE'))
  await Promise.race([asked.catch(() => undefined), sleep(ANSWER_MS_MAX)])
  redis.disconnect()
  const deadline = Date.now() + STOP_MS_MAX
  while (runs(address) && Date.now() < deadline) await sleep(POLL_MS)
  await end(address)
}

/** A connection that is tried once; its commands throw its errors. */
function connectOnce(url: string): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
    connectTimeout: ANSWER_MS_MAX,
    commandTimeout: ANSWER_MS_MAX,
  })
  redis.on('error', () => {})
  return redis
}

/** The URL of the private Redis if it runs, for the operator's commands. */
export async function findPrivateRedis(dataDirectory: string): Promise<string | undefined> {
  const directory = resolve(dataDirectory)
  const known = readAddress(directory)
  return known && (await waitUntilReady(known, directory))?.url
}

function readAddress(directory: string): Address | undefined {
  try {
    return ADDRESS.parse(JSON.parse(readFileSync(join(directory, 'redis.json'), 'utf8')))
  } catch {
    return undefined // there is none: a new server is started
  }
}

/**
 * The server at an address once it is ready, for as long as it says that it loads its data; it may be another process than the one
 * written down. Undefined where none of ours answers. Throws when aborted.
 */
async function waitUntilReady(
  known: Address,
  directory: string,
  { log, signal }: Partial<PrivateRedisOptions> = {},
): Promise<Address | undefined> {
  const redis = connectOnce(known.url)
  let address = known
  let heardAt = performance.now()
  let isLoading = false
  try {
    for (;;) {
      const info = await infoOf(redis)
      const pid = Number(/^process_id:(\d+)/m.exec(info)?.[1])
      if (pid === address.pid || worksIn(pid, directory)) {
        address = { ...known, pid, birth: birthOf(pid) }
        if (/^loading:0/m.test(info)) return address
        if (!isLoading) log?.info({ pid }, 'private redis loads its data')
        isLoading = true
        heardAt = performance.now()
      } else if (!runs(address)) return undefined
      if (performance.now() - heardAt > SILENT_MS_MAX) return undefined
      signal?.throwIfAborted()
      await sleep(POLL_MS)
    }
  } finally {
    redis.disconnect()
  }
}

/** What a server says of itself; the error where it refuses to, and nothing where there is none. */
async function infoOf(redis: Redis): Promise<string> {
  if (redis.status !== 'ready') await redis.connect().catch(() => undefined)
  return redis.status === 'ready' ? redis.info().catch(messageOf) : ''
}

/** Whether a process is ours, as only we may enter the directory: another server may say any number. Linux only. */
function worksIn(pid: number, directory: string): boolean {
  try {
    const [folder, ours] = [statSync(`/proc/${pid}/cwd`), statSync(directory)]
    return folder.ino === ours.ino && folder.dev === ours.dev
  } catch {
    return false // it has ended, or this is another system
  }
}

/** Where the server is reached, and with what. */
interface Door {
  readonly port: number
  readonly password: string
}

const makePassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url')

/**
 * Redis keeps short sets and hashes as lists, which it reads from the start for each member that it adds. A page of a fan-out
 * adds hundreds to a set that is empty before.
 */
const SMALL_LISTS = ['zset-max-listpack-entries 16', 'hash-max-listpack-entries 64']

/**
 * Starts the server. It keeps its port and password over a restart, so that connections find it again. Its address is written down
 * before it gets its configuration: without that it ends, so none runs that nobody knows of.
 */
async function launch(directory: string, door: Door, options: PrivateRedisOptions): Promise<Address> {
  const program = await findRedisProgram(options.log, options.mayInstall)
  const child = spawn('/bin/sh', ['-c', 'umask 077 && read -r begin && exec "$0" -', program], {
    cwd: directory,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const failed = new Promise<never>((_, reject) => child.once('error', reject))
  if (child.pid === undefined) return failed
  child.stdin?.on('error', () => {}) // a server that ends early is noticed below
  child.unref()
  const { pid } = child
  const address = { url: `redis://:${door.password}@127.0.0.1:${door.port}`, pid, birth: birthOf(pid) }
  try {
    writeAddress(directory, address)
    child.stdin?.end(['begin', ...configOf(directory, door)].join('\n'))
    const ready = await waitUntilReady(address, directory, options)
    if (ready?.pid === pid) return address
    throw new Failure(`The private Redis did not start: see ${join(directory, 'redis.log')}`)
  } catch (error) {
    await end(address)
    throw error
  }
}

const configOf = (directory: string, { port, password }: Door): string[] => [
  `port ${port}`,
  'bind 127.0.0.1',
  `requirepass ${password}`,
  'appendonly yes',
  'appendfsync always',
  'maxmemory-policy noeviction',
  'save ""',
  ...SMALL_LISTS,
  'daemonize no',
  'logfile redis.log',
  `dir "${directory.replaceAll('"', '\\"')}"`,
]

function writeAddress(directory: string, address: Address): void {
  const file = join(directory, 'redis.json')
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(address)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw cannotWrite(directory, error)
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done, failed) => server.once('error', failed).listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
