import { afterEach, describe, expect, test, vi } from 'vitest'
import { type NumberedQuote, toNotification } from '../../../../src/api/notification.ts'
import type { Currency } from '../../../../src/domain/monitor.ts'
import type { Redis } from '../../../../src/redis/connection.ts'
import { createLog } from '../../../../src/runtime/log.ts'
import { createEventFeed, isLater } from '../../../../src/service/stream.ts'

const { log } = createLog('silent')

const quoteOf = (currency: Currency): NumberedQuote => ({
  number: 1,
  quote: {
    monitor: { page: 'page_one', currency, key: 'k' },
    title: `},{"id":1,"currency":"euro"${'x'.repeat(3_000)}`,
    image: null,
    price: '1',
    priceOld: '1',
    lastUpdate: 0,
    simulated: false,
    stale: false,
  },
})
const bodyOf = (...currencies: readonly Currency[]): string =>
  JSON.stringify(toNotification('n', 0, currencies.map(quoteOf)))

type Entry = [id: string, fields: string[]]
const entry = (n: number, body = bodyOf('dollar')): Entry => [`${n}-0`, ['body', body]]

/** The stream of Redis in memory; `hold` keeps its answers back. */
function createStored(entries: Entry[]) {
  const held: (() => void)[] = []
  const stored = {
    reads: 0,
    isHeld: false,
    held,
    redis: {
      xrevrange: async (_key: string, _to: string, _from: string, _count: string, count: number) =>
        entries.slice(-count).reverse(),
      async xrange(_key: string, from: string, _to: string, _count: string, count: number) {
        stored.reads += 1
        if (stored.isHeld) await new Promise<void>((done) => held.push(done))
        return entries.filter(([id]) => isLater(id, from.slice(1))).slice(0, count)
      },
    } as unknown as Redis,
  }
  return stored
}

let stop = async (): Promise<void> => {}
afterEach(() => stop())

async function start(entries: Entry[]) {
  const stored = createStored(entries)
  let change = (): void => {}
  const latest = {
    onChange(listener: (refs: readonly string[]) => void) {
      change = () => listener([])
      return () => {}
    },
  }
  const feed = createEventFeed({ redis: stored.redis, latest, log })
  await feed.start()
  stop = feed.stop
  return { stored, feed, change: () => change() }
}

const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id)
const ids = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${from + i}-0`)
const entries = (count: number): Entry[] => Array.from({ length: count }, (_, i) => entry(i + 1))

describe('the events that a reader missed', () => {
  test('are read from Redis in pieces of 50 where they are old', async () => {
    const { stored, feed } = await start(entries(1_000))
    expect(idsOf(await feed.readAfter('0-1'))).toEqual(ids(1, 50))
    expect(idsOf(await feed.readAfter('50-0'))).toEqual(ids(51, 50))
    expect(stored.reads).toBe(2)
  })

  test('are kept where they are new, for any number of readers: Redis is not asked', async () => {
    const all = entries(800)
    const { stored, feed, change } = await start(all)
    for (let n = 801; n <= 1_000; n++) all.push(entry(n))
    change()
    await expect.poll(feed.lastId).toBe('1000-0')
    const { reads } = stored
    for (let reader = 0; reader < 100; reader++) {
      expect(idsOf(await feed.readAfter('800-0'))).toEqual(ids(801, 50))
      expect(idsOf(await feed.readAfter('990-0'))).toEqual(ids(991, 10))
      expect(await feed.readAfter('1000-0')).toEqual([])
    }
    expect(stored.reads).toBe(reads)
  })

  test('are the same from memory and from Redis while new ones come, of which 2 MB are kept', async () => {
    const all = entries(10)
    const { stored, feed, change } = await start(all)
    for (let n = 11; n <= 1_000; n++) all.push(entry(n))
    change()
    await expect.poll(feed.lastId).toBe('1000-0')
    const reads = stored.reads
    const readAll = async (): Promise<string[]> => {
      const read: string[] = []
      for (let after = '0-1'; isLater(feed.lastId(), after); after = read.at(-1) ?? '')
        read.push(...idsOf(await feed.readAfter(after)))
      return read
    }
    expect(await readAll()).toEqual(ids(1, 1_000))
    expect(stored.reads - reads).toBeGreaterThan(2)
    expect(stored.reads - reads).toBeLessThan(20)
  })

  test('are read for two readers at a time, in their order', async () => {
    const { stored, feed } = await start(entries(1_000))
    stored.isHeld = true
    const read: number[] = []
    const readers = Array.from({ length: 5 }, (_, i) => feed.readAfter('0-1').then(() => read.push(i)))
    const turns: number[] = []
    while (read.length < 5) {
      turns.push(stored.held.length)
      stored.held.shift()?.()
      const before = read.length
      await expect.poll(() => read.length).toBe(before + 1)
    }
    await Promise.all(readers)
    expect([turns, read, stored.reads]).toEqual([[2, 2, 2, 2, 1], [0, 1, 2, 3, 4], 5])
  })

  test('are not parsed, whichever currencies they have', async () => {
    const { feed } = await start([entry(1), entry(2, bodyOf('dollar', 'euro'))])
    const parse = vi.spyOn(JSON, 'parse')
    expect(await feed.readAfter('0-1')).toHaveLength(2)
    expect(parse).not.toHaveBeenCalled()
    parse.mockRestore()
  })

  test('name the monitors of each currency', async () => {
    const both = bodyOf('dollar', 'euro', 'dollar')
    const { feed } = await start([entry(1), entry(2, both), entry(3, bodyOf('euro'))])
    const read = await feed.readAfter('1-0')
    const monitorsOf = (text = '{"monitors":[]}'): Currency[] =>
      JSON.parse(text).monitors.map(({ currency }: { currency: Currency }) => currency)
    expect(read.map(({ data }) => [monitorsOf(data.dollar), monitorsOf(data.euro)])).toEqual([
      [['dollar', 'dollar'], ['euro']],
      [[], ['euro']],
    ])
    expect(read[1]?.data).toEqual({ euro: bodyOf('euro') })
  })
})
