import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../support/cluster.ts'
import { inFlightMax, startTown } from '../support/load-fixture.ts'
import { onThisMachine } from '../support/machine.ts'
import type { Program } from '../support/program.ts'
import { createRandom } from '../support/random.ts'
import { repeated, worstSecond } from '../support/recorder.ts'
import { report } from '../support/report.ts'

const CHATS = 600
const RATE_PER_SECOND = 200
const LATENCY_MS = 50
const REPLICAS = 3
/** A busy machine wakes a process late, and what it sends then falls into the next second: three rates would be 3. */
const LATE_WAKERS = 1.1
const RESTARTS = Number(process.env.RESTARTS ?? 10)
const SEED = Number(process.env.SEED ?? 20_261_121)
const STOP_MS_MAX = 10_000
/** Longer than a process that says nothing is thought alive (2.5 s): the others take over what the frozen one holds. */
const FROZEN_MS = Number(process.env.FROZEN_MS ?? 4_000)
const IN_FLIGHT_MAX = inFlightMax(RATE_PER_SECOND)
const SETTLED = { timeout: 45_000, interval: 50 }

describe('three replicas of push on one Redis', () => {
  const random = createRandom(SEED)
  let redis: TestServer
  let town: Awaited<ReturnType<typeof startTown>>
  let replicas: Program[] = []

  beforeAll(async () => {
    redis = await startServer()
    town = await startTown({
      redisUrl: redis.url,
      ratePerSecond: RATE_PER_SECOND,
      chats: CHATS,
      latencyMs: LATENCY_MS,
    })
    replicas = await Promise.all(Array.from({ length: REPLICAS }, () => town.startPush()))
    await town.registered()
  })
  afterAll(async () => {
    await town.stop()
    await redis.stop()
  })

  it('share one rate, and send to every chat once', async () => {
    town.move()
    await expect.poll(town.untold, SETTLED).toEqual([])
    const { sent } = town.recorder
    report(`worst second ${worstSecond(sent)} of ${RATE_PER_SECOND}`)
    expect(sent.length).toBe(CHATS)
    expect(worstSecond(sent)).toBeLessThanOrEqual(RATE_PER_SECOND * LATE_WAKERS)
  })

  it(`are restarted one after another under load (${RESTARTS} times) without a lost or repeated message or a failed call`, async () => {
    const moving = setInterval(town.move, 1_000)
    const stops: number[] = []
    for (let restart = 0; restart < RESTARTS; restart++) {
      await sleep(random() * 500)
      const { code, ms } = await (replicas.shift() as Program).stop()
      replicas.push(await town.startPush())
      expect(code).toBe(0)
      stops.push(Math.round(ms))
    }
    clearInterval(moving)
    town.move()
    await expect.poll(town.untold, SETTLED).toEqual([])
    report(`stops took ${stops} ms; ${town.front.statuses.length} notifications`)
    expect(Math.max(...stops)).toBeLessThan(await onThisMachine(STOP_MS_MAX))
    expect(new Set(town.front.statuses)).toEqual(new Set([200]))
    expect(repeated(town.recorder.sent)).toBe(0)
  })

  it('continue while one is frozen, which repeats nothing when it resumes', async () => {
    const { sent } = town.recorder
    const before = repeated(sent)
    const count = sent.length
    town.move()
    await expect.poll(() => sent.length).toBeGreaterThan(count + 50)
    const [frozen] = replicas as [Program]
    frozen.child.kill('SIGSTOP')
    await sleep(FROZEN_MS)
    frozen.child.kill('SIGCONT')
    await expect.poll(town.untold, SETTLED).toEqual([])
    town.move()
    await expect.poll(town.untold, SETTLED).toEqual([])
    report(`repeated ${repeated(sent) - before} after ${FROZEN_MS} ms frozen`)
    expect(repeated(sent) - before).toBeLessThanOrEqual(IN_FLIGHT_MAX)
    expect(await town.queue.parked()).toEqual([])
    expect((await frozen.stop()).code).toBe(0)
  })
})
