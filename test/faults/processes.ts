import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { TAGS } from '../../src/chats/keys.ts'
import { startCluster } from '../support/cluster.ts'
import { inFlightMax } from '../support/load-fixture.ts'
import { createNotifier } from '../support/notifier.ts'
import type { Program } from '../support/program.ts'
import { repeated, worstSecond } from '../support/recorder.ts'
import { createUpdates, UPDATES_SECRET } from '../support/updates.ts'
import type { Setting, Survived } from './scenario.ts'
import {
  countBackwards,
  countUntold,
  createClock,
  deliveriesOf,
  holds,
  isReady,
  requireSound,
  startLinkedTown,
  wait,
} from './worlds.ts'

const RATE_PER_SECOND = 200
const PROGRESS_MS_MAX = 40_000
/** A kill comes so long after a message. */
const LIFE_MS = { least: 10, most: 400 }
const AWAY_MS = 300
const LOAD_MS = 900
const READY_MS_MAX = 5_000
const START_MS_MAX = 90_000
const IN_FLIGHT_MAX = inFlightMax(RATE_PER_SECOND)

export async function killProcesses(setting: Setting): Promise<Survived> {
  const { random, size } = setting
  const [kills, chats] = [size(20, 3), size(2_000, 200)]
  const { town, push } = await startLinkedTown(setting, {
    ratePerSecond: RATE_PER_SECOND,
    chats,
    latencyMs: 20,
    pushes: 2,
  })
  const processes = [
    { start: async () => town.startService(), program: town.service },
    ...push.map((program) => ({ start: () => town.startPush(), program })),
    { start: async () => town.startBot(), program: town.startBot() },
  ]
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
    ...deliveriesOf(town, IN_FLIGHT_MAX * kills),
  }
}

export async function killRedis(setting: Setting): Promise<Survived> {
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
  await requireSound(town)
  return {
    n: notifier.acknowledged.size,
    of: `acknowledged notifications, ${kills} kills`,
    lost: notifier.unheard().length,
    duplicates: { count: repeated(town.recorder.sent), max: IN_FLIGHT_MAX * kills },
    delay: { of: 'until ready again', ms: readyMs, msMax: READY_MS_MAX },
  }
}

const REPLICAS = 3
const STOP_MS_MAX = 10_000
/** A busy machine wakes a process late, and what it sends then falls into the next second: three rates would be 3. */
const LATE_WAKERS = 1.1

const startReplicas = (setting: Setting, chats: number) =>
  startLinkedTown(setting, { ratePerSecond: RATE_PER_SECOND, chats, latencyMs: 50, pushes: REPLICAS })

