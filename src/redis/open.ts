import { randomBytes } from 'node:crypto'
import { unescape as decode } from 'node:querystring'
import { ReplyError, type Redis as Server } from 'ioredis'
import type { Part } from '../runtime/lifecycle.ts'
import { Failure, type Log, messageOf } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { connectRedis, isRedisAway, mastersOf, type Redis } from './connection.ts'
import { createPrivateRedis } from './private-redis.ts'

const REQUIRED = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' } as const
/** Valkey reports 7.2, the version that it is compatible with. */
const VERSION_MIN = 7

/** Throws a Failure when a server is older than Redis 7.0, which lacks commands that our scripts use. */
export async function requireVersion(redis: Redis): Promise<void> {
  for (const info of await askMasters(redis, (server) => server.info('server'))) {
    const version = /^redis_version:(\S+)/m.exec(info)?.[1]
    if (version === undefined || Number.parseInt(version, 10) >= VERSION_MIN) continue
    throw new Failure(
      `Redis ${version} is too old: use Redis ${VERSION_MIN}.0 or newer, or Valkey (give its address as REDIS_URL)`,
    )
  }
}

/** Throws a Failure when a server may lose writes that it acknowledged, or may evict keys. */
export async function requireDurable(redis: Redis): Promise<void> {
  const lacking = await askMasters(redis, lackingIn).catch((error: unknown) => {
    if (isRedisAway(error)) throw error
    throw new Failure(
      `Redis does not let us read its configuration (${messageOf(error)}): set REDIS_UNSAFE=true if it keeps what it acknowledges`,
    )
  })
  const wrong = new Set(lacking.flat())
  if (wrong.size === 0) return
  throw new Failure(
    `Redis at REDIS_URL may lose data: set ${[...wrong].join(', ')} there, or REDIS_UNSAFE=true to use it as it is`,
  )
}

async function lackingIn(server: Server): Promise<string[]> {
  const wrong: string[] = []
  for (const [name, value] of Object.entries(REQUIRED)) {
    const read = await server.config('GET', name)
    if (!Array.isArray(read) || read[1] !== value) wrong.push(`${name} ${value}`)
  }
  return wrong
}

/** Returns the answers of all masters that answer. One that is down does not stop the start, as it was checked at an earlier one. */
async function askMasters<Answer>(redis: Redis, ask: (server: Server) => Promise<Answer>): Promise<Answer[]> {
  const asked = await Promise.allSettled(mastersOf(redis).map(ask))
  const failures = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const refusal = failures.find((error) => error instanceof ReplyError)
  if (refusal || answers.length === 0) throw refusal ?? failures[0]
  return answers
}

interface OpenRedisOptions {
  /** Of one server, or of nodes of a cluster; without them a private server is started. */
  readonly urls: readonly string[] | undefined
  /** Whether a server that may lose data is accepted. */
  readonly isUnsafe: boolean
  /** Where a private server keeps its data. */
  readonly dataDirectory: string
  /** Whether root may install a server where there is none. */
  readonly mayInstall: boolean
  readonly log: Log
  /** Keeps secrets out of the log. */
  readonly hide: (...secrets: readonly string[]) => void
}

const passwordOf = (url: string): string => decode(URL.parse(url)?.password ?? '')

/** The Redis of this process as a part: the configured one after checks, or a private one. `connect` makes connections to it. */
export function openRedis({
  urls: configured,
  isUnsafe,
  dataDirectory,
  mayInstall,
  log,
  hide,
}: OpenRedisOptions): Part & { connect(waits?: boolean): Promise<Redis> } {
  const open: Redis[] = []
  let urls: readonly string[] = configured ?? []
  let starting: ReturnType<typeof createPrivateRedis> | undefined
  const stopping = new AbortController()

  async function connect(waits = false): Promise<Redis> {
    const redis = await connectRedis({ urls, log, waits })
    open.push(redis)
    return redis
  }

  return {
    name: 'redis',
    connect,
    async start() {
      hide(...urls.map(passwordOf))
      if (!configured) {
        starting = createPrivateRedis(dataDirectory, { log, mayInstall, signal: stopping.signal })
        urls = [(await starting).url]
        hide(...urls.map(passwordOf))
      }
      const redis = await connectRedis({ urls, log })
      try {
        await requireVersion(redis)
        if (configured && !isUnsafe) await requireDurable(redis)
      } finally {
        redis.disconnect()
      }
    },
    async stop() {
      for (const redis of open) redis.disconnect()
      stopping.abort()
      const server = await starting?.catch(() => undefined) // a start that failed said why
      await server?.stop()
    },
  }
}

const SECRETS_KEY = '{secrets}'
const SECRET_BYTES = 32

export const makeSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/** A secret that all processes on one Redis share; the first one to ask makes it. */
export async function sharedSecret(
  redis: Redis,
  name: string,
  make: () => string = makeSecret,
): Promise<string> {
  await redis.hsetnx(SECRETS_KEY, name, make())
  return (await redis.hget(SECRETS_KEY, name)) ?? ''
}

/**
 * Adds metrics of the memory of every server, read from it when they are asked for; without a value where it cannot be read.
 * Servers are numbered, as whoever reads metrics need not know their addresses.
 */
export function measureMemory(redis: Redis, metrics: Metrics): void {
  const measure = (name: string, help: string, of: 'used' | 'limit'): void =>
    metrics.measuredBy(name, help, 'server', async () => {
      const servers = mastersOf(redis).toSorted((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1))
      const read = await Promise.allSettled(servers.map(readMemory))
      return read.flatMap((one, i) =>
        one.status === 'fulfilled' ? [[String(i + 1), one.value[of]] as const] : [],
      )
    })
  measure('redis_memory_bytes', 'Memory that a Redis server uses', 'used')
  measure('redis_memory_limit_bytes', 'maxmemory of a Redis server, or the memory of its machine', 'limit')
}

async function readMemory(server: Server) {
  const info = await server.info('memory')
  const figure = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
  return {
    used: figure('used_memory'),
    limit: figure('maxmemory') || figure('total_system_memory'),
  }
}

const addressOf = ({ options: { host, port, path } }: Server): string => path ?? `${host}:${port}`
