import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/cluster.ts'
import { inFlightMax, startTown } from '../support/load-fixture.ts'
import { createRandom } from '../support/random.ts'
import { repeated } from '../support/recorder.ts'
import { report } from '../support/report.ts'

const CHATS = 2_000
const RATE_PER_SECOND = 200
const LATENCY_MS = 20
const KILLS = Number(process.env.KILLS ?? 20)
const SEED = Number(process.env.SEED ?? 20_261_121)
/** A kill comes so long after the first message of a process. */
const LIFE_MS = { least: 10, most: 400 }
const IN_FLIGHT_MAX = inFlightMax(RATE_PER_SECOND)
/** What was in hand at a kill comes back when its lease ends, after 20 s. */
const SETTLED_MS_MAX = 60_000

describe('a fan-out whose process is killed again and again', () => {
  const random = createRandom(SEED)
  let redis: TestServer
  let town: Awaited<ReturnType<typeof startTown>>

  beforeAll(async () => {
    redis = await startServer()
    town = await startTown({
      redisUrl: redis.url,
      ratePerSecond: RATE_PER_SECOND,
      chats: CHATS,
      latencyMs: LATENCY_MS,
    })
  })
  afterAll(async () => {
    await town.stop()
    await redis.stop()
  })

  it(
    `loses no message, and repeats no more than were in flight (${KILLS} kills, seed ${SEED})`,
    async () => {
      const { sent } = town.recorder
      const pauses: number[] = []
      let startedAt = performance.now()
      let push = await town.startPush()
      await town.registered()
      town.move()
      for (let kill = 0; kill < KILLS; kill++) {
        const count = sent.length
        await expect.poll(() => sent.length, { interval: 5, timeout: 30_000 }).toBeGreaterThan(count)
        pauses.push(performance.now() - startedAt)
        await sleep(LIFE_MS.least + random() * (LIFE_MS.most - LIFE_MS.least))
        push.child.kill('SIGKILL')
        await push.exited
        startedAt = performance.now()
        push = await town.startPush()
        if (town.untold().length === 0) town.move()
      }
      await expect.poll(town.untold, { timeout: SETTLED_MS_MAX, interval: 100 }).toEqual([])
      report(
        `sent ${sent.length}, repeated ${repeated(sent)}, ms from start to sending ${pauses.map(Math.round)}`,
      )
      expect(await town.queue.parked()).toEqual([])
      expect(repeated(sent)).toBeLessThanOrEqual(IN_FLIGHT_MAX * KILLS)
      expect((await push.stop()).code).toBe(0)
    },
    SETTLED_MS_MAX + KILLS * 5_000,
  )
})
