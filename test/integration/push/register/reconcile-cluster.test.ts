import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChats } from '../../../../src/chats/chats.ts'
import { TAGS } from '../../../../src/chats/keys.ts'
import type { ObservedQuote } from '../../../../src/prices/prices.ts'
import { createReconciler } from '../../../../src/push/register/reconcile.ts'
import { createDueQueue } from '../../../../src/queue/due-queue.ts'
import { connectRedis, type Redis } from '../../../../src/redis/connection.ts'
import { startCluster } from '../../../support/cluster.ts'
import { EUR, quoteOf, USD } from '../../../support/push.ts'
import { silent } from '../../../support/redis.ts'

const WAIT = { timeout: 30_000 }

describe('while one master of a Redis Cluster is away', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>
  let redis: Redis

  beforeAll(async () => {
    cluster = await startCluster()
    redis = await connectRedis({ urls: cluster.urls, log: silent })
  })
  afterAll(async () => {
    redis.disconnect()
    await cluster.stop()
  })

  it('prices are compared for the chats of the others', async () => {
    const queue = createDueQueue({ redis, name: 'due', tags: TAGS })
    const chats = createChats({ redis, queue })
    const homes = await Promise.all(TAGS.map((tag) => cluster.masterOf(`{${tag}}`)))
    const away = homes[0] ?? 0
    const names = Array.from({ length: 200 }, (_, index) => String(index + 1))
    const theirs = (chat: string): boolean => homes[queue.shardOf(chat)] === away
    const there = names.find((chat) => !theirs(chat)) ?? ''
    const gone = names.find(theirs) ?? ''
    await chats.follows.add(there, USD, { price: '100', at: 1_000 })
    await chats.follows.add(gone, EUR, { price: '200', at: 1_000 })

    await cluster.masters[away]?.kill()
    await expect.poll(() => chats.wanted.monitors().catch(() => 'not known'), WAIT).toBe('not known')
    await expect.poll(() => chats.wanted.knownMonitors(), WAIT).toEqual([USD])

    const fed: ObservedQuote[] = []
    const reconcile = createReconciler({
      redis,
      client: { monitors: async () => ({ asOf: 2_000, quotes: [quoteOf('101')] }) },
      chats,
      stream: {
        append: async (observedQuotes) => {
          fed.push(...observedQuotes)
          return 'kept'
        },
      },
      clock: () => 2_000,
    })
    expect(await reconcile(false)).toBe(1)
    expect(fed).toMatchObject([{ quote: quoteOf('101'), asOf: 2_000 }])
  })
})
