import { describe, expect, test } from 'vitest'
import { hashOf } from '../../../src/api/signature.ts'
import { runToken } from '../../../src/cli/token.ts'
import { Failure } from '../../../src/runtime/log.ts'
import { KEYS } from '../../../src/service/keys.ts'
import { onThisMachine } from '../../support/machine.ts'
import { intercept, runTokenCommand } from '../../support/redis.ts'
import { until } from '../../support/until.ts'
import { OWN_TOKEN, receive, statusesOf, useWeb } from './web.ts'

const { start, connect } = await useWeb()
const web = await start()
const HISTORY = '/api/v1/dollar/history?page=page_one&monitor=usd&start_date=2026-01-01&end_date=2026-01-31'

const type = async (...args: string[]): Promise<string[]> =>
  (await runTokenCommand(web.redis, ...args)).split('\n')

describe('npm run token', () => {
  test('create prints a token of 256 random bits, once and alone on its line, of which only the SHA-256 is kept', async () => {
    const [token = '', ...others] = await type('create', 'alone')
    expect(others).toEqual([])
    expect(Buffer.from(token.replace('tasa_', ''), 'base64url')).toHaveLength(32)
    const stored = JSON.stringify([await web.redis.hgetall(KEYS.tokens), await web.redis.keys('*')])
    expect(stored).toContain(hashOf(token))
    expect(stored).not.toContain(token.slice(5))
    expect((await web.ask(HISTORY, { token })).status).toBe(200)
  })

  test('list names tokens without showing them', async () => {
    const [token = ''] = await type('create', 'listed')
    const lines = await type('list')
    expect(lines).toContainEqual(expect.stringMatching(/^listed\tmade \d{4}-/))
    expect(lines.join()).not.toContain(token)
  })

  test('webhooks lists those of all tokens without what may be secret in an address, and remove-webhook ends one', async () => {
    const [token = ''] = await type('create', 'listener')
    const { set, list } = await web.client(token)
    const { json } = await set('http://127.0.0.1:9/hook?key=hidden')
    const id = String(json.id)
    expect(await type('webhooks')).toEqual([`${id}\tlistener\tactive, 0 waiting\thttp://127.0.0.1:9/hook`])
    await expect(type('remove-webhook', `${id}1`)).rejects.toThrow(/no webhook/)
    expect(await type('remove-webhook', id)).toEqual([`Removed ${id}.`])
    expect(await type('webhooks')).toEqual(['There are no webhooks.'])
    expect(await list()).toEqual([])
  })

  test('a command that is incomplete or unknown is refused with one line', async () => {
    for (const line of ['create', 'webhooks x', 'remove-webhook', 'create a b', 'make x', '', 'list x']) {
      const error = await type(...line.split(' ')).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(Failure)
      expect((error as Failure).message).not.toContain('\n')
    }
    await expect(type('create', 'no spaces')).rejects.toThrow(Failure)
  })

  test('a name that is taken, and one that is not there, are refused', async () => {
    await type('create', 'twice')
    await expect(type('create', 'twice')).rejects.toThrow(/twice/)
    await expect(type('revoke', 'nobody')).rejects.toThrow(/nobody/)
  })

  test('a revoked token is refused within 3 s, and its webhooks and streams end with it', async () => {
    const [token = ''] = await type('create', 'revoked')
    const { url, received } = await receive()
    expect((await (await web.client(token)).set(url)).status).toBe(201)
    const ended = (await web.openStream(token)).text()
    await type('revoke', 'revoked')
    const before = performance.now()
    await until(async () => expect((await web.ask(HISTORY, { token })).status).toBe(401), { interval: 20 })
    await ended
    expect(performance.now() - before).toBeLessThan(await onThisMachine(3_000))
    expect(await web.redis.hlen(KEYS.webhooks)).toBe(0)
    await web.publish('page_one', { usd: '600' })
    expect(received).toEqual([])
  })
})

