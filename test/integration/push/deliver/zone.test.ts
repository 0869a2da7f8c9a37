import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nextTimeOfDay } from '../../../../src/domain/time-of-day.ts'
import { hourOf } from '../../../support/hours.ts'
import { quoteOf, startPush, USD } from '../../../support/push.ts'
import { useRedis } from '../../../support/redis.ts'

const WAIT = { timeout: 30_000 }
const HOUR_MS = 3_600_000
const TOKYO = 'Asia/Tokyo'
const CHAT = '1'

describe('a chat that sets its time zone', () => {
  const server = useRedis()
  let push: Awaited<ReturnType<typeof startPush>>

  beforeEach(async () => {
    push = await startPush(server)
    await push.see({ quote: quoteOf('890'), asOf: 1_000 })
    await push.rest()
    await push.chats.follows.add(CHAT, USD, { price: '890', at: 1_000 })
  })
  afterEach(() => push.stop())

  /** When the chat is due, in the lane of its own hours (0) or in that of news (1). */
  const ROUTINE = 1
  const dueAt = async (): Promise<number> =>
    Number(await push.redis.zscore(push.queue.keysOf(push.queue.shardOf(CHAT))[ROUTINE] ?? '', CHAT))

  it('is sent at once what the quiet hours of the old zone held back', async () => {
    await push.chats.settings.setQuietHours(CHAT, { from: hourOf(-1), to: hourOf(2) })
    await push.see({ quote: quoteOf('910'), asOf: 2_000 })
    await expect.poll(() => dueAt(), WAIT).toBeGreaterThan(Date.now() + HOUR_MS / 2)
    expect(push.sent).toEqual([])
    await push.chats.settings.setZone(CHAT, TOKYO)
    await expect.poll(() => push.sent, WAIT).toMatchObject([{ text: expect.stringContaining('910,00') }])
  })

  it('is due for its digest at the hour of the new zone', async () => {
    const at = hourOf(6)
    await push.chats.settings.setDigest(CHAT, at, Date.now())
    await expect.poll(() => dueAt(), WAIT).toBe(nextTimeOfDay(at, Date.now()))
    await push.chats.settings.setZone(CHAT, TOKYO)
    await expect.poll(() => dueAt(), WAIT).toBe(nextTimeOfDay(at, Date.now(), TOKYO))
  })
})
