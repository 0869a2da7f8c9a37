import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { dayNumber, endTicks, ticksBetween, valueTicks } from '../../../src/charts/ticks.ts'
import { PHRASES } from '../../../src/words/words.ts'

const labels = (from: string, to: string): string =>
  ticksBetween(PHRASES.es, { from: dayNumber(from), to: dayNumber(to) }, 7)
    .map(({ label }) => label)
    .join(' · ')

it.each([
  ['2026-08-18', '2026-08-24', '18 ago · 19 ago · 20 ago · 21 ago · 22 ago · 23 ago · 24 ago'],
  ['2026-07-26', '2026-08-24', '27 jul · 3 ago · 10 ago · 17 ago · 24 ago'],
  ['2026-05-27', '2026-08-24', '1 jun · 15 jun · 29 jun · 13 jul · 27 jul · 10 ago · 24 ago'],
  ['2025-08-25', '2026-08-24', 'sep · nov · 2026 · mar · may · jul'],
  ['2016-08-25', '2026-08-24', '2018 · 2020 · 2022 · 2024 · 2026'],
])('the days under a chart %s to %s: %s', (from, to, expected) => {
  expect(labels(from, to)).toBe(expected)
})

it('the days under a chart labels at most as many days as fit, and at least one for any range up to ten years', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_700 }), fc.integer({ min: 0, max: 3_700 }), (start, length) => {
      const from = dayNumber('2016-01-01') + start
      const { length: count } = ticksBetween(PHRASES.es, { from, to: from + length }, 7)
      expect([count > 0, count <= 7]).toEqual([true, true])
    }),
  )
})

test('the ends of a chart are labelled with the year once, or twice if the years differ', () => {
  const said = (from: string, to: string, language: 'es' | 'en') =>
    endTicks(PHRASES[language], { from: dayNumber(from), to: dayNumber(to) }).map(({ label }) => label)
  expect(said('2026-07-22', '2026-08-21', 'es')).toEqual(['22 jul', '21 ago 2026'])
  expect(said('2025-08-22', '2026-08-21', 'en')).toEqual(['Aug 22, 2025', 'Aug 21, 2026'])
  expect(said('2026-08-21', '2026-08-21', 'en')).toEqual(['Aug 21, 2026'])
})

test('a chart of hours begins with its day, ends with the time, and has full hours between them', () => {
  const from = dayNumber('2026-08-21')
  const said = (hours: number, language: 'es' | 'en') => {
    const range = { from, to: from + hours / 24, step: 1 / 288 }
    return [...endTicks(PHRASES[language], range), ...ticksBetween(PHRASES[language], range, 4)].map(
      ({ label }) => label,
    )
  }
  expect(said(15.5, 'es')).toEqual(['21 ago', '3:30 p. m.', '4:00 a. m.', '8:00 a. m.', '12:00 p. m.'])
  expect(said(24, 'en')).toEqual(['Aug 21', '6:00 AM', '12:00 PM', '6:00 PM'])
})

test('the value labels are round numbers within the range', () => {
  const ticks = (low: number, high: number) =>
    valueTicks({ low, high }, 5, (value, places) => value.toFixed(places))
  expect(ticks(737, 792)).toEqual(['740', '760', '780'].map((label) => ({ value: Number(label), label })))
  expect(ticks(40.6, 41.1).map(({ label }) => label)).toContain('40.8')
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 1e9, noNaN: true }),
      fc.double({ min: 0.001, max: 3, noNaN: true }),
      (low, share) => {
        const labels = ticks(low, low * (1 + share)).map(({ label }) => label)
        expect([labels.length > 0, labels.length <= 6]).toEqual([true, true])
        expect(new Set(labels).size).toBe(labels.length)
      },
    ),
  )
})
