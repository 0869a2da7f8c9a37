import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf, isWeekend, startOfDay } from '../../../../src/domain/caracas.ts'
import type { PriceUpdate } from '../../../../src/domain/in-force.ts'
import { type Model, publishDaily, walk } from '../../../../src/service/sources/simulated.ts'

const HOUR = 3_600_000
const randoms = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

function run(model: Model, times: readonly number[], last?: PriceUpdate) {
  const random = randoms(7)
  let known = last
  return times.map((now) => {
    const { price, lastUpdate = now } = model({
      monitor: { key: 'usd', around: () => '1000', last: () => known },
      now,
      random,
    })
    known = { price, lastUpdate }
    return known
  })
}

test('a simulated parallel market moves by little, and stays near its centre over a day', () => {
  const day = run(
    walk,
    Array.from({ length: 5_000 }, (_, i) => i * 12_000),
  ).map(({ price }) => Number(price))
  const steps = day.slice(1).map((price, i) => Math.abs(price / (day[i] ?? price) - 1))
  expect(Math.max(...steps)).toBeLessThan(0.003)
  expect(Math.min(...day)).toBeGreaterThan(960)
  expect(Math.max(...day)).toBeLessThan(1_040)
})

const thursday = startOfDay('2026-01-22')

test('a simulated official rate moves once, at 16:00 of a business day, for the next one', () => {
  const friday = thursday + 24 * HOUR
  const times = [thursday + 15.99 * HOUR, thursday + 16 * HOUR, thursday + 23 * HOUR, friday + 15 * HOUR]
  const published = run(publishDaily, [...times, friday + 16 * HOUR, friday + 60 * HOUR])
  const days = published.map(({ lastUpdate }) => dayOf(lastUpdate).replace('2026-01-', ''))
  expect(days).toEqual(['22', '23', '23', '23', '26', '26'])
  const rises = published.slice(1).map(({ price }, i) => Number(price) / Number(published[i]?.price) - 1)
  expect(rises.map((rise) => rise > 0.0009 && rise < 0.0081)).toEqual([true, false, false, true, false])
  expect([rises[1], rises[2], rises[4]]).toEqual([0, 0, 0])
})

test('a simulated official rate is always of a business day, and never goes back', () => {
  const hours = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(hours, (gaps) => {
      let now = thursday
      const updates = run(
        publishDaily,
        gaps.map((gap) => (now += gap * HOUR)),
      )
      expect(updates.every(({ lastUpdate }) => !isWeekend(dayOf(lastUpdate)))).toBe(true)
      expect(updates.every(({ lastUpdate }, i) => lastUpdate >= (updates[i - 1]?.lastUpdate ?? 0))).toBe(true)
    }),
  )
})
