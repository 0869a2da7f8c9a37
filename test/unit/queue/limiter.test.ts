import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLimiter } from '../../../src/queue/limiter.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createScriptedRedis } from './scripted-redis.ts'

const NAME = '{limit}'
/** 28 a second, less two percent. */
const CONFIGURED_MICROS = 36_443
/** Redis' clock is far from ours. */
const REDIS_AHEAD_MS = 5_000_000
const open = new AbortController().signal

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], fakeNodeBuiltins: true })
})
afterEach(() => void vi.useRealTimers())

const redisMicros = (inMs = 0): number => (performance.now() + REDIS_AHEAD_MS + inMs) * 1_000

/** A limiter whose Redis answers `rate.lua` with its time and this. */
function arrange(reply: () => number[] = () => [CONFIGURED_MICROS, 0]) {
  const { redis, calls, publish } = createScriptedRedis(() => [redisMicros(), ...reply()])
  const metrics = createMetrics()
  const limiter = createLimiter({ redis, subscriber: redis, name: NAME, ratePerSecond: 28, metrics })
  return { limiter, metrics, calls, publish }
}

const rateCall = (...args: readonly (string | number)[]) => [
  2,
  NAME,
  `${NAME}:answered`,
  CONFIGURED_MICROS,
  ...args,
]

describe('a 429', () => {
  it('of no chat stops all sending here at once, and by Redis everywhere', async () => {
    const { limiter, metrics, calls } = arrange(() => [CONFIGURED_MICROS, 5_000_000, 1])
    const asked = limiter.pauseSending(5_000.2)
    expect([limiter.pausedForMs(), limiter.pausedForMs('7')]).toEqual([5_000.2, 5_000.2])
    await asked
    expect(calls).toEqual([rateCall('pause', 5_001, '')])
    expect(await metrics.text()).toMatch(/send_pauses_total 1$/m)
    await vi.advanceTimersByTimeAsync(6_000)
    expect(limiter.pausedForMs()).toBe(0)
  })

  it('of a person or a group makes that chat wait alone', async () => {
    const { limiter, metrics, calls } = arrange(() => [CONFIGURED_MICROS, 0, 0])
    await limiter.pauseSending(5_000, '-7')
    await limiter.pauseSending(6_000, '7')
    await limiter.pauseSending(2_000, '7')
    expect([limiter.pausedForMs(), limiter.pausedForMs('8'), limiter.pausedForMs('7')]).toEqual([0, 0, 6_000])
    expect(calls).toEqual([
      [1, 'group:-7', 'pause', 5_000],
      rateCall('pause', 5_000, '-7'),
      rateCall('pause', 6_000, '7'),
      rateCall('pause', 2_000, '7'),
    ])
    expect(await metrics.text()).toMatch(/send_pauses_total 0$/m)
  })

  it('of a second person stops all sending, as Redis says', async () => {
    const { limiter } = arrange(() => [CONFIGURED_MICROS, 4_000_000, 1])
    await limiter.pauseSending(5_000, '7')
    expect(limiter.pausedForMs()).toBe(4_000)
  })

  it('stops all sending here while Redis is away, as no process knows of the others', async () => {
    const { limiter } = arrange(() => {
      throw new Error('Redis is away')
    })
    await expect(limiter.pauseSending(5_000, '7')).rejects.toThrow('away')
    expect(limiter.pausedForMs()).toBe(5_000)
  })
})

it('a pause by another process counts here, and a shorter one after it does not end it', async () => {
  const { limiter, publish } = arrange()
  await limiter.start()
  publish(NAME, '3000')
  publish(NAME, '1000')
  expect(limiter.pausedForMs()).toBe(3_000)
  await limiter.stop()
  publish(NAME, '9000')
  expect(limiter.pausedForMs()).toBe(3_000)
})

it('a chat that was refused by another process waits here too, and others do not', async () => {
  const { limiter, publish } = arrange()
  await limiter.start()
  publish(NAME, '3000 7')
  expect([limiter.pausedForMs('7'), limiter.pausedForMs('8'), limiter.pausedForMs()]).toEqual([3_000, 0, 0])
})

it('a start hears of a pause that began before it', async () => {
  const { limiter, calls } = arrange(() => [CONFIGURED_MICROS, 2_000_000])
  await limiter.start()
  expect(limiter.pausedForMs()).toBe(2_000)
  expect(calls).toEqual([rateCall('spend', 0)])
})

it('the rate is what Redis says, a little below the configured one until then', async () => {
  const { limiter, metrics } = arrange(() => [100_000, 0])
  expect(limiter.ratePerSecond()).toBeCloseTo(28 * 0.98, 3)
  await limiter.spend()
  expect(limiter.ratePerSecond()).toBe(10)
  expect(await metrics.text()).toMatch(/send_rate_per_second 10$/m)
})

it('calls that did not wait are counted together with those that came in the same time', async () => {
  const { limiter, calls } = arrange()
  await Promise.all([limiter.spend(), limiter.spend(), limiter.spend(2)])
  await limiter.spend()
  expect(calls).toEqual([rateCall('spend', 1), rateCall('spend', 3), rateCall('spend', 1)])
})

describe('places', () => {
  async function timesOf(limiter: ReturnType<typeof arrange>['limiter'], wanted: number): Promise<number[]> {
    const times: number[] = []
    void limiter.places({ wanted, signal: open, use: () => void times.push(performance.now()) })
    await vi.advanceTimersByTimeAsync(1_000)
    return times
  }

  it('are at the times that Redis leases, by our clock', async () => {
    const { limiter, calls } = arrange(() => [40_000, 0, 2, redisMicros(30)])
    expect(await timesOf(limiter, 2)).toEqual([30, 70])
    expect(calls).toEqual([rateCall('take', 2, 50_000)])
  })

  it('that are prepared are taken in the same way', async () => {
    const { limiter, calls } = arrange(() => [40_000, 0, 2, redisMicros()])
    limiter.prepare(2)
    expect(await timesOf(limiter, 1)).toEqual([0])
    expect(calls).toEqual([rateCall('take', 2, 50_000)])
  })

  it('are never too late at more than 10,000 a second', async () => {
    const { limiter } = arrange(() => [50, 0, 2, redisMicros(-500)])
    expect(await timesOf(limiter, 2)).toHaveLength(2)
  })

  it('are reported as missing by their caller only, where Redis is away', async () => {
    const { limiter } = arrange(() => {
      throw new Error('Redis is away')
    })
    limiter.prepare(2)
    await expect(limiter.places({ wanted: 1, signal: open, use: () => {} })).rejects.toThrow('away')
  })
})
