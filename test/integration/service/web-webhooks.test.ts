import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { notification } from '../../../src/api/notification.ts'
import { sign } from '../../../src/api/signature.ts'
import { createWebhookQueue, KEYS } from '../../../src/service/keys.ts'
import { createWebhookStore } from '../../../src/service/webhooks/store.ts'
import { createAuthority } from '../../support/authority.ts'
import { onThisMachine } from '../../support/machine.ts'
import { serveSecurely } from '../../support/secure-source.ts'
import { until } from '../../support/until.ts'
import { type Reaction, receive, SECRET, statusesOf, useWeb } from './web.ts'

const { start } = await useWeb()
const web = await start()
const { client } = web
let price = 500

const next = (): string => String(++price)
/** Publishes another price of page_one.usd. */
const move = (): Promise<void> => web.publish('page_one', { usd: next() })

/** A client with one webhook, whose receiver reacts so. */
async function registered(react?: (call: number) => Reaction | Promise<Reaction>) {
  const receiver = await receive(react)
  const me = await client()
  const { id } = (await me.set(receiver.url)).json
  /** Waits until the list of the client shows its webhook so. */
  const shows = (webhook: object) => until(async () => expect(await me.list()).toMatchObject([webhook]))
  return { ...receiver, ...me, id: id as number, shows }
}

/** What waits for a retry is due now, as if its time had come. */
async function hurry(id: number): Promise<void> {
  const queue = createWebhookQueue(web.redis)
  await web.redis.zrem(queue.keysOf(0)[2] ?? '', String(id))
  await queue.makeDue(String(id))
}

const pricesOf = (received: readonly { json: { monitors: { price: number }[] } }[]): number[] =>
  received.flatMap(({ json }) => json.monitors.map((record) => record.price))

