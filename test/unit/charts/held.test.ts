import { expect, test } from 'vitest'
import type { Point } from '../../../src/charts/chart.ts'
import { gapDays, heldDays, knownPoints, silentSince, unbroken } from '../../../src/charts/held.ts'
import { dayNumber } from '../../../src/charts/words.ts'

const days = (from: string, to: string) => ({ from: dayNumber(from), to: dayNumber(to) })
const held = (points: readonly Point[], from: string, to: string) =>
  heldDays({ label: '', points }, days(from, to))
const values = (points: readonly Point[], from: string, to: string) =>
  held(points, from, to).map(({ value, isOld }) => (isOld ? `${value}?` : value))

const FRIDAY = { day: '2026-01-09', price: '330' }
const MONDAY = { day: '2026-01-12', price: '340' }

test('a rate stays in force over a weekend and then changes at once', () => {
  expect(values([FRIDAY, MONDAY], '2026-01-09', '2026-01-13')).toEqual([330, 330, 330, 340, 340])
})

test('what was in force when the days begin counts from their first one', () => {
  expect(values([FRIDAY, MONDAY], '2026-01-10', '2026-01-12')).toEqual([330, 330, 340])
})

test('days before the first price and prices after the last day are left out', () => {
  expect(values([FRIDAY, MONDAY], '2026-01-07', '2026-01-10')).toEqual([330, 330])
})

test('a price is old once it is more than a week back, until the next one', () => {
  const late = { day: '2026-01-19', price: '350' }
  expect(values([FRIDAY, late], '2026-01-15', '2026-01-19')).toEqual([330, 330, '330?', '330?', 350])
})

test('a source that fell silent is said to be so since its last price', () => {
  expect(silentSince(held([FRIDAY], '2026-01-09', '2026-01-16'))).toBeUndefined()
  expect(silentSince(held([FRIDAY], '2026-01-09', '2026-01-17'))).toBe(dayNumber('2026-01-09'))
  expect(silentSince(held([FRIDAY], '2026-02-01', '2026-02-05'))).toBeUndefined()
})

test('a chart rests on the prices within its days and the one it begins with, if that is no older than a week', () => {
  const known = (from: string, to: string): number =>
    knownPoints({ label: '', points: [FRIDAY, MONDAY] }, days(from, to))
  expect([known('2026-01-09', '2026-01-12'), known('2026-01-10', '2026-01-12')]).toEqual([2, 2])
  expect([known('2026-01-13', '2026-01-20'), known('2026-01-20', '2026-01-30')]).toEqual([1, 0])
})

test('a gap is the second above the first in percent, where both are known and neither is old', () => {
  const base = held([{ day: '2026-01-01', price: '100' }], '2026-01-01', '2026-01-20')
  const other = held(
    [
      { day: '2026-01-02', price: '150' },
      { day: '2026-01-08', price: '90' },
    ],
    '2026-01-01',
    '2026-01-20',
  )
  const silent = held([{ day: '2026-01-01', price: '120' }], '2026-01-09', '2026-01-09')
  const fresh = held([{ day: '2026-01-09', price: '100' }], '2026-01-09', '2026-01-09')
  expect([gapDays(fresh, silent), gapDays(silent, fresh)]).toEqual([[], []])
  expect(gapDays(base, other).map(({ value }) => Math.round(value))).toEqual([50, 50, 50, 50, 50, 50, -10])
})

test('a line with missing days falls into pieces', () => {
  const at = (day: number) => ({ day, value: 1, isOld: false })
  expect(unbroken([at(1), at(2), at(5)])).toEqual([[at(1), at(2)], [at(5)]])
})
