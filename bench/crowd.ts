import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from '../src/redis/connection.ts'
import { quoteOf, startPush } from '../test/support/push.ts'
import type { Figure } from './figure.ts'
import { forEachChat, monitorAt } from './prices.ts'
import { infoOf, type OwnRedis, withRedis } from './with-redis.ts'

/** Telegram's free limit, about: a crowd waits while it is told. */
const RATE_PER_SECOND = 30
const LOOK_EVERY_MS = 2
const SIZES = [10_000, 100_000, 1_000_000]
const STREAM = '{updates}'
const MONITOR = monitorAt(0)

/** What crowds of these sizes cost, each on a Redis of its own. */
export async function benchCrowds(
  measure: (crowd: Crowd, size: number) => Promise<Figure[]>,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const size of SIZES)
    await withRedis(async (server) => {
      const crowd = await startCrowd(server)
      figures.push(...(await measure(crowd, size)))
      await crowd.stop()
    })
  return figures
}

/** The push on an empty Redis, for a crowd that a bench brings; nobody takes its messages. */
async function startCrowd({ connect }: OwnRedis) {
  const redis = await connect()
  const push = await startPush({
    connect,
    ratePerSecond: RATE_PER_SECOND,
    send: async () => ({ kind: 'sent' }),
  })
  let asOf = Date.now()
  return {
    ...push,
    monitor: MONITOR,
    /** Lets a new price be seen, and waits until it was matched in every shard; the time of that, and Redis' own in scripts (ms). */
    async tick(price: string) {
      await redis.config('RESETSTAT')
      const startedAt = performance.now()
      await push.see({ quote: quoteOf(price, { monitor: MONITOR }), asOf: ++asOf })
      while ((await redis.xlen(STREAM)) > 0) await sleep(LOOK_EVERY_MS)
      return { ms: performance.now() - startedAt, redisMs: await scriptMs(redis) }
    },
    /** Calls `act` for so many chats: what of Redis' memory each took, and how long it lasted. */
    async fill(size: number, name: string, act: (chat: string) => Promise<unknown>): Promise<Figure[]> {
      const before = await bytesAtRest(redis)
      const startedAt = performance.now()
      await forEachChat({ first: 1, last: size }, act)
      const seconds = (performance.now() - startedAt) / 1_000
      const bytes = (await bytesAtRest(redis)) - before
      return [
        { name: `${size} ${name}s: Redis' memory of one`, unit: 'bytes', ours: bytes / size },
        { name: `${size} ${name}s: to fill`, unit: 's', ours: seconds },
      ]
    },
  }
}

async function bytesAtRest(redis: Redis): Promise<number> {
  while ((await infoOf(redis, 'persistence', 'aof_rewrite_in_progress')) > 0) await sleep(100)
  return infoOf(redis, 'memory', 'used_memory')
}

export type Crowd = Awaited<ReturnType<typeof startCrowd>>

/** What scripts call is counted in their own time. */
async function scriptMs(redis: Redis): Promise<number> {
  const stats = await redis.info('commandstats')
  return Number(/^cmdstat_evalsha:calls=\d+,usec=(\d+)/m.exec(stats)?.[1] ?? 0) / 1_000
}
