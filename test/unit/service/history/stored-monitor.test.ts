import { describe, expect, test } from 'vitest'
import { startOfDay } from '../../../../src/domain/caracas.ts'
import {
  type NewUpdate,
  quoteAt,
  type StoredMonitor,
  withNewest,
} from '../../../../src/service/history/stored-monitor.ts'

const HOUR = 3_600_000
const OFFERED = {
  monitor: { page: 'p', currency: 'dollar', key: 'usd' },
  title: 'Dólar',
  image: null,
} as const
/** Thursday 22 January 2026, 17:00 in Caracas. */
const NOW = startOfDay('2026-01-22') + 17 * HOUR

const updated = (...updates: (Partial<NewUpdate> & { at?: number })[]): StoredMonitor =>
  updates.reduce<StoredMonitor | undefined>(
    (stored, { at = NOW, ...update }) =>
      withNewest(stored, { price: '1', lastUpdate: at, simulated: false, at, ...update }),
    undefined,
  ) as StoredMonitor

const readAt = (stored: StoredMonitor, now = NOW, collectedAt: number | undefined = now) =>
  quoteAt(OFFERED, { stored, now, collectedAt, staleAfterMs: 36 * HOUR })

describe('what a stored price reads as', () => {
  test('the price before is that of the update before, and the price itself before the first change', () => {
    expect(readAt(updated({ price: '10' }))).toMatchObject({ price: '10', priceOld: '10' })
    expect(readAt(updated({ price: '10' }, { price: '11' }))).toMatchObject({ price: '11', priceOld: '10' })
    const sameAgain = updated({ price: '10' }, { price: '11' }, { price: '11', lastUpdate: NOW + 1 })
    expect(readAt(sameAgain)).toMatchObject({ price: '11', priceOld: '11' })
  })

  test('a price is as old as the newest time that a source gave for it, and not stale where that is the time of each request', () => {
    const old = updated({ price: '10', lastUpdate: NOW - 60 * HOUR, sources: ['A'] })
    expect(readAt(old)).toMatchObject({ stale: true, sources: ['A'] })
    expect(readAt({ ...old, sources: ['B'], confirmedAt: NOW - HOUR })).toMatchObject({
      stale: false,
      sources: ['B'],
      lastUpdate: NOW - 60 * HOUR,
    })
    expect(readAt({ ...old, isStamped: true }).stale).toBe(false)
    expect(readAt({ ...old, isStamped: true }, NOW, NOW - 60 * HOUR).stale).toBe(true)
  })

  test('a price that has not changed for stands_still_after is stale, whatever its stamp says, and on weekends too', () => {
    const friday = startOfDay('2026-01-23')
    const still = updated({ at: friday }, { at: friday + 23 * HOUR }, { at: friday + 24 * HOUR })
    const isStale = (stored: StoredMonitor, now: number) =>
      quoteAt(OFFERED, {
        stored,
        now,
        collectedAt: now,
        staleAfterMs: 36 * HOUR,
        standsStillAfter: { periodMs: 24 * HOUR },
      }).stale
    expect([isStale(still, friday + 24 * HOUR - 1), isStale(still, friday + 24 * HOUR)]).toEqual([
      false,
      true,
    ])
    expect(isStale({ ...still, isStamped: true }, friday + 24 * HOUR)).toBe(true)
    const moved = withNewest(still, {
      price: '2',
      lastUpdate: friday + 25 * HOUR,
      simulated: false,
      at: friday + 25 * HOUR,
    })
    expect([isStale(moved, friday + 49 * HOUR - 1), isStale(moved, friday + 49 * HOUR)]).toEqual([
      false,
      true,
    ])
    expect(readAt(still, friday + 50 * HOUR).stale).toBe(false)
  })

  test.each([
    ['2026-01-22', '2026-01-23'],
    ['2026-01-23', '2026-01-26'],
  ])('a price for the effective day %s is stale at 22:00 of the next business day, %s', (day, next) => {
    const stored = { ...updated({ lastUpdate: startOfDay(day) }), isStamped: true }
    const isStale = (now: number) =>
      quoteAt(OFFERED, {
        stored,
        now,
        collectedAt: now,
        staleAfterMs: 36 * HOUR,
        standsStillAfter: { timeOfDayMs: 22 * HOUR },
      }).stale
    const from = startOfDay(next) + 22 * HOUR
    expect([isStale(from - 1), isStale(from)]).toEqual([false, true])
  })

  test("tomorrow's price is the newest, and today's is in force until then", () => {
    const today = { price: '10', lastUpdate: startOfDay('2026-01-22') }
    const stored = updated(today, { price: '11', lastUpdate: startOfDay('2026-01-23') })
    expect(readAt(stored)).toMatchObject({ price: '11', inForce: today })
    expect(readAt(stored, startOfDay('2026-01-23') - 1)).toMatchObject({ inForce: today })
    expect(readAt(stored, startOfDay('2026-01-23'))).not.toHaveProperty('inForce')
  })

  test('of two prices published ahead, each comes into force on its day', () => {
    const days = ['2026-01-22', '2026-01-23', '2026-01-26'].map(startOfDay) as [number, number, number]
    const [thursday, friday, monday] = days
    const stored = updated(
      { price: '10', lastUpdate: thursday },
      { price: '11', lastUpdate: friday },
      { price: '12', lastUpdate: monday },
    )
    expect(readAt(stored).inForce).toEqual({ price: '10', lastUpdate: thursday })
    expect(readAt(stored, friday).inForce).toEqual({ price: '11', lastUpdate: friday })
    expect(readAt(stored, monday)).not.toHaveProperty('inForce')
  })

  test("Monday's price, out on Friday, is in force from Saturday on", () => {
    const friday = { price: '158.9289', lastUpdate: startOfDay('2025-09-12') }
    const tuesday = { price: '160.4479', lastUpdate: startOfDay('2025-09-16') }
    const published = startOfDay('2025-09-12') + 17 * HOUR
    const stored = updated({ ...friday, at: published - 24 * HOUR }, { ...tuesday, at: published })
    expect(readAt(stored, published)).toMatchObject({ price: '160.4479', inForce: friday })
    for (const day of ['2025-09-13', '2025-09-14', '2025-09-15', '2025-09-16'])
      expect(readAt(stored, startOfDay(day) + HOUR)).not.toHaveProperty('inForce')
  })

  test('a correction at the weekend holds at once', () => {
    const friday = { price: '10', lastUpdate: startOfDay('2025-09-12') }
    const monday = { price: '11', lastUpdate: startOfDay('2025-09-15') }
    const published = startOfDay('2025-09-12') + 17 * HOUR
    const stored = updated(
      { ...friday, at: published - 24 * HOUR },
      { ...monday, at: published },
      { ...monday, price: '11.5', at: published + 24 * HOUR },
    )
    expect(readAt(stored, published + 24 * HOUR)).not.toHaveProperty('inForce')
  })

  test('a monitor without effective days has a price of a time to come in force from then on', () => {
    const soon = NOW + 2 * HOUR
    const stored = updated({ price: '10' }, { price: '11', lastUpdate: soon })
    expect(readAt(stored)).toMatchObject({ inForce: { price: '10', lastUpdate: NOW } })
    expect(readAt(stored, soon)).not.toHaveProperty('inForce')
  })

  test('a correction of the price ahead leaves in force what was', () => {
    const today = { price: '10', lastUpdate: startOfDay('2026-01-22') }
    const ahead = startOfDay('2026-01-23')
    const stored = updated(today, { price: '11', lastUpdate: ahead }, { price: '11.5', lastUpdate: ahead })
    expect(readAt(stored)).toMatchObject({ price: '11.5', priceOld: '11', inForce: today })
  })

  test('nothing is in force where the first price seen is of a day to come', () => {
    expect(readAt(updated({ lastUpdate: startOfDay('2026-01-23') }))).not.toHaveProperty('inForce')
  })

  test('what is kept of prices that have come into force does not grow', () => {
    const updates = Array.from({ length: 100 }, (_, i) => ({ price: String(i + 1), lastUpdate: NOW + 1 }))
    expect(updated({ price: '1' }, ...updates).earlier.length).toBeLessThan(20)
  })
})

