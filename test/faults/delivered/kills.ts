import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { inFlightMax } from '../../support/load-fixture.ts'
import { createNotifier } from '../../support/notifier.ts'
import { repeated } from '../../support/recorder.ts'
import type { Scenario, Setting, Survived } from '../scenario.ts'
import { countUntold, holds, isReady, requireSound, startLinkedTown, wait } from '../worlds.ts'

const RATE_PER_SECOND = 200
const PROGRESS_MS_MAX = 40_000
/** A kill comes so long after a message. */
const LIFE_MS = { least: 10, most: 400 }
const AWAY_MS = 300
const LOAD_MS = 900
const READY_MS_MAX = 5_000
const START_MS_MAX = 90_000
const IN_FLIGHT_MAX = inFlightMax(RATE_PER_SECOND)

async function killProcesses(setting: Setting): Promise<Survived> {
  const { random, size } = setting
  const [kills, chats] = [size(20, 3), size(2_000, 200)]
  const { town } = await startLinkedTown(setting, { ratePerSecond: RATE_PER_SECOND, chats, latencyMs: 20 })
  const processes = [
    { start: async () => town.startService(), program: town.service },
    { start: () => town.startPush(), program: await town.startPush() },
    { start: () => town.startPush(), program: await town.startPush() },
    { start: async () => town.startBot(), program: town.startBot() },
  ]
  await town.registered()
  const { sent } = town.recorder
  let rounds = 1
  town.move()
  for (let kill = 0; kill < kills; kill++) {
    const count = sent.length
    await wait('a message after a kill', () => sent.length > count, PROGRESS_MS_MAX, 5)
    await sleep(LIFE_MS.least + random() * (LIFE_MS.most - LIFE_MS.least))
    // Each kind in turn, so that none is left out of few kills, and two of `push` are as likely as they are many.
    const victim = processes[(kill + Math.floor(random() * 2)) % processes.length]
    assert(victim)
    victim.program.child.kill('SIGKILL')
    await victim.program.exited
    victim.program = await victim.start()
    if (town.untold().length > 0) continue
    town.move()
    rounds += 1
  }
  const lost = await countUntold(town)
  await requireSound(town)
  return {
    n: chats * rounds,
    of: `messages, ${kills} kills`,
    lost,
    duplicates: { count: repeated(sent), max: IN_FLIGHT_MAX * kills },
    delay: { of: 'from the page to a chat', ms: town.worstDelayMs() },
  }
}

async function killRedis(setting: Setting): Promise<Survived> {
  const { random, size } = setting
  const kills = size(10, 2)
  const { town, redis } = await startLinkedTown(setting, {
    ratePerSecond: RATE_PER_SECOND,
    chats: 0,
    latencyMs: 20,
  })
  const notifier = await createNotifier(town, kills * 100)
  const push = await town.startPush()
  await wait('ready before anything happens', () => isReady(push), START_MS_MAX)
  let readyMs = 0
  for (let kill = 0; kill < kills; kill++) {
    const load = notifier.notifyFor(LOAD_MS)
    await sleep(100 + random() * 500)
    await redis.kill()
    await sleep(AWAY_MS)
    await redis.start()
    const backAt = performance.now()
    await wait('ready after Redis is back', () => isReady(push), 20_000, 20)
    readyMs = Math.max(readyMs, performance.now() - backAt)
    await load
  }
  await holds(() => notifier.unheard().length === 0, 60_000)
  assert.equal(push.child.exitCode, null)
  await requireSound(town)
  return {
    n: notifier.acknowledged.size,
    of: `acknowledged notifications, ${kills} kills`,
    lost: notifier.unheard().length,
    duplicates: { count: repeated(town.recorder.sent), max: IN_FLIGHT_MAX * kills },
    delay: { of: 'until ready again', ms: readyMs, msMax: READY_MS_MAX },
  }
}

export const KILLS: readonly Scenario[] = [
  {
    name: 'kill-processes',
    promise: 'SIGKILL of any process at any instant loses nothing',
    done: 'service, two push and a bot are killed in turn during a fan-out',
    isShort: true,
    run: killProcesses,
  },
  {
    name: 'kill-redis',
    promise: 'SIGKILL of Redis loses no acknowledged write; ready again within 5 s',
    done: 'Redis is killed under load, started 0.3 s later',
    isShort: true,
    run: killRedis,
  },
]
