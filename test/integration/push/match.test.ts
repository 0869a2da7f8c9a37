import { beforeEach, describe, expect, it } from 'vitest'
import { keysOfChats } from '../../../src/chats/access.ts'
import { createChats } from '../../../src/chats/chats.ts'
import { keysOfShard, TAGS } from '../../../src/chats/keys.ts'
import { MATCH } from '../../../src/push/match.ts'
import { createUpdates } from '../../../src/push/updates.ts'
import { createDueQueue, type DueQueue } from '../../../src/queue/due-queue.ts'
import { monitorRef } from '../../../src/rates/monitor.ts'
import type { Redis } from '../../../src/runtime/redis.ts'
import { quoteOf, USD } from '../../support/push.ts'
import { useRedis } from '../../support/redis.ts'

const SHARD = 0
const FOLLOWERS = 300

describe('a fan-out to the followers of one shard', () => {
  const server = useRedis()
  let redis: Redis
  let queue: DueQueue

  beforeEach(async () => {
    redis = await server.connect()
    await redis.flushall()
    queue = createDueQueue({ redis, name: 'due', tags: TAGS })
    const chats = createChats({ redis, queue })
    const ours: string[] = []
    for (let chat = 1; ours.length < FOLLOWERS; chat++)
      if (queue.shardOf(String(chat)) === SHARD) ours.push(String(chat))
    await Promise.all(ours.map((chat) => chats.follow(chat, USD, { price: '100', at: 1_000 })))
  })

  /** One page of it: whether there is more, and how many were made due. */
  async function page(price: string, asOf: number): Promise<[number, number]> {
    const args = [monitorRef(USD), asOf, price, JSON.stringify({ quote: quoteOf(price) }), 50]
    return (await MATCH.run(redis, keysOfChats(queue, SHARD, []), args)) as [number, number]
  }

  async function finish(price: string, asOf: number): Promise<number> {
    let made = 0
    for (;;) {
      const [again, count] = await page(price, asOf)
      made += count
      if (again === 0) return made
    }
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

  it('keeps its count of prices where one is dated before 1970', async () => {
    await finish('101', -5)
    await finish('102', 2_000)
    expect(await redis.hget(keysOfShard(SHARD).prices, monitorRef(USD))).toMatch(/^2 2000 102 /)
  })

  it('makes nobody due again who has not heard of the first price when the second comes', async () => {
    await finish('101', 2_000)
    expect(await finish('102', 3_000)).toBe(0)
    expect(await queue.depth()).toBe(FOLLOWERS)
  })

  it('goes on where a kill broke it off, also with a newer price', async () => {
    const [, first] = await page('101', 2_000)
    expect(first).toBeLessThan(FOLLOWERS)
    expect(first + (await finish('102', 3_000))).toBe(FOLLOWERS)
    expect(await redis.exists(keysOfShard(SHARD).moves)).toBe(0)
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
