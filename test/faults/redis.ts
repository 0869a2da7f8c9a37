import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { startServer } from '../support/cluster.ts'
import { createNotifier } from '../support/notifier.ts'
import { ANA, LUIS } from '../support/people.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import type { Scenario, Setting, Survived } from './scenario.ts'
import {
  countOthers,
  countUntold,
  holds,
  IN_FLIGHT_MAX,
  isReady,
  type LinkedTown,
  makeFolder,
  memoryOf,
  startLinkedTown,
  startVillage,
  twiceIn,
  wait,
} from './worlds.ts'

const MIB = 1024 * 1024
/** A heap grows by itself; 60 s of notifications kept in memory would be far more. */
const GROWTH_BYTES_MAX = 96 * MIB
const SHOWN = /800,/
const LATER = /Algo falló|más tarde|no puedo|un momento/i

/** What takes Redis away, and returns what gives it back. */
type Away = (town: LinkedTown) => Promise<() => Promise<void>>

/** A `push` that is ready, and what notifies it of prices. */
async function startNotified(setting: Setting, chats: number, redisDirectory = tmpdir()) {
  const linked = await startLinkedTown(setting, { redisDirectory })
  const notifier = await createNotifier(linked.town, chats)
  const push = await linked.town.startPush()
  await wait('ready before anything happens', () => isReady(push))
  return { linked, notifier, push }
}

/** Takes Redis away while notifications come, and gives it back after `ms`. */
async function loseRedis(
  setting: Setting,
  ms: number,
  takeAway: Away,
  redisDirectory?: string,
): Promise<Survived> {
  const { linked, notifier, push } = await startNotified(setting, setting.size(1_500, 300), redisDirectory)
  await notifier.notifyFor(500)
  const load = notifier.notifyFor(500)
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
  await wait('all that were acknowledged have heard', () => notifier.unheard().length === 0)
  assert(grown < GROWTH_BYTES_MAX, `push grew by ${Math.round(grown / MIB)} MiB`)
  const n = notifier.acknowledged.size + refused.length
  const outcome = await linked.survived({
    n,
    of: 'notifications',
    lost: countOthers(refused, 503),
    twiceMax: IN_FLIGHT_MAX,
  })
  return { ...outcome, delay: { ms: slowest, msMax: 1_000 } }
}

