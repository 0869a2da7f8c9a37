import { describe, expect, test } from 'vitest'
import { type Day, startOfDay } from '../../../../src/domain/caracas.ts'
import {
  type NewUpdate,
  quoteAt,
  type StoredMonitor,
  withNewest,
} from '../../../../src/service/history/stored-monitor.ts'
import type { StandsStillAfter } from '../../../../src/service/sources/file/schema.ts'

const HOUR = 3_600_000
const PRICE = {
  about: { monitor: { page: 'p', currency: 'dollar', key: 'usd' }, title: 'Dólar', image: null },
  staleAfterMs: 36 * HOUR,
} as const
/** Thursday 22 January 2026, 17:00 in Caracas. */
const NOW = startOfDay('2026-01-22') + 17 * HOUR

const updated = (...updates: (Partial<NewUpdate> & { at?: number })[]): StoredMonitor =>
  updates.reduce<StoredMonitor | undefined>(
    (stored, { at = NOW, ...update }) =>
      withNewest(stored, { price: '1', lastUpdate: at, simulated: false, at, ...update }),
    undefined,
  ) as StoredMonitor

const readAt = (
  stored: StoredMonitor,
  now = NOW,
  given: { collectedAt?: number; standsStillAfter?: StandsStillAfter } = {},
) =>
  quoteAt({ ...PRICE, stands_still_after: given.standsStillAfter }, stored, {
    collectedAt: now,
    ...given,
    now,
  })

/** A price of an effective day. */
const priceOf = (price: string, day: Day) => ({ price, lastUpdate: startOfDay(day) })

test('the price before is that of the update before, and the price itself before the first change', () => {
  expect(readAt(updated({ price: '10' }))).toMatchObject({ price: '10', priceOld: '10' })
  expect(readAt(updated({ price: '10' }, { price: '11' }))).toMatchObject({ price: '11', priceOld: '10' })
  const sameAgain = updated({ price: '10' }, { price: '11' }, { price: '11', lastUpdate: NOW + 1 })
  expect(readAt(sameAgain)).toMatchObject({ price: '11', priceOld: '11' })
})

test("tomorrow's price is the newest, and today's is in force until then", () => {
  const today = priceOf('10', '2026-01-22')
  const stored = updated(today, priceOf('11', '2026-01-23'))
  expect(readAt(stored)).toMatchObject({ price: '11', inForce: today })
  expect(readAt(stored, startOfDay('2026-01-23') - 1)).toMatchObject({ inForce: today })
  expect(readAt(stored, startOfDay('2026-01-23'))).not.toHaveProperty('inForce')
  const corrected = readAt(updated(today, priceOf('11', '2026-01-23'), priceOf('11.5', '2026-01-23')))
  expect(corrected).toMatchObject({ price: '11.5', priceOld: '11', inForce: today })
})

test('of two prices published ahead, each comes into force on its day', () => {
  const [thursday, friday, monday] = [
    priceOf('10', '2026-01-22'),
    priceOf('11', '2026-01-23'),
    priceOf('12', '2026-01-26'),
  ]
  const stored = updated(thursday, friday, monday)
  expect(readAt(stored).inForce).toEqual(thursday)
  expect(readAt(stored, friday.lastUpdate).inForce).toEqual(friday)
  expect(readAt(stored, monday.lastUpdate)).not.toHaveProperty('inForce')
})

test("the next business day's price, out on Friday, is in force from Saturday on, and a correction at once", () => {
  const friday = priceOf('158.9289', '2025-09-12')
  const tuesday = priceOf('160.4479', '2025-09-16')
  const published = startOfDay('2025-09-12') + 17 * HOUR
  const before = { ...friday, at: published - 24 * HOUR }
  const stored = updated(before, { ...tuesday, at: published })
  expect(readAt(stored, published)).toMatchObject({ price: '160.4479', inForce: friday })
  for (const day of ['2025-09-13', '2025-09-14', '2025-09-15', '2025-09-16'])
    expect(readAt(stored, startOfDay(day) + HOUR)).not.toHaveProperty('inForce')
  const saturday = published + 24 * HOUR
  const corrected = updated(
    before,
    { ...tuesday, at: published },
    { ...tuesday, price: '160.5', at: saturday },
  )
  expect(readAt(corrected, saturday)).not.toHaveProperty('inForce')
})

