import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceSignal } from '../../../../src/chats/alert.ts'
import { onThisMachine } from '../../../support/machine.ts'
import { EUR, quoteOf, startPush, USD } from '../../../support/push.ts'
import { useRedis } from '../../../support/redis.ts'

const CHATS = 20_000
const AT_ONCE = 200
/** Spread over the shards, and behind all others in each. */
const ALERTED = Array.from({ length: 10 }, (_, index) => String(CHATS + 1 + index))
const TOLD_MS_MAX = 3_000

const server = await useRedis()
let push: Awaited<ReturnType<typeof startPush>>

const eur = (price: string, asOf: number) => ({ quote: quoteOf(price, { monitor: EUR }), asOf })

beforeAll(async () => {
  push = await startPush({ ...server, ratePerSecond: 30 })
  await push.see({ quote: quoteOf('100'), asOf: 1_000 }, eur('100', 1_000))
  await push.rest()
  for (let first = 1; first <= CHATS; first += AT_ONCE) {
    const chats = Array.from({ length: AT_ONCE }, (_, index) => String(first + index))
    await Promise.all(chats.map((chat) => push.chats.follows.add(chat, USD, { price: '100', at: 1_000 })))
  }
  for (const chat of ALERTED)
    await push.chats.alerts.add(chat, { kind: 'above', signal: priceSignal(EUR), value: '110' }, '100')
})
afterAll(() => push.stop())

test('alerts overtake 20,000 followers that are due, and are sent within 3 s', async () => {
  await push.see({ quote: quoteOf('101'), asOf: 2_000 })
  await expect.poll(() => push.sent.length).toBeGreaterThan(30)
  await push.see(eur('120', 2_000))
  const startedAt = performance.now()
  const told = (): string[] => push.sent.map(({ chat }) => chat).filter((chat) => ALERTED.includes(chat))
  await expect.poll(() => told().toSorted()).toEqual(ALERTED.toSorted())
  expect(performance.now() - startedAt).toBeLessThan(await onThisMachine(TOLD_MS_MAX))
})
