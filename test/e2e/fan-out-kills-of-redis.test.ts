import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/cluster.ts'
import { inFlightMax, startTown } from '../support/load-fixture.ts'
import { createNotifier } from '../support/notifier.ts'
import type { Program } from '../support/program.ts'
import { createRandom } from '../support/random.ts'
import { repeated } from '../support/recorder.ts'
import { report } from '../support/report.ts'
import { until } from '../support/until.ts'

const KILLS = Number(process.env.KILLS ?? 10)
const SEED = Number(process.env.SEED ?? 20_261_121)
const CHATS = 1_500
const RATE_PER_SECOND = 200
const IN_FLIGHT_MAX = inFlightMax(RATE_PER_SECOND)
/** Of the end of a log that a failure shows. */
const LOG_LENGTH = 2_000
const LIFE_MS = { least: 100, most: 600 }
const AWAY_MS = 300
const HANGS_MS = Number(process.env.HANGS_MS ?? 3_000)
/** What was in hand while Redis was away may come back only when its lease ends, after 20 s. */
const SETTLED = { timeout: 45_000, interval: 50 }
const TEST_TIMEOUT_MS = 120_000

describe('Redis during a fan-out', () => {
  const random = createRandom(SEED)
  let redis: TestServer
  let town: Awaited<ReturnType<typeof startTown>>
  let notifier: Awaited<ReturnType<typeof createNotifier>>
  let push: Program

  beforeAll(async () => {
    redis = await startServer()
    town = await startTown({ redisUrl: redis.url, ratePerSecond: RATE_PER_SECOND, chats: 0, latencyMs: 20 })
    notifier = await createNotifier(town, CHATS)
    push = await town.startPush()
    // A program whose start Redis cuts short ends.
    await until(async () => expect(await isReady()).toBe(true))
  })
  afterAll(async () => {
    await town.stop()
    await redis.stop()
  })

  async function isReady(): Promise<boolean> {
    expect(push.child.exitCode, push.err().slice(-LOG_LENGTH)).toBe(null)
    const answer = await request(`${await push.address('Bot')}/readyz`)
    await answer.body.dump()
    return answer.statusCode === 200
  }

  async function settled(): Promise<void> {
    await expect.poll(notifier.unheard, SETTLED).toEqual([])
    expect(await town.queue.parked()).toEqual([])
    expect(push.child.exitCode).toBe(null)
  }

  it(
    `killed ${KILLS} times loses no notification that was acknowledged (seed ${SEED})`,
    async () => {
      const backAfter: number[] = []
      for (let kill = 0; kill < KILLS; kill++) {
        const load = notifier.notifyFor(LIFE_MS.most + AWAY_MS)
        await sleep(LIFE_MS.least + random() * (LIFE_MS.most - LIFE_MS.least))
        await redis.kill()
        await sleep(AWAY_MS)
        await redis.start()
        const startedAt = performance.now()
        await expect.poll(isReady, { timeout: 30_000, interval: 20 }).toBe(true)
        backAfter.push(Math.round(performance.now() - startedAt))
        await load
      }
      const killedUntil = performance.now()
      await settled()
      const twice = repeated(town.recorder.sent)
      report(
        `${notifier.acknowledged.size} of ${notifier.tried()} acknowledged, ${twice} repeated, ready after ${backAfter} ms`,
      )
      report(`settled ${performance.now() - killedUntil} ms after the last kill`)
      expect(notifier.acknowledged.size).toBeGreaterThan(notifier.tried() / 3)
      expect(twice).toBeLessThanOrEqual(IN_FLIGHT_MAX * KILLS)
    },
    TEST_TIMEOUT_MS,
  )

  it(
    'makes the receiver refuse while it hangs, and kept prices are sent when it is back',
    async () => {
      const load = notifier.notifyFor(LIFE_MS.most)
      await sleep(LIFE_MS.least)
      redis.freeze()
      await load
      const statuses = await Promise.all([notifier.notifyNext(), notifier.notifyNext()])
      await sleep(HANGS_MS)
      redis.thaw()
      const thawedAt = performance.now()
      expect(statuses).toEqual([503, 503])
      await settled()
      report(`settled ${performance.now() - thawedAt} ms after it hung`)
    },
    TEST_TIMEOUT_MS,
  )

  it(
    'makes the receiver refuse while it is full, and kept prices are sent when it has room',
    async () => {
      const operator = new Redis(redis.url)
      const load = notifier.notifyFor(LIFE_MS.most)
      await sleep(LIFE_MS.least)
      await operator.config('SET', 'maxmemory', 1)
      await load
      expect(await notifier.notifyNext()).toBe(503)
      await operator.config('SET', 'maxmemory', 0)
      operator.disconnect()
      const roomAt = performance.now()
      await settled()
      report(`settled ${performance.now() - roomAt} ms after it was full`)
      expect((await push.stop()).code).toBe(0)
    },
    TEST_TIMEOUT_MS,
  )
})
