import { describe, expect, test } from 'vitest'
import { dayOf } from '../../../../src/rates/caracas.ts'
import { makeUpYear } from '../../../../src/service/demo/history.ts'
import { isBusinessDay } from '../../../../src/service/sources/simulated.ts'

const year = (isOfficial: boolean, random = () => 0.5) =>
  makeUpYear({ until: '2026-11-20', price: '800', isOfficial, random })

describe('a made-up year', () => {
  test('has every day up to the one before today, and an official one only business days', () => {
    const parallel = year(false)
    expect([parallel.length, parallel[0]?.day, parallel.at(-1)?.day]).toEqual([
      365,
      '2025-11-20',
      '2026-11-19',
    ])
    expect(year(true).every(({ day }) => isBusinessDay(day))).toBe(true)
    expect(year(true).length).toBe(261)
  })

  test("grows from about 240 to today's 800, and the last day is near today", () => {
    for (const random of [() => 0.5, () => 0, () => 0.999]) {
      const days = year(false, random)
      expect(Number(days[0]?.price) / 240).toBeCloseTo(1, 0)
      expect(Number(days.at(-1)?.price) / 800).toBeCloseTo(1, 1)
    }
  })

  test('has each price on its own day, between its high and its low, marked as made up', () => {
    let i = 0
    for (const { day, price, high, low, lastUpdate, origin } of year(false, () => (i++ % 10) / 10)) {
      expect(dayOf(lastUpdate)).toBe(day)
      expect(Number(low) <= Number(price) && Number(price) <= Number(high)).toBe(true)
      expect(origin).toBe('made')
    }
  })
})
