import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inFlightMax } from '../../support/load-fixture.ts'
import { createNotifier } from '../../support/notifier.ts'
import { ANA, LUIS } from '../../support/people.ts'
import { repeated } from '../../support/recorder.ts'
import type { Scenario, Setting, Survived } from '../scenario.ts'
import { memoryOf, requireSound, startLinkedTown, startVillage, wait } from '../worlds.ts'

const RATE_PER_SECOND = 200
const REFUSED_MS_MAX = 1_000
const LOAD_MS = 500
const ANSWERED_MS_MAX = 60_000
const MIB = 1024 * 1024
/** A heap grows by itself; 60 s of notifications kept in memory would be far more. */
const GROWTH_BYTES_MAX = 96 * MIB
const SHOWN = '800,'
const LATER = /Algo falló|más tarde|no puedo|un momento/i

type Away = (town: Awaited<ReturnType<typeof startLinkedTown>>) => Promise<() => Promise<void>>

/** Takes Redis away while notifications come, and gives it back after `ms`. */
async function loseRedis(
  setting: Setting,
  ms: number,
  takeAway: Away,
  redisDirectory = tmpdir(),
): Promise<Survived> {
  const options = { ratePerSecond: RATE_PER_SECOND, chats: 0, latencyMs: 20, redisDirectory }
  const linked = await startLinkedTown(setting, options)
  const { town } = linked
  const notifier = await createNotifier(town, setting.size(1_500, 300))
  const push = await town.startPush()
  await notifier.notifyFor(LOAD_MS)
  const load = notifier.notifyFor(LOAD_MS)
  const giveBack = await takeAway(linked)
  await load
  const before = memoryOf(push)
  const refused: number[] = []
  let slowest = 0
  for (const until = performance.now() + ms; performance.now() < until; await sleep(100)) {
    const startedAt = performance.now()
    refused.push(await notifier.notifyNext())
    slowest = Math.max(slowest, performance.now() - startedAt)
  }
  const grown = memoryOf(push) - before
  await giveBack()
  await wait('all that were acknowledged have heard', () => notifier.unheard().length === 0, ANSWERED_MS_MAX)
  await requireSound(town)
  assert(grown < GROWTH_BYTES_MAX, `push grew by ${Math.round(grown / MIB)} MiB`)
  assert.equal(push.child.exitCode, null)
  return {
    n: notifier.acknowledged.size + refused.length,
    of: `notifications (${refused.length} refused)`,
    lost: notifier.unheard().length + refused.filter((status) => status !== 503).length,
    duplicates: { count: repeated(town.recorder.sent), max: inFlightMax(RATE_PER_SECOND) },
    delay: { of: 'to a 503', ms: slowest, msMax: REFUSED_MS_MAX },
  }
}

const halfOpen: Away = async ({ link }) => {
  link('Redis').behave({ isHalfOpen: true })
  return link('Redis').mend
}

const gone: Away = async ({ redis }) => {
  await redis.kill()
  return redis.start
}

const outOfMemory: Away = async ({ town }) => {
  assert('config' in town.redis)
  const { redis } = town
  await redis.config('SET', 'maxmemory', 1)
  return async () => void (await redis.config('SET', 'maxmemory', 0))
}

/** People ask while Redis hangs: look-ups are answered from memory, changes are refused for now. */
async function askMeanwhile(setting: Setting): Promise<Survived> {
  const { people, link, town, bot } = await startVillage(setting)
  await people.ask(ANA, '/start')
  await people.ask(LUIS, '/tasa usd')
  link('Redis').behave({ isHalfOpen: true })
  const asked = setting.size(30, 5)
  let wrong = 0
  let slowest = 0
  for (let i = 0; i < asked; i++) {
    const startedAt = performance.now()
    const [command, place, wanted] =
      i % 5 === 4 ? (['/seguir usd', ANA, LATER] as const) : (['/tasa usd', LUIS, SHOWN] as const)
    const answer = await people.ask(place, command).catch((error: unknown) => String(error))
    slowest = Math.max(slowest, performance.now() - startedAt)
    if (typeof wanted === 'string' ? !answer.includes(wanted) : !wanted.test(answer)) {
      wrong += 1
      process.stderr.write(`${command}: ${answer}\n`)
    }
  }
  await link('Redis').mend()
  const follows = async () => (await people.ask(ANA, '/seguir usd')).includes('te aviso')
  await wait('a follow is taken again', follows, ANSWERED_MS_MAX, 1_000)
  const heard = (await people.messages(ANA)).length
  town.move()
  await wait(
    'a price is told again',
    async () => (await people.messages(ANA)).length > heard,
    ANSWERED_MS_MAX,
  )
  assert.equal(bot.child.exitCode, null)
  return { n: asked, of: 'questions', lost: wrong, delay: { of: 'to an answer', ms: slowest } }
}

const isRoot = (): boolean => process.getuid?.() === 0

/** The disk of Redis, a tmpfs of 16 MiB, is full to its last byte, and has room again later. */
async function fillDisk(setting: Setting): Promise<Survived> {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-disk-'))
  setting.atEnd(() => rmSync(directory, { recursive: true, force: true }))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', directory])
  setting.atEnd(() => execFileSync('umount', ['-l', directory]))
  const filler = join(directory, 'filler')
  const full: Away = async ({ redis }) => {
    for (const piece of [MIB, 4_096, 1]) {
      try {
        for (;;) appendFileSync(filler, Buffer.alloc(piece))
      } catch {
        // full, but for less than a piece
      }
    }
    return async () => {
      rmSync(filler)
      // With `appendfsync always` Redis ends where it cannot write, rather than acknowledge what it did not keep.
      await redis.kill()
      await redis.start()
    }
  }
  return loseRedis(setting, setting.size(10_000, 2_000), full, directory)
}

export const REDIS_AWAY: readonly Scenario[] = [
  {
    name: 'redis-half-open',
    promise: 'Redis hangs: 503 within 1 s, bounded queues, acknowledged prices are told later',
    done: 'every connection is half-open for 60 s',
    isShort: true,
    run: (setting) => loseRedis(setting, setting.size(60_000, 3_000), halfOpen),
  },
  {
    name: 'redis-gone',
    promise: 'Redis is gone: the same',
    done: 'Redis is killed, started 60 s later',
    run: (setting) => loseRedis(setting, setting.size(60_000, 2_000), gone),
  },
  {
    name: 'redis-full',
    promise: 'Redis is out of memory: the same',
    done: 'Redis refuses writes for 60 s',
    run: (setting) => loseRedis(setting, setting.size(60_000, 2_000), outOfMemory),
  },
  {
    name: 'disk-full',
    promise: 'The disk is full: the same',
    done: "Redis' file has no room for 10 s",
    cannot: () => (isRoot() ? undefined : 'mounting a small file system needs root.'),
    run: fillDisk,
  },
  {
    name: 'redis-half-open-questions',
    promise: 'Redis hangs: look-ups are answered from memory, changes are refused',
    done: 'people ask and follow meanwhile',
    run: askMeanwhile,
  },
]
