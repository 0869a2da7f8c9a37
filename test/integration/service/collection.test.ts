import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { type Collection, createCollection } from '../../../src/service/collect/collection.ts'
import { parseSources } from '../../../src/service/sources/file/sources-file.ts'
import { silent, useRedis } from '../../support/redis.ts'
import { until } from '../../support/until.ts'

const server = useRedis()
let page = { price: 349.9272, date: '2026-01-22' }
const started: Collection[] = []
const http: Server = createServer((_request, response) => response.end(JSON.stringify(page))).listen(
  0,
  '127.0.0.1',
)

async function startCollection() {
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`
  const monitors = { usd: { currency: 'dollar', title: 'Dólar', price: '/price', last_update: '/date' } }
  const file = { pages: { page_one: { every: '1s', source: { kind: 'json', url }, monitors } } }
  const collection = createCollection({
    redis: await server.connect(),
    subscriber: await server.connect(true),
    pages: parseSources(JSON.stringify(file), 'test'),
    metrics: createMetrics(),
    log: silent,
    clock: Date.now,
    random: Math.random,
  })
  for (const part of collection.parts) await part.start()
  started.push(collection)
  return collection
}

afterEach(async () => {
  for (const { parts } of started.splice(0)) for (const part of [...parts].reverse()) await part.stop()
})

describe('collection', () => {
  test('a price of a page is the latest quote, and the close of its day', async () => {
    const { latest, history } = await startCollection()
    await until(() => expect(latest.quotes()).toHaveLength(1))
    expect(latest.find('page_one', 'dollar', 'usd')).toMatchObject({
      price: '349.9272',
      priceOld: '349.9272',
    })
    page = { price: 351, date: '2026-01-22' }
    await until(() => expect(latest.quotes()).toMatchObject([{ price: '351', priceOld: '349.9272' }]))
    expect(await history.days('dollar:page_one.usd', '2026-01-01', '2026-02-01')).toEqual([
      { day: '2026-01-22', price: '351', high: '351', low: '349.9272', lastUpdate: Date.UTC(2026, 0, 22, 4) },
    ])
    expect(await history.updates('dollar:page_one.usd', '2026-01-22')).toHaveLength(2)
  })
})
