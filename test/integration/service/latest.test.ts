import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Redis } from '../../../src/redis/connection.ts'
import { createLatest, type LatestQuotes } from '../../../src/service/history/latest.ts'
import { mergeHistories } from '../../../src/service/history/merge.ts'
import { KEYS } from '../../../src/service/keys.ts'
import { parseSources } from '../../../src/service/sources/file/sources-file.ts'
import { preparePage } from '../../support/collect.ts'
import { usePage } from '../../support/pages.ts'
import { silent, useEmptyRedis } from '../../support/redis.ts'
import { until } from '../../support/until.ts'

const { redis, connect } = await useEmptyRedis()
const page = usePage()
const HOUR = 3_600_000
const START = Date.UTC(2026, 0, 22, 15)

let subscriber: Redis
let now = START

beforeEach(async () => {
  now = START
  subscriber = await connect(true)
})

const config = () => ({
  stale_after: '36h',
  source: { kind: 'json', url: page.url() },
  monitors: {
    usd: { currency: 'dollar', title: 'Dólar', price: '/usd', last_update: '/date' },
    eur: { currency: 'euro', title: 'Euro', price: '/eur', last_update: '/date' },
  },
})

async function startLatest(): Promise<LatestQuotes> {
  const pages = parseSources(JSON.stringify({ pages: { page_one: config() } }), 'test')
  const latest = createLatest({ redis, subscriber, pages, clock: () => now, log: silent })
  onTestFinished(latest.stop)
  await latest.start()
  return latest
}

async function importDay(): Promise<void> {
  const prices = { price: '340', high: '340', low: '340', lastUpdate: START - 154 * 24 * HOUR }
  const days = [{ day: '2025-08-21', ...prices, origin: 'imported' as const }]
  await mergeHistories(redis, [{ ref: 'dollar:page_one.usd', updates: [], days }])
}

async function collect(prices: object): Promise<void> {
  page.answer((_request, response) => response.end(JSON.stringify(prices)))
  const { collect: run } = await preparePage('page_one', config(), { redis, clock: () => now })
  await run()
}

describe('the latest prices in memory', () => {
  test('are the last days of imported histories, as stale prices, until something is collected', async () => {
    const latest = await startLatest()
    await importDay()
    const imported = { price: '340', priceOld: '340', stale: true, simulated: false }
    await until(() => expect(latest.quotes()).toMatchObject([imported]))
    expect(latest.stored('dollar:page_one.usd')).toBeUndefined()
    expect((await startLatest()).quotes()).toMatchObject([{ price: '340', stale: true }])
    await collect({ usd: 3_500, eur: 4_000 })
    const collected = [
      { price: '3500', stale: false },
      { price: '4000', stale: false },
    ]
    await until(() => expect(latest.quotes()).toMatchObject(collected))
  })

  test('are never those of the past once something is collected, while that of others is read', async () => {
    const latest = await startLatest()
    await importDay()
    await until(() => expect(latest.find('dollar:page_one.usd')?.price).toBe('340'))
    const seen = new Set<string>()
    const readPast = redis.zrevrange
    vi.spyOn(redis, 'zrevrange').mockImplementation((...asked: Parameters<typeof readPast>) => {
      const stored = latest.stored('dollar:page_one.usd')
      if (stored) seen.add(`${stored.price} ${latest.find('dollar:page_one.usd')?.price}`)
      return readPast.apply(redis, asked)
    })
    await collect({ usd: 3_500 })
    await until(() => expect([...seen]).toEqual(['3500 3500']))
  })

  test('follow what any process collects, with a new version and the refs that changed', async () => {
    const latest = await startLatest()
    const heard: (readonly string[])[] = []
    latest.onChange((refs) => heard.push(refs))
    const version = latest.version()
    await collect({ usd: 350, eur: 400 })
    await until(() => expect(latest.find('dollar:page_one.usd')?.price).toBe('350'))
    await collect({ usd: 351, eur: 400 })
    await collect({ usd: 351, eur: 400 })
    await until(() => expect(latest.find('dollar:page_one.usd')?.price).toBe('351'))
    expect(heard).toEqual([['dollar:page_one.usd', 'euro:page_one.eur'], ['dollar:page_one.usd']])
    expect(latest.version()).toBe(version + 2)
  })

  test('turn stale by time alone, and fresh again when the page is read well', async () => {
    await collect({ usd: 350, date: '2026-01-22' })
    const latest = await startLatest()
    const isStale = () => latest.find('dollar:page_one.usd')?.stale
    expect(isStale()).toBe(false)
    const version = latest.version()
    now += 37 * HOUR
    await until(() => expect(isStale()).toBe(true))
    expect(latest.version()).toBeGreaterThan(version)
    await collect({ usd: 350, date: '2026-01-23' })
    await until(() => expect(isStale()).toBe(false))
  })

  test('are read again after the connection was lost', async () => {
    await collect({ usd: 350 })
    const latest = await startLatest()
    subscriber.disconnect(true)
    await collect({ usd: 351 })
    await until(() => expect(latest.quotes()).toMatchObject([{ price: '351' }]))
  })

  test('are not harmed by what lies in Redis and is none of ours', async () => {
    await collect({ usd: 350 })
    const latest = await startLatest()
    await redis.publish(KEYS.announced, 'garbage')
    await redis.publish(KEYS.announced, '{"at":1}')
    await redis.publish(KEYS.announced, '[1]')
    await collect({ usd: 351 })
    await until(() => expect(latest.quotes()).toMatchObject([{ price: '351' }]))
  })

  test('have numbers that stay for ever, and know what is not offered', async () => {
    const latest = await startLatest()
    const [one] = latest.pages()
    const numbers = one?.monitors.map(({ ref }) => latest.numberOf(ref))
    expect(numbers).toEqual([1, 2])
    expect((await startLatest()).numberOf('euro:page_one.eur')).toBe(2)
    expect(() => latest.numberOf('dollar:page_one.eur')).toThrow(RangeError)
  })
})
