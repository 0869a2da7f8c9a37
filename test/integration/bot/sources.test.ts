import { expect, test } from 'vitest'
import type { Quote } from '../../../src/domain/monitor.ts'
import type { SourceTrouble } from '../../../src/features/operator/text.ts'
import {
  createPriceWatch,
  createSourceWatch,
  readUnpricedSince,
} from '../../../src/features/operator/watch.ts'
import { useRedis } from '../../support/redis.ts'
import { QUOTES } from './memory.ts'

const server = await useRedis()
const [official, euro] = QUOTES as [Quote, Quote]

/** A watch over two monitors, and what operators were told: `- KEY` is stale, `+ KEY` is back; other troubles by their kind. */
async function arrange() {
  const redis = await server.connect()
  await redis.flushall()
  const told: string[] = []
  const state = {
    quotes: [official, euro] as readonly Quote[],
    others: [] as readonly SourceTrouble[],
    isAway: false,
  }
  const nameOf = ({ kind, quote, source }: SourceTrouble): string =>
    [...(kind === 'stale' ? [] : [kind]), ...(source ? [source] : []), quote.monitor.key].join(' ')
  const startWatch = () =>
    createSourceWatch({
      redis,
      quotes: () => state.quotes,
      troublesOf: async (quotes) => [
        ...quotes.filter(({ stale }) => stale).map((quote) => ({ kind: 'stale', quote }) as const),
        ...state.others,
      ],
      async tell(begun, over) {
        if (state.isAway) throw new Error('nobody could be told')
        told.push(
          ...begun.map((trouble) => `- ${nameOf(trouble)}`),
          ...over.map((trouble) => `+ ${nameOf(trouble)}`),
        )
      },
    })
  const setStale = (stale: boolean): void => {
    state.quotes = [{ ...official, stale }, euro]
  }
  return { state, told, startWatch, setStale }
}

test('operators are told once that a source is stale and once that it updates again, even by another process', async () => {
  const { told, startWatch, setStale } = await arrange()
  const look = startWatch()
  await look()
  setStale(true)
  for (let i = 0; i < 4; i++) await look()
  expect(told).toEqual(['- usd'])
  const next = startWatch()
  for (let i = 0; i < 3; i++) await next()
  expect(told).toEqual(['- usd'])
  setStale(false)
  for (let i = 0; i < 3; i++) await next()
  expect(told).toEqual(['- usd', '+ usd'])
})

test('operators are told of a step that is held back and of a source that gave way, each once, and when it is over', async () => {
  const { state, told, startWatch } = await arrange()
  const look = startWatch()
  state.others = [
    { kind: 'held', quote: official, price: '3499.27' },
    { kind: 'still', quote: euro, source: 'El Dólar Hoy' },
  ]
  for (let i = 0; i < 4; i++) await look()
  const next = startWatch()
  state.others = [{ kind: 'held', quote: official, price: '3500' }]
  for (let i = 0; i < 3; i++) await next()
  expect(told).toEqual(['- held usd', '- still El Dólar Hoy eur', '+ still El Dólar Hoy eur'])
  state.others = []
  state.quotes = []
  for (let i = 0; i < 3; i++) await next()
  expect(told).toHaveLength(3)
  state.quotes = [official]
  for (let i = 0; i < 3; i++) await next()
  expect(told.slice(3)).toEqual(['+ held usd'])
})

test('a source that is stale at one check only is not reported', async () => {
  const { told, startWatch, setStale } = await arrange()
  const look = startWatch()
  for (const stale of [false, true, false, true, false]) {
    setStale(stale)
    await look()
  }
  expect(told).toEqual([])
})

test('a report that could not be sent is sent at a later check', async () => {
  const { state, told, startWatch, setStale } = await arrange()
  const look = startWatch()
  setStale(true)
  state.isAway = true
  await look()
  await expect(look()).rejects.toThrow('nobody could be told')
  state.isAway = false
  await look()
  expect(told).toEqual(['- usd'])
})

test('operators are told once that there is no price at all and since when, and once that there is one, even by another process', async () => {
  const redis = await server.connect()
  await redis.flushall()
  const told: unknown[] = []
  const state = { isPriced: true, isAway: false, now: 1_000 }
  const startWatch = () =>
    createPriceWatch({
      redis,
      isPriced: () => state.isPriced,
      clock: () => state.now,
      async tell(since) {
        if (state.isAway) throw new Error('nobody could be told')
        told.push(since)
      },
    })
  const look = startWatch()
  await look()
  state.isPriced = false
  await look()
  state.isPriced = true
  await look()
  expect(told).toEqual([])
  state.isPriced = false
  state.isAway = true
  await look()
  state.now = 60_000
  await expect(look()).rejects.toThrow('nobody could be told')
  state.isAway = false
  const next = startWatch()
  for (let i = 0; i < 3; i++) await next()
  expect([told, await readUnpricedSince(redis)]).toEqual([[1_000], 1_000])
  state.isPriced = true
  for (let i = 0; i < 3; i++) await next()
  expect([told, await readUnpricedSince(redis)]).toEqual([[1_000, undefined], undefined])
})
