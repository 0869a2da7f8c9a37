import { unescape as decode } from 'node:querystring'
import { ReplyError, type Redis as Server } from 'ioredis'
import type { Config } from '../runtime/config.ts'
import { Failure, messageOf } from '../runtime/failure.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import { closeRedis, connectRedis, mastersOf, type Redis } from './connection.ts'
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

/** The answers of the masters that answer. One that is down does not stop the start; it was checked at earlier ones. */
async function askMasters<Answer>(redis: Redis, ask: (server: Server) => Promise<Answer>): Promise<Answer[]> {
  const asked = await Promise.allSettled(mastersOf(redis).map(ask))
  const failures = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const refusal = failures.find((error) => error instanceof ReplyError)
  if (refusal || answers.length === 0) throw refusal ?? failures[0]
  return answers
}

type RedisConfig = Pick<Config, 'REDIS_URL' | 'REDIS_UNSAFE' | 'INSTALL_REDIS' | 'DATA_DIR'>

const passwordOf = (url: string): string => decode(URL.parse(url)?.password ?? '')

/** The Redis of this process as a part: that of `REDIS_URL`, after checks, or a private one. `connect` makes connections to it. */
export function openRedis(
  config: RedisConfig,
  log: Log,
  hide: (...secrets: readonly string[]) => void,
): Part & { connect(waits?: boolean): Promise<Redis> } {
  const open: Redis[] = []
  let urls: readonly string[] = config.REDIS_URL ?? []
  let stopPrivate = async (): Promise<void> => {}

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
      if (!config.REDIS_URL) {
        const server = await createPrivateRedis(config.DATA_DIR, log, config.INSTALL_REDIS)
        urls = [server.url]
        hide(...urls.map(passwordOf))
        stopPrivate = server.stop
      }
      const redis = await connectRedis({ urls, log })
      try {
        await requireVersion(redis)
        if (config.REDIS_URL && !config.REDIS_UNSAFE) await requireDurable(redis)
      } finally {
        await closeRedis(redis)
      }
    },
    async stop() {
      await Promise.all(open.map(closeRedis))
      await stopPrivate()
    },
  }
}
