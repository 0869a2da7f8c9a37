import { expect, test } from 'vitest'
import { crossedOn } from '../../../../src/features/history/chart-data.ts'

const days = (prices: readonly string[]) =>
  prices.map((price, at) => ({ day: `2026-11-0${at + 1}`, price, high: price, low: price, lastUpdate: at }))

test.each([
  [['480', '500', '510'], { price: '500', isBelow: false }, '2026-11-02'],
  [['480', '510', '490', '520'], { price: '500', isBelow: false }, '2026-11-04'],
  [['480', '510', '490', '520'], { price: '500', isBelow: true }, '2026-11-03'],
  [['510', '520'], { price: '500', isBelow: false }, undefined],
  [['480', '490'], { price: '500', isBelow: false }, undefined],
])('of the prices %j, %o was crossed last on %s', (prices, crossed, day) => {
  expect(crossedOn({ days: days(prices) }, crossed)).toBe(day)
})
