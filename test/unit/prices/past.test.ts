import { describe, expect, test } from 'vitest'
import { gapRange } from '../../../src/features/gap/command.ts'
import {
  createPastReader,
  type PastDay,
  readDaysInForce,
  withNewestUpdate,
} from '../../../src/prices/past.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { createMemoryPast, monitor, quote } from '../../integration/bot/memory.ts'

const FRIDAY: PastDay = { day: '2026-01-16', price: '340' }
const MONDAY: PastDay = { day: '2026-01-19', price: '345' }

test('a weekend has the price of Monday where prices are for effective days, else that of Friday', async () => {
  const past = async (_: unknown, from: string, to: string) =>
    [FRIDAY, MONDAY].filter(({ day }) => from <= day && day <= to)
  const span = { from: '2026-01-16', to: '2026-01-18' }
  const official = quote(monitor('bcv.usd'), 'BCV', '345', { effectiveDay: true })
  expect(await readDaysInForce(past, official, span)).toEqual([
    FRIDAY,
    { ...MONDAY, day: '2026-01-17' },
    { ...MONDAY, day: '2026-01-18' },
    MONDAY,
  ])
  expect(await readDaysInForce(past, quote(monitor('par.usd'), 'Paralelo', '345'), span)).toEqual([FRIDAY])
})

test('the range of a gap carries prices over days without one, and today counts as it is now', () => {
  const first = [
    { day: '2026-01-01', price: '100' },
    { day: '2026-01-08', price: '110' },
    { day: '2026-01-14', price: '110' },
  ]
  const second = [
    { day: '2026-01-02', price: '150' },
    { day: '2026-01-07', price: '165' },
    { day: '2026-01-14', price: '165' },
  ]
  const past = { first, second, today: '2026-01-20', now: ['120', '150'] as const }
  expect(gapRange(past)).toEqual({
    days: 30,
    low: { day: '2026-01-20', percent: '25' },
    high: { day: '2026-01-07', percent: '65' },
  })
  expect(gapRange({ ...past, second: [] })).toBeUndefined()
})

test('the rate API has 1.5 s to answer, since people wait', async () => {
  const asked: unknown[] = []
  const ask = async (...question: unknown[]) => {
    asked.push(question)
    return []
  }
  const reader = createPastReader({ history: ask, changes: ask }, () => 0, createLog('silent').log)
  const usd = monitor('page_alpha.usd')
  await reader.days(usd, '2026-01-01', '2026-01-20')
  await reader.updates(usd, '2026-01-20')
  expect(asked).toEqual([
    [usd, '2026-01-01', '2026-01-20', 1_500],
    [usd, '2026-01-20', 1_500],
  ])
})

describe('the updates of today', () => {
  const at = Date.UTC(2026, 0, 21, 16)
  const id = { page: 'page_alpha', currency: 'dollar', key: 'usd' } as const
  const listed = [{ price: '784.66', lastUpdate: at }]
  const observed = (price: string, lastUpdate: number, asOf = at + 60_000) => ({
    quote: quote(id, 'Dólar', price, { lastUpdate }),
    asOf,
  })

  test('include the newest known price if the rate API did not list it yet', () => {
    const answer = { items: listed, at: at + 30_000 }
    expect(withNewestUpdate(answer, observed('786.99', at + 50_000))).toEqual([
      ...listed,
      { price: '786.99', lastUpdate: at + 50_000 },
    ])
    expect(withNewestUpdate(answer, observed('784.66', at + 50_000))).toEqual(listed)
    expect(withNewestUpdate(answer, observed('784.6612', at + 50_000))).toEqual(listed)
    expect(withNewestUpdate(answer, observed('780', at - 1))).toEqual(listed)
  })

  test('are requested again once a newer price is known, and not before', async () => {
    const client = createMemoryPast()
    const past = createPastReader(client, () => at, createLog('error', () => {}).log)
    const ask = (price: string) => past.updates(id, '2026-01-21', { price, lastUpdate: at })
    await Promise.all([ask('784.66'), ask('784.66'), ask('786.99')])
    expect(client.state.asked).toBe(2)
  })
})
