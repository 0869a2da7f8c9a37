import { describe, expect, it } from 'vitest'
import { measureBacklog } from '../../../src/chats/delivery-ledger.ts'
import { TAGS } from '../../../src/chats/keys.ts'
import { createDueQueue } from '../../../src/queue/due-queue.ts'
import { closeRedis, redisTime } from '../../../src/redis/connection.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { useRedis } from '../../support/redis.ts'

const server = await useRedis()

describe('the metrics of the backlog', () => {
  it('are read from all shards when they are asked for, and say NaN while Redis is away', async () => {
    const redis = await server.connect()
    const queue = createDueQueue({ redis, name: 'due', tags: TAGS })
    const metrics = createMetrics()
    measureBacklog(redis, queue, metrics)
    const figures = async (): Promise<(string | undefined)[]> => {
      const text = await metrics.text()
      const names = ['chats_waiting', 'chats_parked', 'oldest_waiting_seconds']
      return names.map((name) => new RegExp(`^tasa_${name} (.+)$`, 'm').exec(text)?.[1])
    }
    expect(await figures()).toEqual(['0', '0', '0'])

    const at = (await redisTime(redis)) - 3_000_000
    for (let chat = 1; chat <= 100; chat++) await queue.makeDue(String(chat), 'routine', at + chat)
    await redis.zadd(queue.keysOf(5)[6] ?? '', at, '200')
    expect(await figures()).toEqual(['100', '1', expect.stringMatching(/^30\d\d\./)])

    await closeRedis(redis)
    expect((await figures()).map((figure) => figure?.toLowerCase())).toEqual(['nan', 'nan', 'nan'])
  })
})
