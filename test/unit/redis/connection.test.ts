import { afterEach, expect, it, vi } from 'vitest'
import { createRemoteClock, createSubscription } from '../../../src/redis/connection.ts'
import { createScriptedRedis } from '../queue/scripted-redis.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The clock over there is 1,000 ms ahead of ours; replies take as long as said. */
function hearReplies(...tookMs: readonly number[]) {
  const clock = createRemoteClock()
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  for (const ms of tookMs) {
    now += 100
    clock.hear(now - ms + 1_000)
  }
  return clock
}

it.each([
  ['is known from a reply, less the time that the reply took', [2], 4_002],
  ['is not moved by a slow reply', [2, 40, 3], 4_002],
  ['is known again within sixteen replies after it was set back', [2, ...Array(16).fill(60_000)], 64_000],
])('the clock of Redis %s', (_claim, tookMs, here) => {
  expect(hearReplies(...tookMs).here(5_000)).toBe(here)
})

it('a subscription gets the messages of its own channels while it runs', async () => {
  const { redis, subscribed, publish } = createScriptedRedis()
  const heard: string[] = []
  const subscription = createSubscription(redis, ['a', 'b'], (message, channel) =>
    heard.push(`${channel} ${message}`),
  )
  publish('a', 'before')
  await subscription.start()
  publish('a', 'one')
  publish('b', 'two')
  publish('c', 'foreign')
  subscription.stop()
  publish('a', 'after')
  expect({ heard, subscribed }).toEqual({ heard: ['a one', 'b two'], subscribed: ['a', 'b'] })
})

it('a subscription shares a channel with other subscriptions, which may end before', async () => {
  const { redis, publish } = createScriptedRedis()
  const heard: string[] = []
  const subscriptions = Array.from({ length: 5 }, (_, number) =>
    createSubscription(redis, ['a'], (message) => heard.push(`${number} ${message}`)),
  )
  await Promise.all(subscriptions.map((subscription) => subscription.start()))
  for (const subscription of subscriptions.slice(2)) subscription.stop()
  publish('a', 'news')
  expect(heard).toEqual(['0 news', '1 news'])
})
