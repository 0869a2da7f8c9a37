import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { quoteOf, SECRET, USD, usePush } from '../../../support/push.ts'
import { createRandom } from '../../../support/random.ts'

const push = await usePush()
const SEED = Number(process.env.SEED ?? 20_261_121)
const MONITORS = 10
const PRICES = 100
const CHATS = 60
const SENT_AT_ONCE = 64

const app = fastify()
const random = createRandom(SEED)
const startedAt = Date.now() - 200_000

beforeEach(async () => {
  push.routes(app)
})
afterEach(async () => {
  await app.close()
})

const monitors = Array.from({ length: MONITORS }, (_, i) => ({ ...USD, key: `m${i}` }))
/** Hundredths of a bolivar; each is told of one monitor at most once. */
const centsOf = (index: number): number => 10_001 + index
const dateOf = (index: number): number => startedAt + index * 1_000
const notificationOf = (key: string, index: number) => ({
  ...(index % 2 === 0 && { id: `${key}-${index}` }),
  created_at: new Date(dateOf(index)).toISOString(),
  monitors: [
    {
      page: USD.page,
      currency: USD.currency,
      key,
      price: centsOf(index) / 100,
      last_update: new Date(dateOf(index)).toISOString(),
    },
  ],
})

function shuffled<Item>(items: readonly Item[]): Item[] {
  const order = items.map((item) => ({ item, at: random() }))
  return order.toSorted((a, b) => a.at - b.at).map(({ item }) => item)
}

async function send(payloads: readonly object[]): Promise<void> {
  const headers = { authorization: `Bearer ${SECRET}` }
  for (let i = 0; i < payloads.length; i += SENT_AT_ONCE) {
    const answers = payloads
      .slice(i, i + SENT_AT_ONCE)
      .map((payload) => app.inject({ method: 'POST', url: '/webhooks/rates', headers, payload }))
    for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(200)
  }
}

/** The prices (in hundredths) that each chat was told, in order. */
function toldByChat(): Map<string, number[]> {
  const told = new Map<string, number[]>()
  for (const { chat, text } of push.sent) {
    const [, whole, cents] = /= <b>Bs\.\s(\d+),(\d\d)</.exec(text) ?? []
    told.set(chat, [...(told.get(chat) ?? []), Number(whole) * 100 + Number(cents)])
  }
  return told
}

it(`some 10,000 deliveries of 1,000 notifications, shuffled, most of them repeated and 30 % never sent are sent at most once each, never an older after a newer, and lost ones are found by comparison (seed ${SEED})`, async () => {
  const chats = Array.from({ length: CHATS }, (_, i) => String(i + 1))
  for (const [i, chat] of chats.entries()) {
    const monitor = monitors[i % MONITORS] ?? USD
    await push.chats.follows.add(chat, monitor, { price: '100', at: startedAt - 1_000 })
  }
  const all = monitors.flatMap(({ key }) => Array.from({ length: PRICES }, (_, i) => notificationOf(key, i)))
  const sent = all.filter(() => random() >= 0.3)
  const repeated = sent.flatMap((payload) => Array<object>(1 + Math.floor(random() * 27)).fill(payload))
  await send(shuffled(repeated))
  await push.rest()

  const quotes = monitors.map((monitor) =>
    quoteOf(String(centsOf(PRICES - 1) / 100), { monitor, lastUpdate: dateOf(PRICES - 1) }),
  )
  const newest = Array(CHATS).fill(centsOf(PRICES - 1))
  const lastTold = () => [...toldByChat().values()].map((prices) => prices.at(-1))
  expect(lastTold()).not.toEqual(newest)
  push.api.snapshots.set('page_alpha dollar', { asOf: dateOf(PRICES), quotes })
  await push.redis.publish('reconcile', '')
  await expect.poll(lastTold).toEqual(newest)
  await push.rest()
  for (const prices of toldByChat().values())
    expect(prices).toEqual([...new Set(prices)].toSorted((a, b) => a - b))
})
