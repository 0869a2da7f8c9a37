import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { audit } from '../../../src/chats/delivery-ledger.ts'
import { keysOfShard } from '../../../src/chats/keys.ts'
import { monitorRef } from '../../../src/domain/monitor.ts'
import { useChats } from '../../support/chats.ts'
import { USD } from '../../support/push.ts'

const { redis, queue, chats } = await useChats()

it('the audit counts a chat once although a scan returns it twice', async () => {
  await chats.follows.add('1', USD, { price: '100', at: 1_000 })
  const { chat, prices } = keysOfShard(queue.shardOf('1'))
  await redis.hset(prices, monitorRef(USD), '1 2000 101 {}')
  await queue.makeDue('1')
  const twice = [[chat('1')], [chat('1'), chat('1')]]
  Object.assign(redis, { scanStream: () => Readable.from(twice) })
  expect(await audit(redis, queue)).toMatchObject({ waiting: 1 })
})
