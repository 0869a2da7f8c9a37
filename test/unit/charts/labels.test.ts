import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dayNumber, daySpan, dayTicks, valueTicks } from '../../../src/charts/labels.ts'
import { PHRASES } from '../../../src/messages/words/words.ts'

const labels = (from: string, to: string, language: 'es' | 'en' = 'es', max = 7): string =>
  dayTicks(PHRASES[language].chart, dayNumber(from), dayNumber(to), max)
    .map(({ label }) => label)
    .join(' · ')

describe('the days under a chart', () => {
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
