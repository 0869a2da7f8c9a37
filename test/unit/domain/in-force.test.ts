import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, HOUR_MS, startOfDay } from '../../../src/domain/caracas.ts'
import {
  changeBetween,
  createPriceOfDay,
  type DailyPrice,
  daysWithin,
  gapBetween,
  gapDays,
  holdsFrom,
  isForDays,
  isNotYetInForce,
  type PublishedPrice,
  priceInForce,
  summarize,
  withHeldDays,
} from '../../../src/domain/in-force.ts'

const at = (day: string, hour: number): number => startOfDay(day) + hour * HOUR_MS

/** The official dollar of September 2025 and of Christmas 2024, taken by hand: price, its day, and when it was published. */
const price = (value: string, day: string, publishedOn: string): PublishedPrice => ({
  price: value,
  lastUpdate: startOfDay(day),
  publishedAt: at(publishedOn, 17),
})
const SEPTEMBER = [
  price('157.7287', '2025-09-11', '2025-09-10'),
  price('158.9289', '2025-09-12', '2025-09-11'),
  price('160.4479', '2025-09-16', '2025-09-12'),
  price('161.888', '2025-09-17', '2025-09-16'),
]
const CHRISTMAS = [
  price('51.5398', '2024-12-23', '2024-12-20'),
  price('51.64', '2024-12-26', '2024-12-23'),
  price('51.7659', '2024-12-27', '2024-12-26'),
]
const OUT_OF_ORDER = [
  price('10', '2025-09-11', '2025-09-10'),
  price('12', '2025-09-15', '2025-09-11'),
  price('11', '2025-09-12', '2025-09-11'),
]

/** What had been published at `now`, and which of it was in force. */
function inForce(prices: readonly PublishedPrice[], now: number, forDays = true): string | undefined {
  const out = prices.filter(({ publishedAt }) => publishedAt <= now)
  return priceInForce(out, { now, forDays })?.price
}

test.each([
  ['a business-day morning', SEPTEMBER, at('2025-09-12', 9), '158.9289'],
  ["a business-day evening, with tomorrow's price out", SEPTEMBER, at('2025-09-11', 20), '157.7287'],
  ['Friday evening', SEPTEMBER, at('2025-09-12', 23), '158.9289'],
  ['Saturday', SEPTEMBER, at('2025-09-13', 0), '160.4479'],
  ['a bank holiday Monday', SEPTEMBER, at('2025-09-15', 20), '160.4479'],
  ['Tuesday evening', SEPTEMBER, at('2025-09-16', 20), '160.4479'],
  ['the evening before a holiday in mid-week', CHRISTMAS, at('2024-12-23', 20), '51.5398'],
  ['a holiday in mid-week', CHRISTMAS, at('2024-12-24', 8), '51.64'],
  ['a day whose next one is out twice ahead', OUT_OF_ORDER, at('2025-09-12', 9), '11'],
  ['the Saturday after that', OUT_OF_ORDER, at('2025-09-13', 9), '12'],
])('the price in force on %s', (_when, prices, now, expected) => {
  expect(inForce(prices, now)).toBe(expected)
})

test.each(['2025-09-13', '2025-09-14'])(
  'the price in force first seen on %s, of a weekend, holds from its Saturday',
  (day) => {
    const late = { ...price('160.4479', '2025-09-15', '2025-09-12'), publishedAt: at(day, 9) }
    expect(holdsFrom(late)).toBe(at('2025-09-13', 0))
  },
)

test('the price in force is the last one of a monitor without effective days, and none before the first', () => {
  expect(inForce(SEPTEMBER, at('2025-09-13', 9), false)).toBe('158.9289')
  expect(inForce(SEPTEMBER, at('2025-09-01', 9))).toBeUndefined()
})

const [friday, monday, corrected] = [
  price('10', '2025-09-12', '2025-09-11'),
  price('12', '2025-09-15', '2025-09-11'),
  price('11', '2025-09-12', '2025-09-11'),
]

test('of several prices that may be in force the one published last counts for a day that has two', () => {
  expect(inForce([friday, corrected], at('2025-09-12', 9))).toBe('11')
  expect(inForce([friday, corrected], at('2025-09-17', 9), false)).toBe('11')
})

test('of several prices that may be in force the newest one counts where all are of days before', () => {
  expect(inForce([monday, friday], at('2025-09-17', 9))).toBe('12')
})

test('the newest price of a quote is not in force before its day, nor before the server says', () => {
  const now = at('2025-09-11', 20)
  const inForce = { price: '157.7287', lastUpdate: startOfDay('2025-09-11') }
  const toCome = { price: '158.9289', lastUpdate: startOfDay('2025-09-12'), inForce }
  expect(isNotYetInForce(toCome, now)).toBe(true)
  expect(isNotYetInForce(toCome, at('2025-09-12', 0))).toBe(false)
  expect(isNotYetInForce({ ...toCome, effectiveDay: true }, now)).toBe(true)
  const held = { ...toCome, holdsFrom: at('2025-09-11', 22) }
  expect([isNotYetInForce(held, now), isNotYetInForce(held, at('2025-09-11', 22))]).toEqual([true, false])
  const { inForce: _, ...alone } = toCome
  expect(isNotYetInForce(alone, now)).toBe(true)
  expect(isNotYetInForce({ ...alone, effectiveDay: true }, now)).toBe(false)
})

