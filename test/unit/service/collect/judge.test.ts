import { describe, expect, test } from 'vitest'
import { judge, jumpToHold } from '../../../../src/service/collect/judge.ts'
import type { HeldJump, StoredMonitor } from '../../../../src/service/history/stored-monitor.ts'

const NOW = Date.UTC(2026, 0, 22, 15)
const STORED: StoredMonitor = {
  revision: 7,
  price: '350',
  priceOld: '349',
  lastUpdate: NOW - 1_000,
  simulated: false,
  earlier: [],
}
const at = (stored: StoredMonitor | undefined, observed: object) =>
  judge({ key: 'usd', price: '350', ...observed }, { stored, held: undefined, now: NOW })

test('a price without a time is of the collection that first saw it', () => {
  expect(at(undefined, {})).toMatchObject({ kind: 'update', state: { price: '350', lastUpdate: NOW } })
  expect(at(STORED, {})).toEqual({ kind: 'same' })
  expect(at(STORED, { price: '351' })).toMatchObject({ state: { revision: 8, lastUpdate: NOW } })
})

test('a new time alone is an update, with nothing changed', () => {
  expect(at(STORED, { lastUpdate: NOW })).toMatchObject({ state: { price: '350', priceOld: '350' } })
  expect(at(STORED, { lastUpdate: STORED.lastUpdate })).toEqual({ kind: 'same' })
})

test('a new time that is only a stamp of the fetch is none', () => {
  const stamped = (observed: object) => at(STORED, { lastUpdate: NOW, isStamped: true, ...observed })
  expect(stamped({})).toEqual({ kind: 'confirmed', state: { ...STORED, revision: 8, isStamped: true } })
  expect(at({ ...STORED, isStamped: true }, { isStamped: true, lastUpdate: NOW })).toEqual({ kind: 'same' })
  expect(stamped({ price: '351', lastUpdate: NOW - 9 })).toMatchObject({ state: { lastUpdate: NOW - 9 } })
})

test('a jump that is confirmed is no jump', () => {
  expect(at(STORED, { price: '2000', isConfirmed: true })).toMatchObject({ kind: 'update' })
})

test('a jump held since a time to come is held since now, as the clock was set back', () => {
  const held = { direction: 'up', since: NOW + 86_400_000 } as const
  expect(judge({ key: 'usd', price: '2000' }, { stored: STORED, held, now: NOW })).toEqual({
    kind: 'held',
    jump: { direction: 'up', since: NOW, price: '2000' },
  })
})

test('a price over a year ahead is refused', () => {
  const yearMs = 366 * 86_400_000
  expect(at(STORED, { lastUpdate: NOW + yearMs + 1 })).toMatchObject({ kind: 'refused' })
  expect(at(STORED, { lastUpdate: NOW + yearMs })).toMatchObject({ kind: 'update' })
})

test('a simulated price never takes the place of a real one', () => {
  expect(at(STORED, { simulated: true, price: '351' })).toMatchObject({ kind: 'refused' })
})

test('a real price takes the place of a simulated one at once, however far away, and nothing of that stays', () => {
  const verdict = at({ ...STORED, simulated: true }, { price: '3' })
  expect(verdict).toMatchObject({ kind: 'update', isFresh: true, state: { revision: 8, priceOld: '3' } })
})

test('what the source says is in force is believed where nothing was known before', () => {
  const inForce = { price: '349', lastUpdate: NOW - 5 }
  const ahead = { lastUpdate: NOW + 5, inForce }
  expect(at(undefined, ahead)).toMatchObject({ state: { earlier: [inForce] } })
  expect(at(STORED, ahead)).toMatchObject({ state: { earlier: [{ price: '350' }] } })
})

const MINUTE = 60_000

/** What the guard says to each price in turn, a minute apart. */
function say(prices: readonly string[], stepMs = MINUTE): ('held' | 'believed')[] {
  let held: HeldJump | undefined
  return prices.map((price, i) => {
    held = jumpToHold({ last: '100', price, held, now: i * stepMs })
    return held ? 'held' : 'believed'
  })
}

describe('the jump guard', () => {
  test('believes the first price there is', () => {
    expect(jumpToHold({ last: undefined, price: '1000000', held: undefined, now: 0 })).toBeUndefined()
  })

  test('believes exactly ×3 and ÷3, and holds back the least beyond', () => {
    for (const price of ['300', '33.4']) expect(say([price])).toEqual(['believed'])
    for (const price of ['300.000001', '33.333333']) expect(say([price])).toEqual(['held'])
  })

  test('believes a jump when every collection said so for ten minutes', () => {
    for (const price of ['500', '20'])
      expect(say(Array(11).fill(price))).toEqual([...Array(10).fill('held'), 'believed'])
  })

  test('begins again after a collection that said something else', () => {
    for (const other of ['101', '20']) {
      const said = say([...Array(9).fill('500'), other, ...Array(10).fill('500')])
      expect(said.slice(10)).toEqual(Array(10).fill('held'))
    }
  })

  describe('of a price that moves by 35 % in a day at most', () => {
    const STEP = 35
    const holds = (price: string, since = 0, now = 0) =>
      jumpToHold({ last: '800', price, held: { direction: 'up', since }, now, step: STEP }) !== undefined

    test('believes such a step at once, and holds a larger one for half an hour', () => {
      expect(['893.6', '1040', '1080', '592.6'].filter((price) => holds(price))).toEqual([])
      expect(holds('1081')).toBe(true)
      expect(holds('1081', 0, 30 * MINUTE - 1)).toBe(true)
      expect(holds('1081', 0, 30 * MINUTE)).toBe(false)
    })

    test('never believes a lost comma alone', () => {
      const prices = ['8000', '8120', '80', '79', '80000', '8', '800000', '0.8']
      expect(prices.filter((price) => !holds(price, 0, 365 * 24 * 60 * MINUTE))).toEqual([])
    })
  })
})
