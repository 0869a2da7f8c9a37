import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '../../../../src/domain/caracas.ts'
import { leadUp } from '../../../../src/service/demo/history.ts'
import { readPastDays } from '../../../../src/service/sources/shipped/past.ts'
import { isBusinessDay } from '../../../../src/service/sources/simulated.ts'

const pastOf = (isOfficial: boolean, until: string) =>
  leadUp({ until, price: '800', isOfficial, past: isOfficial ? 'bcv.usd' : 'paralelo.usd' })

describe('the past of the demonstration', () => {
  test.each(['2025-03-03', '2026-08-21', '2026-11-20', '2027-01-01', '2028-02-29', '2031-06-18'])(
    'is the real one, moved by whole weeks to the days before %s, a year and more of them',
    (until) => {
      for (const isOfficial of [true, false]) {
        const days = pastOf(isOfficial, until)
        const last = days.at(-1)?.day ?? ''
        expect(last < until).toBe(true)
        expect(last >= addDays(until, -6)).toBe(true)
        expect((days[0]?.day ?? '') < addDays(until, -365)).toBe(true)
        expect(days.every(({ day }) => !isOfficial || isBusinessDay(day))).toBe(true)
      }
    },
  )

  test('meets the simulated price: the day on which that begins has it, and the one before is a real step away', () => {
    const real = readPastDays('bcv.usd')
    const [before, end] = [Number(real.at(-2)?.price), Number(real.at(-1)?.price)]
    expect(Number(pastOf(true, '2026-11-20').at(-1)?.price)).toBeCloseTo((800 * before) / end, 3)
    for (const until of ['2026-11-19', '2026-11-20', '2026-11-23', '2027-02-03'])
      for (const isOfficial of [true, false])
        expect(Math.abs(Number(pastOf(isOfficial, until).at(-1)?.price) / 800 - 1)).toBeLessThan(0.04)
  })

  test('has each price on its own day, between its high and its low, marked as made up', () => {
    for (const { day, price, high, low, lastUpdate, origin } of pastOf(false, '2026-11-20')) {
      expect(dayOf(lastUpdate)).toBe(day)
      expect(Number(low) <= Number(price) && Number(price) <= Number(high)).toBe(true)
      expect(origin).toBe('made')
    }
  })
})
