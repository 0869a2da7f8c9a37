import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DueQueue } from '../../../src/queue/due-queue.ts'
import { createLiveness } from '../../../src/queue/liveness.ts'
import type { Redis } from '../../../src/redis/connection.ts'
import { silent } from '../../support/redis.ts'

/** A Redis that hears every beat, and knows of nobody who is silent. */
const redis = {
  defineCommand(name: string) {
    Reflect.set(this, name, async () => [])
  },
  zrem: async () => 1,
} as unknown as Redis

let now = 0
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('a process that was frozen is not sure of its earlier leases, even after its next heartbeat', async () => {
  now = 1_000
  const queue = { name: 'due', holder: 'a' } as unknown as DueQueue
  const liveness = createLiveness({ redis, name: '{alive}', queue, log: silent })
  await liveness.start()
  expect(liveness.isSureOf(1_100)).toBe(true)
  now = 5_000
  expect(liveness.isSureOf(1_100)).toBe(false)
  await vi.advanceTimersByTimeAsync(500)
  expect([liveness.isSureOf(1_100), liveness.isSureOf(5_000)]).toEqual([false, true])
  await liveness.stop()
})
