import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notification } from '../../../src/api/notification.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/caracas.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createCollectionMetrics } from '../../../src/service/collect/metrics.ts'
import { KEYS } from '../../../src/service/keys.ts'
import { preparePage } from '../../support/collect.ts'
import { useEmptyRedis } from '../../support/redis.ts'
import { serveSourcePage } from '../../support/source-page.ts'

const { redis } = await useEmptyRedis()
const REF = 'dollar:bcv.usd'
/** A Wednesday noon in Caracas. */
const NOON = Date.UTC(2026, 0, 21, 16)

let now = NOON
let lines: Record<string, unknown>[] = []
let pages: Awaited<ReturnType<typeof serveSourcePage>>[] = []

beforeAll(async () => {
  pages = await Promise.all(['A', 'B', 'C'].map(() => serveSourcePage({})))
})
afterAll(async () => {
  for (const page of pages) await page.close()
})
beforeEach(() => {
  now = NOON
  lines = []
})

const show = (...contents: object[]): void => contents.forEach((content, i) => void pages[i]?.set(content))
const day = (price: string, date = '2026-01-21') => ({ price, date })
const at = (price: string, ageMs = 0) => ({ price, date: new Date(now - ageMs).toISOString() })

async function prepare(names = ['BCV', 'DolarApi', 'Yadio'], fields = {}) {
  const metrics = createMetrics()
  const sources = names.map((name, i) => ({
    name,
    kind: 'json',
    url: pages[i]?.url,
    monitors: { usd: { price: '/price', last_update: '/date' } },
  }))
  const monitors = { usd: { currency: 'dollar', aliases: ['bcv'], least_change: 0.5, ...fields } }
  const prepared = await preparePage(
    'bcv',
    { combine: 'first', sources, monitors },
    {
      redis,
      clock: () => now,
      timeoutMs: 500,
      log: createLog('debug', (line) => void lines.push(JSON.parse(line))).log,
      metrics: createCollectionMetrics(metrics),
    },
  )
  return { ...prepared, usd: () => prepared.stored(REF), text: () => metrics.text() }
}