export async function restartInTurn(setting: Setting): Promise<Survived> {
  const { random, size } = setting
  const [chats, restarts] = [size(600, 100), size(10, 1)]
  const { town, push: replicas } = await startReplicas(setting, chats)
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

export async function freezeOne(setting: Setting): Promise<Survived> {
  const { size } = setting
  const chats = size(600, 150)
  const { town, push: replicas } = await startReplicas(setting, chats)
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

export async function killMasters(setting: Setting): Promise<Survived> {
  const chats = setting.size(450, 120)
  const cluster = await startCluster()
  setting.atEnd(cluster.stop)
  const { town } = await startLinkedTown(setting, {
    redisUrl: cluster.urls.join(','),
    ratePerSecond: 150,
    chats,
    latencyMs: 20,
    pushes: 2,
  })
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
  return {
    n: cluster.masters.length * chats,
    of: `messages, ${cluster.masters.length} masters killed`,
    lost,
    ...deliveriesOf(town, cluster.masters.length * inFlightMax(150)),
  }
}

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const MENDED_MS_MAX = 70_000
const SOON_MS_MAX = 40_000
const STREAM = '{updates}'
const IN_HAND = 128
const HANGING = 10
const RECOVERED_MS_MAX = 4_000

/** The clock of each process, and of all at once, steps by an hour, forth and back. */
export async function stepClocks(setting: Setting): Promise<Survived> {
  const chats = setting.size(200, 50)
  const clock = createClock(setting)
  const { town, push } = await startLinkedTown(setting, {
    ratePerSecond: 500,
    chats,
    env: clock.env,
    pushes: 2,
  })
  const { sent } = town.recorder
  let lost = 0
  let steps = 0
  async function step(aheadMs: number, programs: readonly Program[]): Promise<void> {
    steps += 1
    town.move()
    await sleep(setting.random() * 1_000)
    await clock.setAhead(aheadMs, programs)
    town.move()
    lost += await countUntold(town, MINUTE_MS)
  }
  const stepping = [[...push, town.service], push.slice(0, 1), [town.service]]
  for (const programs of stepping.slice(0, setting.size(stepping.length, 1)))
    for (const aheadMs of [HOUR_MS, 0, -HOUR_MS, 0]) await step(aheadMs, programs)
  await requireSound(town)
  return {
    n: steps * chats,
    of: `messages, ${steps} steps`,
    lost: lost + countBackwards(sent),
    ...deliveriesOf(town, 0, MINUTE_MS),
  }
}

/** Somebody deletes the stream, entries of the queue, and writes rubbish into the stream. */
export async function loseState(setting: Setting): Promise<Survived> {
  const chats = setting.size(400, 100)
  const { town } = await startLinkedTown(setting, { ratePerSecond: 40, chats, pushes: 1 })
  const { redis, recorder } = town
  let lost = 0
  const upsets: readonly (() => Promise<unknown>)[] = [
    () => redis.del(STREAM),
    () => redis.xadd(STREAM, '*', 'prices', 'rubbish'),
  ]
  for (const upset of upsets) {
    await upset()
    town.move()
    lost += await countUntold(town, MENDED_MS_MAX)
  }
  const count = recorder.sent.length
  town.move()
  await wait('the first messages', () => recorder.sent.length > count + 5, SOON_MS_MAX, 5)
  for (const tag of TAGS) await redis.del(`due:{${tag}}:routine`, `due:{${tag}}:urgent`)
  lost += await countUntold(town, MENDED_MS_MAX + (chats / 40) * 1_000)
  await requireSound(town)
  return {
    n: (upsets.length + 1) * chats,
    of: `messages, ${upsets.length + 1} upsets`,
    lost,
    ...deliveriesOf(town),
  }
}

/** A bot is killed with all the updates in hand that it takes, one of which hangs again. */
export async function crashWithUpdates(setting: Setting): Promise<Survived> {
  const silent = new Set(Array.from({ length: IN_HAND }, (_, index) => String(HANGING + index)))
  const { town } = await startLinkedTown(setting, {
    ratePerSecond: 500,
    chats: 0,
    mishap: (chat) => (silent.has(chat) ? 'silent' : undefined),
  })
  const env = { TELEGRAM_WEBHOOK_SECRET: UPDATES_SECRET }
  let bot = town.startBot(env)
  let address = await bot.address('Bot')
  const updates = createUpdates(() => address)
  const chats = [...silent].map(Number)
  const statuses = await Promise.all(chats.map((chat) => updates.say(chat, '/help')))
  const { sent } = town.recorder
  await wait('all are in hand', () => sent.length === IN_HAND, SOON_MS_MAX)
  bot.child.kill('SIGKILL')
  await bot.exited
  for (const chat of chats) if (chat !== HANGING) silent.delete(String(chat))
  bot = town.startBot(env)
  address = await bot.address('Bot')
  const startedAt = performance.now()
  const answered = () => sent.slice(IN_HAND).filter(({ chat }) => !silent.has(chat))
  await holds(() => answered().length >= IN_HAND - 1, SOON_MS_MAX)
  return {
    n: IN_HAND,
    of: 'updates',
    lost:
      IN_HAND -
      1 -
      new Set(answered().map(({ chat }) => chat)).size +
      statuses.filter((status) => status !== 200).length,
    delay: {
      of: 'from the restart to the last answer',
      ms: (answered().at(-1)?.at ?? Number.POSITIVE_INFINITY) - startedAt,
      msMax: RECOVERED_MS_MAX,
    },
  }
}
