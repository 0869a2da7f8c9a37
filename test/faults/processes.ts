import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { TAGS } from '../../src/chats/keys.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/caracas.ts'
import type { Program } from '../support/program.ts'
import { worstSecond } from '../support/recorder.ts'
import type { Scenario } from './scenario.ts'
import {
  countBackwards,
  countOthers,
  countUntold,
  createClock,
  holds,
  IN_FLIGHT_MAX,
  RATE_PER_SECOND,
  startLinkedTown,
  startWebhookBot,
  wait,
} from './worlds.ts'

const PROGRESS_MS_MAX = 40_000
/** A kill comes so long after a message. */
const LIFE_MS = { least: 10, most: 400 }
const REPLICAS = { latencyMs: 50, pushes: 3 }
/** A busy machine wakes a process late, and what it sends then falls into the next second: three rates would be 3. */
const LATE_WAKERS = 1.1
const MENDED_MS_MAX = 70_000
const STREAM = '{updates}'
const IN_HAND = 128
const HANGING = 10

export const PROCESSES: readonly Scenario[] = [
  {
    name: 'kill-processes',
    promise: 'SIGKILL of any process at any instant loses nothing',
    done: 'service, two push and a bot are killed in turn during a fan-out',
    isShort: true,
    async run(setting) {
      const { random, size } = setting
      const [kills, chats] = [size(20, 3), size(2_000, 200)]
      const { town, push, survived } = await startLinkedTown(setting, { chats, pushes: 2 })
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
      return survived({ n: chats * rounds, of: 'messages', lost, twiceMax: IN_FLIGHT_MAX * kills })
    },
  },
  {
    name: 'rolling-restart',
    promise: 'A rolling restart under load loses and doubles nothing, fails no call, stops within 10 s',
    done: 'three push restart in turn, ten times',
    isShort: true,
    async run(setting) {
      const [chats, restarts] = [setting.size(600, 100), setting.size(10, 1)]
      const { town, push, survived } = await startLinkedTown(setting, { chats, ...REPLICAS })
      const moving = setInterval(town.move, 1_000)
      setting.atEnd(() => clearInterval(moving))
      let slowest = 0
      for (let restart = 0; restart < restarts; restart++) {
        await sleep(setting.random() * 500)
        const { code, ms } = await (push.shift() as Program).stop()
        assert.equal(code, 0)
        slowest = Math.max(slowest, ms)
        push.push(await town.startPush())
      }
      clearInterval(moving)
      town.move()
      const lost = (await countUntold(town)) + countOthers(town.front.statuses, 200)
      const outcome = await survived({ n: town.recorder.sent.length, of: 'messages', lost })
      return { ...outcome, delay: { ms: slowest, msMax: 10_000 } }
    },
  },
  {
    name: 'frozen-replica',
    promise: 'Replicas share one rate; a frozen one comes back harmlessly',
    done: 'SIGSTOP of one of three push for 30 s',
    isShort: true,
    async run(setting) {
      const chats = setting.size(600, 150)
      const { town, push, survived } = await startLinkedTown(setting, { chats, ...REPLICAS })
      const { sent } = town.recorder
      town.move()
      await wait('messages', () => sent.length > chats / 6, PROGRESS_MS_MAX, 5)
      const [frozen] = push as [Program]
      frozen.child.kill('SIGSTOP')
      const thawing = sleep(setting.size(30_000, 3_000)).then(() => frozen.child.kill('SIGCONT'))
      // The others do not wait for it.
      let lost = await countUntold(town)
      await thawing
      town.move()
      lost += await countUntold(town)
      if (worstSecond(sent.map(({ at }) => at)) > RATE_PER_SECOND * LATE_WAKERS) lost += 1
      const outcome = await survived({ n: 2 * chats, of: 'messages', lost, twiceMax: IN_FLIGHT_MAX })
      assert.equal((await frozen.stop()).code, 0)
      return outcome
    },
  },
  {
    name: 'clock-steps',
    promise: 'A clock steps by an hour: pushes go on within a minute, no older price after a newer',
    done: 'the clocks of push, service and all step forth and back',
    async run(setting) {
      const chats = setting.size(200, 50)
      const { env, setAhead } = createClock(setting)
      const options = { ratePerSecond: 500, chats, env, pushes: 2 }
      const { town, push, survived } = await startLinkedTown(setting, options)
      let [lost, steps] = [0, 0]
      const stepping = [[...push, town.service], push.slice(0, 1), [town.service]]
      for (const programs of stepping.slice(0, setting.size(stepping.length, 1)))
        for (const aheadMs of [HOUR_MS, 0, -HOUR_MS, 0]) {
          steps += 1
          town.move()
          await sleep(setting.random() * 1_000)
          await setAhead(aheadMs, programs)
          town.move()
          lost += await countUntold(town, MINUTE_MS)
        }
      lost += countBackwards(town.recorder.sent)
      return survived({ n: steps * chats, of: 'messages', lost, msMax: MINUTE_MS })
    },
  },
  {
    name: 'updates-in-hand',
    promise:
      'A crash with 128 updates in hand, one hanging: the others are answered within 4 s of the restart',
    done: 'a bot is killed and started again',
    isShort: true,
    async run(setting) {
      const chats = Array.from({ length: IN_HAND }, (_, index) => HANGING + index)
      const silent = new Set(chats.map(String))
      const mishap = (chat: string) => (silent.has(chat) ? 'silent' : undefined)
      const { town } = await startLinkedTown(setting, { ratePerSecond: 500, mishap })
      const { bot, updates } = await startWebhookBot(town)
      const statuses = await Promise.all(chats.map((chat) => updates.say(chat, '/help', true)))
      const { sent } = town.recorder
      await wait('all are in hand', () => sent.length === IN_HAND)
      bot.child.kill('SIGKILL')
      await bot.exited
      silent.clear()
      silent.add(String(HANGING))
      await startWebhookBot(town)
      const startedAt = performance.now()
      const answers = () => sent.slice(IN_HAND).filter(({ chat }) => !silent.has(chat))
      const answered = () => new Set(answers().map(({ chat }) => chat)).size
      await holds(() => answered() === IN_HAND - 1, 40_000)
      const ms = (answers().at(-1)?.at ?? Number.POSITIVE_INFINITY) - startedAt
      const lost = IN_HAND - 1 - answered() + countOthers(statuses, 200)
      return { n: IN_HAND, of: 'updates', lost, delay: { ms, msMax: 4_000 } }
    },
  },
  {
    name: 'state-lost',
    promise: 'Lost queue entries and a lost stream are mended within 70 s; unreadable deliveries are skipped',
    done: 'stream and queue are deleted, rubbish is put in',
    async run(setting) {
      const chats = setting.size(400, 100)
      const { town, survived } = await startLinkedTown(setting, { ratePerSecond: 40, chats, pushes: 1 })
      const { redis, recorder } = town
      let lost = 0
      for (const upset of [() => redis.del(STREAM), () => redis.xadd(STREAM, '*', 'prices', 'rubbish')]) {
        await upset()
        town.move()
        lost += await countUntold(town, MENDED_MS_MAX)
      }
      const count = recorder.sent.length
      town.move()
      await wait('the first messages', () => recorder.sent.length > count + 5, PROGRESS_MS_MAX, 5)
      for (const tag of TAGS) await redis.del(`due:{${tag}}:routine`, `due:{${tag}}:urgent`)
      lost += await countUntold(town, MENDED_MS_MAX + (chats / 40) * 1_000)
      return survived({ n: 3 * chats, of: 'messages', lost })
    },
  },
]
