import { describe, expect, test } from 'vitest'
import { judge } from '../../../../src/service/collect/judge.ts'
import type { StoredMonitor } from '../../../../src/service/history/stored-monitor.ts'

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

describe('what an observed price means', () => {
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
    const stamped = (observed: object) =>
      judge(
        { key: 'usd', price: '350', lastUpdate: NOW, isStamped: true, ...observed },
        { stored: STORED, held: undefined, now: NOW },
      )
    expect(stamped({})).toEqual({ kind: 'confirmed', state: { ...STORED, revision: 8, isStamped: true } })
    expect(at({ ...STORED, isStamped: true }, { isStamped: true, lastUpdate: NOW })).toEqual({ kind: 'same' })
    expect(stamped({ price: '351', lastUpdate: NOW - 9 })).toMatchObject({ state: { lastUpdate: NOW - 9 } })
  })

  test('a jump beyond threefold is held back, and believed once it lasted ten minutes', () => {
    expect(at(STORED, { price: '1050.01' })).toEqual({
      kind: 'held',
      jump: { direction: 'up', since: NOW, price: '1050.01' },
    })
    expect(at(STORED, { price: '116.66' })).toMatchObject({ jump: { direction: 'down' } })
    expect(at(STORED, { price: '1050' })).toMatchObject({ kind: 'update' })
    const held = { direction: 'up', since: NOW - 600_000 } as const
    const lasting = judge({ key: 'usd', price: '2000' }, { stored: STORED, held, now: NOW })
    expect(lasting).toMatchObject({ kind: 'update', state: { price: '2000' } })
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
})
