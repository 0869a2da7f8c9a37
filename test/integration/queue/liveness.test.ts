import { expect, it } from 'vitest'
import { createDueQueue } from '../../../src/queue/due-queue.ts'
import { createLiveness } from '../../../src/queue/liveness.ts'
import { redisTime } from '../../../src/redis/connection.ts'
import { silent, useRedis } from '../../support/redis.ts'

const server = useRedis()

it('a process that died before the clock of Redis was set back counts as dead at once', async () => {
  const redis = await server.connect()
  await redis.flushall()
  const queue = createDueQueue({ redis, name: 'test', tags: ['0'], holder: 'we' })
  await redis.zadd('{alive}', (await redisTime(redis)) + 3_600_000, 'dead')
  const liveness = createLiveness({ redis, name: '{alive}', queue, log: silent })
  await liveness.start()
  expect(Number(await redis.zscore('{alive}', 'dead'))).toBeLessThanOrEqual(await redisTime(redis))
  await liveness.stop()
})
