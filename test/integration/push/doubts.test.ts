import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBroadcasts } from '../../../src/chats/broadcast.ts'
import type { Fate } from '../../../src/telegram/outcome.ts'
import { quoteOf, startPush, USD } from '../../support/push.ts'
import { useRedis } from '../../support/redis.ts'

const CHAT = '1'
const REFUSED: Fate = { kind: 'retry', afterMs: 1, doubt: 'person' }
const SENT: Fate = { kind: 'sent' }

describe('a chat that refuses now and then', () => {
  const server = useRedis()
  let push: Awaited<ReturnType<typeof startPush>>

  beforeEach(async () => {
    push = await startPush(server)
    await push.chats.follow(CHAT, USD, { price: '100', at: 1_000 })
  })
  afterEach(() => push.stop())

  const key = () => `chat:{${push.queue.shardOf(CHAT)}}:${CHAT}`
  let seen = 1
  /** Tells it the next price, and waits until it is settled. */
  async function tell(fate: Fate): Promise<void> {
    const asked = Promise.withResolvers<void>()
    push.judgeBy(async () => {
      asked.resolve()
      return fate
    })
    seen += 1
    await push.see({ quote: quoteOf(String(100 + seen)), asOf: seen * 1_000 })
    await push.queue.hurry(CHAT)
    await asked.promise
    await expect.poll(push.inHand).toBe(0)
  }

  it('is not given up, having taken a message in between', async () => {
    for (const fate of [REFUSED, REFUSED, SENT, REFUSED, REFUSED]) await tell(fate)
    expect(await push.redis.hexists(key(), 'gone')).toBe(0)
  })

  it('is given up at the third refusal in a row', async () => {
    for (const fate of [SENT, REFUSED, REFUSED, REFUSED]) await tell(fate)
    expect(await push.redis.hexists(key(), 'gone')).toBe(1)
  })

  it('is given up though a broadcast came in between, of which nobody knows whether it was taken', async () => {
    await tell(REFUSED)
    const broadcasts = createBroadcasts(push.redis)
    const id = Date.now().toString(36)
    await broadcasts.begin({ id, html: 'Mañana', chat: '9', message: 7 })
    await push.chats.enlist(CHAT, id)
    await push.queue.hurry(CHAT)
    await expect.poll(async () => (await broadcasts.progress(id))?.failed, { timeout: 5_000 }).toBe(1)
    for (const fate of [REFUSED, REFUSED]) await tell(fate)
    expect(await push.redis.hexists(key(), 'gone')).toBe(1)
  })
})
