import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DueQueue } from '../../../src/queue/due-queue.ts'
import { createLiveness } from '../../../src/queue/liveness.ts'
import type { Redis } from '../../../src/redis/connection.ts'
import { silent } from '../../support/redis.ts'

let silentOnes: string[] = []

/** Hears every beat, and names those who are silent. */
let hear = async (): Promise<unknown> => silentOnes
let beats: unknown[][] = []
const redis = {
  defineCommand(name: string) {
    Reflect.set(this, name, (...args: unknown[]) => {
      beats.push(args)
      return hear()
    })
  },
  zrem: async () => 1,
} as unknown as Redis

let now = 0
beforeEach(() => {
  silentOnes = []
  hear = async () => silentOnes
  beats = []
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

it('members of a dead process are taken over, but not just after an outage, when the others could not beat either', async () => {
  now = 1_000
  const ended: unknown[] = []
  const queue = {
    name: 'due',
    holder: 'a',
    endLeases: async (which: unknown) => {
      ended.push(which)
      return 1
    },
  } as unknown as DueQueue
  silentOnes = ['dead']
  const liveness = createLiveness({ redis, name: '{alive}', queue, log: silent })
  await liveness.start()
  expect(ended).toEqual([])
  now = 1_500
  await vi.advanceTimersByTimeAsync(500)
  expect(ended).toEqual([{ reason: 'died', holder: 'dead' }])
  now = 9_000
  await vi.advanceTimersByTimeAsync(500)
  expect(ended).toHaveLength(1)
  now = 9_500
  await vi.advanceTimersByTimeAsync(500)
  expect(ended).toHaveLength(2)
  await liveness.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ended).toHaveLength(2)
})

it('a process whose heartbeats go on is sure of what it leased between them', async () => {
  now = 10_000
  const queue = { name: 'due', holder: 'a' } as unknown as DueQueue
  const liveness = createLiveness({ redis, name: '{alive}', queue, log: silent })
  await liveness.start()
  for (let beat = 1; beat <= 6; beat++) {
    now += 500
    await vi.advanceTimersByTimeAsync(500)
    expect(liveness.isSureOf(10_100)).toBe(true)
  }
  expect(beats).toEqual(Array.from({ length: 7 }, () => [1, '{alive}', 'a', 2_500]))
  await liveness.stop()
})

it('a process goes on with its heartbeats after one that failed, and ends them at a stop, even during one', async () => {
  const queue = { name: 'due', holder: 'a' } as unknown as DueQueue
  const liveness = createLiveness({ redis, name: '{alive}', queue, log: silent })
  await liveness.start()
  hear = () => Promise.reject(new Error('Redis is away'))
  await vi.advanceTimersByTimeAsync(500)
  expect(beats).toHaveLength(2)
  const answer = Promise.withResolvers<unknown>()
  hear = () => answer.promise
  await vi.advanceTimersByTimeAsync(500)
  expect(beats).toHaveLength(3)
  await liveness.stop()
  answer.resolve([])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(beats).toHaveLength(3)
})
