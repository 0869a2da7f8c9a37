import { spawn } from 'node:child_process'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { z } from 'zod'
import { HOUR_MS } from '../domain/caracas.ts'
import { Failure, type Log, messageOf } from '../runtime/log.ts'
import { findRedisProgram } from './find-program.ts'
import { makePrivate } from './private-files.ts'
import { birthOf, isAlive, type OwnLock, takeLock } from './process-lock.ts'

/** A server that says nothing for so long is down, or hangs. Loading has no limit: the server says that it loads. */
const SILENT_MS_MAX = 10_000
const ANSWER_MS_MAX = 1_000
/** The longest path that a socket may have (bytes): macOS allows 103, Linux 107. */
const SOCKET_BYTES_MAX = 103
const POLL_MS = 25
const WATCH_MS = 250
const RESTART_AFTER_MS = 1_000
const STOP_MS_MAX = 2_000
/** From one rewrite of the append-only file to the next, after one at the start: two that fail leave deleted data for less than a day. */
const REWRITE_EVERY_MS = 6 * HOUR_MS

const ADDRESS = z.object({
  url: z.string(),
  pid: z.number().int().positive(),
  birth: z.string().default(''),
})
type Address = z.output<typeof ADDRESS>

interface PrivateRedisOptions {
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
    const address =
      (await adopt(directory, readAddress(directory), options)) ?? (await launch(directory, options))
    log.debug({ pid: address.pid }, 'private redis ready')
    return keepAlive(directory, address, lock, options)
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * The server that answers at our socket, whichever process was written down. One that hangs is killed, as two servers would
 * corrupt the file, and so is that of an earlier version, which listens on a port.
 */
async function adopt(
  directory: string,
  known: Address | undefined,
  options: PrivateRedisOptions,
): Promise<Address | undefined> {
  const found = await waitUntilReady(directory, known, options)
  if (!found && known?.birth) await end(known)
  if (found && found.pid !== known?.pid) writeAddress(directory, found)
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
  const { log } = options
  const stopping = new AbortController()

  async function restart(): Promise<void> {
    const again = { ...options, mayInstall: false, signal: stopping.signal }
    log.error({ pid: address.pid }, 'private redis died, starting it again')
    try {
      address = (await adopt(directory, address, again)) ?? (await launch(directory, again))
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
  const rewrite = (): void => void forgetDeleted(address, log)
  rewrite()
  const rewriting = setInterval(rewrite, REWRITE_EVERY_MS)
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

/** Rewrites the append-only file, as deleted data can be read in it until then. */
async function forgetDeleted({ url }: Address, log: Log): Promise<void> {
  const redis = connectOnce(url)
  try {
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
  return (await waitUntilReady(directory, readAddress(directory)))?.url
}

function readAddress(directory: string): Address | undefined {
  try {
    return ADDRESS.parse(JSON.parse(readFileSync(join(directory, 'redis.json'), 'utf8')))
  } catch {
    return undefined // there is none: a new server is started
  }
}

/**
 * The server at our socket once it is ready, for as long as it says that it loads its data; it may be another process than the one
 * written down. Undefined where none answers. Throws when aborted.
 */
async function waitUntilReady(
  directory: string,
  known: Address | undefined,
  { log, signal }: Partial<PrivateRedisOptions> = {},
): Promise<Address | undefined> {
  const url = urlIn(directory)
  const redis = connectOnce(url)
  let heardAt = performance.now()
  let isLoading = false
  try {
    for (;;) {
      const info = await infoOf(redis)
      const pid = Number(/^process_id:(\d+)/m.exec(info)?.[1])
      if (pid) {
        if (/^loading:0/m.test(info)) return { url, pid, birth: birthOf(pid) }
        if (!isLoading) log?.info({ pid }, 'private redis loads its data')
        isLoading = true
        heardAt = performance.now()
      } else if (known?.url !== url || !runs(known)) return undefined
      if (performance.now() - heardAt > SILENT_MS_MAX) return undefined
      signal?.throwIfAborted()
      await sleep(POLL_MS)
    }
  } finally {
    redis.disconnect()
  }
}

/** What a server says of itself; nothing where there is none. */
async function infoOf(redis: Redis): Promise<string> {
  if (redis.status !== 'ready') await redis.connect().catch(() => undefined)
  return redis.status === 'ready' ? redis.info().catch(() => '') : ''
}

/** The address of our socket. Others may not enter its folder, so whoever answers there is ours; a port could be anybody's. */
function urlIn(directory: string): string {
  const socket = join(directory, 'redis.sock')
  const path = [socket, relative(process.cwd(), socket)].find(
    (one) => Buffer.byteLength(one) <= SOCKET_BYTES_MAX,
  )
  if (path === undefined)
    throw new Failure(`DATA_DIR ${directory} is too long for a socket: set a shorter one`)
  return `redis:///?path=${path.split('/').map(encodeURIComponent).join('/')}`
}

/**
 * Starts the server. Its address is written down before it gets its configuration: without that it ends, so none runs that nobody
 * knows of.
 */
async function launch(directory: string, options: PrivateRedisOptions): Promise<Address> {
  const url = urlIn(directory)
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
  const address = { url, pid, birth: birthOf(pid) }
  try {
    writeAddress(directory, address)
    child.stdin?.end(['begin', ...configOf(directory)].join('\n'))
    const ready = await waitUntilReady(directory, address, options)
    if (ready?.pid === pid) return address
    throw new Failure(`The private Redis did not start: see ${join(directory, 'redis.log')}`)
  } catch (error) {
    await end(address)
    throw error
  }
}

const configOf = (directory: string): string[] => [
  'port 0',
  'unixsocket redis.sock',
  'unixsocketperm 600',
  'appendonly yes',
  'appendfsync always',
  'maxmemory-policy noeviction',
  'save ""',
  'daemonize no',
  'logfile redis.log',
  `dir "${directory.replaceAll('"', '\\"')}"`,
]

function writeAddress(directory: string, address: Address): void {
  const file = join(directory, 'redis.json')
  try {
    // What lies there may be a link, or a file that another user has open.
    rmSync(`${file}.new`, { force: true })
    writeFileSync(`${file}.new`, `${JSON.stringify(address)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw cannotWrite(directory, error)
  }
}