describe('a revoked token leaves no webhook', () => {
  const set = async (token: string) => (await web.client(token)).set('http://127.0.0.1:9/')

  test('while the process still remembers the token', async () => {
    const [token = ''] = await type('create', 'remembered')
    expect((await web.ask(HISTORY, { token })).status).toBe(200)
    await type('revoke', 'remembered')
    expect((await set(token)).status).toBe(401)
    expect(await web.redis.hlen(KEYS.webhooks)).toBe(0)
  })

  test('where the revoking process is killed after its first step', async () => {
    const [token = ''] = await type('create', 'killed')
    await set(token)
    const doomed = await connect()
    const isScript = (name: string) => name.startsWith('tasa_')
    const killAfterFirst = intercept(doomed, isScript, (run) => run().finally(() => doomed.disconnect()))
    await runToken(['revoke', 'killed'], { redis: killAfterFirst, print: () => {} }).catch(() => {})
    expect((await web.ask(HISTORY, { token: await web.newToken() })).status).toBe(200)
    expect(await web.redis.hlen(KEYS.webhooks)).toBe(0)
    expect(await web.redis.keys('{service}:*watchers*')).toEqual([])
  })
})

describe('the token of the process itself', () => {
  test('has no limits', async () => {
    const statuses = await statusesOf(650, () => web.ask('/api/v1/dollar', { token: OWN_TOKEN }))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('has one webhook: another url takes its place, the id stays', async () => {
    const { set, list } = await web.client(OWN_TOKEN)
    const { id } = (await set('http://127.0.0.1:9/old')).json
    await set('http://127.0.0.1:9/new')
    expect(await list()).toEqual([expect.objectContaining({ id, url: 'http://127.0.0.1:9/new' })])
  })
})

describe('limits', () => {
  const PATH = '/api/v1/dollar'

  test('without a token 60 a minute, then 429 with Retry-After; with a token from the same address it goes on', async () => {
    const fresh = await start()
    expect(await statusesOf(61, () => fresh.ask(PATH))).toEqual([...Array(60).fill(200), 429])
    const refused = await fresh.ask(PATH, { headers: { 'x-forwarded-for': '8.8.8.8' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(refused.json.status).toBe(429)
    expect((await fresh.ask(PATH, { token: await fresh.newToken() })).status).toBe(200)
  })

  test('behind a trusted proxy the last address that it added is limited, whatever the caller wrote before it', async () => {
    const fresh = await start({ trustedProxies: ['127.0.0.1'] })
    const ask = (forwarded: string, token?: string) =>
      fresh.ask(PATH, { token, headers: { 'x-forwarded-for': forwarded } })
    const asMany = await statusesOf(61, (i) => ask(`10.0.0.${i}, 203.0.113.9`))
    expect(asMany).toEqual([...Array(60).fill(200), 429])
    expect((await ask('203.0.113.9, 198.51.100.1')).status).toBe(200)
    const wrong = await statusesOf(31, (i) => ask('203.0.113.9', `wrong-${i}`))
    expect(wrong).toEqual([...Array(30).fill(401), 429])
    expect((await ask('198.51.100.1', 'wrong')).status).toBe(401)
  })

  test('with a token 600 a minute, whatever the address did', async () => {
    const fresh = await start()
    const token = await fresh.newToken()
    expect(await statusesOf(601, () => fresh.ask(PATH, { token }))).toEqual([...Array(600).fill(200), 429])
    expect((await fresh.ask(PATH, { token: await fresh.newToken() })).status).toBe(200)
    expect((await fresh.ask(PATH)).status).toBe(200)
  })

  test('30 wrong tokens a minute are 401, the next are 429, a right one still passes', async () => {
    const fresh = await start()
    const token = await fresh.newToken()
    const wrong = await statusesOf(31, (i) => fresh.ask(PATH, { token: `wrong-${i}` }))
    expect(wrong).toEqual([...Array(30).fill(401), 429])
    expect((await fresh.ask(PATH, { token })).status).toBe(200)
  })

  test.each(['Basic dXNlcjp3b3Jk', 'Bearer', 'Bearer a b', ''])(
    'an Authorization of %j is 401',
    async (authorization) => {
      expect((await web.ask(PATH, { headers: { authorization } })).status).toBe(401)
    },
  )
})
