import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseMoment } from '../../../../src/domain/caracas.ts'
import {
  type CombineOptions,
  combine,
  type SourceReading,
  withEffectiveDay,
} from '../../../../src/service/collect/combine.ts'
import { first, knownAs, median, NOW, reading } from './readings.ts'

/** The price, what it was made of, and what was left out of it. */
function outcome(readings: readonly SourceReading[], options: Partial<CombineOptions> = {}): string {
  const { observation, leftOut } = combine(readings, { ...first, ...options })
  const price = observation ? `${observation.price} of ${observation.sources}` : 'none'
  return [price, ...leftOut.map(({ source, why }) => `${source}: ${why}`)].join('; ')
}

const ago = (ageMs: number) => ({ lastUpdate: NOW - ageMs })
const now = ago(0)
const A = reading('A', '100')

test('a price that is dated ahead counts up to ten days, over the longest holidays, and no further', () => {
  const near = reading('A', '100', ago(-10 * DAY_MS))
  const far = reading('BCV', '101', ago(-10 * DAY_MS - 1))
  expect(outcome([far, near])).toBe('100 of A; BCV: ahead')
})

describe('the first source that can be believed', () => {
  const monday = Date.UTC(2026, 0, 19, 16)
  const known = knownAs('100')
  const B = reading('B', '101')
  const apart = [reading('A', '130'), reading('B', '100'), reading('C', '160')]
  const echo = reading('C', '101', { echoOf: ['B'] })
  const leader = reading('A', '100', { standsStill: true })
  const next = reading('B', '101', { standsStill: true })

  test.each<[string, SourceReading[], Partial<CombineOptions>, string]>([
    ['gives the price, without the others', [A, B], {}, '100 of A'],
    [
      'is not one whose price is older than stale_after, or marked as stale by its server',
      [reading('A', '100', ago(37 * HOUR_MS)), reading('B', '100', { stale: true }), reading('C', '101')],
      {},
      '101 of C; A: old; B: stale',
    ],
    [
      'may be as old as that over a weekend, which does not count',
      [reading('A', '100', { lastUpdate: monday - 3 * DAY_MS }), B],
      { now: monday },
      '100 of A',
    ],
    [
      'is as old as it has given the same price, where it gives no time',
      [reading('A', '100', { since: NOW - 8 * DAY_MS }), B],
      {},
      '101 of B; A: old',
    ],
    ['is not one that jumps', [reading('A', '10000'), B], { known }, '101 of B; A: jump'],
    ['may jump with others', [reading('A', '10000'), reading('B', '10001')], { known }, '10000 of A'],
    ['is not outvoted by an echo', [reading('A', '130'), reading('B', '100'), echo], {}, '130 of A; C: echo'],
    ['is not outvoted by two that disagree', apart, {}, '130 of A'],
    ['gives way to one that moves', [leader, next, reading('C', '102')], {}, '102 of C; A: still; B: still'],
    ['does not give way for others that stand still', [A, next], {}, '100 of A'],
    [
      'does not give way to one that jumps',
      [leader, reading('B', '130')],
      { known, step: 20 },
      '100 of A; B: jump',
    ],
    [
      'is the newest of those that are too old, where there is no other: it is shown as stale',
      [reading('A', '100', ago(9 * DAY_MS)), reading('B', '101', ago(8 * DAY_MS))],
      {},
      '101 of B; A: old',
    ],
  ])('%s', (_claim, readings, options, expected) => {
    expect(outcome(readings, options)).toBe(expected)
  })

  test.each([
    ['130', undefined],
    ['10', undefined],
    ['130', known],
    ['130', knownAs('129', NOW, ['A'])],
  ])('is not one that says %s while two others agree, whatever is stored', (lie, stored) => {
    const three = [reading('A', lie, now), reading('B', '100', now), reading('C', '101', now)]
    expect(outcome(three, { known: stored })).toBe('100 of B; A: outlier')
  })

  test('is not one that contradicts a better source for the same effective day, unless it gave its price and corrected it', () => {
    const options = { known: knownAs('812.5123', NOW, ['A']), isForDays: true }
    const other = reading('B', '812.1', now)
    expect(outcome([other], options)).toBe('none; B: behind')
    expect(outcome([{ ...other, before: '809' }], options)).toBe('none; B: behind')
    for (const before of ['812.5123', '812.51'])
      expect(outcome([{ ...other, before }], options)).toBe('812.1 of B')
    expect(outcome([{ ...other, source: 'BCV' }], options)).toBe('812.1 of BCV')
    expect(outcome([other], { ...options, isForDays: false })).toBe('812.1 of B')
  })

  test('confirms the price of a better source that it rounds', () => {
    const better = knownAs('812.49812345', NOW, ['A'])
    expect(outcome([reading('B', '812.5', now)], { known: better })).toBe('812.49812345 of B')
  })

  test('is not one that goes back behind the stored price of another source', () => {
    const options = { known: knownAs('110', NOW - HOUR_MS, ['BCV']) }
    const friday = reading('Fallback', '100', ago(20 * HOUR_MS))
    expect(outcome([friday], options)).toBe('none; Fallback: behind')
    expect(outcome([{ ...friday, source: 'BCV' }], options)).toBe('100 of BCV')
    expect(outcome([reading('Fallback', '110', ago(20 * HOUR_MS))], options)).toBe('110 of Fallback')
  })

  test('is not one that gave way and has not moved since, nor an echo of it, and neither is a witness', () => {
    const options = { known: knownAs('110', NOW, ['B']) }
    const former = reading('A', '100', { ...now, gaveWay: true })
    const copy = reading('C', '100', { ...now, echoOf: ['A'] })
    const jump = reading('B', '140', now)
    expect(outcome([former, copy], options)).toBe('none; A: still; C: echo')
    expect(outcome([former, jump, copy], { ...options, step: 20 })).toMatch(/^140 of B/)
    expect(outcome([{ ...former, gaveWay: false }, copy], options)).toMatch(/^100 of A/)
  })
})

