import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { z } from 'zod'
import { MINUTE_MS } from '../rates/durations.ts'
import type { Variables } from '../runtime/config.ts'
import { Failure, messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { type FindOptions, findRedisProgram, trustedEnvironment } from './find-program.ts'
import { isRewriteDue, makePrivate } from './private-files.ts'
import { birthOf, isAlive, type OwnLock, takeLock } from './process-lock.ts'

/** A server that loads a large file answers LOADING; one that does not answer is down, or hangs. */
const LOADING_MS_MAX = MINUTE_MS
const SILENT_MS_MAX = 10_000
const ANSWER_MS_MAX = 1_000
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

/** A Redis of our own under `DATA_DIR`: started, or adopted where a killed program left one; restarted if it dies. */
export async function createPrivateRedis(
  dataDirectory: string,
  options: FindOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { env, log } = options
  const directory = resolve(dataDirectory)
  const lock = await lockDirectory(directory, log)
  try {
    const address =
      (await adopt(directory)) ??
      (await launch({
        program: await findRedisProgram(options),
        env,
        directory,
        port: await freePort(),
        password: randomBytes(24).toString('base64url'),
      }))
    log.debug({ pid: address.pid }, 'private redis ready')
    return keepAlive(directory, address, lock, options)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The Redis that a killed program left, if it answers. One that hangs is killed, as two servers would corrupt the file. */
async function adopt(directory: string): Promise<Address | undefined> {
  const orphan = readAddress(directory)
  const found = await answering(orphan)
  if (orphan?.birth && !found && runs(orphan)) process.kill(orphan.pid, 'SIGKILL')
  return found
}

const runs = ({ pid, birth }: Address): boolean => isAlive(pid) && (birth === '' || birth === birthOf(pid))

async function lockDirectory(directory: string, log: Log): Promise<OwnLock> {
  try {
    makePrivate(directory, log)
    return await takeLock(join(directory, 'redis.lock'))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`DATA_DIR ${directory} cannot be written (${messageOf(error)}): set another one`)
  }
}

function keepAlive(directory: string, first: Address, lock: OwnLock, { env, log }: FindOptions) {
  let address = first
  let restarting: Promise<void> | undefined
  const { port, password } = new URL(first.url)

  async function restart(): Promise<void> {
    log.error({ pid: address.pid }, 'private redis died, starting it again')
    try {
      const program = await findRedisProgram({ env, log, mayInstall: false })
      address = await launch({ program, env, directory, port: Number(port), password })
    } catch (error) {
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

/** Ends a server. One that does not react is killed, as its file has everything that it acknowledged. */
async function shutDown(address: Address): Promise<void> {
  const redis = connectOnce(address.url)
  const asked = redis.connect().then(() => redis.call('SHUTDOWN', 'NOSAVE'))
  await Promise.race([asked.catch(() => undefined), sleep(ANSWER_MS_MAX)])
  redis.disconnect()
  const deadline = Date.now() + STOP_MS_MAX
  while (runs(address) && Date.now() < deadline) await sleep(POLL_MS)
  if (runs(address)) process.kill(address.pid, 'SIGKILL')
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
export const findPrivateRedis = async (dataDirectory: string): Promise<string | undefined> =>
  (await answering(readAddress(resolve(dataDirectory))))?.url

function readAddress(directory: string): Address | undefined {
  try {
    return ADDRESS.parse(JSON.parse(readFileSync(join(directory, 'redis.json'), 'utf8')))
  } catch {
    return undefined // there is none, or a kill left half of it: a new server is started
  }
}

async function answering(address: Address | undefined): Promise<Address | undefined> {
  if (!address || !runs(address)) return undefined
  return (await waitUntilReady(address)) ? address : undefined
}

/** Waits while the server loads its data; false when it does not answer, or has another password. */
async function waitUntilReady(address: Address): Promise<boolean> {
  const redis = connectOnce(address.url)
  const startedAt = Date.now()
  try {
    while (runs(address)) {
      if (redis.status !== 'ready') await redis.connect().catch(() => undefined)
      const reply = redis.status === 'ready' ? await redis.ping().catch((error: Error) => error.message) : ''
      if (reply === 'PONG') return true
      if (/WRONGPASS|NOAUTH/.test(reply)) return false
      if (Date.now() - startedAt > (reply.startsWith('LOADING') ? LOADING_MS_MAX : SILENT_MS_MAX))
        return false
      await sleep(POLL_MS)
    }
    return false
  } finally {
    redis.disconnect()
  }
}

interface Launch {
  /** Its absolute path. */
  readonly program: string
  readonly env: Variables
  readonly directory: string
  readonly port: number
  readonly password: string
}

/**
 * Redis keeps short sets and hashes as lists, which it reads from the start for each member that it adds. A page of a fan-out
 * adds hundreds to a set that is empty before.
 */
const SMALL_LISTS = ['zset-max-listpack-entries 16', 'hash-max-listpack-entries 64']

/** Starts the server. It keeps its port and password over a restart, so that connections find it again. */
async function launch({ program, env, directory, port, password }: Launch): Promise<Address> {
  const child = spawn('/bin/sh', ['-c', 'umask 077 && exec "$0" -', program], {
    cwd: directory,
    env: trustedEnvironment(env),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const failed = new Promise<never>((_, reject) => child.once('error', reject))
  child.stdin?.on('error', () => {}) // a server that ends early is noticed below
  child.stdin?.end(
    [
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
    ].join('\n'),
  )
  child.unref()
  const pid = child.pid ?? 0
  const address = { url: `redis://:${password}@127.0.0.1:${port}`, pid, birth: birthOf(pid) }
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
