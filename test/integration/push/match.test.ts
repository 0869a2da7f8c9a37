import { beforeEach, describe, expect, it } from 'vitest'
import { keysOfShard, TAGS } from '../../../src/chats/keys.ts'
import { MATCH } from '../../../src/push/match.ts'
import { createUpdates } from '../../../src/push/updates.ts'
import { createDueQueue, type DueQueue } from '../../../src/queue/due-queue.ts'
import { monitorRef } from '../../../src/rates/monitor.ts'
import type { Redis } from '../../../src/runtime/redis.ts'
import { quoteOf, USD } from '../../support/push.ts'
import { useRedis } from '../../support/redis.ts'

const FOLLOWERS = 2_000
const SHARD = 0

describe('a fan-out to the followers of one shard', () => {
  const server = useRedis()
  const keys = keysOfShard(SHARD)
  const ref = monitorRef(USD)
  let redis: Redis
  let queue: DueQueue

  beforeEach(async () => {
    redis = await server.connect()
    await redis.flushall()
    queue = createDueQueue({ redis, name: 'due', tags: TAGS })
    await redis.sadd(keys.followers(ref), ...Array.from({ length: FOLLOWERS }, (_, chat) => `c${chat}`))
  })

  /** One page of it: the next cursor, and how many were made due. */
  async function page(price: string, asOf: number, cursor = '0'): Promise<[string, number]> {
    const sighting = JSON.stringify({ quote: quoteOf(price), asOf })
    const reply = await MATCH.run(
      redis,
      [...queue.keysOf(SHARD), keys.prices, keys.fanouts, keys.followers(ref)],
      [ref, asOf, sighting, cursor, 100],
    )
    return reply as [string, number]
  }

  async function finish(price: string, asOf: number, from = '0'): Promise<number> {
    let made = 0
    let cursor = from
    do {
      const [next, count] = await page(price, asOf, cursor)
      cursor = next
      made += count
    } while (cursor !== '0')
    return made
  }

  it('reaches every follower once, and is not repeated for the same or an older price', async () => {
    expect(await finish('101', 2_000)).toBe(FOLLOWERS)
    expect(await queue.depth()).toBe(FOLLOWERS)
    for (const [price, asOf] of [
      ['101', 2_000],
      ['101', 3_000],
      ['102', 3_000],
      ['102', 1_000],
    ] as const)
      expect(await finish(price, asOf)).toBe(0)
  })

  it('is repeated from its first page where a kill broke it off', async () => {
    await page('101', 2_000)
    expect(await finish('101', 2_000)).toBe(FOLLOWERS)
    expect(await redis.exists(keys.fanouts)).toBe(0)
  })

  it('is repeated after a kill even where an older one ended meanwhile', async () => {
    const [older] = await page('101', 2_000)
    await page('102', 3_000)
    await finish('101', 2_000, older)
    expect(await finish('102', 3_000)).toBe(FOLLOWERS)
    expect(await redis.exists(keys.fanouts)).toBe(0)
  })
})

describe('the stream of updates', () => {
  const server = useRedis()

  it('keeps what was read until it is finished, and nothing of it after that', async () => {
    const [redis, waiting] = await Promise.all([server.connect(), server.connect(true)])
    await redis.flushall()
    const updates = createUpdates(redis)
    await updates.createGroup()
    await updates.append([{ quote: quoteOf('101'), asOf: 2_000 }])
    const [entry] = await updates.read(waiting, 'killed')
    expect(await updates.unfinished('killed')).toEqual([entry])
    if (entry) await updates.finish(entry)
    expect([await redis.xlen('{updates}'), await updates.unfinished('killed')]).toEqual([0, []])
  })
})
