import { Readable } from 'node:stream'
import type { Redis as Server } from 'ioredis'
import { expect, it } from 'vitest'
import { createChats } from '../../../src/chats/chats.ts'
import { audit } from '../../../src/chats/delivery-ledger.ts'
import { keysOfShard, TAGS } from '../../../src/chats/keys.ts'
import { monitorRef } from '../../../src/domain/monitor.ts'
import { createDueQueue } from '../../../src/queue/due-queue.ts'
import { USD } from '../../support/push.ts'
import { useRedis } from '../../support/redis.ts'

const server = await useRedis()

it('the audit counts a chat once although a scan returns it twice', async () => {
  const redis = (await server.connect()) as Server
  const queue = createDueQueue({ redis, name: 'due', tags: TAGS })
  await createChats({ redis, queue }).follows.add('1', USD, { price: '100', at: 1_000 })
  const { chat, prices } = keysOfShard(queue.shardOf('1'))
  await redis.hset(prices, monitorRef(USD), '1 2000 101 {}')
  await queue.makeDue('1')
  const twice = [[chat('1')], [chat('1'), chat('1')]]
  redis.scanStream = (() => Readable.from(twice)) as unknown as typeof redis.scanStream
  expect(await audit(redis, queue)).toMatchObject({ waiting: 1 })
})
