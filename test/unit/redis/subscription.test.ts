import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createSubscription, type Redis } from '../../../src/redis/connection.ts'

function createSubscriber() {
  const emitter = new EventEmitter()
  const subscribed: string[] = []
  const subscriber = Object.assign(emitter, {
    subscribe: async (...names: string[]) => subscribed.push(...names),
  })
  return {
    subscriber: subscriber as unknown as Redis,
    subscribed,
    publish: (channel: string, message: string) => emitter.emit('message', channel, message),
  }
}

describe('a subscription', () => {
  it('gets the messages of its own channels while it runs', async () => {
    const { subscriber, subscribed, publish } = createSubscriber()
    const heard: string[] = []
    const subscription = createSubscription(subscriber, ['a', 'b'], (message, channel) =>
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

  it('shares a channel with other subscriptions, which may end before', async () => {
    const { subscriber, publish } = createSubscriber()
    const heard: string[] = []
    const subscriptions = Array.from({ length: 5 }, (_, number) =>
      createSubscription(subscriber, ['a'], (message) => heard.push(`${number} ${message}`)),
    )
    await Promise.all(subscriptions.map((subscription) => subscription.start()))
    for (const subscription of subscriptions.slice(2)) subscription.stop()
    publish('a', 'news')
    expect(heard).toEqual(['0 news', '1 news'])
  })
})