export const REDIS: readonly Scenario[] = [
  {
    name: 'kill-redis',
    promise: 'SIGKILL of Redis loses no acknowledged write; ready again within 5 s',
    done: 'Redis is killed under load, started 0.3 s later',
    isShort: true,
    async run(setting) {
      const kills = setting.size(10, 2)
      const { linked, notifier, push } = await startNotified(setting, kills * 100)
      const { redis, survived } = linked
      let readyMs = 0
      for (let kill = 0; kill < kills; kill++) {
        const load = notifier.notifyFor(900)
        await sleep(100 + setting.random() * 500)
        await redis.kill()
        await sleep(300)
        await redis.start()
        const backAt = performance.now()
        await wait('ready after Redis is back', () => isReady(push), 20_000, 20)
        readyMs = Math.max(readyMs, performance.now() - backAt)
        await load
      }
      await holds(() => notifier.unheard().length === 0, 60_000)
      const [n, lost] = [notifier.acknowledged.size, notifier.unheard().length]
      const of = 'acknowledged notifications'
      const outcome = await survived({ n, of, lost, twiceMax: IN_FLIGHT_MAX * kills })
      return { ...outcome, delay: { ms: readyMs, msMax: 5_000 } }
    },
  },
  {
    name: 'redis-half-open',
    promise: 'Redis hangs: 503 within 1 s, bounded queues, acknowledged prices are told later',
    done: 'every connection is half-open for 60 s',
    isShort: true,
    run: (setting) =>
      loseRedis(setting, setting.size(60_000, 3_000), async ({ link }) => {
        link('Redis').behave({ isHalfOpen: true })
        return link('Redis').mend
      }),
  },
  {
    name: 'redis-gone',
    promise: 'Redis is gone: the same',
    done: 'Redis is killed, started 60 s later',
    run: (setting) =>
      loseRedis(setting, setting.size(60_000, 2_000), async ({ redis }) => {
        await redis.kill()
        return redis.start
      }),
  },
  {
    name: 'redis-full',
    promise: 'Redis is out of memory: the same',
    done: 'Redis refuses writes for 60 s',
    run: (setting) =>
      loseRedis(setting, setting.size(60_000, 2_000), async ({ town: { redis } }) => {
        assert('config' in redis)
        await redis.config('SET', 'maxmemory', 1)
        return async () => void (await redis.config('SET', 'maxmemory', 0))
      }),
  },
  {
    name: 'disk-full',
    promise: 'The disk is full: the same',
    done: "Redis' file has no room for 10 s",
    cannot: () => (process.getuid?.() === 0 ? undefined : 'mounting a small file system needs root.'),
    run(setting) {
      const directory = makeFolder(setting)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', directory])
      setting.atEnd(() => execFileSync('umount', ['-l', directory]))
      const filler = join(directory, 'filler')
      const fill: Away = async ({ redis }) => {
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
      return loseRedis(setting, setting.size(10_000, 2_000), fill, directory)
    },
  },
  {
    name: 'redis-half-open-questions',
    promise: 'Redis hangs: look-ups are answered from memory, changes are refused',
    done: 'people ask and follow meanwhile',
    async run(setting) {
      const { people, link, town } = await startVillage(setting)
      await people.ask(ANA, '/start')
      await people.ask(LUIS, '/tasa usd')
      link('Redis').behave({ isHalfOpen: true })
      const n = setting.size(30, 5)
      let [lost, ms] = [0, 0]
      for (let i = 0; i < n; i++) {
        const startedAt = performance.now()
        const [command, place, wanted] =
          i % 5 === 4 ? (['/seguir usd', ANA, LATER] as const) : (['/tasa usd', LUIS, SHOWN] as const)
        const answer = await people.ask(place, command).catch(String)
        ms = Math.max(ms, performance.now() - startedAt)
        if (!wanted.test(answer)) lost += 1
      }
      await link('Redis').mend()
      const follows = async () => (await people.ask(ANA, '/seguir usd')).includes('te aviso')
      await wait('a follow is taken again', follows, 60_000, 1_000)
      const heard = (await people.messages(ANA)).length
      town.move()
      await wait('a price is told again', async () => (await people.messages(ANA)).length > heard)
      assert.deepEqual(town.lastWords(), [])
      return { n, of: 'questions', lost, delay: { ms } }
    },
  },
  {
    name: 'redis-failover',
    promise: 'A fail-over loses at most what was not copied; everybody gets the newest price',
    done: 'a master loses its replica for 2 s, then dies in a fan-out; its address leads to the replica',
    async run(setting) {
      const chats = setting.size(1_000, 150)
      const master = await startServer(['--min-replicas-to-write 1', '--min-replicas-max-lag 1'])
      setting.atEnd(master.stop)
      const replica = await startServer([`--replicaof 127.0.0.1 ${master.port}`])
      setting.atEnd(replica.stop)
      const operator = new Redis(replica.url)
      setting.atEnd(() => operator.disconnect())
      const isCopying = async () => /master_link_status:up/.test(await operator.info('replication'))
      await wait('the replica copies', isCopying)
      const address = await startTcpProxy(master.url)
      setting.atEnd(address.stop)
      const { town } = await startLinkedTown(setting, { redisUrl: address.url, chats, pushes: 2 })
      const { sent } = town.recorder
      // Without its replica the master refuses writes, so that none is acknowledged that one server alone has.
      replica.freeze()
      await sleep(2_000)
      replica.thaw()
      await wait('the replica copies again', isCopying)
      town.move()
      await wait('messages', () => sent.length > chats / 6, 30_000, 5)
      await sleep(setting.random() * 300)
      await master.kill()
      await operator.replicaof('NO', 'ONE')
      address.retarget(replica.url)
      address.reset()
      let lost = await countUntold(town)
      town.move()
      lost += await countUntold(town)
      assert.deepEqual(town.lastWords(), [])
      const duplicates = twiceIn(town, IN_FLIGHT_MAX)
      return { n: 2 * chats, of: 'messages', lost, duplicates, delay: { ms: town.worstDelayMs() } }
    },
  },
]
