import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../../src/domain/durations.ts'
import { combine } from '../../../../src/service/collect/combine.ts'
import { first, knownAs, median, NOW, reading } from '../../../unit/service/collect/readings.ts'

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
})
