import { beforeEach, describe, expect, it } from 'vitest'
import { RatesError } from '../../../../src/api/client.ts'
import { keysOfShard, TAGS } from '../../../../src/chats/keys.ts'
import { type MonitorId, monitorRef } from '../../../../src/domain/monitor.ts'
import type { ObservedQuote } from '../../../../src/prices/prices.ts'
import { createReconciler } from '../../../../src/push/register/reconcile.ts'
import { EUR, quoteOf, USD } from '../../../support/push.ts'
import { useEmptyRedis } from '../../../support/redis.ts'

const { redis } = await useEmptyRedis()
const NOW = 1_700_000_100_000

describe('a comparison with the rate API', () => {
  let fed: ObservedQuote[]

  beforeEach(() => {
    fed = []
  })

  const reconcileWith = (answers: Readonly<Record<string, string | RatesError>>, followed: MonitorId[]) =>
    createReconciler({
      redis,
      client: {
        monitors: async (page, currency) => {
          const answer = answers[currency]
          if (answer instanceof RatesError) throw answer
          const monitor = { page, currency, key: currency === 'euro' ? 'eur' : 'usd' }
          return { asOf: NOW, quotes: answer ? [quoteOf(answer, { monitor })] : [] }
        },
      },
      chats: { wanted: { knownMonitors: async () => followed } },
      stream: {
        append: async (observedQuotes) => {
          fed.push(...observedQuotes)
          return 'kept'
        },
      },
      clock: () => NOW,
    })(false)
  const tell = async (price: string, asOf: number, shards = TAGS.length, first = 0): Promise<void> => {
    const json = JSON.stringify({ quote: quoteOf(price) })
    for (let shard = first; shard < first + shards; shard++)
      await redis.hset(keysOfShard(shard).prices, monitorRef(USD), `1 ${asOf} ${price} ${json}`)
  }

  it('appends new prices of followed monitors, and nothing else', async () => {
    expect(await reconcileWith({ dollar: '101', euro: '202' }, [USD])).toBe(1)
    const trace = `compared-${NOW}`
    expect(fed).toEqual([{ quote: quoteOf('101'), asOf: NOW, mayBeRounded: true, trace }])
  })

  it.each([
    ['an answer of two decimals', '101.46', true],
    ['one of more', '101.4567', undefined],
    ['one of two that was notified, as it is', '100', undefined],
  ])('marks a price that may be rounded: %s', async (_case, price, mayBeRounded) => {
    await tell('100', NOW - 2)
    await tell('99', NOW - 3, 1, 37)
    await reconcileWith({ dollar: price }, [USD])
    expect(fed.map((observed) => observed.mayBeRounded)).toEqual([mayBeRounded])
  })

  it('appends the prices of one page although another is down, and throws why', async () => {
    const down = new RatesError(503, 'down')
    await expect(reconcileWith({ dollar: down, euro: '202' }, [USD, EUR])).rejects.toBe(down)
    expect(fed.map(({ quote }) => quote.monitor)).toEqual([EUR])
  })

  it('appends a price that a single shard missed, and nothing where all have it', async () => {
    await tell('101', NOW - 2)
    expect(await reconcileWith({ dollar: '101' }, [USD])).toBe(0)
    await tell('100', NOW - 3, 1, 37)
    expect(await reconcileWith({ dollar: '101' }, [USD])).toBe(1)
  })

  it('appends nothing that is older than the price of any shard', async () => {
    await tell('102', NOW)
    await tell('100', NOW - 3, 1, 37)
    expect(await reconcileWith({ dollar: '101' }, [USD])).toBe(0)
  })

  it('appends for the others a price that one shard took as of the same time', async () => {
    await tell('101', NOW, 1, 37)
    expect(await reconcileWith({ dollar: '101' }, [USD])).toBe(1)
  })

  it('appends the full price of a rounded answer, where any shard has it', async () => {
    await tell('101.4567', NOW - 2)
    expect(await reconcileWith({ dollar: '101.46' }, [USD])).toBe(0)
    await tell('100', NOW - 3, 1, 37)
    expect(await reconcileWith({ dollar: '101.46' }, [USD])).toBe(1)
    expect(fed.map(({ quote }) => quote.price)).toEqual(['101.4567'])
  })
})
