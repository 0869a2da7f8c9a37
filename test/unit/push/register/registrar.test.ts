import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RatesError } from '../../../../src/api/client.ts'
import { createRegistrar } from '../../../../src/push/register/register.ts'
import { silent } from '../../../support/redis.ts'
import { createScriptedRedis } from '../../queue/scripted-redis.ts'

beforeEach(() => void vi.useFakeTimers({ fakeNodeBuiltins: true }))
afterEach(() => void vi.useRealTimers())

/** A registrar that leads; when it compared prices (s since the start), and whether as doubted. */
async function start(keep: () => Promise<boolean> = async () => false) {
  const { redis, publish } = createScriptedRedis()
  const startedAt = performance.now()
  const compared: [second: number, isDoubted: boolean][] = []
  const registrar = createRegistrar({
    redis: { publish: async (channel, text) => Number(publish(String(channel), String(text))) },
    subscriber: redis,
    lease: { hold: async () => true, release: async () => {} },
    registration: { keep, forget: () => {} },
    reconcile: async (isDoubted) => {
      compared.push([Math.round((performance.now() - startedAt) / 1_000), isDoubted])
      return 0
    },
    log: silent,
  })
  await registrar.start()
  const pass = async (seconds: number): Promise<typeof compared> => {
    await vi.advanceTimersByTimeAsync(seconds * 1_000)
    return compared.splice(0)
  }
  return { ...registrar, pass }
}

it('prices are compared every 45 s, and every 10 s for a minute after a notification that was dated back', async () => {
  const { reconcileSoon, pass } = await start()
  expect(await pass(92)).toEqual([0, 45, 90].map((second) => [second, false]))
  reconcileSoon('dated back')
  expect(await pass(100)).toEqual([
    ...[100, 110, 120, 130, 140, 150].map((second) => [second, true]),
    [160, false],
  ])
})

it('prices are compared at most once a second, however often that is asked, and once more in the end', async () => {
  const { reconcileSoon, pass } = await start()
  await pass(0.5)
  for (let i = 0; i < 100; i++) {
    reconcileSoon('unread')
    await vi.advanceTimersByTimeAsync(10)
  }
  expect((await pass(20)).length).toBe(2)
})

it('a registration that fails is tried again after a second, then after twice the time each', async () => {
  const tries: number[] = []
  const startedAt = performance.now()
  const { pass } = await start(async () => {
    tries.push(Math.round((performance.now() - startedAt) / 1_000))
    if (tries.length < 5) throw new RatesError(0, 'no answer')
    return true
  })
  await pass(30)
  expect(tries).toEqual([0, 1, 3, 7, 15])
})
