import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from '../src/redis/connection.ts'
import { quoteOf, startPush } from '../test/support/push.ts'
import { type Figure, median } from './figure.ts'
import { forEachChat, monitorAt } from './prices.ts'
import { type OwnRedis, withRedis } from './with-redis.ts'

const CHATS = [1_000, 20_000]
const MONITORS = Array.from({ length: 10 }, (_, index) => monitorAt(index))
const TICKS = 3
const LOOK_EVERY_MS = 2
/** Nobody is told within a tick: what is measured is matching alone. */
const RATE_PER_SECOND = 1

/** What it costs that ten monitors of a page move in one notification, of which each chat follows all. */
export async function benchTogether(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const chats of CHATS) figures.push(...(await withRedis((server) => measure(server, chats))))
  return figures
}

interface Tick {
  readonly ms: number
  readonly redisMs: number
  readonly calls: number
}

async function measure({ connect }: OwnRedis, size: number): Promise<Figure[]> {
  const redis = await connect()
  const setting = { connect, ratePerSecond: RATE_PER_SECOND, send: async () => ({ kind: 'sent' }) as const }
  const ticks: Tick[] = []
  for (let tick = 0; tick < TICKS; tick++) {
    const push = await startPush(setting)
    const told = { price: '100', at: Date.now() }
    await see(push, redis, '100')
    await forEachChat({ first: 1, last: size }, async (chat) => {
      for (const monitor of MONITORS) await push.chats.follows.add(chat, monitor, told)
    })
    ticks.push(await see(push, redis, '101'))
    const due = await push.queue.depth()
    if (due < size * 0.99) throw new Error(`${due} of ${size} chats are due`)
    await push.stop()
  }
  const name = `10 monitors at once, ${size} chats that follow all`
  const shards = 64
  return [
    { name: `${name}: until all are due`, unit: 'ms', ours: median(ticks.map(({ ms }) => ms)) },
    { name: `${name}: Redis' time`, unit: 'ms', ours: median(ticks.map(({ redisMs }) => redisMs)) },
    {
      name: `${name}: scripts a shard`,
      unit: 'calls',
      ours: median(ticks.map(({ calls }) => calls)) / shards,
    },
  ]
}

/** Lets all ten be seen at a price, and waits until they were matched. */
async function see(push: Awaited<ReturnType<typeof startPush>>, redis: Redis, price: string): Promise<Tick> {
  const asOf = Date.now()
  await redis.config('RESETSTAT')
  const startedAt = performance.now()
  await push.see(...MONITORS.map((monitor) => ({ quote: quoteOf(price, { monitor }), asOf })))
  while ((await redis.xlen('{updates}')) > 0) await sleep(LOOK_EVERY_MS)
  const ms = performance.now() - startedAt
  const stats = await redis.info('commandstats')
  const [, calls, micros] = /^cmdstat_evalsha:calls=(\d+),usec=(\d+)/m.exec(stats) ?? []
  return { ms, redisMs: Number(micros) / 1_000, calls: Number(calls) }
}
