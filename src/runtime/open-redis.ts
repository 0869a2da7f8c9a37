import { unescape as decode } from 'node:querystring'
import type { Config } from './config.ts'
import type { Part } from './lifecycle.ts'
import type { Log } from './log.ts'
import { createPrivateRedis } from './private-redis.ts'
import { closeRedis, connectRedis, type Redis } from './redis.ts'
import { requireDurable, requireVersion } from './require-redis.ts'

type RedisConfig = Pick<Config, 'REDIS_URL' | 'REDIS_UNSAFE' | 'DATA_DIR'>

const passwordOf = (url: string): string => decode(URL.parse(url)?.password ?? '')

/** The Redis of this process: the one of `REDIS_URL`, checked, or a private one; and connections to it. */
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
        const server = await createPrivateRedis(config.DATA_DIR, log)
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
