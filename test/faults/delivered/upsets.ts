import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { TAGS } from '../../../src/chats/keys.ts'
import type { Program } from '../../support/program.ts'
import { repeated } from '../../support/recorder.ts'
import { createUpdates, UPDATES_SECRET } from '../../support/updates.ts'
import type { Scenario, Setting, Survived } from '../scenario.ts'
import { countUntold, holds, requireSound, startLinkedTown, wait } from '../worlds.ts'
import { countBackwards } from './notifications.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const MENDED_MS_MAX = 70_000
const SOON_MS_MAX = 40_000
const PRELOAD = pathToFileURL(join(import.meta.dirname, '../../support/shifted-clock.ts')).href
const STREAM = '{updates}'
const IN_HAND = 128
const HANGING = 10
const RECOVERED_MS_MAX = 4_000

/** The clock of each process, and of all at once, steps by an hour, forth and back. */
async function stepClocks(setting: Setting): Promise<Survived> {
  const chats = setting.size(200, 50)
  const directory = mkdtempSync(join(tmpdir(), 'tasa-clock-'))
  setting.atEnd(() => rmSync(directory, { recursive: true, force: true }))
  const file = join(directory, 'ahead')
  const env = { NODE_OPTIONS: `--import=${PRELOAD}`, CLOCK_FILE: file }
  const { town } = await startLinkedTown(setting, { ratePerSecond: 500, chats, env })
  const push = [await town.startPush(), await town.startPush()] as const
  await town.registered()
  const { sent } = town.recorder
  let lost = 0
  let steps = 0
  async function step(aheadMs: number, programs: readonly Program[]): Promise<void> {
    steps += 1
    town.move()
    await sleep(setting.random() * 1_000)
    writeFileSync(file, String(aheadMs))
    for (const program of programs) program.child.kill('SIGUSR2')
    await sleep(500)
    town.move()
    lost += await countUntold(town, MINUTE_MS)
  }
  const stepping = [[...push, town.service], [push[0]], [town.service]]
  for (const programs of stepping.slice(0, setting.size(stepping.length, 1)))
    for (const aheadMs of [HOUR_MS, 0, -HOUR_MS, 0]) await step(aheadMs, programs)
  assert.deepEqual(
    [...push, town.service].map(({ child }) => child.exitCode),
    [null, null, null],
  )
  await requireSound(town)
  return {
    n: steps * chats,
    of: `messages, ${steps} steps`,
    lost: lost + countBackwards(sent),
    duplicates: { count: repeated(sent), max: 0 },
    delay: { of: 'from the page to a chat', ms: town.worstDelayMs(), msMax: MINUTE_MS },
  }
}

/** Somebody deletes the stream, entries of the queue, and writes rubbish into the stream. */
async function loseState(setting: Setting): Promise<Survived> {
  const chats = setting.size(400, 100)
  const { town } = await startLinkedTown(setting, { ratePerSecond: 40, chats })
  const push = await town.startPush()
  await town.registered()
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
  assert.equal(push.child.exitCode, null)
  await requireSound(town)
  return {
    n: (upsets.length + 1) * chats,
    of: `messages, ${upsets.length + 1} upsets`,
    lost,
    duplicates: { count: repeated(recorder.sent), max: 0 },
    delay: { of: 'from the page to a chat', ms: town.worstDelayMs() },
  }
}

/** A bot is killed with all the updates in hand that it takes, one of which hangs again. */
async function crashWithUpdates(setting: Setting): Promise<Survived> {
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

export const UPSETS: readonly Scenario[] = [
  {
    name: 'clock-steps',
    promise: 'A clock steps by an hour: pushes go on within a minute, no older price after a newer',
    done: 'the clocks of push, service and all step forth and back',
    run: stepClocks,
  },
  {
    name: 'updates-in-hand',
    promise:
      'A crash with 128 updates in hand, one hanging: the others are answered within 4 s of the restart',
    done: 'a bot is killed and started again',
    run: crashWithUpdates,
  },
  {
    name: 'state-lost',
    promise: 'Lost queue entries and a lost stream are mended within 70 s; unreadable deliveries are skipped',
    done: 'stream and queue are deleted, rubbish is put in',
    run: loseState,
  },
]
