import { expect, test } from 'vitest'
import { type DailyPrice, daysWithin, summarize } from '../../../src/domain/in-force.ts'

const daily = (day: string, price: string, high = price, low = price): DailyPrice => ({
  day,
  price,
  high,
  low,
  lastUpdate: Date.parse(`${day}T16:00:00Z`),
})

const JANUARY = [
  daily('2026-01-02', '300'),
  daily('2026-01-05', '310', '325', '305'),
  daily('2026-01-06', '320', '325', '299'),
  daily('2026-01-09', '315'),
]

test('days open at the price in force when they begin, and the first of equal extremes counts', () => {
  expect(summarize(daysWithin(JANUARY, '2026-01-03', '2026-01-09'))).toEqual({
    mean: '311.25',
    open: { day: '2026-01-03', value: '300' },
    close: { day: '2026-01-09', value: '315' },
    high: { day: '2026-01-05', value: '325' },
    low: { day: '2026-01-06', value: '299' },
  })
  expect(summarize([])).toBeUndefined()
})

test('days open at their first price where that is on the first day, or where none was before', () => {
  const [first] = daysWithin(JANUARY, '2026-01-01', '2026-01-05')
  expect(first).toMatchObject({ day: '2026-01-02', value: '300' })
  const alone = [{ day: '2026-01-05', value: '310', high: '325', low: '305' }]
  expect(daysWithin(JANUARY, '2026-01-05', '2026-01-05')).toEqual(alone)
})

test('where no day has a price, the one before them was in force', () => {
  const carried = [{ day: '2026-01-07', value: '320', high: '320', low: '320' }]
  expect(daysWithin(JANUARY, '2026-01-07', '2026-01-08')).toEqual(carried)
})
