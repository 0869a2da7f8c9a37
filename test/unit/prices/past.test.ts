import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DailyPrice } from '../../../src/domain/in-force.ts'
import { type MonitorId, monitorName } from '../../../src/domain/monitor.ts'
import { readGap } from '../../../src/features/gap/command.ts'
import {
  createPastReader,
  createSharedAnswers,
  type PastDay,
  readDaysInForce,
  withNewestDay,
  withNewestUpdate,
} from '../../../src/prices/past.ts'
import { createMemoryPast, monitor, NOON, quote } from '../../integration/bot/memory.ts'
import { silent } from '../../support/redis.ts'

const FRIDAY: PastDay = { day: '2026-01-16', price: '340' }
const MONDAY: PastDay = { day: '2026-01-19', price: '345' }

test('a weekend has the price of Monday where prices are for effective days, else that of Friday', async () => {
  const past = {
    days: async (_: unknown, from: string, to: string) => ({
      items: [FRIDAY, MONDAY].filter(({ day }) => from <= day && day <= to),
    }),
  }
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

test('the range of a gap carries prices over days without one, and today counts as it is now', async () => {
  const on = (day: string, price: string): PastDay => ({ day: `2026-01-${day}`, price })
  const days = {
    'a.usd': [on('01', '100'), on('08', '110'), on('14', '110')],
    'b.usd': [on('02', '150'), on('07', '165'), on('14', '165')],
  }
  const rangeOf = async (known: Readonly<Record<string, readonly PastDay[]>>) => {
    const past = { days: async (id: MonitorId) => ({ items: known[monitorName(id)] ?? [] }) }
    const now = Date.parse('2026-01-20T15:00:00Z')
    const observed = (name: string, price: string) => ({
      quote: quote(monitor(name), name, price, { lastUpdate: now, effectiveDay: false }),
      asOf: now,
    })
    return (await readGap(past, [observed('a.usd', '120'), observed('b.usd', '150')], now)).range
  }
  expect(await rangeOf(days)).toMatchObject({
    low: { day: '2026-01-20', value: '25' },
    high: { day: '2026-01-07', value: '65' },
  })
  expect(await rangeOf({ ...days, 'b.usd': [] })).toBeUndefined()
})

test('the rate API has 1.5 s to answer, since people wait', async () => {
  const asked: unknown[] = []
  const ask = async (...question: unknown[]) => {
    asked.push(question)
    return []
  }
  const reader = createPastReader({ history: ask, changes: ask }, () => 0, silent)
  const usd = monitor('page_alpha.usd')
  await reader.days(usd, '2026-01-01', '2026-01-20')
  await reader.updates(usd, '2026-01-20')
  expect(asked).toEqual([
    [usd, '2026-01-01', '2026-01-20', 1_500],
    [usd, '2026-01-20', 1_500],
  ])
})

test('the updates of a day are requested again once a newer price is known, and not before', async () => {
  const client = createMemoryPast()
  const past = createPastReader(client, () => NOON, silent)
  const ask = (price: string) =>
    past.updates(monitor('page_alpha.usd'), '2026-01-21', { price, lastUpdate: NOON })
  await Promise.all([ask('784.66'), ask('784.66'), ask('786.99')])
  expect(client.state.asked).toBe(2)
})

const AT = NOON - 60_000
const observed = (price: string, { asOf = NOON, lastUpdate = AT } = {}) => ({
  quote: quote(monitor('page_alpha.usd'), 'Dólar', price, { lastUpdate }),
  asOf,
})
const daily = (day: string, price: string, lastUpdate = AT - 1): DailyPrice => ({
  day,
  price,
  high: '360',
  low: '340',
  lastUpdate,
})
const [YESTERDAY, TODAY] = [daily('2026-01-20', '345'), daily('2026-01-21', '350')]
const at = NOON - 1

test('a price newer than the answer becomes the last price of its day, or begins that day', () => {
  const { days } = withNewestDay(observed('365'), { items: [YESTERDAY, TODAY], at })
  expect(days).toEqual([YESTERDAY, { ...TODAY, price: '365', high: '365', lastUpdate: AT }])
  const begun = withNewestDay(observed('339'), { items: [YESTERDAY], at }).days
  expect(begun.at(-1)).toMatchObject({ day: '2026-01-21', price: '339', high: '339', low: '339' })
})

test('a price newer than the answer is asked for by when it was seen and by its own time', () => {
  const items = [YESTERDAY, TODAY]
  expect(withNewestDay(observed('365', { asOf: NOON - 2 }), { items, at }).days).toEqual(items)
  const later = [YESTERDAY, daily('2026-01-21', '350', NOON)]
  expect(withNewestDay(observed('365'), { items: later, at }).days).toEqual(later)
})

test('a price newer than the answer is added to the updates of today, unless it is the last one as servers round it', () => {
  const items = [{ price: '784.66', lastUpdate: AT - 2 }]
  const updates = (price: string, lastUpdate = AT) =>
    withNewestUpdate({ items, at }, observed(price, { lastUpdate }))
  expect(updates('786.99')).toEqual([...items, { price: '786.99', lastUpdate: AT }])
  for (const price of ['784.66', '784.6612']) expect(updates(price)).toEqual(items)
  expect(updates('780', AT - 3)).toEqual(items)
})

describe('answers of the rate API', () => {
  const now = 1_000
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    vi.advanceTimersByTime(1) // lru-cache keeps what began at 0 for ever
  })
  afterEach(() => void vi.useRealTimers())

  /** Answers shared in a time that the test moves; `asked` has the questions that reached the API. */
  function startShared(answer: () => Promise<readonly string[]>) {
    const asked: string[] = []
    const ask = createSharedAnswers({
      ask: (key: string) => {
        asked.push(key)
        return answer()
      },
      keyOf: (key) => key,
      clock: () => now,
      log: silent,
    })
    return { asked, ask }
  }

  test('are shared by equal questions within a minute, and say when they were requested', async () => {
    const { asked, ask } = startShared(async () => ['a'])
    const first = { items: ['a'], at: now }
    expect(await Promise.all([ask('x'), ask('x')])).toEqual([first, first])
    vi.advanceTimersByTime(60_000)
    await ask('x')
    expect(asked).toEqual(['x'])
    vi.advanceTimersByTime(1)
    expect(await ask('x')).toEqual(first)
    expect(asked).toEqual(['x', 'x'])
  })

  test('that failed are asked for again after 5 s', async () => {
    const { asked, ask } = startShared(() => Promise.reject(new Error('away')))
    expect(await ask('x')).toBeUndefined()
    vi.advanceTimersByTime(5_000)
    expect(await ask('x')).toBeUndefined()
    expect(asked).toEqual(['x'])
    vi.advanceTimersByTime(1)
    await ask('x')
    expect(asked).toEqual(['x', 'x'])
  })

  test.each([
    ['long', 25_000, 4],
    ['many short', 0, 501],
  ])(
    'are removed from the cache where there are too many, the oldest first: %s',
    async (_, length, count) => {
      const { asked, ask } = startShared(async () => Array.from({ length }, () => ''))
      const keys = Array.from({ length: count }, (_, index) => String(index))
      for (const key of [...keys, keys.at(-1) ?? '', '0']) await ask(key)
      expect(asked).toEqual([...keys, '0'])
    },
  )
})
