import { expect, test } from 'vitest'
import { changeBetween, gapBetween, gapDays } from '../../../src/domain/in-force.ts'

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
