import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../../support/cluster.ts'
import { inFlightMax } from '../../support/load-fixture.ts'
import type { Program } from '../../support/program.ts'
import { repeated, worstSecond } from '../../support/recorder.ts'
import type { Scenario, Setting, Survived } from '../scenario.ts'
import { countUntold, requireSound, startLinkedTown, wait } from '../worlds.ts'

const RATE_PER_SECOND = 200
const REPLICAS = 3
const STOP_MS_MAX = 10_000
const PROGRESS_MS_MAX = 40_000
/** A busy machine wakes a process late, and what it sends then falls into the next second: three rates would be 3. */
const LATE_WAKERS = 1.1
const IN_FLIGHT_MAX = inFlightMax(RATE_PER_SECOND)

async function startReplicas(setting: Setting, chats: number) {
  const { town } = await startLinkedTown(setting, { ratePerSecond: RATE_PER_SECOND, chats, latencyMs: 50 })
  const replicas = await Promise.all(Array.from({ length: REPLICAS }, () => town.startPush()))
  await town.registered()
  return { town, replicas }
}

async function restartInTurn(setting: Setting): Promise<Survived> {
  const { random, size } = setting
  const [chats, restarts] = [size(600, 100), size(10, 1)]
  const { town, replicas } = await startReplicas(setting, chats)
  const moving = setInterval(town.move, 1_000)
  setting.atEnd(() => clearInterval(moving))
  let slowest = 0
  for (let restart = 0; restart < restarts; restart++) {
    await sleep(random() * 500)
    const { code, ms } = await (replicas.shift() as Program).stop()
    assert.equal(code, 0)
    slowest = Math.max(slowest, ms)
    replicas.push(await town.startPush())
  }
  clearInterval(moving)
  town.move()
  const untold = await countUntold(town)
  await requireSound(town)
  const failed = town.front.statuses.filter((status) => status !== 200)
  return {
    n: town.recorder.sent.length,
    of: `messages, ${restarts} restarts, ${town.front.statuses.length} calls`,
    lost: untold + failed.length,
    duplicates: { count: repeated(town.recorder.sent), max: 0 },
    delay: { of: 'to stop', ms: slowest, msMax: STOP_MS_MAX },
  }
}

async function freezeOne(setting: Setting): Promise<Survived> {
  const { size } = setting
  const chats = size(600, 150)
  const { town, replicas } = await startReplicas(setting, chats)
  const { sent } = town.recorder
  town.move()
  await wait('messages', () => sent.length > chats / 6, PROGRESS_MS_MAX, 5)
  const [frozen] = replicas as [Program]
  frozen.child.kill('SIGSTOP')
  const thawing = sleep(size(30_000, 3_000)).then(() => frozen.child.kill('SIGCONT'))
  // The others do not wait for it.
  let lost = await countUntold(town)
  await thawing
  const delayMs = town.worstDelayMs()
  town.move()
  lost += await countUntold(town)
  await requireSound(town)
  const overRate = worstSecond(sent) > RATE_PER_SECOND * LATE_WAKERS ? 1 : 0
  assert.equal((await frozen.stop()).code, 0)
  return {
    n: 2 * chats,
    of: `messages, worst second ${worstSecond(sent)} of ${RATE_PER_SECOND}`,
    lost: lost + overRate,
    duplicates: { count: repeated(sent), max: IN_FLIGHT_MAX },
    delay: { of: 'from the page to a chat', ms: delayMs },
  }
}

async function killMasters(setting: Setting): Promise<Survived> {
  const chats = setting.size(450, 120)
  const cluster = await startCluster()
  setting.atEnd(cluster.stop)
  const { town } = await startLinkedTown(setting, {
    redisUrl: cluster.urls.join(','),
    ratePerSecond: 150,
    chats,
    latencyMs: 20,
  })
  const replicas = [await town.startPush(), await town.startPush()]
  await town.registered()
  const { sent } = town.recorder
  let lost = 0
  for (const master of cluster.masters) {
    const count = sent.length
    town.move()
    await wait('messages', () => sent.length > count + chats / 6, PROGRESS_MS_MAX, 5)
    await sleep(setting.random() * 100)
    await master.kill()
    await sleep(setting.random() * 500)
    await master.start()
    await cluster.whole()
    lost += await countUntold(town)
  }
  await requireSound(town)
  assert.deepEqual(
    replicas.map(({ child }) => child.exitCode),
    [null, null],
  )
  return {
    n: cluster.masters.length * chats,
    of: `messages, ${cluster.masters.length} masters killed`,
    lost,
    duplicates: { count: repeated(sent), max: cluster.masters.length * inFlightMax(150) },
    delay: { of: 'from the page to a chat', ms: town.worstDelayMs() },
  }
}

export const REPLICAS_AND_CLUSTER: readonly Scenario[] = [
  {
    name: 'rolling-restart',
    promise: 'A rolling restart under load loses and doubles nothing, fails no call, stops within 10 s',
    done: 'three push restart in turn, ten times',
    isShort: true,
    run: restartInTurn,
  },
  {
    name: 'frozen-replica',
    promise: 'Replicas share one rate; a frozen one comes back harmlessly',
    done: 'SIGSTOP of one of three push for 30 s',
    isShort: true,
    run: freezeOne,
  },
  {
    name: 'cluster-masters',
    promise: 'Redis Cluster: a master that restarts from its file loses nothing',
    done: 'each of three masters is killed once',
    run: killMasters,
  },
]
