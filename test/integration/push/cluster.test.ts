import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { priceSignal } from '../../../src/chats/alert.ts'
import { connectRedis, type Redis } from '../../../src/redis/connection.ts'
import { startCluster } from '../../support/cluster.ts'
import { forFile } from '../../support/folder.ts'
import { quoteOf, startPush, USD } from '../../support/push.ts'
import { silent } from '../../support/redis.ts'
import { report } from '../../support/report.ts'

const CHATS = 900
const RATE_PER_SECOND = 300
const LATENCY_MS = 20
const IN_FLIGHT_MAX = Math.ceil((RATE_PER_SECOND * 100) / 1_000) + 1
/** A chat that nobody could hand back comes again when its lease ends, after 20 s. */
const SETTLED = { timeout: 50_000, interval: 50 }

const cluster = await forFile(startCluster())

describe('the push on a Redis Cluster of three masters', () => {
  let push: Awaited<ReturnType<typeof startPush>>
  const open: Redis[] = []
  const names = Array.from({ length: CHATS }, (_, index) => String(index + 1))

  const connect = async (waits = false): Promise<Redis> => {
    const redis = await connectRedis({ urls: cluster.urls, log: silent, waits })
    open.push(redis)
    return redis
  }
  const see = (price: string, asOf: number) => push.see({ quote: quoteOf(price), asOf })
  const told = (): string[] => push.sent.map(({ chat }) => chat)
  const untold = (among: readonly string[] = names): string[] => {
    const heard = new Set(told())
    return among.filter((chat) => !heard.has(chat))
  }

  beforeEach(async () => {
    push = await startPush({ connect, ratePerSecond: RATE_PER_SECOND })
    push.judgeBy(async () => {
      await new Promise((done) => setTimeout(done, LATENCY_MS))
      return { kind: 'sent' }
    })
    await Promise.all(names.map((chat) => push.chats.follows.add(chat, USD, { price: '100', at: 1_000 })))
  })
  afterEach(async () => {
    await push.stop()
    for (const redis of open.splice(0)) redis.disconnect()
  })

  /** The masters that keep nothing but chats, and the one whose limiter all need to send. */
  async function placesOf(keys: readonly string[]): Promise<number[]> {
    return Promise.all(keys.map((key) => cluster.masterOf(key)))
  }
  async function chatsOf(master: number): Promise<Set<string>> {
    const homes = await placesOf(names.map((chat) => `{${push.queue.shardOf(chat)}}`))
    return new Set(names.filter((_, index) => homes[index] === master))
  }

  it('serves the chats of the other masters while one is away, and its own when it is back', async () => {
    const needed = await placesOf(['{limit}', '{updates}', '{board}'])
    const victim = [0, 1, 2].find((master) => !needed.includes(master)) ?? needed[2] ?? 0
    const at = await chatsOf(victim)
    const others = names.filter((chat) => !at.has(chat))
    const signal = priceSignal(USD)
    await see('100', 1_500)
    await Promise.all(
      names.map((chat) => push.chats.alerts.add(chat, { kind: 'above', signal, value: '104' }, '100')),
    )
    await cluster.masters[victim]?.kill()
    await see('105', 2_000)
    await expect.poll(() => untold(others), SETTLED).toEqual([])
    await see('103', 3_000)
    const heardTwice = () => others.filter((chat) => told().filter((one) => one === chat).length > 1).length
    await expect.poll(heardTwice, SETTLED).toBe(others.length)
    await cluster.masters[victim]?.start()
    await cluster.whole()
    await expect.poll(() => untold(), SETTLED).toEqual([])
    await push.rest()
    const rang = push.sent.filter(({ text }) => text.includes('🔔')).map(({ chat }) => chat)
    expect(new Set(rang).size).toBe(CHATS)
  })

  it('loses no chat when the master that keeps the rate as well is killed in a fan-out and comes back', async () => {
    const [victim = 0] = await placesOf(['{limit}'])
    await see('101', 2_000)
    await expect.poll(() => push.sent.length, { interval: 5 }).toBeGreaterThan(CHATS / 6)
    await cluster.masters[victim]?.kill()
    expect(untold().length).toBeGreaterThan(0)
    await cluster.masters[victim]?.start()
    await cluster.whole()
    const backAt = performance.now()
    await expect.poll(() => untold(), SETTLED).toEqual([])
    report(`all were told ${performance.now() - backAt} ms after it was back`)
    await push.rest()
    expect(told().length - CHATS).toBeLessThanOrEqual(IN_FLIGHT_MAX)
    expect(await push.queue.parked()).toEqual([])
  })
})
