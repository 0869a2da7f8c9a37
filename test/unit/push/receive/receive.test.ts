import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import type { MonitorId } from '../../../../src/domain/monitor.ts'
import type { ObservedQuote, Prices } from '../../../../src/prices/prices.ts'
import { addReceiver, identify, RECEIVER_PATH } from '../../../../src/push/receive/receive.ts'
import { createCircuitBreaker } from '../../../../src/redis/circuit-breaker.ts'
import { createMetrics } from '../../../../src/runtime/metrics.ts'
import { EUR, quoteOf, USD } from '../../../support/push.ts'
import { silent } from '../../../support/redis.ts'

const SECRET = 'a-secret-of-tests'
const NOW = Date.parse('2026-11-21T12:00:00Z')
const CREATED_AT = '2026-11-21T11:59:58.123Z'
const LATEST = { dollar: undefined, euro: { quote: quoteOf('900', { monitor: EUR }), asOf: 1 } }
const FOLLOWED = [USD, EUR, { ...USD, page: 'page_beta', key: 'eur' }]

const record = (change: object = {}) => ({
  id: 7,
  page: USD.page,
  currency: USD.currency,
  key: USD.key,
  title: 'Dólar oficial',
  price: 801.12,
  price_old: 798.45,
  image: null,
  last_update: '2026-11-20T13:00:00-04:00',
  ...change,
})
const notificationOf = (...monitors: unknown[]) => ({
  event: 'monitor.updated',
  created_at: CREATED_AT,
  monitors,
})

/** Posts to a receiver, and answers what came of it. */
async function post(
  payload: string | object,
  {
    bearer = `Bearer ${SECRET}` as string | undefined,
    append = async (): Promise<'kept' | 'repeated'> => 'kept',
    accepts = async (given: string | undefined) => given === SECRET,
    latest = (({ page, currency }) => (page === USD.page ? LATEST[currency] : undefined)) as Prices['latest'],
  } = {},
) {
  const app = fastify()
  const kept: ObservedQuote[] = []
  const onces: unknown[] = []
  const asked: string[] = []
  addReceiver(app, {
    webhookSecrets: { accepts },
    breaker: createCircuitBreaker({ ms: 100, waitingMax: 10 }),
    stream: {
      append: async (observedQuotes, once) => {
        const outcome = await append()
        onces.push(once)
        kept.push(...observedQuotes)
        return outcome
      },
    },
    chats: { wanted: { monitors: async () => FOLLOWED } },
    prices: { latest },
    reconcileSoon: (reason) => void asked.push(reason),
    clock: () => NOW,
    log: silent,
    metrics: createMetrics(),
  })
  const headers = { authorization: bearer, 'content-type': 'application/json' }
  const { statusCode, headers: answered } = await app.inject({
    method: 'POST',
    url: RECEIVER_PATH,
    headers,
    payload,
  })
  await app.close()
  return { statusCode, retryAfter: answered['retry-after'], kept, asked, once: onces[0] }
}

const postOne = (setting?: Parameters<typeof post>[1]) => post(notificationOf(record()), setting)

const sightingOf = (change: object = {}, asOf = Date.parse(CREATED_AT)): ObservedQuote => ({
  quote: quoteOf('801.12', { priceOld: '798.45', lastUpdate: Date.parse('2026-11-20T17:00:00Z'), ...change }),
  asOf,
})

it('a notification is answered 200 once it is kept', async () => {
  expect(await postOne()).toMatchObject({
    statusCode: 200,
    kept: [sightingOf()],
    asked: [],
  })
})

it('a notification is refused without the secret, before its body is read', async () => {
  const payload = 'x'.repeat(1024 * 1024)
  for (const bearer of [
    '',
    'Bearer ',
    'Bearer another-secret',
    `Bearer ${SECRET.slice(1)}`,
    `Basic ${SECRET}`,
  ])
    expect(await post(payload, { bearer })).toMatchObject({ statusCode: 401, kept: [] })
})

it('a notification is answered 503 where Redis cannot say whether the secret is accepted', async () => {
  const accepts = async (): Promise<never> => {
    throw new Error('Redis is silent')
  }
  expect(await postOne({ accepts })).toMatchObject({
    statusCode: 503,
    kept: [],
  })
})

it('a notification is remembered by its content and date where it has no id', async () => {
  const onceOf = async (change: object, notification: object = {}) =>
    (await post({ ...notificationOf(record(change)), ...notification })).once
  const once = await onceOf({})
  expect(await onceOf({ id: 8, change: 2.67 }, { event: undefined })).toBe(once)
  expect(await onceOf({ price: 801.13 })).not.toBe(once)
  expect(await onceOf({ last_update: '2026-11-20T13:01:00-04:00' })).not.toBe(once)
  expect(await onceOf({}, { created_at: '2026-11-21T11:59:59.000Z' })).not.toBe(once)
})

it.each([
  ['an earlier date and another price than is known', 1, '800', ['dated back']],
  ['an earlier date and the known price', 1, '801.12', []],
  ['a later date', -1, '800', []],
])('a notification has prices compared or not where it has %s', async (_case, laterMs, price, asked) => {
  const latest = () => ({ quote: quoteOf(price), asOf: Date.parse(CREATED_AT) + laterMs })
  expect(await postOne({ latest })).toMatchObject({ statusCode: 200, asked })
  const append = async () => 'repeated' as const
  const again = { ...notificationOf(record()), id: 'n-1' }
  expect(await post(again, { latest, append })).toMatchObject({ statusCode: 200, asked: [] })
})

