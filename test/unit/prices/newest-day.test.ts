import { expect, test } from 'vitest'
import type { DailyPrice } from '../../../src/domain/daily-price.ts'
import { withNewestDay } from '../../../src/prices/past.ts'
import { monitor, NOON, quote } from '../../integration/bot/memory.ts'

const HOUR_MS = 3_600_000
const daily = (day: string, price: string, at = NOON - HOUR_MS): DailyPrice => ({
  day,
  price,
  high: '360',
  low: '340',
  lastUpdate: at,
})
const YESTERDAY = daily('2026-01-20', '345', NOON - 24 * HOUR_MS)
const TODAY = daily('2026-01-21', '350')
const observed = (price: string, asOf = NOON) => ({
  quote: quote(monitor('page_alpha.usd'), 'Dólar', price, { lastUpdate: NOON - 60_000 }),
  asOf,
})

test('a price newer than the answer becomes the last price of its day', () => {
  const { days } = withNewestDay(observed('365'), { items: [YESTERDAY, TODAY], at: NOON - 1 })
  expect(days).toEqual([YESTERDAY, { ...TODAY, price: '365', high: '365', lastUpdate: NOON - 60_000 }])
})

test('a price newer than the answer begins a day that has no price yet', () => {
  const { days } = withNewestDay(observed('339'), { items: [YESTERDAY], at: NOON - 1 })
  expect(days.map(({ day, price, high, low }) => [day, price, high, low]).at(-1)).toEqual([
    '2026-01-21',
    '339',
    '339',
    '339',
  ])
})

test('a price older than the answer changes nothing', () => {
  const items = [YESTERDAY, TODAY]
  expect(withNewestDay(observed('365', NOON - 2), { items, at: NOON - 1 }).days).toEqual(items)
  const later = [YESTERDAY, { ...TODAY, lastUpdate: NOON }]
  expect(withNewestDay(observed('365'), { items: later, at: NOON - 1 }).days).toEqual(later)
})