describe('set-webhook', () => {
  const usd = { page: 'page_one', currency: 'dollar', monitor: 'usd' }

  test('what a webhook registered for is sent to it, signed, and nothing else', async () => {
    const { url, received } = await receive()
    const set = await (await client()).set(url)
    expect([set.status, set.json]).toEqual([201, { message: expect.any(String), id: expect.any(Number) }])
    await web.publish('page_one', { usd: next(), eur: next() })
    await until(() => expect(received).toHaveLength(1))
    const [{ headers, body, json } = { headers: {}, body: '', json: {} }] = received
    expect(notification.parse(json)).toEqual(json)
    expect(json).toMatchObject({
      id: headers['webhook-id'],
      event: 'monitor.updated',
      monitors: [{ page: 'page_one', currency: 'dollar', key: 'usd', price: price - 1 }],
    })
    expect(json.monitors[0].last_update).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-04:00$/)
    expect(headers).toMatchObject({ authorization: `Bearer ${SECRET}`, 'x-request-id': json.id })
    const timestampSeconds = Number(headers['webhook-timestamp'])
    expect(Math.abs(timestampSeconds - Date.now() / 1000)).toBeLessThan(5)
    expect(headers['webhook-signature']).toBe(sign(SECRET, { id: json.id, timestampSeconds, body }))
  })

  test('all that changed in one collection of one page is one notification', async () => {
    const { url, received } = await receive()
    const monitors = ['usd', 'cash', 'USD'].map((monitor) => ({ ...usd, page: 'page_two', monitor }))
    await (await client()).set(url, { monitors })
    await web.publish('page_two', { usd: next(), cash: next() })
    await until(() => expect(pricesOf(received)).toEqual([price - 1, price]))
    expect(received).toHaveLength(1)
  })

  const SECRET_WANTED = 'token_secret must be 8 to 256 visible ASCII characters.'
  const ADDRESS_WANTED = 'url must be a public http or https address.'

  test.each([
    [{ token_secret: 'short' }, SECRET_WANTED],
    [{ token_secret: 'two words' }, SECRET_WANTED],
    [{ token_secret: 7 }, SECRET_WANTED],
    [{ monitors: [] }, 'monitors must be a list of 1 to 100.'],
    [{ monitors: Array(101).fill(usd) }, 'monitors must be a list of 1 to 100.'],
    [{ monitors: ['usd'] }, 'monitors.0 must be an object of page, currency and monitor.'],
    [
      { monitors: [{ page: 'page_one', currency: 'yen' }] },
      'monitors.0.currency must be dollar or euro; monitors.0.monitor must be the key of a monitor.',
    ],
    [{ monitors: [{ ...usd, page: 'page_nine' }] }, 'There is no monitor usd in dollar on page_nine.'],
    [{ url: undefined }, 'url must be an address.'],
    [{ url: 'nowhere' }, ADDRESS_WANTED],
    [{ url: 'ftp://example.com/' }, ADDRESS_WANTED],
    [{ url: 'http://user:word@example.com/' }, ADDRESS_WANTED],
    [{ certificate_ssl: 'yes' }, 'certificate_ssl must be true or false.'],
  ])('%j is refused with 422 in words that say what to send', async (over, message) => {
    const { status, headers, json } = await (await client()).set('http://127.0.0.1:9/', over)
    expect([status, json.message]).toEqual([422, message])
    expect(headers.get('content-type')).toMatch(/problem/)
  })

  test.each([
    ['{"url": ', 'application/json', 400],
    ['', 'application/json', 400],
    ['{"__proto__": {}}', 'application/json', 400],
    ['[]', 'application/json', 422],
    ['null', 'application/json', 400],
    ['url=x', 'application/x-www-form-urlencoded', 415],
    ['{}', 'text/plain', 415],
    ['x'.repeat(17_000), 'application/json', 413],
  ])('a body %.20j of type %s is %i', async (body, type, status) => {
    const { token } = await client()
    const asked = { token, method: 'POST', headers: { 'content-type': type } }
    const answer = await web.ask('/api/user/set-webhook', { ...asked, body })
    expect([answer.status, answer.json.status]).toEqual([status, status])
    expect((await web.ask('/api/user/test-webhook', asked)).status).toBe(404) // without a body any type will do
  })

  test('a sixth webhook is 409, the same url again is not', async () => {
    const me = await client()
    const urls = [0, 1, 2, 3, 4, 5, 3].map((i) => `http://127.0.0.1:9/${i}`)
    expect(await statusesOf(urls.length, (i) => me.set(urls[i] ?? ''))).toEqual([
      201, 201, 201, 201, 201, 409, 201,
    ])
    expect(await me.list()).toHaveLength(5)
  })

  test('the same url again keeps the id and drops what waits for monitors no longer registered', async () => {
    let status = 500
    const { url, received } = await receive(() => ({ status }))
    const eur = { page: 'page_one', currency: 'euro', monitor: 'eur' }
    const me = await client()
    const first = (await me.set(url, { monitors: [usd, eur] })).json.id
    await web.publish('page_one', { usd: next(), eur: next() })
    await move()
    await web.publish('page_one', { eur: next() })
    await until(() => expect(received).toHaveLength(1))
    status = 200
    expect((await me.set(url, { monitors: [eur] })).json.id).toBe(first)
    await until(() => expect(pricesOf(received.slice(1))).toEqual([price - 2, price]))
    expect(await web.redis.sismember(KEYS.watchers('dollar:page_one.usd'), first)).toBe(0)
    expect(await me.list()).toMatchObject([{ id: first, monitors: [{ monitor: 'eur' }], waiting: 0 }])
  })
})

describe('get-webhook and del-webhook', () => {
  test('a webhook is listed with its fields, its secret masked', async () => {
    const { url, list } = await registered()
    expect(await list()).toEqual([
      {
        id: expect.any(Number),
        url,
        certificate_ssl: true,
        token: `****${SECRET.slice(-4)}`,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*-04:00$/),
        monitors: [{ monitor_id: expect.any(Number), page: 'page_one', currency: 'dollar', monitor: 'usd' }],
        status: 'active',
        last_delivery: null,
        failures: 0,
        dropped: 0,
        waiting: 0,
      },
    ])
  })

  test('without an id the only webhook is deleted, of several none; nothing is sent to it any more', async () => {
    expect((await (await client()).ask('DELETE', 'del-webhook')).status).toBe(404)
    const { id, received, ask, set, list } = await registered()
    const other = (await set('http://127.0.0.1:9/other')).json.id
    const several = await ask('DELETE', 'del-webhook')
    expect([several.status, several.json.detail]).toEqual([409, expect.stringContaining(`${id}, ${other}`)])
    for (const wrong of ['0', '-1', 'x', '1.5', '99999999999999999999'])
      expect((await ask('DELETE', `del-webhook?id=${wrong}`)).status).toBe(400)
    expect((await ask('DELETE', `del-webhook?id=${other}`)).status).toBe(200)
    expect((await ask('DELETE', 'del-webhook')).json).toEqual({ message: `Webhook ${id} is deleted.` })
    await move()
    expect([await list(), received, await web.redis.keys(`*:${id}`)]).toEqual([[], [], []])
  })
})

