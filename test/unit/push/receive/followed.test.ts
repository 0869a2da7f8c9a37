import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { FOLLOWED_CHANNEL } from '../../../../src/chats/chats.ts'
import { createFollowed } from '../../../../src/push/receive/followed.ts'
import type { MonitorId } from '../../../../src/rates/monitor.ts'
import type { Redis } from '../../../../src/redis/connection.ts'

const USD: MonitorId = { page: 'page_alpha', currency: 'dollar', key: 'usd' }

test('what was followed counts while a shard cannot be asked, and is unknown where it never was known', async () => {
  const subscriber = Object.assign(new EventEmitter(), { subscribe: async () => 1 })
  let answer = async (): Promise<MonitorId[]> => {
    throw new Error('a shard is away')
  }
  const followed = createFollowed({ followed: () => answer() }, subscriber as unknown as Redis)
  await followed.start()
  const isAway = answer
  await expect(followed.followed()).rejects.toThrow('away')
  answer = async () => [USD]
  expect(await followed.followed()).toEqual([USD])
  answer = isAway
  subscriber.emit('message', FOLLOWED_CHANNEL, '')
  expect(await followed.followed()).toEqual([USD])
  await followed.stop()
})
