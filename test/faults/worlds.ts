import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSandbox, type SandboxOptions } from 'telegram-sandbox'
import { request } from 'undici'
import { audit, isBalanced } from '../../src/chats/delivery-ledger.ts'
import { startServer } from '../support/cluster.ts'
import { type Link, startTown, type Town, type TownOptions } from '../support/load-fixture.ts'
import { createPeople } from '../support/people.ts'
import type { Program } from '../support/program.ts'
import { RECORDER_TOKEN } from '../support/recorder.ts'
import { createToken } from '../support/redis.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import type { Setting } from './scenario.ts'

const POLL_MS = 50
const PAGE_BYTES = 4_096
const SETTLED_MS_MAX = 90_000
const BALANCED_MS_MAX = 10_000

/** Asks until it is so, or until the time is up; whether it is so. */
export async function holds(
  isSo: () => boolean | Promise<boolean>,
  msMax: number,
  everyMs = POLL_MS,
): Promise<boolean> {
  const until = performance.now() + msMax
  while (!(await isSo())) {
    if (performance.now() > until) return false
    await sleep(everyMs)
  }
  return true
}

/** Waits until it is so, and throws where that takes too long. */
export async function wait(
  claim: string,
  isSo: () => boolean | Promise<boolean>,
  msMax: number,
  everyMs = POLL_MS,
): Promise<void> {
  assert(await holds(isSo, msMax, everyMs), `not within ${msMax} ms: ${claim}`)
}

type LinkedTownOptions = Omit<TownOptions, 'redisUrl' | 'through'> & {
  readonly redisUrl?: string
  /** Where the files of its own Redis are. */
  readonly redisDirectory?: string
}

/** A town every link of which has a proxy; on a Redis of its own, or one that is given, as a cluster is reached past any proxy. */
export async function startLinkedTown(
  setting: Setting,
  { redisUrl, redisDirectory, ...options }: LinkedTownOptions,
) {
  const redis = await startServer([], redisDirectory)
  setting.atEnd(redis.stop)
  const links = new Map<Link, TcpProxy>()
  const through = async (link: Link, url: string): Promise<string> => {
    if (link === 'Redis' && redisUrl !== undefined) return url
    const proxy = await startTcpProxy(url)
    setting.atEnd(proxy.stop)
    links.set(link, proxy)
    return proxy.url
  }
  const town = await startTown({ ...options, redisUrl: redisUrl ?? redis.url, through })
  setting.atEnd(town.stop)
  setting.atEnd(() => {
    for (const words of town.lastWords()) process.stderr.write(`${words}\n`)
  })
  const link = (name: Link): TcpProxy => {
    const found = links.get(name)
    assert(found, `there is no link ${name}`)
    return found
  }
  return { redis, town, link }
}

export type LinkedTown = Awaited<ReturnType<typeof startLinkedTown>>

/** The sandbox as Telegram. */
export async function startSandbox(
  { atEnd }: Pick<Setting, 'atEnd'>,
  options: Partial<SandboxOptions> = {},
): Promise<string> {
  const sandbox = createSandbox({
    port: 0,
    botToken: RECORDER_TOKEN,
    ...options,
  })
  await sandbox.start()
  atEnd(() => sandbox.stop())
  return sandbox.address()
}

/** A town whose people talk with a bot: one process is `bot` and `push`, on the sandbox as Telegram, one is the service. */
export async function startVillage(setting: Setting, env: Readonly<Record<string, string>> = {}) {
  const sandbox = await startSandbox(setting)
  const linked = await startLinkedTown(setting, { ratePerSecond: 100, chats: 0 })
  const telegram = await startTcpProxy(sandbox)
  setting.atEnd(telegram.stop)
  const act = (what: string, body: object): Promise<Response> =>
    fetch(`${sandbox}/chat/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await act('faults', { flood_limits: false })
  const startBot = (more: Readonly<Record<string, string>> = {}): Promise<Program> =>
    linked.town.startPush({ ROLES: 'bot,push', TELEGRAM_API_ROOT: telegram.url, ...env, ...more })
  return {
    ...linked,
    telegram,
    act,
    startBot,
    bot: await startBot(),
    people: createPeople(sandbox),
  }
}

/** Whether a `bot` or `push` says that it is ready; it listens before. */
export async function isReady(program: Program): Promise<boolean> {
  const answer = await request(`${await program.address('Bot')}/readyz`)
  await answer.body.dump()
  return answer.statusCode === 200
}

/** Reads monitors `usd` of the rate service with a token, as strangers may ask once a second only. */
export async function createReader(program: Program) {
  const address = await program.address('Rate service') // its Redis runs from then on
  const headers = { authorization: `Bearer ${await createToken(program.dataDirectory, 'reader')}` }
  return async (page: string): Promise<{ price: number; stale?: boolean }> => {
    const query = `page=${page}&monitor=usd&rounded_price=false`
    const answer = await fetch(`${address}/api/v1/dollar?${query}`, { headers })
    const { monitors } = (await answer.json()) as { monitors?: { price: number; stale?: boolean } }
    return monitors ?? { price: Number.NaN } // before its first collection a page has none
  }
}

/** Memory that a process has (bytes). */
export const memoryOf = ({ child }: Program): number =>
  Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES

/** Waits until all chats have heard the newest price; how many have not when the time is up. */
export async function countUntold(town: Town, msMax = SETTLED_MS_MAX): Promise<number> {
  await holds(() => town.untold().length === 0, msMax)
  return town.untold().length
}

/** Nothing is parked, and all that was made due has its outcome. */
export async function requireSound(town: Town): Promise<void> {
  assert.deepEqual(await town.queue.parked(), [])
  const balances = async () => isBalanced(await audit(town.redis, town.queue))
  const isSound = await holds(balances, BALANCED_MS_MAX)
  assert(isSound, `the ledger does not balance: ${JSON.stringify(await audit(town.redis, town.queue))}`)
}
