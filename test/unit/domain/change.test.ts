import { describe, expect, it } from 'vitest'
import { changeBetween, gapBetween, gapDays } from '../../../src/domain/change.ts'

describe('a change', () => {
  it('of a price below 1 is in as many decimals as the price', () => {
    expect(changeBetween('0.2121', '0.2123')).toEqual({ amount: '0.0002', percent: '0.09', direction: 'up' })
    expect(changeBetween('0.9999', '1.01')).toMatchObject({ amount: '0.01' })
  })

  it('is in bolivares and in percent of the old price, and never negative', () => {
    expect(changeBetween('800', '820')).toEqual({ amount: '20', percent: '2.5', direction: 'up' })
    expect(changeBetween('820', '800')).toEqual({ amount: '20', percent: '2.44', direction: 'down' })
    expect(changeBetween('800', '800')).toEqual({ amount: '0', percent: '0', direction: 'same' })
  })

  it('is in as many decimals as the higher of the two prices is shown with', () => {
    expect(changeBetween('1.2', '0.0365')).toEqual({ amount: '1.16', percent: '96.96', direction: 'down' })
    expect(changeBetween('0.0365', '1.2')).toMatchObject({ amount: '1.16', direction: 'up' })
  })
})

describe('a gap', () => {
  const on = (day: number, price: string) => ({ day: `2026-01-${String(day).padStart(2, '0')}`, price })
  const gaps = (first: ReturnType<typeof on>[], second: ReturnType<typeof on>[], from: number, to: number) =>
    gapDays(first, second, on(from, '').day, on(to, '').day).map(
      ({ day, value }) => `${day.slice(8)} ${value}`,
    )

  it('is how far the second price lies above the first, in percent of the first', () => {
    expect([gapBetween('800', '1000'), gapBetween('1000', '800'), gapBetween('3', '4')]).toEqual([
      '25',
      '-20',
      '33.333333',
    ])
  })

  it('carries prices over ten days at most, and needs both', () => {
    expect(gaps([on(1, '100'), on(4, '200')], [on(2, '150')], 1, 12)).toEqual([
      '02 50',
      '03 50',
      ...['04', '05', '06', '07', '08', '09', '10', '11', '12'].map((day) => `${day} -25`),
    ])
    expect(gaps([on(3, '100')], [on(1, '150')], 1, 4)).toEqual(['03 50', '04 50'])
  })

  it('has the last day, and prices from before the first', () => {
    expect(gaps([on(1, '90'), on(2, '100'), on(5, '200')], [on(1, '150'), on(3, '160')], 4, 5)).toEqual([
      '04 60',
      '05 -20',
    ])
  })
})
