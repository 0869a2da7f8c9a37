import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createAxes, dayTicks, valueRangeOf, valueTicks } from '../../../src/charts/axes.ts'
import { dayNumber, daySpan } from '../../../src/charts/days.ts'
import { spreadApart } from '../../../src/charts/lines.ts'
import { PHRASES } from '../../../src/messages/words/words.ts'

const labels = (from: string, to: string, language: 'es' | 'en' = 'es', max = 7): string =>
  dayTicks(PHRASES[language].chart, dayNumber(from), dayNumber(to), max)
    .map(({ label }) => label)
    .join(' · ')

describe('the days under a chart are those that people count from', () => {
  it.each([
    ['2026-08-18', '2026-08-24', 'mar 18 · mié 19 · jue 20 · vie 21 · sáb 22 · dom 23 · lun 24'],
    ['2026-07-26', '2026-08-24', '27 jul · 3 ago · 10 ago · 17 ago · 24 ago'],
    ['2026-05-27', '2026-08-24', '1 jun · 15 jun · 29 jun · 13 jul · 27 jul · 10 ago · 24 ago'],
    ['2025-08-25', '2026-08-24', 'sep · nov · 2026 · mar · may · jul'],
    ['2016-08-25', '2026-08-24', '2018 · 2020 · 2022 · 2024 · 2026'],
  ])('%s to %s: %s', (from, to, expected) => {
    expect(labels(from, to)).toBe(expected)
  })

  it('labels days in English', () => {
    expect(labels('2026-07-26', '2026-08-24', 'en')).toBe('Jul 27 · Aug 3 · Aug 10 · Aug 17 · Aug 24')
  })

  it('labels at most as many days as fit, and at least one for any range up to ten years', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_700 }), fc.integer({ min: 0, max: 3_700 }), (start, length) => {
        const from = dayNumber('2016-01-01') + start
        const found = dayTicks(PHRASES.es.chart, from, from + length, 7)
        expect(found.length).toBeLessThanOrEqual(7)
        expect(found.length).toBeGreaterThan(0)
      }),
    )
  })
})

test('the days of a chart have the year once, or twice if the years differ', () => {
  const said = (from: string, to: string, language: 'es' | 'en') =>
    daySpan(PHRASES[language].chart, dayNumber(from), dayNumber(to))
  expect(said('2026-07-22', '2026-08-21', 'es')).toBe('22 jul – 21 ago 2026')
  expect(said('2025-08-22', '2026-08-21', 'en')).toBe('Aug 22, 2025 – Aug 21, 2026')
  expect(said('2026-08-21', '2026-08-21', 'en')).toBe('Aug 21, 2026')
})

test('the value labels are round numbers within the range', () => {
  expect(valueTicks(737, 792, 5)).toEqual({ values: [740, 760, 780], places: 0 })
  expect(valueTicks(40.6, 41.1, 5)).toEqual({
    values: [40.6, 40.7, 40.8, 40.9, 41, 41.1].map((value) => expect.closeTo(value)),
    places: 1,
  })
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 1e9, noNaN: true }),
      fc.double({ min: 0.001, max: 3, noNaN: true }),
      (low, share) => {
        const { values, places } = valueTicks(low, low * (1 + share), 5)
        expect(values.length).toBeLessThanOrEqual(6)
        expect(values.length).toBeGreaterThan(0)
        expect(new Set(values.map((value) => value.toFixed(places))).size).toBe(values.length)
      },
    ),
  )
})

test('an axis leaves space for labels, goes below zero only if a value does, and is never flat', () => {
  const at = (...values: number[]) => [values.map((value, day) => ({ day, value, isOld: false }))]
  expect(valueRangeOf(at(100, 200))).toEqual({ low: 80, high: 216 })
  expect(valueRangeOf(at(1, 200)).low).toBe(0)
  expect(valueRangeOf(at(-10, 20)).low).toBe(-16)
  expect(valueRangeOf(at(30, 40), true).low).toBe(0)
  const level = valueRangeOf(at(5, 5))
  expect([level.low < 5, level.high > 5]).toEqual([true, true])
  expect(valueRangeOf([])).toEqual({ low: 0, high: 1 })
})

test('an axis of one day shows it in the middle', () => {
  const axes = createAxes(
    { left: 100, right: 300, top: 0, bottom: 100 },
    { from: 5, to: 5 },
    { low: 0, high: 10 },
  )
  expect([axes.x(5), axes.y(0), axes.y(10)]).toEqual([200, 100, 0])
})

test('labels at the ends of lines do not overlap, keep their order and stay in the chart', () => {
  const label = fc.record({ wanted: fc.integer({ min: 0, max: 400 }), height: fc.constantFrom(38, 82) })
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (unsorted) => {
      const sorted = unsorted.toSorted((a, b) => a.wanted - b.wanted)
      const middles = spreadApart(sorted, -40, 420)
      for (const [index, middle] of middles.entries()) {
        const half = (sorted[index]?.height ?? 0) / 2
        const free = index === 0 ? -40 : (middles[index - 1] ?? 0) + (sorted[index - 1]?.height ?? 0) / 2
        expect(middle - half).toBeGreaterThanOrEqual(free)
        expect(middle + half).toBeLessThanOrEqual(420)
      }
    }),
  )
  expect(spreadApart([{ wanted: 200, height: 82 }], 0, 400)).toEqual([200])
})
