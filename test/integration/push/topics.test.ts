import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { priceSignal } from '../../../src/chats/signal.ts'
import type { Fate } from '../../../src/telegram/outcome.ts'
import { quoteOf, startPush, USD } from '../../support/push.ts'
import { useRedis } from '../../support/redis.ts'

const GROUP = '-5'
const TOPICLESS: Fate = { kind: 'topicless', reason: 'Bad Request: message thread not found' }

describe('a group whose topic was deleted', () => {
  const server = useRedis()
  let push: Awaited<ReturnType<typeof startPush>>
  /** The topic of each message, and what became of it. */
  let calls: [thread: number | undefined, fate: string][]
  const deleted = new Set<number | undefined>()

  beforeEach(async () => {
    calls = []
    deleted.clear()
    push = await startPush({
      ...server,
      send: async (_chat, _text, thread) => {
        const fate: Fate = deleted.has(thread) ? TOPICLESS : { kind: 'sent' }
        calls.push([thread, fate.kind])
        return fate
      },
    })
    await push.see({ quote: quoteOf('890'), asOf: 1_000 })
    await push.rest()
  })
  afterEach(() => push.stop())

  const above = (value: string, thread: number) =>
    push.chats.addAlert(GROUP, { kind: 'above', signal: priceSignal(USD), value, thread }, '890')

  it('hears an alert that was made there in the group itself, those of other topics where they were made', async () => {
    await push.chats.follow(GROUP, USD, { price: '890', at: 1_000 }, 7)
    await above('900', 7)
    await above('950', 8)
    deleted.add(7)
    await push.see({ quote: quoteOf('901'), asOf: 2_000 })
    await push.rest()
    expect(calls).toEqual([
      [7, 'topicless'],
      [undefined, 'sent'],
    ])
    expect((await push.chats.alertsOf(GROUP)).map(({ thread }) => thread)).toEqual([undefined, 8])
    expect(await push.chats.read(GROUP)).not.toHaveProperty('thread')
  })

  it('is asked ever less often where Telegram denies every topic', async () => {
    await above('900', 7)
    deleted.add(7).add(undefined)
    await push.see({ quote: quoteOf('901'), asOf: 2_000 })
    const retries = push.queue.keysOf(push.queue.shardOf(GROUP))[5] ?? ''
    await expect.poll(() => push.redis.hget(retries, GROUP), { timeout: 5_000 }).toBe('2')
    expect(calls.length).toBe(2)
  })
})