test('a monitor publishes for effective days where its server says so, else where its newest price has no time of day', () => {
  const [day, moment] = [at('2025-09-12', 0), at('2025-09-12', 13)]
  expect(isForDays({ effectiveDay: true, lastUpdate: moment })).toBe(true)
  expect(isForDays({ effectiveDay: false, lastUpdate: day })).toBe(false)
  expect(isForDays({ lastUpdate: day })).toBe(true)
  expect(isForDays({ lastUpdate: moment })).toBe(false)
})

describe('the price of a past day', () => {
  const days = [...SEPTEMBER.slice(0, 3)].map(({ price: value, lastUpdate }) => ({
    day: new Date(lastUpdate).toISOString().slice(0, 10),
    price: value,
  }))
  const [thursday, friday, tuesday] = days

  test.each([
    ['2025-09-11', { price: thursday }],
    ['2025-09-13', { price: tuesday, before: friday }],
    ['2025-09-15', { price: tuesday, before: friday }],
    ['2025-09-20', { price: tuesday }],
  ])('%s is its own, that of the next business day, or the last one before', (day, expected) => {
    expect(createPriceOfDay(days, true)(day)).toEqual(expected)
  })

  test('is the last one before, where the next is more than ten days off', () => {
    const gap = [
      { day: '2025-09-01', price: '1' },
      { day: '2025-09-20', price: '2' },
    ]
    expect(createPriceOfDay(gap, true)('2025-09-09')).toEqual({ price: gap[0] })
    expect(createPriceOfDay(gap, true)('2025-09-10')).toEqual({ price: gap[1], before: gap[0] })
  })

  test('is the last one before, of a monitor without effective days', () => {
    expect(createPriceOfDay(days, false)('2025-09-13')).toEqual({ price: friday })
    expect(createPriceOfDay(days, false)('2025-09-10')).toBeUndefined()
  })
})

test('the days on which a later price was in force agree with the price of each day, whatever days have one', () => {
  const offsets = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(offsets, (some) => {
      const known = some
        .sort((a, b) => a - b)
        .map((at) => ({ day: addDays('2025-09-01', at), price: String(at + 1) }))
      const filled = withHeldDays(known, '2025-12-31')
      const first = known[0]?.day ?? ''
      for (let day = first; day <= (known.at(-1)?.day ?? ''); day = addDays(day, 1))
        expect(createPriceOfDay(filled, false)(day)?.price.price).toBe(
          createPriceOfDay(known, true)(day)?.price.price,
        )
    }),
  )
})

test.each([
  ['800', '820', { amount: '20', percent: '2.5', direction: 'up' }],
  ['820', '800', { amount: '20', percent: '2.44', direction: 'down' }],
  ['800', '800', { amount: '0', percent: '0', direction: 'same' }],
  ['0.2121', '0.2123', { amount: '0.0002', percent: '0.09', direction: 'up' }],
  ['1.2', '0.0365', { amount: '1.16', percent: '96.96', direction: 'down' }],
])('from %s to %s the change is in the decimals of the higher price', (old, now, change) => {
  expect(changeBetween(old, now)).toEqual(change)
})

test('a gap is how far the second price lies above the first, in percent of the first', () => {
  const gaps = [gapBetween('800', '1000'), gapBetween('1000', '800'), gapBetween('3', '4')]
  expect(gaps).toEqual(['25', '-20', '33.333333'])
})

test('the gap of a day needs both prices, carried over ten days at most and from before the first day', () => {
  const on = (day: number, price: string) => ({ day: `2026-01-${String(day).padStart(2, '0')}`, price })
  const gaps = (first: ReturnType<typeof on>[], second: ReturnType<typeof on>[], from: number, to: number) =>
    gapDays(first, second, on(from, '').day, on(to, '').day)
      .map(({ day, value }) => `${day.slice(8)} ${value}`)
      .join(', ')
  expect(gaps([on(1, '100'), on(4, '200')], [on(2, '150')], 1, 5)).toBe('02 50, 03 50, 04 -25, 05 -25')
  expect(gaps([on(3, '100')], [on(1, '150')], 10, 12)).toBe('10 50, 11 50')
})

const daily = (day: string, price: string, high = price, low = price): DailyPrice => ({
  day,
  price,
  high,
  low,
  lastUpdate: Date.parse(`${day}T16:00:00Z`),
})

const JANUARY = [
  daily('2026-01-02', '300'),
  daily('2026-01-05', '310', '325', '305'),
  daily('2026-01-06', '320', '325', '299'),
  daily('2026-01-09', '315'),
]

test('days open at the price in force when they begin, and the first of equal extremes counts', () => {
  expect(summarize(daysWithin(JANUARY, '2026-01-03', '2026-01-09'))).toEqual({
    mean: '311.25',
    open: { day: '2026-01-03', value: '300' },
    close: { day: '2026-01-09', value: '315' },
    high: { day: '2026-01-05', value: '325' },
    low: { day: '2026-01-06', value: '299' },
  })
  expect(summarize([])).toBeUndefined()
})

test('days open at their first price where that is on the first day, or where none was before', () => {
  const [first] = daysWithin(JANUARY, '2026-01-01', '2026-01-05')
  expect(first).toMatchObject({ day: '2026-01-02', value: '300' })
  const alone = [{ day: '2026-01-05', value: '310', high: '325', low: '305' }]
  expect(daysWithin(JANUARY, '2026-01-05', '2026-01-05')).toEqual(alone)
})

test('where no day has a price, the one before them was in force', () => {
  const carried = [{ day: '2026-01-07', value: '320', high: '320', low: '320' }]
  expect(daysWithin(JANUARY, '2026-01-07', '2026-01-08')).toEqual(carried)
})
