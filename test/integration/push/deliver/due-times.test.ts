import { afterEach, describe, expect, it } from 'vitest'
import { minuteOfDay, nextTimeOfDay } from '../../../../src/domain/caracas.ts'
import { daily } from '../../../../src/domain/schedule.ts'
import { quoteOf, startPush, USD } from '../../../support/push.ts'
import { useRedis } from '../../../support/redis.ts'

const server = await useRedis()
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const TOKYO = 'Asia/Tokyo'
const CHAT = '-5'
const ROUTINE = 1
const TAKEN = 3

/** The hour that it is in Caracas, and some after it, as `HH:00`. */
function hourOf(ahead: number): string {
  const hour = Math.floor(minuteOfDay(Date.now()) / 60) + ahead
  return `${String((hour + 24) % 24).padStart(2, '0')}:00`
}

describe('when a chat is due:', () => {
  let push: Awaited<ReturnType<typeof startPush>>
  afterEach(() => push.stop())

  /** Starts with a clock that is wrong by so much, and lets a chat follow the dollar. */
  async function start(offMs = 0): Promise<void> {
    push = await startPush({ ...server, clock: () => Date.now() + offMs })
    await push.tell({ quote: quoteOf('890'), asOf: 1_000 })
    await push.chats.follows.add(CHAT, USD, { price: '890', at: 1_000 })
  }
  const move = () => push.see({ quote: quoteOf('910'), asOf: 2_000 })
  const partOf = (part: number, chat = CHAT): string =>
    push.queue.keysOf(push.queue.shardOf(chat))[part] ?? ''
  const dueAt = async (chat = CHAT): Promise<number> =>
    Number(await push.redis.zscore(partOf(ROUTINE, chat), chat))
  /** How often chats of the shard were taken in hand. */
  const takings = async (): Promise<number> => Number(await push.redis.hget(partOf(TAKEN), ''))

  it.each([
    ['behind', -30 * DAY_MS],
    ['ahead', 30 * DAY_MS],
  ])('a digest is sent once at its hour, our clock being %s', async (_case, offMs) => {
    const at = hourOf(-1)
    await start(offMs)
    const before = await takings()
    await push.chats.settings.setDigest(CHAT, daily(at), Date.now() - DAY_MS)
    await expect.poll(() => dueAt()).toBe(nextTimeOfDay(at, Date.now()))
    expect([push.sent.length, (await takings()) - before]).toEqual([1, 1])
  })

  it.each([
    ['behind', -6 * HOUR_MS],
    ['ahead', 6 * HOUR_MS],
  ])('nothing is sent until quiet hours end, our clock being %s', async (_case, offMs) => {
    const to = hourOf(2)
    await start(offMs)
    await push.chats.settings.setQuietHours(CHAT, { from: hourOf(-1), to })
    const end = nextTimeOfDay(to, Date.now())
    const minuteDue = async () => Math.floor((await dueAt()) / MINUTE_MS) * MINUTE_MS
    await expect.poll(minuteDue).toBe(end)
    await move()
    await expect.poll(() => push.redis.xlen('{updates}')).toBe(0)
    await expect.poll(minuteDue).toBe(end)
    expect(push.sent).toEqual([])
  })

  it('what quiet hours held back is sent at once where they end in the new time zone', async () => {
    await start()
    await push.chats.settings.setQuietHours(CHAT, { from: hourOf(-1), to: hourOf(2) })
    await move()
    await expect.poll(() => dueAt()).toBeGreaterThan(Date.now() + HOUR_MS / 2)
    expect(push.sent).toEqual([])
    await push.chats.settings.setZone(CHAT, TOKYO)
    await expect.poll(() => push.sent).toMatchObject([{ text: expect.stringContaining('910,00') }])
  })

  it('a digest is due at the hour of the new time zone, and of the new chat of a migrated group', async () => {
    const at = hourOf(6)
    await start()
    await push.chats.settings.setDigest(CHAT, daily(at), Date.now())
    await expect.poll(() => dueAt()).toBe(nextTimeOfDay(at, Date.now()))
    await push.chats.settings.setZone(CHAT, TOKYO)
    await expect.poll(() => dueAt()).toBe(nextTimeOfDay(at, Date.now(), TOKYO))
    await push.chats.presence.migrate(CHAT, '-100')
    await expect.poll(() => dueAt('-100')).toBe(nextTimeOfDay(at, Date.now(), TOKYO))
  })

  it('a digest is due at its hour for a chat that came back, and not for the days away', async () => {
    const at = hourOf(6)
    await start()
    await push.chats.settings.setDigest(CHAT, daily(at), Date.now())
    await expect.poll(() => dueAt()).toBe(nextTimeOfDay(at, Date.now()))
    const key = `chat:{${push.queue.shardOf(CHAT)}}:${CHAT}`
    await push.redis.hset(key, 'digested', 0, 'digestPrices', 'dollar:page_alpha.usd 90')
    await push.chats.presence.retire(CHAT)
    await push.redis.del(...push.queue.keysOf(push.queue.shardOf(CHAT)))
    await push.chats.presence.revive(CHAT)
    await expect.poll(() => dueAt()).toBe(nextTimeOfDay(at, Date.now()))
    expect(push.sent).toEqual([])
    expect((await push.chats.read(CHAT)).digest?.prices).toEqual(new Map())
  })
})
