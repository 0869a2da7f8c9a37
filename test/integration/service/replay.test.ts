import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { MockAgent } from 'undici'
import { afterEach, describe, expect, test } from 'vitest'
import { type Day, startOfDay } from '../../../src/domain/caracas.ts'
import type { Quote } from '../../../src/domain/monitor.ts'
import { createLatest } from '../../../src/service/history/latest.ts'
import { parseSources } from '../../../src/service/sources/file/sources-file.ts'
import { preparePage } from '../../support/collect.ts'
import { PLACES, type PlaceName, type PriceName, placeAt, type Told } from '../../support/internet/answers.ts'
import { silent, useRedis } from '../../support/redis.ts'

/**
 * What the sources answered in May and June 2026, when the bank published and at 40 instants, which are named in `what`. The bank's
 * prices and days are those of BCV Today, from the commit on in which it had them (`day` to `rub`); those of DolarApi are from its own
 * commits (`dolarApi…`, `copied…`). Yadio kept none: its live price (`paralelo`, `euroParalelo`) lies between the copies of DolarApi
 * before and after. `inForce…` is what held by law: from the earlier of its day and the day after it was published.
 */
interface Row extends Readonly<Record<PriceName, string>> {
  readonly at: string
  readonly what: string
  readonly day: Day
  readonly inForceDay: Day
  readonly inForceUsd: string
  readonly inForceEur: string
  readonly dolarApiDay: Day
  readonly dolarApiUsd: string
  readonly dolarApiEur: string
  readonly copiedAt: string
  readonly copiedParalelo: string
  readonly copiedEuroParalelo: string
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const rows: readonly Row[] = parse(read('../../fixtures/internet/served-2026.csv'), { columns: true })
const shipped = read('../../../src/service/sources/shipped/venezuela.json')
const FILES: Readonly<Record<string, object>> = JSON.parse(shipped).pages
const REPLAYED = ['bcv', 'paralelo'] as const
const INSTANTS = 40
const NEAR = 0.015
/** What it answered then is not known. */
const UNKNOWN: PlaceName = 'dolarVzla'

/** What a place said at the time of a row. */
function toldBy(name: PlaceName, row: Row): Pick<Told, 'price' | 'day' | 'at'> {
  const copied: Partial<Row> = name.startsWith('dolarApi')
    ? {
        usd: row.dolarApiUsd,
        eur: row.dolarApiEur,
        paralelo: row.copiedParalelo,
        euroParalelo: row.copiedEuroParalelo,
      }
    : {}
  return {
    price: (of) => Number(copied[of] ?? row[of]),
    day: name.startsWith('dolarApi') ? row.dolarApiDay : row.day,
    at: Date.parse(name.startsWith('dolarApi') ? row.copiedAt : row.at),
  }
}

/** An internet whose sources answer as they did at the time of a row; dead ones answer 500. */
function serve(now: () => Row, dead: readonly PlaceName[]): MockAgent {
  const agent = new MockAgent()
  agent.disableNetConnect()
  for (const { host } of Object.values(PLACES))
    agent
      .get(`https://${host}`)
      .intercept({ path: () => true, method: () => true })
      .reply(({ path, method, origin }) => {
        const url = new URL(path, origin)
        const name = placeAt(method, url)
        if (!name || dead.includes(name)) return { statusCode: 500, data: '' }
        const more = { url, body: '', userAgent: '', hasBait: false, isEmpty: false }
        const content = PLACES[name].answer({ ...toldBy(name, now()), ...more })
        return { statusCode: 200, data: typeof content === 'string' ? content : JSON.stringify(content) }
      })
      .persist()
  return agent
}

const server = await useRedis()
const agents: MockAgent[] = []
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close()
})

/** Collects the shipped pages at every row, and judges what the service says at each instant. */
async function replay(dead: readonly PlaceName[]): Promise<{ what: string; verdict: string }[]> {
  const redis = await server.connect()
  const subscriber = await server.connect(true)
  await redis.flushall()
  let row = rows[0] as Row
  const clock = (): number => Date.parse(row.at)
  const internet = serve(() => row, [UNKNOWN, ...dead])
  agents.push(internet)
  const world = {
    redis,
    clock,
    agents: { open: internet, dispatcherFor: () => internet, close: async () => {} },
  }
  const pages = await Promise.all(REPLAYED.map((name) => preparePage(name, FILES[name] ?? {}, world)))
  const parsed = parseSources(shipped, 'test')
  const judged: { what: string; verdict: string }[] = []
  for (row of rows) {
    for (const { collect } of pages) await collect()
    if (row.what === '') continue
    const latest = createLatest({ redis, subscriber, pages: parsed, clock, log: silent })
    await latest.start()
    judged.push({ what: row.what, verdict: verdictOf(latest.quotes(), row) })
    await latest.stop()
  }
  return judged
}

/** `right`, `stale`, or what is wrong. */
function verdictOf(quotes: readonly Quote[], row: Row): string {
  const find = (page: string, key: string): Quote | undefined =>
    quotes.find(({ monitor }) => monitor.page === page && monitor.key === key)
  const official = (['usd', 'eur'] as const).map((key) => {
    const quote = find('bcv', key)
    if (!quote) return `no ${key}`
    if (quote.stale) return 'stale'
    const inForce = quote.inForce ?? quote
    const said = [quote.price, quote.lastUpdate, inForce.price, inForce.lastUpdate]
    const held = key === 'usd' ? row.inForceUsd : row.inForceEur
    const wanted = [row[key], startOfDay(row.day), held, startOfDay(row.inForceDay)]
    return said.join() === wanted.join() ? 'right' : `${key} of ${row.at}: ${said} for ${wanted}`
  })
  const parallel = (['usd', 'eur'] as const).map((key) => {
    const quote = find('paralelo', key)
    const live = Number(key === 'usd' ? row.paralelo : row.euroParalelo)
    const isNear = quote && !quote.stale && Math.abs(Number(quote.price) / live - 1) <= NEAR
    return isNear ? 'right' : `paralelo.${key} of ${row.at}: ${quote?.price} for ${live}`
  })
  const all = new Set([...official, ...parallel])
  if (all.size > 1) all.delete('right')
  return [...all].join('; ')
}

const verdicts = (judged: readonly { verdict: string }[]): string[] => judged.map(({ verdict }) => verdict)
const allRight = Array.from({ length: INSTANTS }, () => 'right')

describe('at 40 instants of May and June 2026 the shipped sources', () => {
  test('give the newest official price and its day, the one in force, and the parallel price within 1.5 %, none stale', async () => {
    const judged = await replay([])
    const counts = [...Map.groupBy(judged, ({ what }) => what)].map(([what, all]) => [what, all.length])
    expect(Object.fromEntries(counts)).toEqual({
      'weekday morning': 12,
      'minute of publication': 10,
      'Friday evening': 7,
      Saturday: 7,
      'bank holiday': 4,
    })
    expect(verdicts(judged)).toEqual(allRight)
  })

  test('give the same where the page of the bank is dead', async () => {
    expect(verdicts(await replay(['bcv']))).toEqual(allRight)
  })

  test('say that the official price is stale where DolarApi alone is left and cannot know the newest', async () => {
    const judged = await replay(['bcv', 'bcvToday'])
    for (const { what, verdict } of judged)
      expect([what, verdict]).toEqual([what, what === 'weekday morning' ? 'right' : 'stale'])
  })
})
