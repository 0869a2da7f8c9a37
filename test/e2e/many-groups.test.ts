import { afterAll, beforeAll, expect, it } from 'vitest'
import { priceSignal } from '../../src/chats/alert.ts'
import { startServer, type TestServer } from '../support/cluster.ts'
import { startTown, type Town } from '../support/load-fixture.ts'

const OWNER = '777'
const GROUPS = Array.from({ length: 60 }, (_, index) => String(-1_000 - index))
const FOLLOWERS = 40
const SIGNAL = priceSignal({ page: 'banco', currency: 'dollar', key: 'usd' })
const RATE_PER_SECOND = 20
/** Of the messages sent while alerts of groups are still due, those after a second: at first not all chats are due yet. */
const [FROM, TO] = [RATE_PER_SECOND, GROUPS.length]

let server: TestServer
let town: Town

beforeAll(async () => {
  server = await startServer()
  town = await startTown({ redisUrl: server.url, ratePerSecond: RATE_PER_SECOND, chats: FOLLOWERS })
  const alert = { kind: 'percent', signal: SIGNAL, value: '0.1' } as const
  for (const group of GROUPS) await town.chats.alerts.add(group, alert, '800', [], OWNER)
})
afterAll(async () => {
  await town.stop()
  await server.stop()
})

it('one person with alerts in 60 groups leaves every fourth message to others', async () => {
  await town.startPush()
  await town.registered()
  town.setPrice({ price: 820, date: '2026-11-20' })
  const { sent } = town.recorder
  await expect.poll(() => sent.length).toBe(GROUPS.length + FOLLOWERS)
  const others = sent.slice(FROM, TO).filter(({ chat }) => !GROUPS.includes(chat))
  expect(others.length).toBeGreaterThanOrEqual((TO - FROM) / 4)
})
