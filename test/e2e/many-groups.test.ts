import { afterAll, beforeAll, expect, it } from 'vitest'
import { priceSignal } from '../../src/chats/alert.ts'
import { startServer, type TestServer } from '../support/cluster.ts'
import { startTown, type Town } from '../support/load-fixture.ts'

const OWNER = '777'
const GROUPS = Array.from({ length: 60 }, (_, index) => String(-1_000 - index))
const OTHERS = Array.from({ length: 20 }, (_, index) => String(2_000 + index))
const FOLLOWERS = 40
const MONITOR = { page: 'banco', currency: 'dollar', key: 'usd' } as const
const RATE_PER_SECOND = 20
/** How many times as late a message may be as without the groups. */
const TIMES_MAX = 4

let server: TestServer
let town: Town

beforeAll(async () => {
  server = await startServer()
  town = await startTown({ redisUrl: server.url, ratePerSecond: RATE_PER_SECOND, chats: FOLLOWERS })
  const alert = { kind: 'percent', signal: priceSignal(MONITOR), value: '0.1' } as const
  for (const group of GROUPS) {
    await town.chats.follows.add(group, MONITOR, { price: '800', at: 1 })
    await town.chats.alerts.add(group, alert, '800', [], OWNER)
  }
  for (const chat of OTHERS) await town.chats.alerts.add(chat, alert, '800')
})
afterAll(async () => {
  await town.stop()
  await server.stop()
})

it('one person whose 60 groups follow and have alerts makes no message of others 4 times as late', async () => {
  await town.startPush()
  await town.registered()
  town.setPrice({ price: 820, date: '2026-11-20' })
  const { sent } = town.recorder
  const all = GROUPS.length + OTHERS.length + FOLLOWERS
  await expect.poll(() => new Set(sent.map(({ chat }) => chat)).size).toBe(all)
  const lastOf = (chats: readonly string[]): number =>
    sent.findLastIndex(({ chat }) => chats.includes(chat)) + 1
  const followers = Array.from({ length: FOLLOWERS }, (_, index) => String(index + 1))
  expect(lastOf(OTHERS)).toBeLessThan(TIMES_MAX * OTHERS.length)
  expect(lastOf(followers)).toBeLessThan(TIMES_MAX * (OTHERS.length + FOLLOWERS))
})
