import { afterEach, expect, it, vi } from 'vitest'
import { createConsumer, type PriceStream } from '../../../../src/push/match/price-stream.ts'
import type { Redis } from '../../../../src/redis/connection.ts'
import { createMetrics } from '../../../../src/runtime/metrics.ts'
import { silent } from '../../../support/redis.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

type Options = Parameters<typeof createConsumer>[0]
const arrange = (options: Pick<Options, 'stream' | 'lease' | 'match'>) =>
  createConsumer({
    waiting: { disconnect: () => {} } as unknown as Redis,
    beginRound: () => {},
    log: silent,
    metrics: createMetrics(),
    ...options,
  })

it('a matcher that was frozen reads no price before it knows that it still leads', async () => {
  const clock = performance.now.bind(performance)
  let frozenMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + frozenMs)
  let mayLead = true
  const lease = { hold: async () => mayLead, release: async () => {} }
  let reads = 0
  const gate = Promise.withResolvers<void>()
  const stream = {
    read: async () => {
      reads += 1
      if (reads === 1) await gate.promise
      else await new Promise(setImmediate)
      return []
    },
  } as unknown as PriceStream
  const consumer = arrange({ stream, lease, match: async () => 1 })
  await consumer.start()
  await expect.poll(() => reads).toBe(1)
  mayLead = false // another process leads meanwhile
  frozenMs = 60_000
  gate.resolve()
  for (let i = 0; i < 50; i++) await new Promise(setImmediate)
  expect(reads).toBe(1)
  await consumer.stop()
})

it('many prices that a shard could not take are matched before a newer one, in order', async () => {
  const text = JSON.stringify([
    { asOf: 1, quote: { monitor: { page: 'p', currency: 'c', key: 'k' }, price: '1' } },
  ])
  const kept = Array.from({ length: 40 }, (_, index) => ({ id: String(index), text }))
  const matched: string[] = []
  let isAway = true
  let read = 0
  const stream = {
    read: async (_waiting: Redis, after?: string) => {
      await new Promise(setImmediate)
      const entries = kept
        .filter(({ id }) => !matched.includes(id) && Number(id) > Number(after ?? -1))
        .slice(0, 16)
      read = Math.max(read, Number(entries.at(-1)?.id ?? 0))
      return entries
    },
    finish: async ({ id }: { id: string }) => void matched.push(id),
    setAside: async () => {},
  } as unknown as PriceStream
  const consumer = arrange({
    stream,
    match: async () => {
      if (isAway) throw new Error('a shard is away')
      return 1
    },
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], fakeNodeBuiltins: true })
  await consumer.start()
  while (read < 39) await vi.advanceTimersByTimeAsync(10)
  kept.push({ id: '40', text })
  isAway = false
  while (matched.length < 41) await vi.advanceTimersByTimeAsync(10)
  expect(matched).toEqual(kept.map(({ id }) => id))
  await consumer.stop()
})
