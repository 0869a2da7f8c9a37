import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { beforeAll, describe, expect, test } from 'vitest'
import { notification } from '../../../src/api/notification.ts'
import { sign } from '../../../src/api/signature.ts'
import { createWebhookQueue, KEYS } from '../../../src/service/keys.ts'
import { onThisMachine } from '../../support/machine.ts'
import { limitCommands, useRedis } from '../../support/redis.ts'
import { until } from '../../support/until.ts'
import { registrationOf, SECRET, useReceivers, useWeb } from './web.ts'

const server = useRedis()
const start = useWeb(server)
const receive = useReceivers()
let web: Awaited<ReturnType<typeof start>>
let price = 500

beforeAll(async () => {
  web = await start()
})

const next = (): string => String(++price)

/** A client with its token: what it asks of its webhooks. */
async function client() {
  const token = await web.newToken()
  const ask = (method: string, path: string, body?: unknown) =>
    web.ask(`/api/user/${path}`, { token, method, ...(body !== undefined && { body }) })
  return {
    token,
    ask,
    set: (url: string, over: object = {}) => ask('POST', 'set-webhook', registrationOf(url, over)),
    list: async () => (await ask('GET', 'get-webhook')).json,
  }
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
  test('what a webhook registered for is sent to it, signed, and nothing else', async () => {
    const { url, received } = await receive()
    const me = await client()
    const set = await me.set(url)
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
    expect(headers.authorization).toBe(`Bearer ${SECRET}`)
    expect(headers['x-request-id']).toBe(json.id)
    const timestampSeconds = Number(headers['webhook-timestamp'])
    expect(Math.abs(timestampSeconds - Date.now() / 1000)).toBeLessThan(5)
    expect(headers['webhook-signature']).toBe(sign(SECRET, { id: json.id, timestampSeconds, body }))
  })

  test('all that changed in one collection of one page is one notification', async () => {
    const { url, received } = await receive()
    const monitors = ['usd', 'cash'].map((monitor) => ({ page: 'page_two', currency: 'dollar', monitor }))
    await (await client()).set(url, { monitors: [...monitors, { ...monitors[0], monitor: 'USD' }] })
    await web.publish('page_two', { usd: next(), cash: next() })
    await until(() => expect(pricesOf(received)).toEqual([price - 1, price]))
    expect(received).toHaveLength(1)
  })

  test.each([
    ['a secret that is too short', { token_secret: 'short' }],
    ['a secret with a space', { token_secret: 'two words' }],
    ['no monitors', { monitors: [] }],
    ['101 monitors', { monitors: Array(101).fill({ page: 'page_one', currency: 'dollar', monitor: 'usd' }) }],
    ['no url', { url: undefined }],
    ['a url that is none', { url: 'nowhere' }],
    ['another scheme', { url: 'ftp://example.com/' }],
    ['a url with a user', { url: 'http://user:word@example.com/' }],
    ['a currency that is none', { monitors: [{ page: 'page_one', currency: 'yen', monitor: 'usd' }] }],
    ['certificate_ssl in words', { certificate_ssl: 'yes' }],
  ])('%s is 422', async (_what, over) => {
    const answer = await (await client()).set('http://127.0.0.1:9/', over)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      422,
      expect.stringMatching(/problem/),
    ])
  })

  test.each([
    [{ url: undefined }, 'url must be an address.'],
    [{ token_secret: 7 }, 'token_secret must be 8 to 256 visible ASCII characters.'],
    [{ monitors: [] }, 'monitors must be a list of 1 to 100.'],
    [{ monitors: ['usd'] }, 'monitors.0 must be an object of page, currency and monitor.'],
    [
      { monitors: [{ page: 'page_one', currency: 'yen' }] },
      'monitors.0.currency must be dollar or euro; monitors.0.monitor must be the key of a monitor.',
    ],
    [{ certificate_ssl: 'yes' }, 'certificate_ssl must be true or false.'],
  ])('%j is refused in words that say what to send', async (over, message) => {
    expect((await (await client()).set('http://127.0.0.1:9/', over)).json.message).toBe(message)
  })

  test('a monitor that is not there is 422 and named', async () => {
    const monitors = [{ page: 'page_nine', currency: 'dollar', monitor: 'usd' }]
    const answer = await (await client()).set('http://127.0.0.1:9/', { monitors })
    expect([answer.status, answer.json.detail]).toEqual([422, expect.stringMatching(/usd.*page_nine/)])
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
    const me = await client()
    const answer = await web.ask('/api/user/set-webhook', {
      token: me.token,
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
    expect([answer.status, answer.json.status]).toEqual([status, status])
  })

  test('a sixth webhook is 409, the same url again is not', async () => {
    const me = await client()
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await me.set(`http://127.0.0.1:9/${i}`)).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 409])
    expect((await me.set('http://127.0.0.1:9/3')).status).toBe(201)
    expect(await me.list()).toHaveLength(5)
  })

  test('the same url again keeps the id and drops what waits for monitors no longer registered', async () => {
    let status = 500
    const { url, received } = await receive(() => ({ status }))
    const both = {
      monitors: ['usd', 'eur'].map((monitor, i) => ({
        page: 'page_one',
        currency: ['dollar', 'euro'][i],
        monitor,
      })),
    }
    const me = await client()
    const first = (await me.set(url, both)).json.id
    await web.publish('page_one', { usd: next(), eur: next() })
    await web.publish('page_one', { usd: next() })
    await web.publish('page_one', { eur: next() })
    await until(() => expect(received).toHaveLength(1))
    status = 200
    const again = (await me.set(url, { monitors: [both.monitors[1]] })).json.id
    await until(() => expect(pricesOf(received.slice(1))).toEqual([price - 2, price]))
    expect(again).toBe(first)
    expect(await web.redis.sismember(KEYS.watchers('dollar:page_one.usd'), first)).toBe(0)
    expect(await me.list()).toMatchObject([{ id: first, monitors: [{ monitor: 'eur' }], waiting: 0 }])
  })
})

