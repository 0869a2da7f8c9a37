import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toNotification } from '../../../src/api/notification.ts'
import type { Currency } from '../../../src/domain/monitor.ts'
import type { Redis } from '../../../src/redis/connection.ts'
import { createStreams, STREAMS_MAX, UNREAD_BYTES_MAX } from '../../../src/service/stream.ts'
import { quoteOf } from '../../support/push.ts'
import { silent } from '../../support/redis.ts'

const own = { owner: 'own' }

/** A connection that takes in nothing of what is written to it, or all. */
function createReader({ isStuck = false } = {}) {
  const written: string[] = []
  const response = Object.assign(new EventEmitter(), {
    destroyed: false,
    writableEnded: false,
    writableNeedDrain: false,
    writableLength: 0,
    write(text: string) {
      written.push(text)
      if (isStuck) response.writableLength += text.length
      return !isStuck
    },
    destroy() {
      response.destroyed = true
      response.emit('close')
    },
    end() {
      response.writableEnded = true
      response.emit('close')
    },
  })
  /** Whether its reader must take in what was written before more is. */
  const setFull = (isFull: boolean): void => {
    response.writableNeedDrain = isFull
    if (!isFull) response.emit('drain')
  }
  return { written, setFull, response: response as unknown as ServerResponse }
}

const bodyOf = (currencies: readonly Currency[], title = ''): string => {
  const changed = currencies.map((currency) => ({ monitor: { page: 'page_one', currency, key: 'k' }, title }))
  const numbered = changed.map((change) => ({ number: 1, quote: quoteOf('1', change) }))
  return JSON.stringify(toNotification('n', 0, numbered))
}

/** Open streams on a Redis stream in memory, whose events have the ids 1-0, 2-0 … */
async function startStreams(stored: string[]) {
  const numbers = (id: string): number => Number(id.split('-', 1)[0])
  const entries = (): [string, string[]][] => stored.map((body, i) => [`${i + 1}-0`, ['body', body]])
  const counts: number[] = []
  const redis = {
    xrevrange: async () => entries().slice(-1),
    xrange: async (_key: string, from: string, _to: string, _count: string, count: number) => {
      counts.push(count)
      return entries()
        .slice(numbers(from.slice(1)))
        .slice(0, count)
    },
  } as unknown as Redis
  let tell = (_refs: readonly string[]): void => {}
  const onChange = (listener: typeof tell) => {
    tell = listener
    return () => {}
  }
  const streams = createStreams({ redis, latest: { onChange }, findCaller: async () => own, log: silent })
  await streams.start()
  return {
    streams,
    /** How many events each reading asked for. */
    counts,
    async add(
      response: ServerResponse,
      { after, currency = 'dollar' }: { after?: string; currency?: Currency } = {},
    ) {
      streams.add({ caller: own, token: 't', currency, response, after })
      await vi.advanceTimersByTimeAsync(0)
    },
    async publish(body: string) {
      stored.push(body)
      tell([])
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

const idsOf = (written: readonly string[]): string[] =>
  written.flatMap((text) => /^id: (\S+)/.exec(text)?.[1] ?? [])
const LARGE = bodyOf(['dollar'], 'x'.repeat(2 * UNREAD_BYTES_MAX))
const SMALL = bodyOf(['dollar'])

let stop = async (): Promise<void> => {}
beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await stop()
  vi.useRealTimers()
})

async function open(response: ServerResponse, stored: string[] = [SMALL]) {
  const started = await startStreams(stored)
  stop = started.streams.stop
  await started.add(response)
  return started
}

test('an event of any size reaches a reader that has taken in all before it; a reader that takes in nothing is cut at the next one', async () => {
  const { response, written } = createReader({ isStuck: true })
  const { streams, publish } = await open(response)
  await publish(LARGE)
  expect([response.destroyed, idsOf(written)]).toEqual([false, ['2-0']])
  await publish(SMALL)
  expect([response.destroyed, idsOf(written), streams.count()]).toEqual([true, ['2-0'], 0])
})

test('a reader that missed much is sent an event only once it has taken in the one before', async () => {
  const { response, written, setFull } = createReader({ isStuck: true })
  const { add } = await open(createReader().response, [SMALL, SMALL, LARGE, LARGE, LARGE])
  setFull(true)
  await add(response, { after: '2-0' })
  expect(idsOf(written)).toEqual(['3-0'])
  response.emit('drain')
  await vi.advanceTimersByTimeAsync(0)
  expect(idsOf(written)).toEqual(['3-0', '4-0'])
  setFull(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(idsOf(written)).toEqual(['3-0', '4-0', '5-0'])
  const listeners = ['drain', 'close'].map((name) => response.listenerCount(name))
  expect([response.destroyed, listeners]).toEqual([false, [0, 1]])
})

test('a reader that takes in what it is sent hears every 15 seconds that the stream is alive', async () => {
  const [reader, stuck] = [createReader(), createReader()]
  const { add } = await open(reader.response)
  await add(stuck.response)
  stuck.setFull(true)
  await vi.advanceTimersByTimeAsync(30_000)
  const beatsOf = ({ written }: typeof reader) => written.filter((text) => text === ': still here\n\n')
  expect([beatsOf(reader).length, beatsOf(stuck).length]).toEqual([2, 0])
})

test('a reader gets the monitors of its currency alone, whatever a title says', async () => {
  const title = '},{"id":1,"currency":"euro"'
  const [dollars, euros] = [createReader(), createReader()]
  const { add, publish } = await open(dollars.response)
  await add(euros.response, { currency: 'euro' })
  await publish(bodyOf(['dollar', 'euro', 'dollar'], title))
  await publish(bodyOf(['euro'], title))
  const currenciesOf = ({ written }: typeof dollars): string[][] =>
    written.flatMap((text) => {
      const [, data] = /^data: (.*)$/m.exec(text) ?? []
      return data ? [JSON.parse(data).monitors.map((one: { currency: string }) => one.currency)] : []
    })
  expect([currenciesOf(dollars), currenciesOf(euros)]).toEqual([[['dollar', 'dollar']], [['euro'], ['euro']]])
})

test('open streams are at most 1,000, whoever asks', async () => {
  const { streams, add } = await open(createReader().response)
  for (let i = 1; i < STREAMS_MAX; i++) {
    streams.requirePlace(own)
    await add(createReader().response)
  }
  expect(() => streams.requirePlace(own)).toThrow(/Too many streams/)
  await streams.stop()
  expect(streams.count()).toBe(0)
})