test('a monitor without effective days has a price of a time to come in force from then on', () => {
  const soon = NOW + 2 * HOUR
  const stored = updated({ price: '10' }, { price: '11', lastUpdate: soon })
  expect(readAt(stored)).toMatchObject({ inForce: { price: '10', lastUpdate: NOW } })
  expect(readAt(stored, soon)).not.toHaveProperty('inForce')
})

test('nothing is in force where the first price seen is of a day to come', () => {
  expect(readAt(updated(priceOf('1', '2026-01-23')))).not.toHaveProperty('inForce')
})

test('what is kept of prices that have come into force does not grow', () => {
  const updates = Array.from({ length: 100 }, (_, i) => ({ price: String(i + 1), lastUpdate: NOW + 1 }))
  expect(updated({ price: '1' }, ...updates).earlier.length).toBeLessThan(20)
})

/** Whether a price is stale just before a time, and from that time on. */
const staleAround = (stored: StoredMonitor, at: number, given?: Parameters<typeof readAt>[2]): boolean[] =>
  [at - 1, at].map((now) => readAt(stored, now, given).stale)

describe('a price is stale', () => {
  const friday = updated(priceOf('1', '2026-01-23'))
  const FROM = [false, true]

  test('when its page was not read well for the time given, at a weekend too', () => {
    expect(staleAround(updated({}), NOW + 36 * HOUR + 1, { collectedAt: NOW })).toEqual(FROM)
    const saturday = startOfDay('2026-01-24')
    expect(readAt(friday, saturday + 37 * HOUR, { collectedAt: saturday }).stale).toBe(true)
    expect(readAt(friday, saturday + 37 * HOUR, { collectedAt: saturday + 36 * HOUR }).stale).toBe(false)
  })

  test('when the source itself has given no newer one for that time, Saturdays and Sundays not counted', () => {
    expect(readAt(updated({ lastUpdate: NOW - 36 * HOUR })).stale).toBe(false)
    expect(readAt(updated({ lastUpdate: NOW - 36 * HOUR - 1 })).stale).toBe(true)
    expect(staleAround(friday, startOfDay('2026-01-26') + 12 * HOUR + 1)).toEqual(FROM)
  })

  test('never for being of a day to come', () => {
    expect(readAt(updated({ lastUpdate: NOW + 100 * HOUR })).stale).toBe(false)
  })

  test('by the newest time that a source gave for it, and not where that is the time of each request', () => {
    const old = updated({ price: '10', lastUpdate: NOW - 60 * HOUR, sources: ['A'] })
    expect(readAt(old)).toMatchObject({ stale: true, sources: ['A'] })
    const confirmed = { ...old, sources: ['B'], confirmedAt: NOW - HOUR }
    expect(readAt(confirmed)).toMatchObject({ stale: false, sources: ['B'], lastUpdate: NOW - 60 * HOUR })
    expect(readAt({ ...old, isStamped: true }).stale).toBe(false)
    expect(readAt({ ...old, isStamped: true }, NOW, { collectedAt: NOW - 60 * HOUR }).stale).toBe(true)
  })

  test('when it has not changed for stands_still_after, whatever its stamp says, and on weekends too', () => {
    const from = startOfDay('2026-01-23')
    const given = { standsStillAfter: { periodMs: 24 * HOUR } }
    const repeated = [{ at: from }, { at: from + 23 * HOUR }, { at: from + 24 * HOUR }]
    const still = updated(...repeated)
    const moved = updated(...repeated, { price: '2', at: from + 25 * HOUR })
    expect(staleAround(still, from + 24 * HOUR, given)).toEqual(FROM)
    expect(staleAround({ ...still, isStamped: true }, from + 24 * HOUR, given)).toEqual(FROM)
    expect(staleAround(moved, from + 49 * HOUR, given)).toEqual(FROM)
    expect(readAt(still, from + 50 * HOUR).stale).toBe(false)
  })

  test.each([
    ['2026-01-22', '2026-01-23'],
    ['2026-01-23', '2026-01-26'],
  ])('that is for the effective day %s, at 22:00 of the next business day, %s', (day, next) => {
    const stored = { ...updated({ lastUpdate: startOfDay(day) }), isStamped: true }
    const given = { standsStillAfter: { timeOfDayMs: 22 * HOUR } }
    expect(staleAround(stored, startOfDay(next) + 22 * HOUR, given)).toEqual(FROM)
  })
})
