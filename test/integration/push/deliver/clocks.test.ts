import { afterEach, describe, expect, it } from 'vitest'
import { nextTimeOfDay } from '../../../../src/domain/time-of-day.ts'
import { hourOf } from '../../../support/hours.ts'
import { quoteOf, startPush, USD } from '../../../support/push.ts'
import { useRedis } from '../../../support/redis.ts'

const WAIT = { timeout: 30_000 }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CHAT = '1'
const MINUTE_MS = 60_000

describe('where our clock differs from that of Redis', () => {
  const server = useRedis()
  let push: Awaited<ReturnType<typeof startPush>>
  afterEach(() => push.stop())

  /** Starts with a clock that is wrong by so much, and lets a chat follow the dollar. */
  async function startOff(ms: number): Promise<void> {
    push = await startPush({ ...server, clock: () => Date.now() + ms })
    await push.see({ quote: quoteOf('890'), asOf: 1_000 })
    await push.rest()
    await push.chats.follows.add(CHAT, USD, { price: '890', at: 1_000 })
  }

  const ROUTINE = 1
  const partOf = (part: number): string => push.queue.keysOf(push.queue.shardOf(CHAT))[part] ?? ''
  const dueAt = async (): Promise<number> => Number(await push.redis.zscore(partOf(ROUTINE), CHAT))
  /** How often chats of the shard were taken in hand. */
  const takings = async (): Promise<number> => Number(await push.redis.hget(partOf(3), ''))

  it.each([
    ['behind', -30 * DAY_MS],
    ['ahead', 30 * DAY_MS],
  ])('a digest is sent once at its hour, our clock being %s', async (_case, ms) => {
    const at = hourOf(-1)
    await startOff(ms)
    const before = await takings()
    await push.chats.settings.setDigest(CHAT, at, Date.now() - DAY_MS)
    await expect.poll(() => dueAt(), WAIT).toBe(nextTimeOfDay(at, Date.now()))
    expect(push.sent).toHaveLength(1)
    expect((await takings()) - before).toBe(1)
  })

  it.each([
    ['behind', -6 * HOUR_MS],
    ['ahead', 6 * HOUR_MS],
  ])('a chat is sent nothing until its quiet hours end, our clock being %s', async (_case, ms) => {
    const to = hourOf(2)
    await startOff(ms)
    await push.chats.settings.setQuietHours(CHAT, { from: hourOf(-1), to })
    const end = nextTimeOfDay(to, Date.now())
    const minuteDue = async () => Math.floor((await dueAt()) / MINUTE_MS) * MINUTE_MS
    await expect.poll(minuteDue, WAIT).toBe(end)
    await push.see({ quote: quoteOf('910'), asOf: 2_000 })
    await expect.poll(() => push.redis.xlen('{updates}'), WAIT).toBe(0)
    await expect.poll(minuteDue, WAIT).toBe(end)
    expect(push.sent).toEqual([])
  })
})
