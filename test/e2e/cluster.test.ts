import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCluster } from '../support/cluster.ts'
import { inFlightMax, startTown } from '../support/load-fixture.ts'
import type { Program } from '../support/program.ts'
import { repeated } from '../support/recorder.ts'
import { report } from '../support/report.ts'

const CHATS = 450
const RATE_PER_SECOND = 150
const REPLICAS = 2
const IN_FLIGHT_MAX = inFlightMax(RATE_PER_SECOND)
/** What was in hand while a master was away may come back only when its lease ends, after 20 s. */
const SETTLED = { timeout: 45_000, interval: 50 }
const TEST_TIMEOUT_MS = 150_000

describe('the program on a Redis Cluster, each master of which is killed once in a fan-out', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>
  let town: Awaited<ReturnType<typeof startTown>>
  let replicas: Program[]

  beforeAll(async () => {
    cluster = await startCluster()
    town = await startTown({
      redisUrl: cluster.urls.join(','),
      ratePerSecond: RATE_PER_SECOND,
      chats: CHATS,
      latencyMs: 20,
    })
    replicas = await Promise.all(Array.from({ length: REPLICAS }, () => town.startPush()))
    await town.registered()
  })
  afterAll(async () => {
    await town?.stop()
    await cluster.stop()
  })

  it(
    'loses no message, repeats no more than were in flight, and no process ends',
    async () => {
      const { sent } = town.recorder
      for (const master of cluster.masters) {
        const [count, before] = [sent.length, repeated(sent)]
        town.move()
        await expect
          .poll(() => sent.length, { timeout: 30_000, interval: 5 })
          .toBeGreaterThan(count + CHATS / 6)
        await master.kill()
        await master.start()
        await cluster.whole()
        const wholeAt = performance.now()
        await expect.poll(town.untold, SETTLED).toEqual([])
        report(`all told ${performance.now() - wholeAt} ms after, ${repeated(sent) - before} repeated`)
        expect(repeated(sent) - before).toBeLessThanOrEqual(IN_FLIGHT_MAX)
      }
      expect(await town.queue.parked()).toEqual([])
      const codes = await Promise.all(
        [town.service, ...replicas].map(async (program) => (await program.stop()).code),
      )
      expect(codes).toEqual([0, 0, 0])
    },
    TEST_TIMEOUT_MS,
  )
})
