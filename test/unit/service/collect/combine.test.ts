import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/rates/durations.ts'
import { type CombineOptions, combine, type SourceReading } from '../../../../src/service/collect/combine.ts'
import { judge } from '../../../../src/service/collect/judge.ts'
import { isOlder, type StoredMonitor } from '../../../../src/service/history/stored-monitor.ts'

/** A Wednesday noon in Caracas. */
const NOW = Date.UTC(2026, 0, 21, 16)
const STALE_AFTER_MS = 36 * HOUR_MS

interface Given {
  readonly lastUpdate?: number
  readonly echoOf?: readonly string[]
  readonly isStamped?: boolean
  readonly stale?: boolean
  readonly since?: number
}

function reading(
  source: string,
  price: string,
  { lastUpdate, stale, since = NOW, ...more }: Given = {},
): SourceReading {
  const observation = {
    key: 'usd',
    price,
    ...(lastUpdate !== undefined && { lastUpdate }),
    ...(stale && { stale }),
  }
  return { source, observation, since, isStamped: false, ...more }
}

const first: CombineOptions = {
  strategy: 'first',
  quorum: 2,
  staleAfterMs: STALE_AFTER_MS,
  now: NOW,
  known: undefined,
  isForDays: false,
  order: ['BCV', 'A', 'B', 'C', 'D', 'Fallback'],
}
const median: CombineOptions = { ...first, strategy: 'median' }
const knownAs = (price: string, lastUpdate = NOW - HOUR_MS, sources = ['A']) => ({
  price,
  lastUpdate,
  sources,
})

/** The price, what it was made of, and what was left out of it. */
function outcome(readings: readonly SourceReading[], options: CombineOptions) {
  const { observation, leftOut } = combine(readings, options)
  return {
    price: observation?.price,
    sources: observation?.sources,
    leftOut: leftOut.map(({ source, why }) => `${source}: ${why}`),
  }
}

describe('the first source that can be believed', () => {
  test('gives the price, and the others are not asked for theirs', () => {
    expect(outcome([reading('A', '100'), reading('B', '101')], first)).toEqual({
      price: '100',
      sources: ['A'],
      leftOut: [],
    })
  })

  test('is not one whose price is older than stale_after, or marked as stale by its server', () => {
    const old = reading('A', '100', { lastUpdate: NOW - 37 * HOUR_MS })
    const stale = reading('B', '100', { stale: true })
    expect(outcome([old, stale, reading('C', '101')], first)).toEqual({
      price: '101',
      sources: ['C'],
      leftOut: ['A: old', 'B: stale'],
    })
  })

  test('may be as old as that over a weekend, which does not count', () => {
    const monday = Date.UTC(2026, 0, 19, 16)
    const friday = reading('A', '100', { lastUpdate: monday - 3 * DAY_MS })
    expect(outcome([friday, reading('B', '101')], { ...first, now: monday }).sources).toEqual(['A'])
  })

  test('is as old as it has given the same price, where it gives no time', () => {
    const frozen = reading('A', '100', { since: NOW - 8 * DAY_MS })
    expect(outcome([frozen, reading('B', '101')], first).sources).toEqual(['B'])
  })

  test('is not one that jumps while another does not', () => {
    const known = knownAs('100')
    expect(outcome([reading('A', '10000'), reading('B', '101')], { ...first, known })).toEqual({
      price: '101',
      sources: ['B'],
      leftOut: ['A: jump'],
    })
    expect(outcome([reading('A', '10000'), reading('B', '10001')], { ...first, known }).sources).toEqual([
      'A',
    ])
  })

  test.each([
    ['130', undefined],
    ['10', undefined],
    ['130', knownAs('100')],
    ['130', knownAs('129', NOW, ['A'])],
  ])('is not one that says %s while two others agree, whatever is stored', (lie, known) => {
    const three = [
      reading('A', lie, { lastUpdate: NOW }),
      reading('B', '100', { lastUpdate: NOW }),
      reading('C', '101', { lastUpdate: NOW }),
    ]
    expect(outcome(three, { ...first, known })).toEqual({
      price: '100',
      sources: ['B'],
      leftOut: ['A: outlier'],
    })
  })

  test('is not outvoted by an echo, nor by two that disagree', () => {
    const echo = reading('C', '101', { echoOf: ['B'] })
    expect(outcome([reading('A', '130'), reading('B', '100'), echo], first).sources).toEqual(['A'])
    const apart = [reading('A', '130'), reading('B', '100'), reading('C', '160')]
    expect(outcome(apart, first).sources).toEqual(['A'])
  })

  test('is not one that gave another price for the same effective day beside a better source, and stands still', () => {
    const known = { ...knownAs('812.5', NOW, ['A']), givenAt: NOW - HOUR_MS }
    const options = { ...first, known, isForDays: true }
    const other = reading('B', '812.1', { lastUpdate: NOW, since: NOW - DAY_MS })
    expect(outcome([other], options)).toEqual({
      price: undefined,
      sources: undefined,
      leftOut: ['B: behind'],
    })
    expect(outcome([{ ...other, since: NOW }], options).price).toBe('812.1')
    expect(outcome([{ ...other, source: 'BCV' }], options).price).toBe('812.1')
    expect(outcome([other], { ...options, isForDays: false }).price).toBe('812.1')
  })

  test('confirms the price of a better source that it rounds', () => {
    const known = knownAs('812.49812345', NOW, ['A'])
    expect(outcome([reading('B', '812.5', { lastUpdate: NOW })], { ...first, known })).toEqual({
      price: '812.49812345',
      sources: ['B'],
      leftOut: [],
    })
  })

  test('is not one that goes back behind the stored price of another source', () => {
    const known = knownAs('110', NOW - HOUR_MS, ['BCV'])
    const friday = reading('Fallback', '100', { lastUpdate: NOW - 20 * HOUR_MS })
    expect(outcome([friday], { ...first, known })).toEqual({
      price: undefined,
      sources: undefined,
      leftOut: ['Fallback: behind'],
    })
    expect(outcome([{ ...friday, source: 'BCV' }], { ...first, known }).price).toBe('100')
    const same = reading('Fallback', '110', { lastUpdate: NOW - 20 * HOUR_MS })
    expect(outcome([same], { ...first, known }).sources).toEqual(['Fallback'])
  })

  test('is the newest of those that are too old, where there is no other: it is shown as stale', () => {
    const old = [
      reading('A', '100', { lastUpdate: NOW - 9 * DAY_MS }),
      reading('B', '101', { lastUpdate: NOW - 8 * DAY_MS }),
    ]
    expect(outcome(old, first)).toEqual({ price: '101', sources: ['B'], leftOut: ['A: old'] })
  })
})

