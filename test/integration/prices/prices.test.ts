import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { Snapshot } from '../../../src/api/client.ts'
import { type Currency, monitorName, type Quote } from '../../../src/domain/monitor.ts'
import { createPrices, lookUp, newestOfAll } from '../../../src/prices/prices.ts'
import { onThisMachine } from '../../support/machine.ts'
import { quoteOf, USD } from '../../support/push.ts'
import { silent, useRedis } from '../../support/redis.ts'

const server = await useRedis()
const at = (page: string, currency: Currency, key: string, price: string): Quote =>
  quoteOf(price, { monitor: { page, currency, key } })

type Ask = (page: string, currency: Currency) => Promise<Snapshot>
/** Answers with these prices where dollars are asked for. */
const dollars =
  (asOf: number, quotesOf: (page: string) => readonly Quote[]): Ask =>
  async (page, currency) => ({ asOf, quotes: currency === 'dollar' ? quotesOf(page) : [] })
const nothing = dollars(0, () => [])

describe('the newest prices', () => {
  async function createOn(
    pages: readonly string[],
    answer: Ask,
    more: Partial<Parameters<typeof createPrices>[0]> = {},
  ) {
    const [redis, subscriber] = await Promise.all([server.connect(), server.connect(true)])
    const prices = createPrices({
      redis,
      subscriber,
      client: { monitors: answer },
      pages,
      clock: Date.now,
      log: silent,
      ...more,
    })
    await redis.flushall()
    return { prices, redis }
  }

  it('are listed in page order, dollars before euros, whichever answer comes first', async () => {
    const { prices } = await createOn(['b', 'a'], async (page, currency) => {
      if (currency === 'dollar') await new Promise((done) => setTimeout(done, 30))
      const quotes =
        currency === 'dollar'
          ? [at(page, currency, 'z', '1'), at(page, currency, 'usd', '2')]
          : [at(page, currency, 'usd', '3')]
      return { asOf: 1_000, quotes }
    })
    await prices.refresh()
    expect(
      prices.all().map(({ quote: { monitor } }) => `${monitor.currency} ${monitorName(monitor)}`),
    ).toEqual(['b', 'a'].flatMap((page) => [`dollar ${page}.z`, `dollar ${page}.usd`, `euro ${page}.usd`]))
    expect(prices.find('usd')[0]?.quote.monitor).toEqual({ page: 'b', currency: 'dollar', key: 'usd' })
    expect(prices.find('a.usd').map(({ quote }) => quote.price)).toEqual(['2', '3'])
  })

  it('of a shard are shown with the closes of the week that are known by then', async () => {
    const { prices, redis } = await createOn(['b'], nothing)
    await redis.flushall()
    const observed = { quote: at('b', 'dollar', 'usd', '2'), asOf: 1_000 }
    await prices.record([observed])
    expect(prices.seen(observed).quote.weekCloses).toBeUndefined()
    const weekCloses = [{ day: '2026-11-20', price: '1.9', effectiveDay: '2026-11-20' }]
    prices.keepCloses(new Map([['dollar:b.usd', { weekCloses }]]))
    expect(prices.seen(observed).quote.weekCloses).toEqual(weekCloses)
  })

  it('are found by a key that a server writes with capitals', async () => {
    const answer = dollars(1_000, (page) => [at(page, 'dollar', 'EnParalelo', '1')])
    const { prices } = await createOn(['b'], answer)
    await prices.refresh()
    for (const name of ['enparalelo', 'b.enparalelo', 'EnParalelo'])
      expect(prices.find(name).map(({ quote }) => quote.monitor.key)).toEqual(['EnParalelo'])
    expect(prices.find('enparal')).toEqual([])
  })

  it('keep that order after a restart, in whichever order Redis returns them', async () => {
    const answer = dollars(3_000, (page) => ['z', 'usd', 'a'].map((key) => at(page, 'dollar', key, '1')))
    const { prices } = await createOn(['b'], answer)
    await prices.record(['a', 'z', 'usd'].map((key) => ({ quote: at('b', 'dollar', key, '1'), asOf: 2_000 })))
    await prices.refresh()
    expect(prices.all().map(({ quote }) => quote.monitor.key)).toEqual(['z', 'usd', 'a'])
  })

  it('reach other processes, and are replaced by no older ones that correct nothing', async () => {
    const [{ prices: first }, { prices: second }] = [await createOn([], nothing), await createOn([], nothing)]
    await second.start()
    await first.record([{ quote: quoteOf('820'), asOf: 2_000 }])
    await expect.poll(() => second.latest(USD)?.quote.price).toBe('820')
    await second.record([{ quote: quoteOf('800'), asOf: 1_000 }])
    await first.record([{ quote: quoteOf('810'), asOf: 1_500 }])
    const known = () => [first, second].map((prices) => prices.latest(USD)?.quote.price)
    expect(known()).toEqual(['820', '820'])
    // A correction counts though an answer of the same wrong clock came later.
    await first.record([{ quote: quoteOf('820'), asOf: 9_000 }])
    await first.record([{ quote: quoteOf('830'), asOf: 2_000, corrects: 8_000 }])
    await expect.poll(known).toEqual(['830', '830'])
    await second.stop()
  })

  it('keep the full price where a server rounds it in answers', async () => {
    const answer = dollars(3_000, () => [quoteOf('798.45')])
    const { prices } = await createOn(['page_alpha'], answer)
    await prices.record([{ quote: quoteOf('798.4512'), asOf: 2_000 }])
    await prices.refresh()
    expect(prices.latest(USD)).toMatchObject({ asOf: 3_000, quote: { price: '798.4512' } })
  })

  it('include an answer with an older price or time only once it is confirmed', async () => {
    const minute = 60_000
    let answer = nothing
    const { prices, redis } = await createOn([], (...asked) => answer(...asked))
    const ask = async (price: string, asOf: number): Promise<string | undefined> => {
      answer = dollars(asOf, () => [quoteOf(price)])
      await prices.refresh([{ page: `p${asOf}` }]) // a page that nobody has asked for yet
      return prices.latest(USD)?.quote.price
    }
    await prices.record([{ quote: quoteOf('820', { priceOld: '810' }), asOf: 20 * minute }])
    const old = [await ask('810', 21 * minute), await ask('810', 22 * minute), await ask('810', 23 * minute)]
    expect(old).toEqual(['820', '820', '810'])
    const earlier = [await ask('830', minute), await ask('840', 2 * minute), await ask('850', 3 * minute)]
    expect(earlier).toEqual(['810', '810', '850'])
    expect(await redis.hvals('{board}:sightings')).toEqual([expect.stringContaining('"price":"850"')])
  })

  it('wait a second for a silent API, also during a longer call, and then not at all for 5 s', async () => {
    let calls = 0
    const { prices } = await createOn(['page_alpha'], async () => {
      calls += 1
      return sleep(2_000, { asOf: 1_000, quotes: [] })
    })
    await prices.start()
    const startedAt = performance.now()
    await prices.refresh()
    expect(performance.now() - startedAt).toBeLessThan(await onThisMachine(1_300))
    await prices.stop()
    await prices.refresh()
    expect(calls).toBe(2)
  })

  it('cost one call a page and currency, however many people look them up', async () => {
    const lists: string[] = []
    const { prices } = await createOn(['page_alpha', 'page_beta'], async (page, currency) => {
      lists.push(`${page} ${currency}`)
      return { asOf: 1_000, quotes: currency === 'dollar' ? [at(page, currency, 'usd', '3')] : [] }
    })
    await Promise.all(Array.from({ length: 1_000 }, () => newestOfAll(prices)))
    await Promise.all(Array.from({ length: 1_000 }, () => lookUp(prices, 'page_beta.usd', [])))
    expect(lists.toSorted()).toEqual(
      ['page_alpha', 'page_beta'].flatMap((page) => [`${page} dollar`, `${page} euro`]),
    )
  })

  it('of a page that somebody made up are asked for again each time', async () => {
    const asked: string[] = []
    const ask: Ask = async (page, currency) => {
      asked.push(`${page} ${currency}`)
      return { asOf: 1_000, quotes: [] }
    }
    const { prices } = await createOn(['bcv'], ask, { clock: () => 1_000_000 })
    for (const page of ['bcv', 'inventada', 'bcv', 'inventada']) await prices.refresh([{ page }])
    const timesOf = (place: string): number => asked.filter((one) => one === place).length
    expect([timesOf('bcv dollar'), timesOf('inventada dollar')]).toEqual([1, 2])
  })

  it('have the page titles that people know', async () => {
    const { prices } = await createOn([], nothing, { pageTitles: new Map([['page_alpha', 'Banco Central']]) })
    await prices.record([
      { quote: quoteOf('820'), asOf: 2_000 },
      { quote: at('page_beta', 'dollar', 'usd', '900'), asOf: 2_000 },
    ])
    expect(prices.all().map(({ quote }) => quote.source)).toEqual(['Banco Central', undefined])
  })

  it('are refreshed once a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      let asked = 0
      const { prices } = await createOn(['page_alpha'], async () => ({ asOf: void asked++, quotes: [] }))
      await prices.start()
      for (let second = 0; second < 60; second++) {
        vi.advanceTimersByTime(1_000)
        await new Promise(setImmediate)
      }
      const currencies = 2
      expect(asked).toBe(2 * currencies)
      await prices.stop()
    } finally {
      vi.useRealTimers()
    }
  })
})
