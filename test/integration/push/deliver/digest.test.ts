import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nextTimeOfDay } from '../../../../src/domain/time-of-day.ts'
import { quoteOf, startPush, USD } from '../../../support/push.ts'
import { useRedis } from '../../../support/redis.ts'

const HOUR = '08:00'
const WAIT = { timeout: 30_000 }
const LONG_AGO = Date.parse('2026-01-01T12:00:00Z')

describe('the daily digest', () => {
  const server = useRedis()
  let push: Awaited<ReturnType<typeof startPush>>

  beforeEach(async () => {
    push = await startPush(server)
    await push.see({ quote: quoteOf('100'), asOf: 1_000 })
    await push.chats.follows.add('-5', USD, { price: '100', at: 1_000 })
    await push.chats.settings.setDigest('-5', HOUR, LONG_AGO)
    await expect.poll(() => dueAt('-5'), WAIT).toBe(hour())
    await push.redis.hset(`chat:{${push.queue.shardOf('-5')}}:-5`, 'digestPrices', 'dollar:page_alpha.usd 90')
  })
  afterEach(() => push.stop())

  /** When a chat is due next. */
  const dueAt = async (chat: string): Promise<number> => {
    const [, routine = ''] = push.queue.keysOf(push.queue.shardOf(chat))
    return Number(await push.redis.zscore(routine, chat))
  }
  const hour = () => nextTimeOfDay(HOUR, Date.now())

  it('is due at its hour for a chat that came back, though no price moves, and not for the days away', async () => {
    await push.chats.presence.retire('-5')
    await push.redis.del(...push.queue.keysOf(push.queue.shardOf('-5')))
    const before = push.sent.length
    await push.chats.presence.revive('-5')
    await expect.poll(() => dueAt('-5'), WAIT).toBe(hour())
    expect(push.sent.length).toBe(before)
    const { digest } = await push.chats.read('-5')
    expect(digest?.prices).toEqual(new Map())
  })

  it('is due for a migrated group in its new chat', async () => {
    await push.chats.presence.migrate('-5', '-100')
    await expect.poll(() => dueAt('-100'), WAIT).toBe(hour())
  })
})
