import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../../../../src/runtime/log.ts'
import {
  createStreams,
  type EventFeed,
  type FeedEvent,
  isLater,
  STREAMS_MAX,
  UNREAD_BYTES_MAX,
} from '../../../../src/service/stream.ts'

const { log } = createLog('silent')
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

function createFeed() {
  let tell = (_event: FeedEvent): void => {}
  let lastId = '5-0'
  const feed = {
    lastId: () => lastId,
    readAfter: async () => [],
    listen: (listener: typeof tell) => {
      tell = listener
      return () => {}
    },
  } as unknown as EventFeed
  const publish = (id: string, data: string): void => {
    lastId = id
    tell({ id, data: { dollar: data } })
  }
  return { feed, publish }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function open(response: ServerResponse) {
  const { feed, publish } = createFeed()
  const streams = createStreams({ feed, findCaller: () => own, log })
  await streams.start()
  streams.add({ caller: own, token: 't', currency: 'dollar', response, after: undefined })
  await vi.advanceTimersByTimeAsync(0)
  return { streams, publish }
}

describe('open streams', () => {
  test('a reader that takes in nothing is cut, and forgotten', async () => {
    const { response } = createReader({ isStuck: true })
    const { streams, publish } = await open(response)
    for (let i = 0; i < 10 && !response.destroyed; i++)
      publish(`${6 + i}-0`, 'x'.repeat(UNREAD_BYTES_MAX / 4))
    expect([response.destroyed, streams.count()]).toEqual([true, 0])
    await streams.stop()
  })

  test('an event of any size reaches a reader that has taken in all before it, the next one only a reader that takes it in', async () => {
    const { response, written } = createReader({ isStuck: true })
    const { streams, publish } = await open(response)
    publish('6-0', 'x'.repeat(2 * UNREAD_BYTES_MAX))
    expect([response.destroyed, written.at(-1)?.length]).toEqual([
      false,
      `id: 6-0\nevent: monitor.updated\ndata: \n\n`.length + 2 * UNREAD_BYTES_MAX,
    ])
    publish('7-0', 'x')
    expect([response.destroyed, written.at(-1)?.slice(0, 7)]).toEqual([true, 'id: 6-0'])
    await streams.stop()
  })

  test('a reader that is cut in its first event knows where to resume', async () => {
    const { response, written } = createReader()
    const { streams } = await open(response)
    expect(written).toEqual(['retry: 3000\nid: 5-0\n\n'])
    await streams.stop()
  })

  test('a reader that missed much is sent an event only once it has taken in the one before', async () => {
    const missed = ['3-0', '4-0', '5-0']
    const readAfter = async (after: string) =>
      missed
        .filter((id) => isLater(id, after))
        .map((id) => ({ id, data: { dollar: 'x'.repeat(2 * UNREAD_BYTES_MAX) } }))
    const { response, written, setFull } = createReader({ isStuck: true })
    const streams = createStreams({ feed: { ...createFeed().feed, readAfter }, findCaller: () => own, log })
    setFull(true)
    streams.add({ caller: own, token: 't', currency: 'dollar', response, after: '2-0' })
    const idsSent = async (): Promise<string[]> => {
      await vi.advanceTimersByTimeAsync(0)
      return written.flatMap((text) => /^id: (\S+)/.exec(text)?.[1] ?? [])
    }
    expect(await idsSent()).toEqual(['3-0'])
    response.emit('drain')
    expect(await idsSent()).toEqual(['3-0', '4-0'])
    setFull(false)
    expect(await idsSent()).toEqual(missed)
    expect([response.destroyed, response.listenerCount('drain'), response.listenerCount('close')]).toEqual([
      false,
      0,
      1,
    ])
  })

  test('a quiet stream says every 15 s that it is there', async () => {
    const { response, written } = createReader()
    const { streams } = await open(response)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(written.slice(1)).toEqual([': still here\n\n', ': still here\n\n'])
    await streams.stop()
  })

  test('a stream that nobody reads is told nothing that would keep its connection open', async () => {
    const { response, written, setFull } = createReader()
    const { streams } = await open(response)
    setFull(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(written).toHaveLength(1)
    await streams.stop()
  })

  test('are at most 1,000, whoever asks', async () => {
    const { streams } = await open(createReader().response)
    for (let i = 1; i < STREAMS_MAX; i++) {
      streams.requirePlace(own)
      const { response } = createReader()
      streams.add({ caller: own, token: 't', currency: 'dollar', response, after: undefined })
    }
    expect(() => streams.requirePlace(own)).toThrow(/Too many streams/)
    await streams.stop()
    expect(streams.count()).toBe(0)
  })
})

describe('isLater', () => {
  test.each([
    ['10-0', '9-5', true],
    ['9-10', '9-9', true],
    ['9-9', '9-9', false],
    ['9-9', '10-0', false],
  ])('%s after %s: %s', (id, than, is) => expect(isLater(id, than)).toBe(is))
})