it('a notification may name a hundred monitors', async () => {
  const many = Array.from({ length: 100 }, (_, i) =>
    record({ key: `m${i}`, image: `https://x/${'i'.repeat(2_000)}` }),
  )
  const { statusCode, kept } = await post(notificationOf(...many))
  expect([statusCode, kept.length]).toEqual([200, 100])
  expect((await post({ monitors: [], filler: 'x'.repeat(600 * 1024) })).statusCode).toBe(413)
})

it.each([
  ['a greeting', { message: 'Hello, World!' }],
  ['a test', { event: 'webhook.test', monitors: [record()] }],
  ['one without monitors', notificationOf()],
])('a notification is answered 200 and changes nothing where it is %s', async (_case, payload) => {
  expect(await post(payload)).toMatchObject({ statusCode: 200, kept: [], asked: [] })
})

it.each([['{'], ['[]'], ['"text"'], ['{"monitors":{}}'], ['null'], ['{"prices":[]}']])(
  'a notification is refused with 400 where it is none: %s',
  async (payload) => {
    expect(await post(payload)).toMatchObject({ statusCode: 400, kept: [] })
  },
)

it('a notification is kept without a record that cannot be read, and prices are compared', async () => {
  const bad = [record({ price: 'n/a' }), record({ key: 'a b' }), record({ last_update: 'soon' }), null, 7]
  for (const one of bad)
    expect(await post(notificationOf(one, record()))).toMatchObject({
      statusCode: 200,
      kept: [sightingOf()],
      asked: ['unread'],
    })
})

it('a notification has prices compared where two monitors fit, or none', async () => {
  for (const key of ['eur', 'gone'])
    expect(await post(notificationOf(record({ key, page: undefined, currency: undefined })))).toMatchObject({
      statusCode: 200,
      kept: [],
      asked: ['unread'],
    })
})

it.each([undefined, 'yesterday', '2027-11-21T12:00:00Z'])(
  'a notification counts as of now where it is dated %s',
  async (created_at) => {
    const { kept } = await post({ ...notificationOf(record()), created_at })
    expect(kept).toEqual([sightingOf({}, NOW)])
  },
)

it('a notification is answered 503 in time where Redis is silent or cannot keep it', async () => {
  const fails = async (): Promise<never> => {
    throw new Error('OOM command not allowed')
  }
  for (const append of [fails, () => new Promise<never>(() => {})]) {
    expect(await postOne({ append })).toMatchObject({
      statusCode: 503,
      retryAfter: '1',
    })
  }
})

it.each([
  ['an object', { date: 'sábado, 21 de noviembre de 2026', time: '7:59:57 a. m.' }],
  ['a text', '2026-11-21T07:59:57-04:00'],
])('a notification counts as of its `datetime`, %s, where that is all there is', async (_case, datetime) => {
  const { kept } = await post({ monitors: [record()], datetime })
  expect(kept).toEqual([sightingOf({}, Date.parse('2026-11-21T11:59:57Z'))])
})

const THEN = 1_700_000_000_000
const OTHER: MonitorId = { ...USD, page: 'page_beta' }
const EURO: MonitorId = { ...USD, currency: 'euro' }
const PRICES = new Map<MonitorId, string>([
  [USD, '349.9272'],
  [OTHER, '512.34'],
  [EURO, '400'],
])

const latest = (monitor: MonitorId) => {
  const price = PRICES.get(monitor)
  return price === undefined
    ? undefined
    : { quote: quoteOf(price, { monitor, lastUpdate: THEN }), asOf: THEN }
}
const meant = (change: object, registered = [USD, OTHER]) =>
  identify({ key: 'usd', price: '350', last_update: THEN + 1, ...change }, registered, latest)

it('the monitor that a record means is the one it names, also where nobody registered it', () => {
  expect(meant({ page: 'page_x', currency: 'dollar' })).toEqual({ ...USD, page: 'page_x' })
})

it('the monitor that a record means is the only one with its key, at any price', () => {
  expect(meant({ price: '9' }, [USD])).toEqual(USD)
  expect(meant({ price: '9', currency: 'euro' }, [USD, EURO])).toEqual(EURO)
  expect(meant({ price: '9', page: 'page_beta' })).toEqual(OTHER)
})

it.each([
  ['goes on from, in full', { price: '600', price_old: '349.9272' }, USD],
  ['goes on from, rounded', { price: '600', price_old: '349.93' }, USD],
  ['has had before', { price: '512.34', last_update: THEN, price_old: '511' }, OTHER],
  ['is near, where no price before is named', { price: '518', price_old: null }, OTHER],
])('the monitor that a record means is the one of two whose price it %s', (_case, change, monitor) => {
  expect(meant(change)).toEqual(monitor)
})

it.each([
  ['none had the price before', { price: '350', price_old: '348' }],
  ['it is older than what is known', { price_old: '349.9272', last_update: THEN - 1 }],
  ['it is near to none', { price: '420', price_old: null }],
  ['none has its key', { key: 'eur' }],
])('the monitor that a record means is unknown where %s', (_case, change) => {
  expect(meant(change)).toBeUndefined()
})

it('the monitor that a record means is unknown where both fit, or no price is known', () => {
  PRICES.set(OTHER, '349.9272')
  expect(meant({ price_old: '349.9272' })).toBeUndefined()
  PRICES.set(OTHER, '512.34')
  expect(meant({ price_old: '1' }, [{ ...USD }, { ...OTHER }])).toBeUndefined()
})