describe('the median of the sources', () => {
  test('is exact, and has the newest of their times', () => {
    const { observation } = combine(
      [
        reading('A', '860.1234', { lastUpdate: NOW - 3 * MINUTE_MS }),
        reading('B', '860.1235', { lastUpdate: NOW - MINUTE_MS }),
      ],
      median,
    )
    expect(observation).toEqual({
      key: 'usd',
      price: '860.12345',
      lastUpdate: NOW - MINUTE_MS,
      sources: ['A', 'B'],
      isStamped: false,
    })
  })

  test('leaves out and names what is more than 10 % away', () => {
    const all = [reading('A', '100'), reading('B', '102'), reading('C', '92'), reading('D', '113')]
    expect(outcome(all, median)).toEqual({
      price: '100',
      sources: ['A', 'B', 'C'],
      leftOut: ['D: outlier'],
    })
  })

  test('is the newest source where fewer than the quorum agree', () => {
    const two = [reading('A', '100', { lastUpdate: NOW - HOUR_MS }), reading('B', '101', { lastUpdate: NOW })]
    expect(outcome(two, { ...median, quorum: 3 }).sources).toEqual(['B'])
    expect(outcome(two.slice(0, 1), median).sources).toEqual(['A'])
  })

  test('is the source nearest to the stored price where two of two disagree', () => {
    const two = [reading('A', '100'), reading('B', '150')]
    expect(outcome(two, { ...median, known: knownAs('148') })).toEqual({
      price: '150',
      sources: ['B'],
      leftOut: ['A: outlier'],
    })
  })

  test('counts an echo only while its original gives no price', () => {
    const echo = reading('B', '130', { echoOf: ['A'] })
    expect(outcome([reading('A', '100'), echo, reading('C', '102')], median)).toEqual({
      price: '101',
      sources: ['A', 'C'],
      leftOut: ['B: echo'],
    })
    expect(outcome([echo, reading('C', '128')], median).sources).toEqual(['B', 'C'])
    const echoOfEcho = reading('D', '110', { echoOf: ['B', 'A'] })
    expect(outcome([reading('A', '100'), echoOfEcho], median).sources).toEqual(['A'])
  })

  test('has no time of its own where each is that of the request', () => {
    const stamped = [reading('A', '100', { lastUpdate: NOW, isStamped: true }), reading('B', '101')]
    expect(combine(stamped, median).observation).toMatchObject({ isStamped: true })
    const real = [...stamped, reading('C', '102', { lastUpdate: NOW - HOUR_MS })]
    expect(combine(real, median).observation).toMatchObject({ isStamped: false, lastUpdate: NOW - HOUR_MS })
  })
})

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
