import { Cluster, Redis as Server } from 'ioredis'
import { Failure, messageOf } from './failure.ts'
import type { Log } from './log.ts'

/** One Redis, or a cluster: everything that uses it is written for both. */
export type Redis = Server | Cluster

const COMMAND_TIMEOUT_MS = 2_000
const CONNECT_TIMEOUT_MS = 5_000
const RECONNECT_MS_MAX = 500

export interface RedisOptions {
  readonly urls: readonly string[]
  readonly log: Log
  /** Connections that wait for an answer (XREADGROUP, SUBSCRIBE) have no time-out. */
  readonly waits?: boolean
}

/** Connects and answers when ready. A server that is away later is called again and again; commands then fail at once. */
export async function connectRedis({ urls, log, waits = false }: RedisOptions): Promise<Redis> {
  const shared = {
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    ...(waits ? {} : { commandTimeout: COMMAND_TIMEOUT_MS }),
  }
  const again = (times: number): number => Math.min(times * 50, RECONNECT_MS_MAX)
  const [url = ''] = urls
  const redis =
    urls.length > 1
      ? new Cluster([...urls], { lazyConnect: true, redisOptions: shared, clusterRetryStrategy: again })
      : new Server(url, {
          ...shared,
          lazyConnect: true,
          enableOfflineQueue: waits,
          retryStrategy: again,
          autoResubscribe: true,
        })
  let lastError = ''
  let isReady = false
  redis.on('error', (error: unknown) => {
    lastError = messageOf(error)
    if (isReady) log.warn({ err: lastError }, 'redis connection')
  })
  try {
    await ready(redis)
    isReady = true
    return redis
  } catch (error) {
    redis.disconnect()
    throw new Failure(
      `Redis at ${urls.map(withoutPassword).join(', ')} cannot be used: ${lastError || messageOf(error)}. Start it, or correct REDIS_URL`,
    )
  }
}

async function ready(redis: Redis): Promise<void> {
  const late = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
  const expired = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error('no answer')), { once: true })
  })
  await Promise.race([redis.connect().then(() => redis.ping()), expired])
}

const withoutPassword = (url: string): string => url.replace(/\/\/[^@/]*@/, '//')

/** Ends a connection, without waiting for answers that never come. */
export async function closeRedis(redis: Redis): Promise<void> {
  redis.disconnect()
}

const REQUIRED = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' } as const

/** Throws a Failure when a server may lose what it acknowledged, or is not told to keep everything. */
export async function requireDurable(redis: Redis): Promise<void> {
  const wrong: string[] = []
  for (const [name, value] of Object.entries(REQUIRED)) {
    const read = await redis.config('GET', name).catch((error: unknown) => {
      throw new Failure(
        `Redis does not let us read its configuration (${messageOf(error)}): set REDIS_UNSAFE=true if it keeps what it acknowledges`,
      )
    })
    if (!Array.isArray(read) || read[1] !== value) wrong.push(`${name} ${value}`)
  }
  if (wrong.length > 0) {
    throw new Failure(
      `Redis at REDIS_URL may lose data: set ${wrong.join(', ')} there, or REDIS_UNSAFE=true to use it as it is`,
    )
  }
}

/** Redis' own time in ms: the one clock that all processes share. */
export async function redisTime(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}