describe('a foreign webhook', () => {
  test('is answered exactly as one that is not there, by every endpoint', async () => {
    const { id, url, received, ask, list } = await registered()
    const stranger = await client()
    await ask('POST', 'test-webhook')
    const [{ id: delivery }] = (await ask('GET', 'webhook-deliveries')).json
    for (const [method, path] of [
      ['DELETE', 'del-webhook?id='],
      ['POST', 'test-webhook?id='],
      ['GET', 'webhook-deliveries?id='],
    ] as const) {
      const foreign = await stranger.ask(method, `${path}${id}`)
      const unknown = await stranger.ask(method, `${path}${id + 1_000}`)
      expect([path, foreign.status]).toEqual([path, 404])
      expect(foreign.text.replaceAll(String(id), 'N')).toBe(unknown.text.replaceAll(String(id + 1_000), 'N'))
    }
    expect((await stranger.ask('POST', `webhook-deliveries/${delivery}/replay`)).status).toBe(404)
    expect(await stranger.list()).toEqual([])
    expect((await stranger.ask('DELETE', 'del-webhook')).status).toBe(404)
    await stranger.set(url)
    expect(await list()).toMatchObject([{ id }])
    expect(received).toHaveLength(1)
  })

  test.each([
    ['POST', 'set-webhook'],
    ['GET', 'get-webhook'],
    ['DELETE', 'del-webhook'],
    ['POST', 'test-webhook'],
    ['GET', 'webhook-deliveries'],
    ['POST', 'webhook-deliveries/1/replay'],
  ])('%s %s without a token, or with a wrong one, is 401', async (method, path) => {
    expect((await web.ask(`/api/user/${path}`, { method })).status).toBe(401)
    expect((await web.ask(`/api/user/${path}`, { method, token: 'wrong' })).status).toBe(401)
  })
})

test("another's webhook is not removed, whatever id is named", async () => {
  const store = createWebhookStore(web.redis)
  await web.redis.hset(KEYS.tokens, 'ana', '{}', 'luis', '{}')
  const wanted = { url: 'https://ana.example/', certificate_ssl: true, secret: SECRET, monitors: ['p/d/usd'] }
  const id = Number(await store.put({ owner: 'ana', ...wanted }))
  await store.remove('luis', id)
  expect(await store.list('ana')).toMatchObject([{ id }])
  await store.remove('ana', id)
  expect(await store.list('ana')).toEqual([])
})

describe('test-webhook', () => {
  test('says per webhook which status came back; one that fails is 502', async () => {
    const bad = await receive(() => ({ status: 418 }))
    const { id, received, ask, set } = await registered()
    const ms = expect.any(Number)
    const fine = await ask('POST', 'test-webhook')
    const webhooks = [{ id, status: 200, ms }]
    expect([fine.status, fine.json]).toEqual([200, { message: expect.stringContaining('200'), webhooks }])
    const [test] = received
    expect(test?.json).toMatchObject({ event: 'webhook.test', id: test?.headers['webhook-id'] })
    const other = (await set(bad.url)).json.id
    const nobody = (await set('http://127.0.0.1:9/')).json.id
    const failed = await ask('POST', 'test-webhook')
    expect([failed.status, failed.json.webhooks]).toEqual([
      502,
      [...webhooks, { id: other, status: 418, ms }, { id: nobody, status: null, ms }],
    ])
    expect((await ask('POST', `test-webhook?id=${id}`)).status).toBe(200)
  })

  test('the eleventh in a minute is 429, for this token alone', async () => {
    const me = await client()
    expect(await statusesOf(11, () => me.ask('POST', 'test-webhook'))).toEqual([...Array(10).fill(404), 429])
    expect((await (await client()).ask('POST', 'test-webhook')).status).toBe(404)
  })
})

