import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { startServer } from '../support/cluster.ts'
import { inFlightMax } from '../support/load-fixture.ts'
import { createNotifier } from '../support/notifier.ts'
import { ANA, LUIS } from '../support/people.ts'
import { repeated } from '../support/recorder.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import type { Setting, Survived } from './scenario.ts'
import {
  countUntold,
  deliveriesOf,
  isReady,
  makeFolder,
  memoryOf,
  requireSound,
  startLinkedTown,
  startVillage,
  wait,
} from './worlds.ts'

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
export async function loseRedis(
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
  await wait('ready before anything happens', () => isReady(push), ANSWERED_MS_MAX)
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
  return {
    n: notifier.acknowledged.size + refused.length,
    of: `notifications (${refused.length} refused)`,
    lost: notifier.unheard().length + refused.filter((status) => status !== 503).length,
    duplicates: { count: repeated(town.recorder.sent), max: inFlightMax(RATE_PER_SECOND) },
    delay: { of: 'to a 503', ms: slowest, msMax: REFUSED_MS_MAX },
  }
}

export const halfOpen: Away = async ({ link }) => {
  link('Redis').behave({ isHalfOpen: true })
  return link('Redis').mend
}

export const gone: Away = async ({ redis }) => {
  await redis.kill()
  return redis.start
}

export const outOfMemory: Away = async ({ town }) => {
  assert('config' in town.redis)
  const { redis } = town
  await redis.config('SET', 'maxmemory', 1)
  return async () => void (await redis.config('SET', 'maxmemory', 0))
}

/** People ask while Redis hangs: look-ups are answered from memory, changes are refused for now. */
export async function askMeanwhile(setting: Setting): Promise<Survived> {
  const { people, link, town } = await startVillage(setting)
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
  assert.deepEqual(town.lastWords(), [])
  return { n: asked, of: 'questions', lost: wrong, delay: { of: 'to an answer', ms: slowest } }
}

/** The disk of Redis, a tmpfs of 16 MiB, is full to its last byte, and has room again later. */
export async function fillDisk(setting: Setting): Promise<Survived> {
  const directory = makeFolder(setting)
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

const SOON_MS_MAX = 30_000
const WITHOUT_REPLICA_MS = 2_000

/** The master dies in a fan-out, its replica is promoted, and the address of Redis leads there. */
export async function failOver(setting: Setting): Promise<Survived> {
  const chats = setting.size(1_000, 150)
  const master = await startServer(['--min-replicas-to-write 1', '--min-replicas-max-lag 1'])
  setting.atEnd(master.stop)
  const replica = await startServer([`--replicaof 127.0.0.1 ${master.port}`])
  setting.atEnd(replica.stop)
  const operator = new Redis(replica.url)
  setting.atEnd(() => operator.disconnect())
  const isCopying = async (): Promise<boolean> =>
    /master_link_status:up/.test(await operator.info('replication'))
  await wait('the replica copies', isCopying, SOON_MS_MAX)
  const address = await startTcpProxy(master.url)
  setting.atEnd(address.stop)
  const options = { ratePerSecond: RATE_PER_SECOND, chats, latencyMs: 20 }
  const { town } = await startLinkedTown(setting, { ...options, redisUrl: address.url, pushes: 2 })
  const { sent } = town.recorder

  // Without its replica the master refuses writes, so that none is acknowledged that one server alone has.
  replica.freeze()
  await sleep(WITHOUT_REPLICA_MS)
  replica.thaw()
  await wait('the replica copies again', isCopying, SOON_MS_MAX)

  town.move()
  await wait('messages', () => sent.length > chats / 6, SOON_MS_MAX, 5)
  await sleep(setting.random() * 300)
  await master.kill()
  await operator.replicaof('NO', 'ONE')
  address.retarget(replica.url)
  address.reset()
  let lost = await countUntold(town)
  town.move()
  lost += await countUntold(town)
  assert.deepEqual(town.lastWords(), [])
  return {
    n: 2 * chats,
    of: 'messages, 1 fail-over',
    lost,
    ...deliveriesOf(town, inFlightMax(RATE_PER_SECOND)),
  }
}
