import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, startOfDay } from '../../../src/domain/caracas.ts'
import {
  createPriceOfDay,
  holdsFrom,
  isForDays,
  isNotYetInForce,
  type PublishedPrice,
  priceInForce,
  withHeldDays,
} from '../../../src/domain/in-force.ts'

const HOUR = 3_600_000
const at = (day: string, hour: number): number => startOfDay(day) + hour * HOUR

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

describe('the price in force', () => {
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
  ])('on %s', (_when, prices, now, expected) => {
    expect(inForce(prices, now)).toBe(expected)
  })

  test.each(['2025-09-13', '2025-09-14'])(
    'first seen on %s, of a weekend, holds from its Saturday',
    (day) => {
      const late = { ...price('160.4479', '2025-09-15', '2025-09-12'), publishedAt: at(day, 9) }
      expect(holdsFrom(late)).toBe(at('2025-09-13', 0))
    },
  )

  test('is the last one of a monitor without effective days, and none before the first', () => {
    expect(inForce(SEPTEMBER, at('2025-09-13', 9), false)).toBe('158.9289')
    expect(inForce(SEPTEMBER, at('2025-09-01', 9))).toBeUndefined()
  })
})

describe('of several prices that may be in force', () => {
  const [friday, monday, corrected] = [
    price('10', '2025-09-12', '2025-09-11'),
    price('12', '2025-09-15', '2025-09-11'),
    price('11', '2025-09-12', '2025-09-11'),
  ]

  test('the one published last counts for a day that has two', () => {
    expect(inForce([friday, corrected], at('2025-09-12', 9))).toBe('11')
    expect(inForce([friday, corrected], at('2025-09-17', 9), false)).toBe('11')
  })

  test('the newest one counts where all are of days before', () => {
    expect(inForce([monday, friday], at('2025-09-17', 9))).toBe('12')
  })
})

describe('the newest price of a quote', () => {
  const now = at('2025-09-11', 20)
  const inForce = { price: '157.7287', lastUpdate: startOfDay('2025-09-11') }
  const toCome = { price: '158.9289', lastUpdate: startOfDay('2025-09-12'), inForce }

  test('is not in force before its day, nor before the server says', () => {
    expect(isNotYetInForce(toCome, now)).toBe(true)
    expect(isNotYetInForce(toCome, at('2025-09-12', 0))).toBe(false)
    expect(isNotYetInForce({ ...toCome, effectiveDay: true }, now)).toBe(true)
    const held = { ...toCome, holdsFrom: at('2025-09-11', 22) }
    expect([isNotYetInForce(held, now), isNotYetInForce(held, at('2025-09-11', 22))]).toEqual([true, false])
    const { inForce: _, ...alone } = toCome
    expect(isNotYetInForce(alone, now)).toBe(true)
    expect(isNotYetInForce({ ...alone, effectiveDay: true }, now)).toBe(false)
  })
})

describe('a monitor publishes for effective days', () => {
  test('where its server says so, else where its newest price has no time of day', () => {
    const [day, moment] = [at('2025-09-12', 0), at('2025-09-12', 13)]
    expect(isForDays({ effectiveDay: true, lastUpdate: moment })).toBe(true)
    expect(isForDays({ effectiveDay: false, lastUpdate: day })).toBe(false)
    expect(isForDays({ lastUpdate: day })).toBe(true)
    expect(isForDays({ lastUpdate: moment })).toBe(false)
  })
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

describe('the days on which a later price was in force', () => {
  test('agree with the price of each day, whatever days have one', () => {
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
})