describe('delivery', () => {
  test('a receiver that fails is tried again, and hears of everything in order', async () => {
    const { id, received, shows } = await registered((call) => ({ status: call <= 2 ? 503 : 200 }))
    const from = price + 1
    for (let i = 0; i < 4; i++) await move()
    await shows({ status: 'failing', failures: 1 })
    await hurry(id)
    await shows({ status: 'failing', failures: 2, waiting: 4 })
    await hurry(id)
    await until(() => expect(pricesOf(received)).toEqual([from, from, from, from + 1, from + 2, from + 3]))
    const last_delivery = expect.stringMatching(/-04:00$/)
    await shows({ status: 'active', failures: 0, waiting: 0, last_delivery })
    expect(new Set(received.slice(0, 3).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  /** In how many ms a webhook is due. */
  const dueIn = async (id: number): Promise<number> => {
    const [, routine = ''] = createWebhookQueue(web.redis).keysOf(0)
    return Number(await web.redis.zscore(routine, String(id))) - Date.now()
  }

  test('the waits grow from 5 s to 10 h, and a price change meanwhile does not shorten them', async () => {
    const { id, received, ask, shows } = await registered(() => ({ status: 500 }))
    await move()
    const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
    for (const [i, wait] of seconds.entries()) {
      await shows({ failures: i + 1 })
      await move()
      // Up to 2 s of it may be over on a busy machine.
      expect(await dueIn(id)).toBeGreaterThan(wait * 800 - 2_000)
      expect(await dueIn(id)).toBeLessThan(wait * 1_210)
      if (i < seconds.length - 1) await hurry(id)
    }
    expect(received).toHaveLength(seconds.length)
    await ask('DELETE', 'del-webhook')
  })

  test('a Retry-After is honoured', async () => {
    const headers = { 'retry-after': '120' }
    const { id, shows } = await registered(() => ({ status: 429, headers }))
    await move()
    await shows({ failures: 1 })
    expect(Math.abs((await dueIn(id)) - 120_000)).toBeLessThan(2_000)
  })

  test('410 disables at once; what waits and comes is dropped and counted; set again it goes on', async () => {
    let status = 410
    const { id, url, received, set, list, shows } = await registered(() => ({ status }))
    await move()
    await shows({ status: 'disabled', dropped: 1 })
    await move()
    expect(await list()).toMatchObject([{ id, status: 'disabled', dropped: 2, waiting: 0 }])
    status = 200
    await set(url)
    await move()
    await until(() => expect(pricesOf(received)).toEqual([price - 2, price]))
    expect(await list()).toMatchObject([{ id, status: 'active' }])
  })

  test('failing for five days disables', async () => {
    const { id, shows } = await registered(() => ({ status: 500 }))
    await move()
    await shows({ status: 'failing' })
    await web.redis.hset(KEYS.webhookState(id), 'failingSince', Date.now() - 5 * 86_400_000)
    await hurry(id)
    await shows({ status: 'disabled', dropped: 1 })
  })

  test('a 2xx to test-webhook makes what waits due at once', async () => {
    let status = 500
    const { received, ask, shows } = await registered(() => ({ status }))
    await move()
    await shows({ failures: 1 })
    status = 200
    await ask('POST', 'test-webhook')
    await shows({ status: 'active', waiting: 0 })
    const events = received.map(({ json }) => json.event)
    expect(events).toEqual(['monitor.updated', 'webhook.test', 'monitor.updated'])
  })

  test.each([
    ['is not JSON', '{"id":'],
    ['is no notification', '{"id":"1","monitors":7}'],
  ])(
    'a delivery that %s is skipped, counted and shown; what waits behind it is sent',
    async (_what, broken) => {
      const { id, received, ask, shows } = await registered()
      await web.redis.rpush(KEYS.deliveries(id), broken)
      await move()
      await until(() => expect(pricesOf(received)).toEqual([price]))
      await shows({ status: 'active', failures: 0, dropped: 1, waiting: 0 })
      const [sent, skipped] = (await ask('GET', `webhook-deliveries?id=${id}`)).json
      expect([sent, skipped]).toMatchObject([
        { status: 200, body: received[0]?.json },
        { status: null, ms: 0, notification_id: '', body: broken },
      ])
      expect((await ask('POST', `webhook-deliveries/${skipped.id}/replay`)).status).toBe(404)
      const warning = { level: 'warn', webhook: id, msg: 'a delivery that cannot be read was skipped' }
      expect(web.warnings).toContainEqual(expect.objectContaining(warning))
      expect((await web.ask('/metrics')).text).toMatch(/webhook_attempts_total\{verdict="unreadable"\} [1-9]/)
    },
  )

  test('a redirect is not followed', async () => {
    const inside = await receive()
    const { ask } = await registered(() => ({ status: 302, headers: { location: inside.url } }))
    expect((await ask('POST', 'test-webhook')).json.webhooks).toMatchObject([{ status: 302 }])
    expect(inside.received).toEqual([])
  })

  test('a hundred receivers that hang keep no other waiting', async () => {
    const hanging = await receive(() => undefined)
    for (let i = 0; i < 20; i++) {
      const other = await client()
      for (let n = 0; n < 5; n++) await other.set(`${hanging.url}/${i}-${n}`)
    }
    const { received } = await registered()
    for (let i = 0; i < 5; i++) {
      const before = performance.now()
      await move()
      await until(() => expect(received).toHaveLength(i + 1), { interval: 5 })
      expect(performance.now() - before).toBeLessThan(await onThisMachine(1_000))
    }
    // A busy machine tries some of them twice meanwhile.
    await until(() => expect(hanging.received.length).toBeGreaterThanOrEqual(100))
  })

  /** A webhook whose receiver hangs in its first call until it is released. */
  async function hangingOnce() {
    const { promise, resolve: release } = Promise.withResolvers<Reaction>()
    const webhook = await registered((call) => (call === 1 ? promise : { status: 200 }))
    await move()
    await until(() => expect(webhook.received).toHaveLength(1))
    return { ...webhook, release }
  }

  test('an attempt that hung until the webhook was set again changes nothing when it ends', async () => {
    const { id, url, set, list, ask, shows, release } = await hangingOnce()
    await set(url)
    await shows({ waiting: 0 })
    release({ status: 500 })
    const log = async () => (await ask('GET', `webhook-deliveries?id=${id}`)).json
    await move()
    await until(async () => expect(await log()).toHaveLength(2))
    expect(await list()).toMatchObject([{ status: 'active', failures: 0, waiting: 0 }])
    expect(await log()).toMatchObject([{ status: 200 }, { status: 200 }])
  })

  test('a Redis that is away when a receiver answers costs no lease: the next price comes at once', async () => {
    const { received, release } = await hangingOnce()
    web.redis.disconnect()
    release({ status: 200 })
    await sleep(600)
    await web.redis.connect()
    await move()
    await until(() => expect(received).toHaveLength(2))
  })

  test('a certificate is checked, unless certificate_ssl is false', async () => {
    const { url, close } = await serveSecurely(createAuthority('Unknown root'))
    const me = await client()
    for (const [certificate_ssl, status] of [
      [true, 502],
      [false, 200],
    ] as const) {
      await me.set(url, { certificate_ssl })
      expect((await me.ask('POST', 'test-webhook')).status).toBe(status)
    }
    await close()
  })
})

test('the delivery log has each attempt with what was sent, at most 100, and each can be sent again', async () => {
  const { id, received, ask, shows } = await registered((call) => ({ status: call === 1 ? 500 : 200 }))
  await move()
  await shows({ failures: 1 })
  await hurry(id)
  await shows({ failures: 0, waiting: 0 })
  const log = (await ask('GET', `webhook-deliveries?id=${id}`)).json
  const ms = expect.any(Number)
  expect(log).toMatchObject([
    { webhook_id: id, status: 200, notification_id: received[0]?.json.id, body: received[0]?.json },
    { webhook_id: id, status: 500, ms, created_at: expect.stringMatching(/-04:00$/) },
  ])
  const replay = await ask('POST', `webhook-deliveries/${log[1].id}/replay`)
  expect([replay.status, replay.json.webhooks]).toEqual([200, [{ id, status: 200, ms }]])
  expect(received[2]?.body).toBe(received[0]?.body)
  expect((await ask('POST', 'webhook-deliveries/999999/replay')).status).toBe(404)
  expect((await ask('GET', 'webhook-deliveries')).json).toHaveLength(3)
  await web.redis.rpush(KEYS.webhookLog(id), ...Array(150).fill('1 {}'))
  await ask('POST', 'test-webhook')
  expect(await web.redis.llen(KEYS.webhookLog(id))).toBe(100)
})

test('a stop hands back the delivery that hangs, as one that was not tried', async () => {
  const { id, received } = await registered(() => undefined)
  await move()
  await until(() => expect(received).toHaveLength(1))
  await web.stop()
  const [, routine = '', leased = ''] = createWebhookQueue(web.redis).keysOf(0)
  expect(await web.redis.hget(KEYS.webhookState(id), 'failures')).toBeNull()
  expect(await web.redis.llen(KEYS.deliveries(id))).toBe(1)
  for (const lane of [routine, leased])
    expect(Number(await web.redis.zscore(lane, String(id)))).toBeLessThanOrEqual(Date.now())
})
