import { expect, test } from 'vitest'
import {
  carryForward,
  countPrices,
  dayRangeOf,
  gapPercents,
  type Point,
  silentSince,
  unbrokenRuns,
} from '../../../src/charts/chart.ts'
import { dayNumber } from '../../../src/charts/ticks.ts'

const days = (from: string, to: string) => ({ from: dayNumber(from), to: dayNumber(to) })
const carried = (points: readonly Point[], from: string, to: string) =>
  carryForward({ label: '', points }, days(from, to))
const values = (points: readonly Point[], from: string, to: string) =>
  carried(points, from, to).map(({ value, isOld }) => (isOld ? `${value}?` : value))

const FRIDAY = { day: '2026-01-09', price: '330' }
const MONDAY = { day: '2026-01-12', price: '340' }

test('a price stays in force over a weekend and then changes at once', () => {
  expect(values([FRIDAY, MONDAY], '2026-01-09', '2026-01-13')).toEqual([330, 330, 330, 340, 340])
})

test('the price in force on the first day counts from that day', () => {
  expect(values([FRIDAY, MONDAY], '2026-01-10', '2026-01-12')).toEqual([330, 330, 340])
})

test('days before the first price and prices after the last day are left out', () => {
  expect(values([FRIDAY, MONDAY], '2026-01-07', '2026-01-10')).toEqual([330, 330])
})

test('a price is old after ten days, until the next one', () => {
  const late = { day: '2026-01-22', price: '350' }
  expect(values([FRIDAY, late], '2026-01-18', '2026-01-22')).toEqual([330, 330, '330?', '330?', 350])
})

test('a source without prices for over ten days has no data since its last price', () => {
  expect(silentSince(carried([FRIDAY], '2026-01-09', '2026-01-19'))).toBeUndefined()
  expect(silentSince(carried([FRIDAY], '2026-01-09', '2026-01-20'))).toBe(dayNumber('2026-01-09'))
  expect(silentSince(carried([FRIDAY], '2026-02-01', '2026-02-05'))).toBeUndefined()
})

test('a chart counts the prices of its days and the one before them that is at most ten days old', () => {
  const known = (from: string, to: string): number =>
    countPrices({ label: '', points: [FRIDAY, MONDAY] }, days(from, to))
  expect([known('2026-01-09', '2026-01-12'), known('2026-01-10', '2026-01-12')]).toEqual([2, 2])
  expect([known('2026-01-13', '2026-01-20'), known('2026-01-23', '2026-01-30')]).toEqual([1, 0])
})

test('a gap is the percent by which the second is above the first, on days when neither is old or missing', () => {
  const base = carried([{ day: '2026-01-01', price: '100' }], '2026-01-01', '2026-01-20')
  const other = carried(
    [
      { day: '2026-01-02', price: '150' },
      { day: '2026-01-08', price: '90' },
    ],
    '2026-01-01',
    '2026-01-20',
  )
  const silent = carried([{ day: '2026-01-01', price: '120' }], '2026-01-12', '2026-01-12')
  const fresh = carried([{ day: '2026-01-12', price: '100' }], '2026-01-12', '2026-01-12')
  expect([gapPercents(fresh, silent), gapPercents(silent, fresh)]).toEqual([[], []])
  expect(gapPercents(base, other).map(({ value }) => Math.round(value))).toEqual([
    50, 50, 50, 50, 50, 50, -10, -10, -10, -10,
  ])
})

test('a line is split where days are missing', () => {
  const at = (day: number) => ({ day, value: 1, isOld: false })
  expect(unbrokenRuns([at(1), at(2), at(5)])).toEqual([[at(1), at(2)], [at(5)]])
})

test('a chart of hours has the price in force every five minutes, from the last one of the day before', () => {
  const at = Date.UTC(2026, 0, 12, 4)
  const points = [FRIDAY, { day: '2026-01-12', at: at + 10 * 60_000, price: '340' }]
  const range = dayRangeOf({ from: '2026-01-12', to: '2026-01-12', until: at + 20 * 60_000 })
  const drawn = carryForward({ label: '', points }, range)
  expect(drawn.map(({ value }) => value)).toEqual([330, 330, 340, 340, 340])
  expect(unbrokenRuns(drawn)).toHaveLength(1)
})
