import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLimiter, createPlaces, type LeasedPlaces } from '../../../src/queue/limiter.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createScriptedRedis } from './scripted-redis.ts'

const INTERVAL_MS = 20
/** Redis' clock is far from ours. */
const REDIS_AHEAD_MS = 5_000_000
const open = new AbortController().signal
const now = (): number => performance.now()
const redisMicros = (inMs = 0): number => (now() + REDIS_AHEAD_MS + inMs) * 1_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], fakeNodeBuiltins: true })
})
afterEach(() => void vi.useRealTimers())

/** A limiter whose Redis answers `rate.lua` with its time and this. */
function createOn(reply: () => number[]) {
  const { redis } = createScriptedRedis(() => [redisMicros(), ...reply()])
  const metrics = createMetrics()
  return createLimiter({ redis, subscriber: redis, name: '{limit}', ratePerSecond: 28, metrics })
}

/** Leases one place after the other, as Redis does for all processes, and notes how many were asked for. */
function createRate() {
  const asked: number[] = []
  let nextAt = 0
  const take = async (count: number): Promise<LeasedPlaces> => {
    asked.push(count)
    const firstAt = Math.max(nextAt, now())
    nextAt = firstAt + count * INTERVAL_MS
    return { count, firstAt, intervalMs: INTERVAL_MS }
  }
  return { asked, take }
}

type Places = ReturnType<typeof createPlaces>

/** Wants places; when each was used (ms), as it happens. */
function use(places: Places, wanted: number, signal = open): number[] {
  const times: number[] = []
  places({ wanted, signal, use: () => void times.push(now()) }).catch(() => undefined)
  return times
}

it('places in the rate are leased for one caller after the other, and each is used at its own time', async () => {
  const { asked, take } = createRate()
  const places = createPlaces(take)
  const times = [1, 2, 2].map((wanted) => use(places, wanted))
  await vi.advanceTimersByTimeAsync(1_000)
  expect([times, asked]).toEqual([
    [[0], [20, 40], [60, 80]],
    [1, 2, 2],
  ])
})

it('places in the rate that pass while there is no room for a call are lost, unless they are a few ms late', async () => {
  const { asked, take } = createRate()
  const times: number[] = []
  let isFull = true
  const room = () => {
    if (!isFull) return undefined
    isFull = false
    return new Promise<void>((done) => setTimeout(done, 25))
  }
  void createPlaces(take)({ wanted: 3, signal: open, use: () => void times.push(now()), room })
  await vi.advanceTimersByTimeAsync(1_000)
  expect([times, asked]).toEqual([
    [25, 40, 60],
    [3, 1],
  ])
})

it('places in the rate are leased while those of the caller before are used, as Redis may be far', async () => {
  const { asked, take } = createRate()
  const places = createPlaces(take)
  for (const wanted of [3, 3, 3]) use(places, wanted)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual([3, 3, 3])
})

it('places in the rate are not used after a stop, which ends the wait for them', async () => {
  const stopping = new AbortController()
  const places = createPlaces(createRate().take)
  const times: number[] = []
  const options = { wanted: 3, signal: stopping.signal, use: () => void times.push(now()) }
  const stopped = expect(places(options)).rejects.toThrow('stop')
  await vi.advanceTimersByTimeAsync(25)
  stopping.abort(new Error('stop'))
  await stopped
  await expect(places(options)).rejects.toThrow('stop')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(times).toEqual([0, 20])
})

it('places in the rate are waited for behind others for four seconds at most', async () => {
  let asked = 0
  const places = createPlaces(async () => {
    asked += 1
    return { count: 0, firstAt: now() + 900, intervalMs: 0 }
  })
  const done = places({ wanted: 1, signal: open, use: () => {} })
  await vi.advanceTimersByTimeAsync(4_499)
  expect(asked).toBe(5)
  await vi.advanceTimersByTimeAsync(1)
  expect([await done, asked]).toEqual([undefined, 6])
})

it('places in the rate fail for callers that wait while Redis is away, and not for later ones', async () => {
  const { take } = createRate()
  let isAway = true
  const places = createPlaces((count) => (isAway ? Promise.reject(new Error('away')) : take(count)))
  await expect(places({ wanted: 1, signal: open, use: () => {} })).rejects.toThrow('away')
  isAway = false
  const times = use(places, 1)
  await vi.advanceTimersByTimeAsync(1)
  expect(times).toHaveLength(1)
})

it('places in the rate are at the times that Redis leases, by our clock, and never too late at more than 10,000 a second', async () => {
  const times = [() => [40_000, 0, 2, redisMicros(30)], () => [50, 0, 2, redisMicros(-500)]].map((reply) =>
    use(createOn(reply).places, 2),
  )
  await vi.advanceTimersByTimeAsync(1_000)
  expect(times).toEqual([
    [30, 70],
    [0, expect.any(Number)],
  ])
})

it('the limiter stops all sending here at a 429 while Redis is away, as no process knows of the others', async () => {
  const limiter = createOn(() => {
    throw new Error('Redis is away')
  })
  await expect(limiter.pauseSending(5_000, '7')).rejects.toThrow('away')
  expect(limiter.pausedForMs()).toBe(5_000)
})

it('the limiter aims a little below the configured rate until Redis says another one', async () => {
  const limiter = createOn(() => [100_000, 0])
  expect(limiter.ratePerSecond()).toBeCloseTo(28 * 0.98, 3)
  await limiter.spend()
  expect(limiter.ratePerSecond()).toBe(10)
})