describe('a price is stale', () => {
  const fresh = updated({ lastUpdate: NOW })

  test('when its page was not read well for the time given', () => {
    expect(readAt(fresh, NOW, NOW - 36 * HOUR)).toMatchObject({ stale: false })
    expect(readAt(fresh, NOW, NOW - 36 * HOUR - 1)).toMatchObject({ stale: true })
  })

  test('when its page was not read well for that time, at a weekend too', () => {
    const saturday = startOfDay('2026-01-24')
    const friday = updated({ lastUpdate: startOfDay('2026-01-23') })
    expect(readAt(friday, saturday + 37 * HOUR, saturday)).toMatchObject({ stale: true })
    expect(readAt(friday, saturday + 37 * HOUR, saturday + 36 * HOUR)).toMatchObject({ stale: false })
  })

  test('when the source itself has given no newer one for that time, however well it is read', () => {
    expect(readAt(updated({ lastUpdate: NOW - 36 * HOUR }))).toMatchObject({ stale: false })
    expect(readAt(updated({ lastUpdate: NOW - 36 * HOUR - 1 }))).toMatchObject({ stale: true })
    expect(readAt(updated({ lastUpdate: NOW - 3_000 * 24 * HOUR }))).toMatchObject({ stale: true })
  })

  test('with Saturdays and Sundays not counted', () => {
    const friday = updated({ lastUpdate: startOfDay('2026-01-23') })
    const monday = startOfDay('2026-01-26')
    expect(readAt(friday, monday + 12 * HOUR)).toMatchObject({ stale: false })
    expect(readAt(friday, monday + 12 * HOUR + 1)).toMatchObject({ stale: true })
  })

  test('never for being of a day to come', () => {
    expect(readAt(updated({ lastUpdate: NOW + 100 * HOUR }))).toMatchObject({ stale: false })
  })
})
