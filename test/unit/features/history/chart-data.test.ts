import { expect, test } from 'vitest'
import type { DailyPrice, PriceUpdate } from '../../../../src/domain/in-force.ts'
import {
  crossedOn,
  endOfToday,
  gapsOfToday,
  readMonitorToday,
  seriesOfToday,
} from '../../../../src/features/history/chart-data.ts'
import { spanOf } from '../../../../src/features/history/command.ts'
import { monitor, NOON, quote } from '../../../integration/bot/memory.ts'

const TODAY = '2026-01-21'
const START = Date.UTC(2026, 0, 21, 4)
const SPAN = { from: TODAY, to: TODAY, lastDays: 1 }
const MINUTE_MS = 60_000
const day = (of: string, price: string, lastUpdate = Date.parse(`${of}T16:00:00Z`)): DailyPrice => ({
  day: of,
  price,
  high: price,
  low: price,
  lastUpdate,
})
const update = (price: string, minutes: number): PriceUpdate => ({
  price,
  lastUpdate: START + minutes * MINUTE_MS,
})

/** Today of a monitor with these days and changes; the newest one is also its quote. */
async function read(days: DailyPrice[], updates: PriceUpdate[], effectiveDay = false) {
  const { price, lastUpdate } = updates.at(-1) ?? days.at(-1) ?? { price: '1', lastUpdate: 0 }
  const at = NOON
  const past = { days: async () => ({ items: days, at }), updates: async () => ({ items: updates, at }) }
  const priceOld = days[0]?.price ?? price
  const shown = quote(monitor('page_beta.usd'), 'Paralelo', price, { effectiveDay, lastUpdate, priceOld })
  const today = await readMonitorToday(past, { quote: shown, asOf: NOON }, SPAN)
  if (!today) throw new Error('today was not read')
  return today
}

test('a price of a whole day is in force from its beginning, without that of the day before', async () => {
  const today = await read([day('2026-01-20', '100'), day(TODAY, '104', START)], [], true)
  expect(today.today).toEqual([{ day: TODAY, at: START, price: '104' }])
})

test('a day without changes goes on with the price before it, unless that is over a week old', async () => {
  expect((await read([day('2026-01-16', '100')], [])).today).toHaveLength(1)
  expect((await read([day('2026-01-10', '100')], [])).today).toEqual([])
})

test('a chart of thousands of changes has the last of each five minutes, and the extremes of all', async () => {
  const updates = Array.from({ length: 6_000 }, (_, at) => update(String(100 + (at % 7)), 1 + at / 10))
  const { points, extremes } = seriesOfToday(await read([day('2026-01-20', '99')], updates))
  expect(points.length).toBeLessThanOrEqual(122)
  expect(points.at(-1)?.price).toBe(updates.at(-1)?.price)
  expect([extremes?.high.price, extremes?.low.price]).toEqual(['106', '99'])
})

test('the gap of today is that at each change of either side', async () => {
  const first = await read([day('2026-01-20', '100')], [update('125', 120)])
  const second = await read([day('2026-01-20', '150')], [update('200', 60)])
  expect(gapsOfToday(first, second)).toMatchObject({
    open: { value: '50' },
    high: { value: '100' },
    close: { value: '60' },
  })
})

test('today is drawn for an hour at least, and never into tomorrow', () => {
  expect((endOfToday(TODAY, START + 1) - START) / MINUTE_MS).toBe(60)
  expect((endOfToday(TODAY, START + 121 * MINUTE_MS) - START) / MINUTE_MS).toBe(125)
  expect((endOfToday(TODAY, START + 1_439.5 * MINUTE_MS) - START) / MINUTE_MS).toBe(1_440)
})

test('the range of a chart ends today at the latest', () => {
  const [range, january] = [
    { kind: 'last', days: 30 },
    { kind: 'between', from: '2026-01-01', to: '2026-01-31' },
  ] as const
  expect(spanOf(range, '2026-01-31')).toEqual({ from: '2026-01-01', to: '2026-01-31', lastDays: 30 })
  expect(spanOf({ kind: 'last', days: 1 }, TODAY)).toEqual(SPAN)
  expect(spanOf(january, '2026-01-20')).toEqual({ from: '2026-01-01', to: '2026-01-20' })
  expect(spanOf(january, '2025-12-20')).toEqual({ from: '2026-01-01', to: '2026-01-31' })
})

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