const echo = reading('B', '130', { echoOf: ['A'] })
const two = [reading('A', '100', ago(HOUR_MS)), reading('B', '101', now)]
const far = [A, reading('B', '150')]

test.each<[string, SourceReading[], Partial<CombineOptions>, string]>([
  [
    'leaves out and names what is more than 10 % away',
    [A, reading('B', '102'), reading('C', '92'), reading('D', '113')],
    {},
    '100 of A,B,C; D: outlier',
  ],
  ['is the newest source where fewer than the quorum agree', two, { quorum: 3 }, '101 of B'],
  ['is the only source', two.slice(0, 1), {}, '100 of A'],
  [
    'is the source nearest to the stored price where two of two disagree',
    far,
    { known: knownAs('148') },
    '150 of B; A: outlier',
  ],
  ['counts no echo beside its original', [A, echo, reading('C', '102')], {}, '101 of A,C; B: echo'],
  ['counts an echo whose original gives no price', [echo, reading('C', '128')], {}, '129 of B,C'],
  ['counts no echo of an echo', [A, reading('D', '110', { echoOf: ['B', 'A'] })], {}, '100 of A; D: echo'],
])('the median of the sources %s', (_claim, readings, options, expected) => {
  expect(outcome(readings, { ...median, ...options })).toBe(expected)
})

test('the median of the sources is exact, and has the newest of their times', () => {
  const readings = [reading('A', '860.1234', ago(3 * MINUTE_MS)), reading('B', '860.1235', ago(MINUTE_MS))]
  expect(combine(readings, median).observation).toEqual({
    key: 'usd',
    price: '860.12345',
    lastUpdate: NOW - MINUTE_MS,
    sources: ['A', 'B'],
    isStamped: false,
    isConfirmed: true,
  })
})

test('the median of the sources has no time of its own where each is that of the request', () => {
  const stamped = [reading('A', '100', { ...now, isStamped: true }), reading('B', '101')]
  expect(combine(stamped, median).observation).toMatchObject({ isStamped: true })
  const real = [...stamped, reading('C', '102', ago(HOUR_MS))]
  expect(combine(real, median).observation).toMatchObject({ isStamped: false, ...ago(HOUR_MS) })
})

