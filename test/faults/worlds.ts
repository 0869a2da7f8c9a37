import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { audit, isBalanced } from '../../src/chats/delivery-ledger.ts'
import { startServer } from '../support/cluster.ts'
import { type Link, startTown, type Town, type TownOptions } from '../support/load-fixture.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import type { Setting } from './scenario.ts'

const POLL_MS = 50
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

/** A town every link of which has a proxy. */
export async function startLinkedTown(setting: Setting, options: Omit<TownOptions, 'redisUrl' | 'through'>) {
  const redis = await startServer()
  setting.atEnd(redis.stop)
  const links = new Map<Link, TcpProxy>()
  const through = async (link: Link, url: string): Promise<string> => {
    const proxy = await startTcpProxy(url)
    setting.atEnd(proxy.stop)
    links.set(link, proxy)
    return proxy.url
  }
  const town = await startTown({ ...options, redisUrl: redis.url, through })
  setting.atEnd(town.stop)
  const link = (name: Link): TcpProxy => {
    const found = links.get(name)
    assert(found, `there is no link ${name}`)
    return found
  }
  return { redis, town, link, links }
}

export type LinkedTown = Awaited<ReturnType<typeof startLinkedTown>>

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
