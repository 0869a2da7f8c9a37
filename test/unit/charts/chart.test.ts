import { expect, test } from 'vitest'
import {
  carryForward,
  countPrices,
  dayRangeOf,
  gapPercents,
  type Point,
  runsOf,
  silentSince,
} from '../../../src/charts/chart.ts'
import { dayNumber } from '../../../src/charts/ticks.ts'

/** Days of January 2026. */
const on = (day: number): string => `2026-01-${String(day).padStart(2, '0')}`
const days = (from: number, to: number) => ({ from: dayNumber(on(from)), to: dayNumber(on(to)) })
const carried = (points: readonly Point[], from: number, to: number) =>
  carryForward({ label: '', points }, days(from, to))
const values = (points: readonly Point[], from: number, to: number) =>
  carried(points, from, to)
    .map(({ value, isOld }) => `${value}${isOld ? '?' : ''}`)
    .join(' ')

const FRIDAY = { day: on(9), price: '330' }
const MONDAY = { day: on(12), price: '340' }

test('a price stays in force over a weekend, from before the first day on, and for ten days at most', () => {
  expect(values([FRIDAY, MONDAY], 7, 13)).toBe('330 330 330 340 340')
  expect(values([FRIDAY, MONDAY], 10, 11)).toBe('330 330')
  expect(values([FRIDAY, { day: on(22), price: '350' }], 18, 22)).toBe('330 330 330? 330? 350')
})

test('a source without prices for over ten days has no data since its last price', () => {
  const since = (from: number, to: number) => silentSince(carried([FRIDAY], from, to))
  expect([since(9, 19), since(9, 20), since(25, 28)]).toEqual([undefined, dayNumber(on(9)), undefined])
})

test('a chart counts the prices of its days and the one before them that is at most ten days old', () => {
  const known = (from: number, to: number): number =>
    countPrices({ label: '', points: [FRIDAY, MONDAY] }, days(from, to))
  expect([known(9, 12), known(10, 12), known(13, 20), known(23, 30)]).toEqual([2, 2, 1, 0])
})

test('a gap is the percent by which the second is above the first, on days when neither is old or missing', () => {
  const base = carried([{ day: on(1), price: '100' }], 1, 20)
  const moved = [
    { day: on(2), price: '150' },
    { day: on(8), price: '90' },
  ]
  const gaps = gapPercents(base, carried(moved, 1, 20)).map(({ value }) => Math.round(value))
  expect(gaps).toEqual([50, 50, 50, 50, 50, 50, -10, -10, -10, -10])
})

test('a chart of hours has the price in force every five minutes, from the last one of the day before', () => {
  const at = Date.UTC(2026, 0, 12, 4)
  const points = [FRIDAY, { day: on(12), at: at + 10 * 60_000, price: '340' }]
  const range = dayRangeOf({ from: on(12), to: on(12), until: at + 20 * 60_000 })
  const drawn = carryForward({ label: '', points }, range)
  expect(drawn.map(({ value }) => value)).toEqual([330, 330, 340, 340, 340])
  expect(runsOf(drawn)).toHaveLength(1)
})
