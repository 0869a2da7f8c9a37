import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { priceSignal } from '../../../../src/chats/alert.ts'
import { FOLLOWS_PER_CHAT_MAX } from '../../../../src/chats/chats.ts'
import type { SendResult } from '../../../../src/telegram/send-result.ts'
import { EUR, quoteOf, startPush, USD } from '../../../support/push.ts'
import { useRedis } from '../../../support/redis.ts'

const GROUP = '-5'
const TOPICLESS: SendResult = { kind: 'topicless', reason: 'Bad Request: message thread not found' }

describe('a group whose topic was deleted', () => {
  const server = useRedis()
  let push: Awaited<ReturnType<typeof startPush>>
  /** The topic of each message, and what became of it. */
  let calls: [thread: number | undefined, sendResult: string][]
  const deleted = new Set<number | undefined>()

  beforeEach(async () => {
    calls = []
    deleted.clear()
    push = await startPush({
      ...server,
      send: async (_chat, { thread }) => {
        const sendResult: SendResult = deleted.has(thread) ? TOPICLESS : { kind: 'sent' }
        calls.push([thread, sendResult.kind])
        return sendResult
      },
    })
    await push.see({ quote: quoteOf('890'), asOf: 1_000 })
    await push.rest()
  })
  afterEach(() => push.stop())

  const above = (value: string, thread: number) =>
    push.chats.alerts.add(GROUP, { kind: 'above', signal: priceSignal(USD), value, thread }, '890')

  it('is sent alerts of that topic in the group itself, and those of other topics there', async () => {
    await push.chats.follows.add(GROUP, USD, { price: '890', at: 1_000 }, 7)
    await above('900', 7)
    await above('950', 8)
    deleted.add(7)
    await push.see({ quote: quoteOf('901'), asOf: 2_000 })
    await push.rest()
    expect(calls).toEqual([
      [7, 'topicless'],
      [undefined, 'sent'],
    ])
    expect((await push.chats.alerts.list(GROUP)).map(({ thread }) => thread)).toEqual([undefined, 8])
    expect(await push.chats.read(GROUP)).not.toHaveProperty('thread')
  })

  it('is tried ever less often where Telegram denies every topic', async () => {
    await above('900', 7)
    deleted.add(7).add(undefined)
    await push.see({ quote: quoteOf('901'), asOf: 2_000 })
    const retries = push.queue.keysOf(push.queue.shardOf(GROUP))[5] ?? ''
    await expect.poll(() => push.redis.hget(retries, GROUP), { timeout: 30_000 }).toBe('2')
    expect(calls.length).toBe(2)
  })
})

describe('a group with topics', () => {
  const server = useRedis()
  let push: Awaited<ReturnType<typeof startPush>>
  /** The topics of what it hears. */
  let heardIn: (number | undefined)[]

  beforeEach(async () => {
    heardIn = []
    push = await startPush({
      ...server,
      send: async (_chat, { thread }) => {
        heardIn.push(thread)
        return { kind: 'sent' }
      },
    })
    await push.see({ quote: quoteOf('890'), asOf: 1_000 })
    await push.rest()
  })
  afterEach(() => push.stop())

  const follow = (thread?: number) => push.chats.follows.add(GROUP, USD, { price: '890', at: 1_000 }, thread)
  async function see(price: string): Promise<void> {
    await push.see({ quote: quoteOf(price), asOf: 2_000 })
    await push.rest()
  }

  it('is sent an alert of General there, whatever topic it follows in', async () => {
    await push.chats.follows.add(GROUP, EUR, { price: '1', at: 1_000 }, 7)
    await push.chats.alerts.add(GROUP, { kind: 'above', signal: priceSignal(USD), value: '900' }, '890')
    await see('910')
    expect(heardIn).toEqual([undefined])
  })

  it.each([
    ['another follow was made', () => push.chats.follows.add(GROUP, EUR, { price: '1', at: 1_000 }, 7)],
    ['it was followed before', () => follow(7)],
  ])(
    'is sent price updates in General where it followed there, though %s in a topic',
    async (_case, before) => {
      await before()
      await follow()
      await see('910')
      expect(heardIn).toEqual([undefined])
    },
  )

  it('is sent all price updates in the topic of its last follow', async () => {
    await follow()
    await push.chats.follows.add(GROUP, EUR, { price: '1', at: 1_000 }, 7)
    await see('910')
    expect(heardIn).toEqual([7])
  })

  it('keeps its topic where a further follow is refused', async () => {
    await follow(7)
    for (let i = 1; i < FOLLOWS_PER_CHAT_MAX; i++)
      await push.chats.follows.add(GROUP, { ...USD, key: `usd${i}` }, { price: '1', at: 1_000 }, 7)
    expect(await push.chats.follows.add(GROUP, EUR, { price: '1', at: 1_000 })).toBe('full')
    expect((await push.chats.read(GROUP)).thread).toBe(7)
  })
})