describe('a step beyond what a price does in a day', () => {
  const official: CombineOptions = { ...first, known: knownAs('800', NOW - HOUR_MS, ['BCV']), step: 35 }
  const echo = (source: string, price: string) => reading(source, price, { echoOf: ['BCV'] })
  const say = (...readings: SourceReading[]) => combine(readings, official).observation
  const bank = (price: string, since = NOW) =>
    say(reading('BCV', price, { since }), echo('A', '800'), echo('B', '800'))

  test('is none for the bank within 35 %, though its echoes still have the old price', () => {
    for (const price of ['893.6', '1040']) expect(bank(price)).toMatchObject({ price, sources: ['BCV'] })
  })

  test('waits half an hour while only echoes speak, which are no witnesses', () => {
    expect(bank('1200', NOW - 29 * MINUTE_MS)).toMatchObject({ price: '800', sources: ['A'] })
    expect(bank('1200', NOW - 30 * MINUTE_MS)).toMatchObject({ price: '1200', isConfirmed: true })
    const copied = say(reading('BCV', '1200'), echo('A', '1200'))
    expect(copied).toMatchObject({ price: '1200', isConfirmed: false })
  })

  test.each(['8000', '80'])('is never believed at %s, where a comma was lost', (price) => {
    expect(bank(price, NOW - DAY_MS)).toMatchObject({ price: '800', sources: ['A'] })
    expect(say(reading('BCV', price, { since: NOW - DAY_MS }))).toMatchObject({ isConfirmed: false })
  })

  test('is confirmed by an independent source that says about the same', () => {
    const confirmed = say(reading('BCV', '1200'), reading('C', '1195'), echo('A', '800'))
    expect(confirmed).toMatchObject({ price: '1200', isConfirmed: true })
  })
})

const at = (text: string): number => parseMoment(text) ?? 0
const seen = (lastUpdate: string, since = lastUpdate) => ({
  source: 'DolarApi',
  observation: { key: 'usd', price: '861', lastUpdate: at(lastUpdate) },
  since: at(since),
  isStamped: false,
})

describe('the effective day of a price from a source that only says when it took it over', () => {
  test.each([
    ['2026-01-20T17:02:00-04:00', '2026-01-21', 'on a Tuesday evening is Wednesday'],
    ['2026-01-21T09:00:00-04:00', '2026-01-21', 'on a Wednesday morning is that day'],
    ['2026-01-23T16:30:00-04:00', '2026-01-26', 'on a Friday evening is Monday'],
    ['2026-01-24T10:00:00-04:00', '2026-01-26', 'on a Saturday is Monday'],
  ])('%s: %s, which %s', (published, day) => {
    const { observation } = seen(day)
    expect(withEffectiveDay(seen(published), '860').observation).toEqual({
      ...observation,
      publishedAt: at(published),
    })
  })

  test('is that of the time at which the price was first seen, where the source gives a newer time each day', () => {
    const stuck = seen('2026-01-21T17:02:00-04:00', '2026-01-20T17:02:00-04:00')
    expect(withEffectiveDay(stuck, '862').observation.lastUpdate).toBe(at('2026-01-21'))
  })

  test('stays as it is stored where the price is known, and as the source says where it names a day', () => {
    const evening = seen('2026-01-20T17:02:00-04:00')
    expect(withEffectiveDay(evening, '861')).toEqual({ ...evening, isStamped: true })
    expect(withEffectiveDay(seen('2026-01-26'), '860')).toEqual(seen('2026-01-26'))
  })
})

const HONEST = fc.integer({ min: 80_000, max: 90_000 }).map((cents) => (cents / 100).toFixed(2))
const LIE = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 31 - 1 }).map((cents) => (cents / 100).toFixed(2)),
  HONEST,
)
const AGE_MS = fc.integer({ min: 0, max: 30 * HOUR_MS })
const strategies = fc.constantFrom(first, median)
const knownPrice = fc.option(
  HONEST.map((price) => knownAs(price, NOW - 40 * HOUR_MS)),
  { nil: undefined },
)

test('one liar among three moves the median by at most the spread of the honest ones', () => {
  fc.assert(
    fc.property(HONEST, HONEST, LIE, AGE_MS, fc.nat(2), knownPrice, (a, b, lie, age, at, known) => {
      const all = [reading('A', a), reading('B', b, { lastUpdate: NOW - age })]
      all.splice(at, 0, reading('Liar', lie, { lastUpdate: NOW }))
      const price = Number(combine(all, { ...median, known }).observation?.price)
      const honest = (Number(a) + Number(b)) / 2
      expect(Math.abs(price - honest)).toBeLessThanOrEqual(Math.abs(Number(a) - Number(b)) + 1e-9)
    }),
    { numRuns: 1_000 },
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
        const { observation } = combine(left, { ...strategy, known })
        const values = left.map((one) => Number(one.observation.price))
        expect(observation === undefined).toBe(left.length === 0)
        if (observation) expect(Number(observation.price)).toBeGreaterThanOrEqual(Math.min(...values))
        if (observation) expect(Number(observation.price)).toBeLessThanOrEqual(Math.max(...values))
      },
    ),
    { numRuns: 1_000 },
  )
})
