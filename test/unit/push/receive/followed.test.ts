import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { FOLLOWED_CHANNEL } from '../../../../src/chats/chats.ts'
import type { MonitorId } from '../../../../src/domain/monitor.ts'
import { createFollowed } from '../../../../src/push/receive/followed.ts'
import type { Redis } from '../../../../src/redis/connection.ts'

const USD: MonitorId = { page: 'page_alpha', currency: 'dollar', key: 'usd' }

test('the last list of followed monitors is used while a shard cannot be read, and it throws where there is none', async () => {
  const subscriber = Object.assign(new EventEmitter(), { subscribe: async () => 1 })
  let answer = async (): Promise<MonitorId[]> => {
    throw new Error('a shard is away')
  }
  const followed = createFollowed({ wanted: { monitors: () => answer() } }, subscriber as unknown as Redis)
  await followed.start()
  const isAway = answer
  await expect(followed.wanted.monitors()).rejects.toThrow('away')
  answer = async () => [USD]
  expect(await followed.wanted.monitors()).toEqual([USD])
  answer = isAway
  subscriber.emit('message', FOLLOWED_CHANNEL, '')
  expect(await followed.wanted.monitors()).toEqual([USD])
  await followed.stop()
})
