import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf, startOfDay } from '../../../../src/rates/caracas.ts'
import {
  createPriceShift,
  isBusinessDay,
  type LastPrice,
  type Model,
  publishDaily,
  walk,
} from '../../../../src/service/sources/simulated.ts'
import type { Source } from '../../../../src/service/sources/source.ts'

const HOUR = 3_600_000
const randoms = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

function run(model: Model, times: readonly number[], last?: LastPrice) {
  const random = randoms(7)
  let known = last
  return times.map((now) => {
    const { price, lastUpdate = now } = model({
      monitor: { key: 'usd', around: () => '1000', last: () => known },
      now,
      random,
    })
    known = { price, lastUpdate }
    return known
  })
}

describe('a simulated parallel market', () => {
  const day = run(
    walk,
    Array.from({ length: 20_000 }, (_, i) => i * 3_000),
  ).map(({ price }) => Number(price))

  test('moves at every look', () => {
    expect(day.every((price, i) => i === 0 || price !== day[i - 1])).toBe(true)
  })

  test('moves by little, and stays near its centre over a day', () => {
    const steps = day.slice(1).map((price, i) => Math.abs(price / (day[i] ?? price) - 1))
    expect(Math.max(...steps)).toBeLessThan(0.003)
    expect(Math.min(...day)).toBeGreaterThan(960)
    expect(Math.max(...day)).toBeLessThan(1_040)
  })

  test('goes on from the price that was stored before a restart', () => {
    const [next] = run(walk, [0], { price: '1010.5', lastUpdate: 0 })
    expect(Math.abs(Number(next?.price) - 1010.5)).toBeLessThan(3)
  })
})

describe('a simulated official rate', () => {
  const thursday = startOfDay('2026-01-22')

  test('is at first that of the last business day, at its 00:00', () => {
    expect(run(publishDaily, [thursday + 20 * HOUR])).toEqual([{ price: '1000', lastUpdate: thursday }])
    const saturday = startOfDay('2026-01-24') + 12 * HOUR
    expect(run(publishDaily, [saturday])[0]?.lastUpdate).toBe(startOfDay('2026-01-23'))
  })

  test('is published at 16:00 for the next business day, and revised by little in between', () => {
    const times = [15, 15.99, 16, 17, 23].map((hour) => thursday + hour * HOUR)
    const published = run(publishDaily, times)
    expect(published.map(({ lastUpdate }) => dayOf(lastUpdate))).toEqual([
      '2026-01-22',
      '2026-01-22',
      '2026-01-23',
      '2026-01-23',
      '2026-01-23',
    ])
    const rises = published.slice(1).map(({ price }, i) => Number(price) / Number(published[i]?.price) - 1)
    expect(rises[1]).toBeGreaterThan(0.0009)
    for (const rise of [rises[0], rises[2], rises[3]].map((one) => Math.abs(one ?? 0))) {
      expect(rise).toBeGreaterThan(0)
      expect(rise).toBeLessThan(0.0002)
    }
    const friday = startOfDay('2026-01-23') + 16 * HOUR
    expect(run(publishDaily, [friday, friday + 1])[1]?.lastUpdate).toBe(startOfDay('2026-01-26'))
  })

  test('is always of a business day, and never goes back', () => {
    const hours = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(hours, (gaps) => {
        let now = thursday
        const updates = run(
          publishDaily,
          gaps.map((gap) => (now += gap * HOUR)),
        )
        expect(updates.every(({ lastUpdate }) => isBusinessDay(dayOf(lastUpdate)))).toBe(true)
        expect(updates.every(({ lastUpdate }, i) => lastUpdate >= (updates[i - 1]?.lastUpdate ?? 0))).toBe(
          true,
        )
      }),
    )
  })
})

test('business days are Monday to Friday, every week of a year', () => {
  for (let i = 0; i < 366; i++) expect(isBusinessDay(addDays('2026-01-05', i))).toBe(i % 7 < 5)
})

const { signal } = new AbortController()
const page = (usd: string, eur: string): Source => ({
  fetch: async () => ({
    observations: [
      { key: 'usd', price: usd },
      { key: 'eur', price: eur },
    ],
    unreadable: [],
  }),
})
const pricesOf = async (source: Source): Promise<string[]> =>
  (await source.fetch(signal)).observations.map(({ price }) => price)

describe('a price shift', () => {
  test('moves each page once, at its next collection, and only the named monitors', async () => {
    const priceShift = createPriceShift()
    const [alpha, beta] = [
      priceShift.wrap(page('800.1234', '900'), ['usd']),
      priceShift.wrap(page('1000', '1'), ['usd']),
    ]
    priceShift.move(3)
    expect(await pricesOf(alpha)).toEqual(['824.1271', '900'])
    expect(await pricesOf(alpha)).toEqual(['800.1234', '900'])
    expect(await pricesOf(beta)).toEqual(['1030', '1'])
  })

  test('adds up until the next collection', async () => {
    const priceShift = createPriceShift()
    const source = priceShift.wrap(page('100.00', '1'), ['usd'])
    priceShift.move(3)
    priceShift.move(-1)
    expect(await pricesOf(source)).toEqual(['102', '1'])
  })
})
