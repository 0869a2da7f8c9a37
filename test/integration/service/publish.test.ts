import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { notification } from '../../../src/api/notification.ts'
import { dayOf, startOfDay } from '../../../src/domain/caracas.ts'
import type { DailyPrice, PriceUpdate } from '../../../src/domain/in-force.ts'
import { createPublish } from '../../../src/service/collect/publish.ts'
import { createStoreObservations } from '../../../src/service/collect/store-observations.ts'
import { createHistoryStore, dayScore } from '../../../src/service/history/history.ts'
import { KEYS } from '../../../src/service/keys.ts'
import { type PageConfig, parseSources } from '../../../src/service/sources/file/sources-file.ts'
import type { Observation } from '../../../src/service/sources/source.ts'
import { intercept, useEmptyRedis } from '../../support/redis.ts'

const { redis } = await useEmptyRedis()
const history = createHistoryStore(redis)
const START = Date.UTC(2026, 0, 22, 15)
const source = { kind: 'json', url: 'http://127.0.0.1/' }
const monitors = { usd: { currency: 'dollar', title: 'Dólar "1"', price: '/usd' } }
const [CONFIG] = parseSources(
  JSON.stringify({ pages: { page_one: { title: 'Página "uno"', source, monitors } } }),
  'test',
) as [PageConfig]
const USD = 'dollar:page_one.usd'

let now = START
beforeEach(() => {
  now = START
})

const createSettling = (publish = createPublish(redis, () => 1)) =>
  createStoreObservations({ config: CONFIG, redis, publish, clock: () => now })

const SOURCE = { name: CONFIG.title }
const storeObservations = (...observations: Observation[]) =>
  createSettling()([{ source: SOURCE, observations }])
const usd = (price: string, lastUpdate?: number): Observation => ({
  key: 'usd',
  price,
  ...(lastUpdate !== undefined && { lastUpdate }),
})

const watch = (...ids: number[]) => redis.sadd(KEYS.watchers(USD), ...ids.map(String))

async function waitingFor(id: number) {
  const bodies = await redis.lrange(KEYS.deliveries(id), 0, -1)
  return bodies.map((body) => notification.parse(JSON.parse(body)))
}

describe('a clock that was 40 days ahead and was set back', () => {
  const AHEAD_MS = 40 * 86_400_000
  const TOMORROW = '2026-01-23'
  const daysOf = async () => {
    const days = await history.days(USD, '2026-01-01', '2027-01-01')
    return days.map(({ day, price }) => [day, price])
  }

  async function collectAhead(...observations: Observation[]): Promise<void> {
    now = START + AHEAD_MS
    await storeObservations(...observations)
    now = START + 60_000
  }

  test('leaves no day in the history, whether the price is another one or the same', async () => {
    for (const price of ['352', '353']) {
      await redis.flushall()
      await storeObservations(usd('350'))
      await collectAhead(usd('351'))
      await collectAhead(usd('352'))
      await storeObservations(usd(price))
      expect(await daysOf()).toEqual([['2026-01-22', price]])
      expect(await history.updates(USD, dayOf(START + AHEAD_MS))).toEqual([])
      const stored = JSON.parse((await redis.hget(KEYS.quotes, USD)) ?? '')
      expect(stored).toMatchObject({ lastUpdate: now, publishedAt: now, earlier: [] })
      expect(await storeObservations(usd(price))).toMatchObject({ trace: '' })
    }
  })

  test('takes nothing of the days that a source names, nor of an imported one', async () => {
    const imported = '2026-05-01 400 400 400 1777608000000 i'
    await redis.zadd(KEYS.days(USD), dayScore('2026-05-01'), imported)
    await storeObservations(usd('350', startOfDay('2026-01-22')))
    await collectAhead(usd('352', startOfDay(TOMORROW)))
    await storeObservations(usd('352', startOfDay(TOMORROW)))
    const expected = [
      ['2026-01-22', '350'],
      [TOMORROW, '352'],
      ['2026-05-01', '400'],
    ]
    expect(await daysOf()).toEqual(expected)
    await storeObservations(usd('353', startOfDay('2026-01-22'))) // an older day again, by a right clock
    expect((await daysOf()).map(([day]) => day)).toEqual(expected.map(([day]) => day))
  })
})

describe('what one collection changed', () => {
  test('is told once to each webhook, with an id of its own, and not at all where nothing changed', async () => {
    await watch(1, 2)
    for (const price of ['350', '350', '351', '351']) await storeObservations(usd(price))
    const waiting = [...(await waitingFor(1)), ...(await waitingFor(2))]
    expect(waiting.map(({ monitors: [one] }) => one?.price)).toEqual([350, 351, 350, 351])
    expect(new Set(waiting.map(({ id }) => id)).size).toBe(4)
  })

  test('keeps digits that no float holds', async () => {
    await storeObservations(usd('12345678901234567.123456789'))
    expect(await history.days(USD, '2026-01-22', '2026-01-22')).toMatchObject([
      { price: '12345678901234567.123456789', high: '12345678901234567.123456789' },
    ])
  })
})

