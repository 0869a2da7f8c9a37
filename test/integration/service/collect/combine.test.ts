import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/domain/durations.ts'
import { combine } from '../../../../src/service/collect/combine.ts'
import { judge } from '../../../../src/service/collect/judge.ts'
import { isOlder, type StoredMonitor } from '../../../../src/service/history/stored-monitor.ts'
import {
  first,
  knownAs,
  median,
  NOW,
  reading,
  STALE_AFTER_MS,
} from '../../../unit/service/collect/readings.ts'

const HONEST = fc.integer({ min: 80_000, max: 90_000 }).map((cents) => (cents / 100).toFixed(2))
const LIE = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 31 - 1 }).map((cents) => (cents / 100).toFixed(2)),
  HONEST,
)
const AGE_MS = fc.integer({ min: 0, max: 30 * HOUR_MS })
const strategies = fc.constantFrom('first' as const, 'median' as const)
const knownPrice = fc.option(
  HONEST.map((price) => knownAs(price, NOW - 40 * HOUR_MS)),
  { nil: undefined },
)

describe('with any prices', () => {
  test('one liar among three moves the median by at most the spread of the honest ones', () => {
    fc.assert(
      fc.property(HONEST, HONEST, LIE, AGE_MS, fc.nat(2), knownPrice, (a, b, lie, age, at, known) => {
        const all = [reading('A', a), reading('B', b, { lastUpdate: NOW - age })]
        all.splice(at, 0, reading('Liar', lie, { lastUpdate: NOW }))
        const price = Number(combine(all, { ...median, known }).observation?.price)
        const honest = (Number(a) + Number(b)) / 2
        expect(Math.abs(price - honest)).toBeLessThanOrEqual(Math.abs(Number(a) - Number(b)) + 1e-9)
      }),
      { numRuns: 2_000 },
    )
  })

  test('killing any source keeps the price or leaves it to become stale, and never makes it a wrong one', () => {
    fc.assert(
      fc.property(
        fc.array(HONEST, { minLength: 1, maxLength: 5 }),
        fc.nat(4),
        strategies,
        knownPrice,
        (prices, dead, strategy, known) => {
          const all = prices.map((price, i) => reading(`S${i}`, price, { lastUpdate: NOW - i * MINUTE_MS }))
          const left = all.filter((_, i) => i !== dead % all.length)
          const { observation } = combine(left, { ...first, strategy, known })
          if (left.length === 0) expect(observation).toBeUndefined()
          const low = Math.min(...left.map((one) => Number(one.observation.price)))
          const high = Math.max(...left.map((one) => Number(one.observation.price)))
          if (observation) expect(Number(observation.price)).toBeGreaterThanOrEqual(low)
          if (observation) expect(Number(observation.price)).toBeLessThanOrEqual(high)
          expect(observation === undefined).toBe(left.length === 0)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('the order in which the sources of a median stand does not matter', () => {
    const readings = fc.array(fc.tuple(LIE, AGE_MS), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(readings, knownPrice, fc.infiniteStream(fc.nat()), (given, known, random) => {
        const all = given.map(([price, age], i) =>
          reading(`S${i}`, price, { lastUpdate: NOW - age * 10 - i }),
        )
        const shuffled = all
          .map((one) => ({ one, at: random.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one)
        const [here, there] = [all, shuffled].map((list) => combine(list, { ...median, known }))
        expect(there?.observation?.price).toBe(here?.observation?.price)
        expect(there?.leftOut.map(({ source }) => source).sort()).toEqual(
          here?.leftOut.map(({ source }) => source).sort(),
        )
      }),
      { numRuns: 2_000 },
    )
  })

  test('a source that comes back after a week with an old price is not believed', () => {
    const week = fc.integer({ min: 5 * DAY_MS, max: 30 * DAY_MS })
    fc.assert(
      fc.property(LIE, HONEST, week, strategies, fc.boolean(), (old, price, age, strategy, isTimed) => {
        const back = reading('A', old, isTimed ? { lastUpdate: NOW - age } : { since: NOW - age })
        const known = knownAs(price, NOW - HOUR_MS, ['B'])
        const now = combine([back, reading('B', price, { lastUpdate: NOW })], { ...first, strategy, known })
        expect(now.observation?.sources).toEqual(['B'])
        const alone = combine([back], { ...first, strategy, known }).observation
        if (old !== price) expect(alone).toBeUndefined()
      }),
      { numRuns: 2_000 },
    )
  })

  test('what is combined is judged as an update only where the price moved, whichever source confirms it', () => {
    fc.assert(
      fc.property(HONEST, HONEST, AGE_MS, fc.boolean(), (price, other, age, isNamedSame) => {
        const stored: StoredMonitor = {
          revision: 1,
          price,
          priceOld: price,
          lastUpdate: NOW - 31 * HOUR_MS,
          simulated: false,
          sources: ['A'],
          earlier: [],
        }
        const seen = { key: 'usd', lastUpdate: NOW - age, sources: ['B'], isStamped: false }
        const verdict = judge(
          { ...seen, price: isNamedSame ? price : other },
          { stored, held: undefined, now: NOW },
        )
        expect(verdict.kind).toBe(isNamedSame || other === price ? 'confirmed' : 'update')
        if (verdict.kind === 'confirmed') {
          expect(verdict.state).toMatchObject({ price, lastUpdate: stored.lastUpdate, sources: ['B'] })
          expect(isOlder(STALE_AFTER_MS, { at: verdict.state.confirmedAt ?? 0, now: NOW })).toBe(false)
        }
      }),
    )
  })
})
