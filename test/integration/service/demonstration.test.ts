import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startOfDay } from '../../../src/domain/caracas.ts'
import { monitorRef } from '../../../src/domain/monitor.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createCollection } from '../../../src/service/collect/collection.ts'
import { DEMONSTRATION } from '../../../src/service/demo/demonstration.ts'
import { KEYS } from '../../../src/service/keys.ts'
import { silent, useEmptyRedis } from '../../support/redis.ts'
import { until } from '../../support/until.ts'

const { redis, connect } = await useEmptyRedis()
const MINUTE = 60_000
/** Thursday 22 January 2026, 15:30 in Caracas: the rate of Friday is not out yet. */
const START = startOfDay('2026-01-22') + 15.5 * 60 * MINUTE

let now = START

async function start() {
  const collection = createCollection({
    redis,
    subscriber: await connect(true),
    pages: DEMONSTRATION,
    metrics: createMetrics(),
    log: silent,
    clock: () => now,
    random: Math.random,
  })
  const parts = [collection.latest, ...collection.parts]
  const stop = async (): Promise<void> => {
    for (const part of parts.toReversed()) await part.stop()
  }
  onTestFinished(stop)
  for (const part of parts) await part.start()
  await until(() => expect(collection.latest.quotes()).toHaveLength(10))
  return { ...collection, stop }
}

let demonstration: Awaited<ReturnType<typeof start>>
beforeEach(async () => {
  now = START
  demonstration = await start()
})

describe('the demonstration', () => {
  test('has the six pages of the specification, in both currencies, all of it marked simulated', async () => {
    const { latest } = demonstration
    const pages = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'].map((name) => `page_${name}`)
    expect(latest.pages().map(({ page }) => page)).toEqual(pages)
    expect(latest.pages().every(({ simulated }) => simulated)).toBe(true)
    expect(latest.quotes().every(({ simulated, stale }) => simulated && !stale)).toBe(true)
    expect(new Set(latest.quotes().map(({ monitor }) => monitor.currency))).toEqual(
      new Set(['dollar', 'euro']),
    )
  })

  test('moves every few seconds, each price but the official ones and the mean of a minute', async () => {
    const { latest } = demonstration
    const first = latest.quotes().map(({ price }) => price)
    now += 6_000
    const unmoved = () => latest.quotes().filter(({ price }, i) => price === first[i])
    const slow = latest
      .quotes()
      .filter(({ monitor }) => ['page_alpha', 'page_epsilon'].includes(monitor.page))
    await until(() => expect(unmoved()).toEqual(slow), { timeout: 30_000, interval: 100 })
  })

  test('publishes the official rates when it is told to, for the next business day', async () => {
    const { latest, simulation } = demonstration
    simulation.publishOfficial()
    const official = () =>
      ['usd', 'eur'].map((key) =>
        latest.quotes().find(({ monitor }) => monitor.page === 'page_alpha' && monitor.key === key),
      )
    const friday = startOfDay('2026-01-23')
    now += 6_000
    await until(() => expect(official().map((quote) => quote?.lastUpdate)).toEqual([friday, friday]), {
      timeout: 30_000,
      interval: 100,
    })
    expect(official()[0]).toMatchObject({
      effectiveDay: true,
      priceOld: '798.4512',
      inForce: { price: '798.4512', lastUpdate: startOfDay('2026-01-22') },
    })
  })

  test('has a year of history for every monitor that leads up to its price, made once', async () => {
    const { latest, history, stop } = demonstration
    for (const { monitor } of latest.quotes()) {
      const days = await history.days(monitorRef(monitor), '2025-01-22', '2026-01-22')
      const [before, last] = days.slice(-2)
      expect(days[0]?.day).toBe('2025-01-22')
      expect([last?.day, before?.day]).toEqual([
        '2026-01-22',
        expect.stringMatching(/^2026-01-(?:19|2[01])$/),
      ])
      expect(Math.abs(Number(before?.price) / Number(last?.price) - 1)).toBeLessThan(0.04)
      expect(days.length).toBeGreaterThan(monitor.page === 'page_alpha' ? 230 : 350)
    }
    const past = await redis.zrange(KEYS.days('dollar:page_beta.usd'), 0, '10')
    await stop()
    await start()
    expect(await redis.zrange(KEYS.days('dollar:page_beta.usd'), 0, '10')).toEqual(past)
  })

  test('goes on from where it was after a restart', async () => {
    const first = demonstration
    const before = first.latest.find('dollar:page_beta.usd')
    await first.stop()
    const { latest } = await start()
    await until(() => expect(latest.find('dollar:page_beta.usd')?.price).not.toBe(before?.price))
    expect(latest.find('dollar:page_beta.usd')?.priceOld).toBe(before?.price)
  })

  test('does not start where real prices are stored under its names', async () => {
    await demonstration.stop()
    const real = { revision: 1, price: '1', priceOld: '1', lastUpdate: 1, simulated: false, earlier: [] }
    await redis.hset(KEYS.quotes, 'dollar:page_beta.usd', JSON.stringify(real))
    await expect(start()).rejects.toThrow('name their sources in SOURCES_FILE')
  })
})