test('a webhook loses what comes past 10,000 waiting, or while it is disabled, and that is counted', async () => {
  await watch(1, 2)
  await redis.sadd(KEYS.disabled, '2')
  await redis.rpush(KEYS.deliveries(1), ...Array<string>(9_999).fill('{}'))
  for (const price of ['350', '351', '352']) await storeObservations(usd(price))
  expect(await redis.llen(KEYS.deliveries(1))).toBe(10_000)
  expect(await redis.hgetall(KEYS.dropped)).toEqual({ 1: '2', 2: '3' })
  expect(await redis.llen(KEYS.deliveries(2))).toBe(0)
})

describe('two processes that collect at once', () => {
  test('store one after the other: the second judges again what the first one left', async () => {
    await watch(1)
    const publish = createPublish(redis, () => 1)
    let attempts = 0
    const meeting = createSettling(async (...judged) => {
      attempts++
      if (attempts === 1) await storeObservations(usd('351'))
      return publish(...judged)
    })
    await storeObservations(usd('350'))
    await meeting([{ source: SOURCE, observations: [usd('352')] }])
    expect(attempts).toBe(2)
    const told = (await waitingFor(1)).map(({ monitors: [one] }) => [one?.price_old, one?.price])
    expect(told).toEqual([
      [350, 350],
      [350, 351],
      [351, 352],
    ])
  })

  test('do not overwrite a day that an import wrote in between', async () => {
    const imported = '2026-01-22 300 310 290 1769094000000 i'
    const isRead = (name: string) => name === 'zrangebyscore'
    const meeting = intercept(redis, isRead, async (read) => {
      const days = await read()
      await redis.zadd(KEYS.days(USD), 20_475, imported)
      return days
    })
    await createSettling(createPublish(meeting, () => 1))([{ source: SOURCE, observations: [usd('350')] }])
    expect(await history.days(USD, '2026-01-22', '2026-01-22')).toMatchObject([{ price: '350', low: '290' }])
  })
})

test('history agrees with a naive model of all that was collected', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(OBSERVED, { minLength: 1, maxLength: 12 }), async (observed) => {
      await redis.flushall()
      for (const { price, lastUpdate } of observed) await storeObservations(usd(price, lastUpdate))
      for (const day of DAYS) {
        const updates = naiveUpdates(observed).filter(({ lastUpdate }) => dayOf(lastUpdate) === day)
        expect(await history.updates(USD, day)).toEqual(updates)
        expect(await history.days(USD, day, day)).toEqual(naiveDay(day, updates))
      }
    }),
    { numRuns: 40 },
  )
})

const DAY_MS = 86_400_000
const NOON = startOfDay('2026-01-22') + DAY_MS / 2

/** Publishes three prices on that day, the second the highest and the last the close. */
async function publishOn(day: number): Promise<void> {
  now = NOON + day * DAY_MS
  for (const price of [`${300 + day}`, `${400 + day}`, `${310 + day}`]) {
    now += 60_000
    await storeObservations(usd(price))
  }
}

test('single updates are kept for 60 days; then their day has its close, high and low, and its close as the one update', async () => {
  for (const day of [0, 1, 61]) await publishOn(day)
  expect(await redis.zcard(KEYS.updates(USD))).toBe(6)
  expect(await history.days(USD, '2026-01-22', '2026-03-24')).toMatchObject([
    { day: '2026-01-22', price: '310', high: '400', low: '300' },
    { day: '2026-01-23', price: '311', high: '401', low: '301' },
    { day: '2026-03-24', price: '371', high: '461', low: '361' },
  ])
  const [close] = await history.days(USD, '2026-01-22', '2026-01-22')
  const { price, lastUpdate } = close as DailyPrice
  expect(await history.updates(USD, '2026-01-22')).toEqual([{ price, lastUpdate }])
  expect(await history.updates(USD, '2026-01-23')).toHaveLength(3)
})

const DAYS = ['2026-01-20', '2026-01-21', '2026-01-22']
const OBSERVED = fc
  .record({
    day: fc.constantFrom(...DAYS),
    ms: fc.integer({ min: 0, max: 86_399_999 }),
    cents: fc.integer({ min: 20_000, max: 40_000 }),
  })
  .map(({ day, ms, cents }) => ({ price: String(cents / 100), lastUpdate: startOfDay(day) + ms }))

const naiveUpdates = (observed: readonly PriceUpdate[]): PriceUpdate[] =>
  observed.filter(({ price, lastUpdate }, i) => {
    const last = observed[i - 1]
    return last?.price !== price || last.lastUpdate !== lastUpdate
  })

function naiveDay(day: string, updates: readonly PriceUpdate[]): DailyPrice[] {
  const sorted = updates.map(({ price }) => price).sort((a, b) => Number(a) - Number(b))
  const [last, low, high] = [updates.at(-1), sorted[0], sorted.at(-1)]
  return last && low && high ? [{ day, ...last, high, low }] : []
}

test('a real page that takes the place of a simulated one begins its history anew, and keeps what was imported', async () => {
  await storeObservations({ ...usd('900'), simulated: true })
  await redis.zadd(KEYS.days(USD), 20_473, '2026-01-20 300 310 290 1768921200000 i')
  await redis.zadd(KEYS.days(USD), 20_474, '2026-01-21 300 310 290 1769007600000 m')
  await storeObservations(usd('350'))
  expect((await history.days(USD, '2020-01-01', '2030-01-01')).map(({ day, high }) => [day, high])).toEqual([
    ['2026-01-20', '310'],
    ['2026-01-22', '350'],
  ])
  expect(await history.updates(USD, '2026-01-22')).toEqual([{ price: '350', lastUpdate: START }])
})