describe('a page of several sources', () => {
  test('has the price of the first that answers, and names in the log who failed', async () => {
    const { collect, usd, text } = await prepare()
    show(at('860', HOUR_MS), at('861', HOUR_MS), at('862'))
    expect(await collect()).toBe('changed')
    expect(await usd()).toMatchObject({ price: '860', sources: ['BCV'] })
    show({ maintenance: true }, at('861', HOUR_MS - MINUTE_MS), at('862'))
    expect(await collect()).toBe('changed')
    expect(await usd()).toMatchObject({ price: '861', priceOld: '860', sources: ['DolarApi'] })
    expect(lines.at(-1)).toMatchObject({
      level: 'info',
      outcome: 'changed',
      problems: ['BCV usd: nothing at /price'],
    })
    const counted = await text()
    expect(counted).toContain('tasa_source_answers_total{page="bcv",source="BCV",outcome="failed"} 1')
    expect(counted).toContain('tasa_source_answers_total{page="bcv",source="DolarApi",outcome="good"} 2')
    expect(counted).toContain('tasa_source_price_age_seconds{page="bcv",source="DolarApi"} 3540')
  })

  test('tells webhooks the sources of a price, and nothing where only the sources change', async () => {
    const { collect, usd } = await prepare()
    await redis.sadd(KEYS.watchers(REF), '1')
    show(at('860', HOUR_MS), at('860', 2 * HOUR_MS), at('860', 2 * HOUR_MS))
    await collect()
    show({}, at('860', 2 * HOUR_MS), at('860', 2 * HOUR_MS))
    expect(await collect()).toBe('unchanged')
    expect(await usd()).toMatchObject({ lastUpdate: NOON - HOUR_MS, sources: ['DolarApi'] })
    expect(await collect()).toBe('unchanged')
    show(at('860', HOUR_MS), {}, {})
    expect(await collect()).toBe('unchanged')
    expect(await usd()).toMatchObject({ lastUpdate: NOON - HOUR_MS, sources: ['BCV'] })
    const told = (await redis.lrange(KEYS.deliveries(1), 0, -1)).map((text) =>
      notification.parse(JSON.parse(text)),
    )
    expect(told.map(({ monitors }) => monitors[0]?.sources)).toEqual([['BCV']])
    expect(told[0]?.monitors[0]).toMatchObject({ aliases: ['bcv'], least_change: 0.5 })
    expect(await redis.zcard(KEYS.updates(REF))).toBe(1)
  })

  test("keeps the bank's day for a price that a stand-in had first, and is not in force before it", async () => {
    const { collect, usd } = await prepare(['BCV', 'DolarApi'], { effective_day: true })
    now = Date.UTC(2026, 0, 20, 21)
    show(day('860', '2026-01-20'), at('860', DAY_MS))
    await collect()
    show({}, at('861', 5 * MINUTE_MS))
    expect(await collect()).toBe('changed')
    const wednesday = Date.UTC(2026, 0, 21, 4)
    expect(await usd()).toMatchObject({ price: '861', lastUpdate: wednesday, earlier: [{ price: '860' }] })
    show(day('861', '2026-01-21'), at('861', 5 * MINUTE_MS))
    expect(await collect()).toBe('unchanged')
    show({}, at('860', DAY_MS))
    expect(await collect()).toBe('failed')
    expect(await usd()).toMatchObject({ price: '861', lastUpdate: wednesday, sources: ['BCV'] })
  })

  test('notifies nobody while its first source fails and returns 20 times, though the second gives another price', async () => {
    const { collect, usd } = await prepare(['BCV', 'DolarApi'], { effective_day: true })
    await redis.sadd(KEYS.watchers(REF), '1')
    for (const other of ['812.1', '812.5'])
      for (let i = 0; i < 20; i++) {
        show(day('812.50123456'), day(other))
        await collect()
        now += MINUTE_MS
        show({}, day(other))
        await collect()
        now += MINUTE_MS
      }
    expect(await redis.zcard(KEYS.updates(REF))).toBe(1)
    expect(await redis.llen(KEYS.deliveries(1))).toBe(1)
    expect(await usd()).toMatchObject({ price: '812.50123456', sources: ['DolarApi'] })
    show({}, day('813'))
    expect(await collect()).toBe('changed')
  })

  test('gives way while it stands still and others move, also after a restart, and leads again once it moves', async () => {
    const names = ['Yadio', 'Otro']
    const before = await prepare(names)
    for (const other of ['100', '101', '102', '103']) {
      show(at('100'), at(other))
      await before.collect()
      now += 10 * MINUTE_MS
    }
    expect(await before.usd()).toMatchObject({ price: '103', sources: ['Otro'], still: { Yadio: '100' } })
    expect(lines.at(-1)).toMatchObject({ level: 'info', problems: ['Yadio usd: still (100)'] })
    const { collect, usd } = await prepare(names)
    show(at('100'), {})
    expect(await collect()).toBe('failed')
    show(at('100'), at('103'))
    expect(await collect()).toBe('unchanged')
    expect(await usd()).toMatchObject({ price: '103', sources: ['Otro'], still: { Yadio: '100' } })
    now += 10 * MINUTE_MS
    show(at('104'), at('103'))
    expect(await collect()).toBe('changed')
    expect(await usd()).toMatchObject({ price: '104', sources: ['Yadio'] })
    expect(await usd()).not.toHaveProperty('still')
  })

  test('waits after a restart for its first source, where a stand-in has not heard of its correction', async () => {
    const before = await prepare(['BCV', 'DolarApi'], { effective_day: true })
    for (const price of ['494.1116', '493.3765']) {
      show(day(price), day('494.1116'))
      await before.collect()
    }
    const { collect, usd } = await prepare(['BCV', 'DolarApi'], { effective_day: true })
    show({}, day('494.1116'))
    expect(await collect()).toBe('failed')
    expect(await usd()).toMatchObject({ price: '493.3765', sources: ['BCV'] })
    show({}, day('493.3765'))
    expect(await collect()).toBe('unchanged')
    expect(await usd()).toMatchObject({ sources: ['DolarApi'] })
  })

  test('has the day that the bank names, where a stand-in was first and took a bank holiday for a business day', async () => {
    const { collect, usd } = await prepare(['BCV', 'DolarApi'], { effective_day: true })
    now = Date.UTC(2026, 0, 16, 21) // Friday, 17:00 in Caracas
    show({}, at('861', 5 * MINUTE_MS))
    await collect()
    expect(await usd()).toMatchObject({ lastUpdate: Date.UTC(2026, 0, 19, 4) })
    const tuesday = Date.UTC(2026, 0, 20, 4)
    for (let i = 0; i < 3; i++) {
      show(day('861', '2026-01-20'), at('861', 5 * MINUTE_MS))
      expect(await collect()).toBe(i === 0 ? 'changed' : 'unchanged')
      show({}, at('861', 5 * MINUTE_MS))
      expect(await collect()).toBe('unchanged')
    }
    expect(await usd()).toMatchObject({ price: '861', priceOld: '861', lastUpdate: tuesday })
  })
})
