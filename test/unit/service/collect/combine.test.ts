import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/domain/durations.ts'
import { parseMoment } from '../../../../src/domain/moment.ts'
import {
  type CombineOptions,
  combine,
  type SourceReading,
  withEffectiveDay,
} from '../../../../src/service/collect/combine.ts'
import { first, knownAs, median, NOW, reading } from './readings.ts'

/** The price, what it was made of, and what was left out of it. */
function outcome(readings: readonly SourceReading[], options: CombineOptions) {
  const { observation, leftOut } = combine(readings, options)
  return {
    price: observation?.price,
    sources: observation?.sources,
    leftOut: leftOut.map(({ source, why }) => `${source}: ${why}`),
  }
}

describe('a price that is dated ahead', () => {
  test('counts up to ten days, over the longest holidays, and no further', () => {
    const near = reading('A', '100', { lastUpdate: NOW + 10 * DAY_MS })
    const far = reading('BCV', '101', { lastUpdate: NOW + 10 * DAY_MS + 1 })
    expect(outcome([far, near], first)).toEqual({ price: '100', sources: ['A'], leftOut: ['BCV: ahead'] })
  })
})

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

  test('is not one that contradicts a better source for the same effective day, unless it gave its price and corrected it', () => {
    const options = { ...first, known: knownAs('812.5123', NOW, ['A']), isForDays: true }
    const other = reading('B', '812.1', { lastUpdate: NOW })
    expect(outcome([other], options)).toEqual({
      price: undefined,
      sources: undefined,
      leftOut: ['B: behind'],
    })
    expect(outcome([{ ...other, before: '809' }], options).price).toBeUndefined()
    for (const before of ['812.5123', '812.51'])
      expect(outcome([{ ...other, before }], options).price).toBe('812.1')
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

  test('gives way to the next that moves while it stands still', () => {
    const leader = reading('A', '100', { standsStill: true })
    const next = reading('B', '101', { standsStill: true })
    expect(outcome([leader, next, reading('C', '102')], first)).toEqual({
      price: '102',
      sources: ['C'],
      leftOut: ['A: still', 'B: still'],
    })
    expect(outcome([reading('A', '100'), next], first)).toEqual({
      price: '100',
      sources: ['A'],
      leftOut: [],
    })
    expect(
      outcome([leader, reading('B', '130')], { ...first, known: knownAs('100'), step: 20 }).leftOut,
    ).toEqual(['B: jump'])
  })

  test('is not one that gave way and has not moved since, nor an echo of it, and neither is a witness', () => {
    const known = knownAs('110', NOW, ['B'])
    const leader = reading('A', '100', { lastUpdate: NOW, gaveWay: true })
    const echo = reading('C', '100', { lastUpdate: NOW, echoOf: ['A'] })
    expect(outcome([leader, echo], { ...first, known })).toEqual({
      price: undefined,
      sources: undefined,
      leftOut: ['A: still', 'C: echo'],
    })
    const jump = reading('B', '140', { lastUpdate: NOW })
    expect(outcome([leader, jump, echo], { ...first, known, step: 20 }).sources).toEqual(['B'])
    expect(outcome([{ ...leader, gaveWay: false }, echo], { ...first, known }).sources).toEqual(['A'])
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
      isConfirmed: true,
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

describe('a step beyond what a price does in a day', () => {
  const official: CombineOptions = { ...first, known: knownAs('800', NOW - HOUR_MS, ['BCV']), step: 35 }
  const echo = (source: string, price: string) => reading(source, price, { echoOf: ['BCV'] })
  const bank = (price: string, since = NOW) =>
    combine([reading('BCV', price, { since }), echo('A', '800'), echo('B', '800')], official).observation

  test.each(['893.6', '1040'])(
    'is none for the bank at %s, though its echoes still have the old price',
    (price) => {
      expect(bank(price)).toMatchObject({ price, sources: ['BCV'] })
    },
  )

  test('waits half an hour while only echoes speak, which are no witnesses', () => {
    expect(bank('1200', NOW - 29 * MINUTE_MS)).toMatchObject({ price: '800', sources: ['A'] })
    expect(bank('1200', NOW - 30 * MINUTE_MS)).toMatchObject({ price: '1200', isConfirmed: true })
    const copied = combine([reading('BCV', '1200'), echo('A', '1200')], official)
    expect(copied.observation).toMatchObject({ price: '1200', isConfirmed: false })
  })

  test.each(['8000', '80'])('is never believed at %s, where a comma was lost', (price) => {
    expect(bank(price, NOW - DAY_MS)).toMatchObject({ price: '800', sources: ['A'] })
    const alone = combine([reading('BCV', price, { since: NOW - DAY_MS })], official)
    expect(alone.observation).toMatchObject({ isConfirmed: false })
  })

  test('is confirmed by an independent source that says about the same', () => {
    const two = [reading('BCV', '1200'), reading('C', '1195'), echo('A', '800')]
    expect(combine(two, official).observation).toMatchObject({ price: '1200', isConfirmed: true })
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
    expect(withEffectiveDay(seen(published), '860').observation).toEqual({
      ...seen(day).observation,
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