describe('get-webhook and del-webhook', () => {
  test('a webhook is listed with its fields, its secret masked', async () => {
    const { url } = await receive()
    const me = await client()
    await me.set(url)
    expect(await me.list()).toEqual([
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
    const { url, received } = await receive()
    const me = await client()
    expect((await me.ask('DELETE', 'del-webhook')).status).toBe(404)
    const { id } = (await me.set(url)).json
    const other = (await me.set('http://127.0.0.1:9/other')).json.id
    const several = await me.ask('DELETE', 'del-webhook')
    expect([several.status, several.json.detail]).toEqual([409, expect.stringContaining(`${id}, ${other}`)])
    expect((await me.ask('DELETE', `del-webhook?id=${other}`)).status).toBe(200)
    expect((await me.ask('DELETE', 'del-webhook')).json).toEqual({ message: `Webhook ${id} is deleted.` })
    await web.publish('page_one', { usd: next() })
    expect(await me.list()).toEqual([])
    expect(received).toEqual([])
    expect(await web.redis.keys(`*:${id}`)).toEqual([])
  })

  test.each(['application/json', 'application/x-www-form-urlencoded'])(
    'a request without a body may name a content type (%s)',
    async (type) => {
      const { token } = await client()
      const headers = { 'content-type': type, 'content-length': '0' }
      const { statusCode, body } = await request(`${web.address()}/api/user/test-webhook`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}` },
      })
      await body.dump()
      expect(statusCode).toBe(404)
    },
  )

  test.each(['0', '-1', 'x', '1.5', '99999999999999999999'])('an id of %s is 400', async (id) => {
    expect((await (await client()).ask('DELETE', `del-webhook?id=${id}`)).status).toBe(400)
  })
})

describe('a foreign webhook', () => {
  test('is answered exactly as one that is not there, by every endpoint', async () => {
    const { url, received } = await receive()
    const owner = await client()
    const stranger = await client()
    const { id } = (await owner.set(url)).json
    await owner.ask('POST', 'test-webhook')
    const [{ id: delivery }] = (await owner.ask('GET', 'webhook-deliveries')).json
    const before = received.length
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
    const replay = await stranger.ask('POST', `webhook-deliveries/${delivery}/replay`)
    expect(replay.status).toBe(404)
    expect((await stranger.ask('GET', 'get-webhook')).json).toEqual([])
    expect((await stranger.ask('DELETE', 'del-webhook')).status).toBe(404)
    await stranger.set(url)
    expect(await owner.list()).toMatchObject([{ id }])
    expect(received).toHaveLength(before)
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

describe('test-webhook', () => {
  test('says per webhook which status came back; one that fails is 502', async () => {
    const good = await receive()
    const bad = await receive(() => ({ status: 418 }))
    const me = await client()
    expect((await me.ask('POST', 'test-webhook')).status).toBe(404)
    const { id } = (await me.set(good.url)).json
    const fine = await me.ask('POST', 'test-webhook')
    expect([fine.status, fine.json]).toEqual([
      200,
      { message: expect.stringContaining('200'), webhooks: [{ id, status: 200, ms: expect.any(Number) }] },
    ])
    expect(good.received[0]?.json).toMatchObject({
      event: 'webhook.test',
      id: good.received[0]?.headers['webhook-id'],
    })
    const other = (await me.set(bad.url)).json.id
    const nobody = (await me.set('http://127.0.0.1:9/')).json.id
    const failed = await me.ask('POST', 'test-webhook')
    expect([failed.status, failed.json.webhooks]).toEqual([
      502,
      [
        { id, status: 200, ms: expect.any(Number) },
        { id: other, status: 418, ms: expect.any(Number) },
        { id: nobody, status: null, ms: expect.any(Number) },
      ],
    ])
    expect((await me.ask('POST', `test-webhook?id=${id}`)).status).toBe(200)
  })

  test('the eleventh in a minute is 429, for this token alone', async () => {
    const me = await client()
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push((await me.ask('POST', 'test-webhook')).status)
    expect(statuses).toEqual([...Array(10).fill(404), 429])
    expect((await (await client()).ask('POST', 'test-webhook')).status).toBe(404)
  })
})

describe('delivery', () => {
  test('a receiver that fails is tried again, and hears of everything in order', async () => {
    const { url, received } = await receive((call) => ({ status: call <= 2 ? 503 : 200 }))
    const me = await client()
    const { id } = (await me.set(url)).json
    const from = price + 1
    for (let i = 0; i < 4; i++) await web.publish('page_one', { usd: next() })
    await until(async () => expect(await me.list()).toMatchObject([{ status: 'failing', failures: 1 }]))
    await hurry(id)
    await until(async () =>
      expect(await me.list()).toMatchObject([{ status: 'failing', failures: 2, waiting: 4 }]),
    )
    await hurry(id)
    await until(() => expect(pricesOf(received)).toEqual([from, from, from, from + 1, from + 2, from + 3]))
    await until(async () =>
      expect(await me.list()).toMatchObject([
        { status: 'active', failures: 0, waiting: 0, last_delivery: expect.stringMatching(/-04:00$/) },
      ]),
    )
    expect(new Set(received.slice(0, 3).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  /** In how many ms a webhook is due. */
  const dueIn = async (id: number): Promise<number> => {
    const [, routine = ''] = createWebhookQueue(web.redis).keysOf(0)
    return Number(await web.redis.zscore(routine, String(id))) - Date.now()
  }

  test('the waits grow from 5 s to 10 h, and a price change meanwhile does not shorten them', async () => {
    const { url, received } = await receive(() => ({ status: 500 }))
    const me = await client()
    const { id } = (await me.set(url)).json
    await web.publish('page_one', { usd: next() })
    const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
    for (const [i, wait] of seconds.entries()) {
      await until(async () => expect(await me.list()).toMatchObject([{ failures: i + 1 }]))
      await web.publish('page_one', { usd: next() })
      // Up to 2 s of it may be over on a busy machine.
      expect(await dueIn(id)).toBeGreaterThan(wait * 800 - 2_000)
      expect(await dueIn(id)).toBeLessThan(wait * 1_210)
      if (i < seconds.length - 1) await hurry(id)
    }
    expect(received).toHaveLength(seconds.length)
    await me.ask('DELETE', 'del-webhook')
  })

  test('a Retry-After is honoured', async () => {
    const { url } = await receive(() => ({ status: 429, headers: { 'retry-after': '120' } }))
    const me = await client()
    const { id } = (await me.set(url)).json
    await web.publish('page_one', { usd: next() })
    await until(async () => expect(await me.list()).toMatchObject([{ failures: 1 }]))
    expect(Math.abs((await dueIn(id)) - 120_000)).toBeLessThan(2_000)
  })

  test('410 disables at once; what waits and comes is dropped and counted; set again it goes on', async () => {
    let status = 410
    const { url, received } = await receive(() => ({ status }))
    const me = await client()
    const { id } = (await me.set(url)).json
    await web.publish('page_one', { usd: next() })
    await until(async () => expect(await me.list()).toMatchObject([{ status: 'disabled', dropped: 1 }]))
    await web.publish('page_one', { usd: next() })
    expect(await me.list()).toMatchObject([{ id, status: 'disabled', dropped: 2, waiting: 0 }])
    status = 200
    await me.set(url)
    await web.publish('page_one', { usd: next() })
    await until(() => expect(pricesOf(received)).toEqual([price - 2, price]))
    expect(await me.list()).toMatchObject([{ id, status: 'active' }])
  })

  test('failing for five days disables', async () => {
    const { url } = await receive(() => ({ status: 500 }))
    const me = await client()
    const { id } = (await me.set(url)).json
    await web.publish('page_one', { usd: next() })
    await until(async () => expect(await me.list()).toMatchObject([{ status: 'failing' }]))
    await web.redis.hset(KEYS.webhookState(id), 'failingSince', Date.now() - 5 * 86_400_000)
    await hurry(id)
    await until(async () => expect(await me.list()).toMatchObject([{ status: 'disabled', dropped: 1 }]))
  })

  test('a 2xx to test-webhook makes what waits due at once', async () => {
    let status = 500
    const { url, received } = await receive(() => ({ status }))
    const me = await client()
    await me.set(url)
    await web.publish('page_one', { usd: next() })
    await until(async () => expect(await me.list()).toMatchObject([{ failures: 1 }]))
    status = 200
    await me.ask('POST', 'test-webhook')
    await until(async () => expect(await me.list()).toMatchObject([{ status: 'active', waiting: 0 }]))
    expect(received.map(({ json }) => json.event)).toEqual([
      'monitor.updated',
      'webhook.test',
      'monitor.updated',
    ])
  })

  test.each([
    ['is not JSON', '{"id":'],
    ['is no notification', '{"id":"1","monitors":7}'],
  ])(
    'a delivery that %s is skipped, counted and shown; what waits behind it is sent',
    async (_what, broken) => {
      const { url, received } = await receive()
      const me = await client()
      const { id } = (await me.set(url)).json
      await web.redis.rpush(KEYS.deliveries(id), broken)
      await web.publish('page_one', { usd: next() })
      await until(() => expect(pricesOf(received)).toEqual([price]))
      await until(async () =>
        expect(await me.list()).toMatchObject([{ status: 'active', failures: 0, dropped: 1, waiting: 0 }]),
      )
      const [sent, skipped] = (await me.ask('GET', `webhook-deliveries?id=${id}`)).json
      expect([sent, skipped]).toMatchObject([
        { status: 200, body: received[0]?.json },
        { status: null, ms: 0, notification_id: '', body: broken },
      ])
      expect((await me.ask('POST', `webhook-deliveries/${skipped.id}/replay`)).status).toBe(404)
      expect(web.warnings).toContainEqual(
        expect.objectContaining({
          level: 'warn',
          webhook: id,
          msg: 'a delivery that cannot be read was skipped',
        }),
      )
      expect((await web.ask('/metrics')).text).toMatch(/webhook_attempts_total\{verdict="unreadable"\} [1-9]/)
    },
  )

  test('a webhook that cannot be read keeps no other waiting', async () => {
    const { url, received } = await receive()
    const me = await client()
    const broken = (await (await client()).set('http://127.0.0.1:9/')).json.id
    await me.set(url)
    const stored = await web.redis.hget(KEYS.webhooks, String(broken))
    await web.redis.hset(KEYS.webhooks, String(broken), '{"url":')
    await web.publish('page_one', { usd: next() })
    await until(() => expect(pricesOf(received)).toEqual([price]), { timeout: 30_000 })
    await web.redis.hset(KEYS.webhooks, String(broken), stored ?? '')
  })

  test('a redirect is not followed', async () => {
    const inside = await receive()
    const { url } = await receive(() => ({ status: 302, headers: { location: inside.url } }))
    const me = await client()
    await me.set(url)
    expect((await me.ask('POST', 'test-webhook')).json.webhooks).toMatchObject([{ status: 302 }])
    expect(inside.received).toEqual([])
  })

  test('a hundred receivers that hang keep no other waiting', async () => {
    const hanging = await receive(() => undefined)
    const { url, received } = await receive()
    for (let i = 0; i < 20; i++) {
      const other = await client()
      for (let n = 0; n < 5; n++) await other.set(`${hanging.url}/${i}-${n}`)
    }
    await (await client()).set(url)
    for (let i = 0; i < 5; i++) {
      const before = performance.now()
      await web.publish('page_one', { usd: next() })
      await until(() => expect(received).toHaveLength(i + 1), { interval: 5 })
      expect(performance.now() - before).toBeLessThan(await onThisMachine(1_000))
    }
    // A busy machine tries some of them twice meanwhile.
    await until(() => expect(hanging.received.length).toBeGreaterThanOrEqual(100))
  })

  test('an attempt that hung until the webhook was set again changes nothing when it ends', async () => {
    let release = (): void => {}
    let calls = 0
    const late = createHttpServer((_request, response) => {
      if (calls++ === 0) release = () => response.writeHead(500).end()
      else response.end()
    })
    await new Promise<void>((done) => late.listen(0, '127.0.0.1', done))
    const me = await client()
    const url = `http://127.0.0.1:${(late.address() as AddressInfo).port}/`
    const { id } = (await me.set(url)).json
    await web.publish('page_one', { usd: next() })
    await until(() => expect(calls).toBe(1))
    await me.set(url)
    await until(async () => expect(await me.list()).toMatchObject([{ waiting: 0 }]))
    release()
    const log = async () => (await me.ask('GET', `webhook-deliveries?id=${id}`)).json
    await web.publish('page_one', { usd: next() })
    await until(async () => expect(await log()).toHaveLength(2))
    expect(await me.list()).toMatchObject([{ status: 'active', failures: 0, waiting: 0 }])
    expect(await log()).toMatchObject([{ status: 200 }, { status: 200 }])
    late.closeAllConnections()
    late.close()
  })

  test('a Redis that is away when a receiver answers costs no lease: the next price comes at once', async () => {
    let answer = (): void => {}
    let calls = 0
    const slow = createHttpServer((request, response) => {
      calls++
      request.resume()
      if (calls === 1) answer = () => response.end()
      else response.end()
    })
    await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done))
    const me = await client()
    await me.set(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`)
    await web.publish('page_one', { usd: next() })
    await until(() => expect(calls).toBe(1))
    web.redis.disconnect()
    answer()
    await sleep(600)
    await web.redis.connect()
    await web.publish('page_one', { usd: next() })
    await until(() => expect(calls).toBe(2), { timeout: 30_000 })
    slow.closeAllConnections()
    slow.close()
  })

  test('a reservation whose answer was lost comes back in seconds, an attempt that lasts is not begun twice', async () => {
    const lasting = await receive(() => undefined)
    const { url, received } = await receive((call) => ({ status: call === 1 ? 503 : 200 }))
    const me = await client()
    await (await client()).set(lasting.url)
    const { id } = (await me.set(url)).json
    await web.publish('page_one', { usd: next() })
    await until(async () => expect(await me.list()).toMatchObject([{ failures: 1 }]))
    const dueAt = Date.now() + 500
    for (const lane of createWebhookQueue(web.redis).keysOf(0).slice(1, 3))
      await web.redis.zadd(lane, dueAt, String(id))
    limitCommands(web.redis, 2_000)
    await web.redis.call('CLIENT', 'PAUSE', '3200', 'ALL')
    await sleep(3_300)
    limitCommands(web.redis, 60_000)
    await until(() => expect(received).toHaveLength(2), { timeout: 30_000 })
    expect(lasting.received).toHaveLength(1)
  })

  test('a certificate is checked, unless certificate_ssl is false', async () => {
    const pem = (name: string): Buffer =>
      readFileSync(new URL(`../../fixtures/tls/${name}.pem`, import.meta.url))
    const https = createServer({ key: pem('key'), cert: pem('cert') }, (_request, response) => response.end())
    await new Promise<void>((done) => https.listen(0, '127.0.0.1', done))
    const url = `https://127.0.0.1:${(https.address() as AddressInfo).port}/`
    const me = await client()
    await me.set(url)
    expect((await me.ask('POST', 'test-webhook')).status).toBe(502)
    await me.set(url, { certificate_ssl: false })
    expect((await me.ask('POST', 'test-webhook')).status).toBe(200)
    https.closeAllConnections()
    https.close()
  })
})

describe('the delivery log', () => {
  test('has each attempt with what was sent, at most 100, and each can be sent again', async () => {
    const { url, received } = await receive((call) => ({ status: call === 1 ? 500 : 200 }))
    const me = await client()
    const { id } = (await me.set(url)).json
    await web.publish('page_one', { usd: next() })
    await until(async () => expect(await me.list()).toMatchObject([{ failures: 1 }]))
    await hurry(id)
    await until(async () => expect(await me.list()).toMatchObject([{ failures: 0, waiting: 0 }]))
    const log = (await me.ask('GET', `webhook-deliveries?id=${id}`)).json
    expect(log).toMatchObject([
      { webhook_id: id, status: 200, notification_id: received[0]?.json.id, body: received[0]?.json },
      { webhook_id: id, status: 500, ms: expect.any(Number), created_at: expect.stringMatching(/-04:00$/) },
    ])
    const replay = await me.ask('POST', `webhook-deliveries/${log[1].id}/replay`)
    expect([replay.status, replay.json.webhooks]).toEqual([
      200,
      [{ id, status: 200, ms: expect.any(Number) }],
    ])
    expect(received[2]?.body).toBe(received[0]?.body)
    expect((await me.ask('POST', 'webhook-deliveries/999999/replay')).status).toBe(404)
    expect((await me.ask('GET', 'webhook-deliveries')).json).toHaveLength(3)
    await web.redis.rpush(KEYS.webhookLog(id), ...Array(150).fill('1 {}'))
    await me.ask('POST', 'test-webhook')
    expect(await web.redis.llen(KEYS.webhookLog(id))).toBe(100)
  })
})

describe('a stop', () => {
  test('hands back the delivery that hangs, as one that was not tried', async () => {
    const { url, received } = await receive(() => undefined)
    const me = await client()
    const { id } = (await me.set(url)).json
    await web.publish('page_one', { usd: next() })
    await until(() => expect(received).toHaveLength(1))
    await web.stop()
    const [, routine = '', leased = ''] = createWebhookQueue(web.redis).keysOf(0)
    expect(await web.redis.hget(KEYS.webhookState(id), 'failures')).toBeNull()
    expect(await web.redis.llen(KEYS.deliveries(id))).toBe(1)
    for (const lane of [routine, leased])
      expect(Number(await web.redis.zscore(lane, String(id)))).toBeLessThanOrEqual(Date.now())
  })
})
