import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useRedis } from '../../support/redis.ts'
import { OWN_TOKEN, useWeb } from './web.ts'

const server = useRedis()
const start = useWeb(server)
let web: Awaited<ReturnType<typeof start>>
const agent = new Agent({ allowH2: false, connections: 16 })
const REQUESTS = 10_000
const IN_FLIGHT = 16

beforeAll(async () => {
  web = await start()
  await web.publish('page_one', { usd: '500' })
})
afterAll(() => agent.destroy())

const PATHS = [
  '/api/v1/dollar',
  '/api/v1/dollar/history',
  '/api/v1/dollar/changes',
  '/api/v1/dollar/conversion',
  '/api/user/set-webhook',
  '/api/user/get-webhook',
  '/api/user/del-webhook',
  '/api/user/test-webhook',
  '/api/user/webhook-deliveries',
  '/api/user/webhook-deliveries/1/replay',
  '/docs/',
  '/openapi.json',
]
const NAMES = [
  'page',
  'monitor',
  'value',
  'type',
  'start_date',
  'end_date',
  'date',
  'id',
  'order',
  '__proto__',
]
const NASTY = [
  'page_one',
  'usd',
  'NaN',
  '1e999',
  '-0',
  '0'.repeat(500),
  '9'.repeat(40),
  '31-02-2026',
  '2026-13-45',
  '0000-00-00',
  '%',
  '%00',
  '%ff%fe',
  '%u0041',
  '\u202e',
  '💱',
  "' OR 1=1 --",
  '{{7*7}}',
  '../../etc/passwd',
  'constructor',
  '[object Object]',
  '',
]
const text = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const encoded = fc.oneof(
  text.map((value) => encodeURIComponent(value.toWellFormed())),
  fc.constantFrom(
    '%',
    '%zz',
    '%c0%af',
    '%ed%a0%80',
    '%F0%9F',
    ';',
    '&&&=',
    '=',
    '?',
    '[]',
    '[a]=1',
    '.',
    '..',
    '%2e%2e',
    '//',
  ),
)
const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), encoded), encoded), { maxLength: 6 })
const path = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PATHS) },
  { weight: 1, arbitrary: encoded.map((segment) => `/api/v1/${segment}`) },
  { weight: 1, arbitrary: encoded.map((segment) => `/api/v1/dollar/${segment}`) },
  { weight: 1, arbitrary: encoded.map((segment) => `/api/user/webhook-deliveries/${segment}/replay`) },
  { weight: 1, arbitrary: encoded.map((segment) => `/${segment}`) },
)
const registration = fc.record(
  {
    url: fc.oneof(text, fc.constant('http://[::1]/'), fc.webUrl(), fc.anything()),
    token_secret: fc.oneof(text, fc.anything()),
    certificate_ssl: fc.oneof(fc.boolean(), fc.anything()),
    monitors: fc.oneof(fc.array(fc.record({ page: text, currency: text, monitor: text })), fc.anything()),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  fc.constant(undefined),
  fc.oneof(registration, fc.anything()).map((value) => JSON.stringify(value) ?? ''),
  fc.json(),
  text,
  fc.constantFrom('{', '[[[[', '{"url":', '"', '1e400', '['.repeat(8_000), `{"url":"${'x'.repeat(20_000)}"}`),
)
const malformed = fc.record({
  path,
  query,
  method: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'),
  body,
  type: fc.constantFrom(
    'application/json',
    'application/json; charset=utf-7',
    'text/plain',
    'application/xml',
    ';;',
    undefined,
  ),
  authorization: fc.constantFrom(
    ...Array(8).fill(`Bearer ${OWN_TOKEN}`),
    'Bearer wrong',
    'Bearer',
    undefined,
  ),
  match: fc.constantFrom('*', 'W/"x"', ',,,', undefined),
})
type Malformed = typeof malformed extends fc.Arbitrary<infer Value> ? Value : never

async function send({
  path: at,
  query: pairs,
  method,
  body: content,
  type,
  authorization,
  match,
}: Malformed) {
  const search = pairs.map(([name, value]) => `${name}=${value}`).join('&')
  const hasBody = content !== undefined && method !== 'GET' && method !== 'HEAD'
  const response = await agent.request({
    origin: web.address(),
    path: `${at}${search ? `?${search}` : ''}`,
    method,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(hasBody && type !== undefined && { 'content-type': type }),
      ...(match !== undefined && { 'if-none-match': match }),
    },
    body: hasBody ? content : null,
  })
  const answer = await response.body.text()
  return { status: response.statusCode, type: String(response.headers['content-type']), answer }
}

/** Says something on a bare connection and gives the first line of what comes back. */
const say = (said: string | Buffer): Promise<string> =>
  new Promise((done) => {
    const socket = connect(Number(new URL(web.address()).port), '127.0.0.1', () => socket.write(said))
    let heard = ''
    socket.setTimeout(2_000, () => socket.destroy())
    socket.on('data', (chunk) => {
      heard += chunk
      socket.end()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => done(heard.split('\r\n')[0] ?? ''))
  })

describe('malformed requests', () => {
  test(`none of ${REQUESTS} generated ones is answered 5xx, and every refusal is a problem`, async () => {
    const requests = fc.sample(malformed, { numRuns: REQUESTS, seed: 20_261_121 })
    const wrong: unknown[] = []
    const statuses = new Map<number, number>()
    const work = async (): Promise<void> => {
      for (let one = requests.pop(); one; one = requests.pop()) {
        const { status, type, answer } = await send(one)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        const isPlain = status < 400 || type.startsWith('application/problem+json')
        const isUpstream = status === 502 && one.path === '/api/user/test-webhook'
        if ((status >= 500 && !isUpstream) || !isPlain || /at .*\.ts|node_modules/.test(answer))
          wrong.push({ one, status, type, answer })
      }
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, work))
    expect(wrong.slice(0, 3)).toEqual([])
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 415, 422, 429]))
    expect((await web.ask('/healthz')).status).toBe(200)
  })

  test.each([
    ['headers over 16 KiB', `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, '431'],
    ['2,500 headers', `GET /healthz HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(2_500)}\r\n`, '431'],
    ['no HTTP', 'hello\r\n\r\n', '400'],
    ['bytes', Buffer.from([0, 255, 254, 13, 10, 13, 10]), '400'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', '400'],
    [
      'two lengths',
      'POST /api/user/set-webhook HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      '400',
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '400',
    ],
    ['a path that cannot be decoded', 'GET /api/v1/%zz HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
    ['a raw path in Latin-1', Buffer.from('GET /api/v1/d\xf3lar HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1'), '4'],
    ['an absolute form', 'GET http://elsewhere/healthz HTTP/1.1\r\nHost: x\r\n\r\n', ''],
    ['an unknown method', 'BREW /api/v1/dollar HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
    [
      'a length that lies',
      'POST /api/user/set-webhook HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n',
      '4',
    ],
    [
      'a segment of 5,000',
      `GET /api/user/webhook-deliveries/${'1'.repeat(5_000)}/replay HTTP/1.1\r\nHost: x\r\n\r\n`,
      '4',
    ],
  ])('%s is refused, and the service goes on', async (_what, said, status) => {
    const line = await say(said)
    if (status) expect(line.split(' ')[1]).toMatch(new RegExp(`^${status}`))
    else expect(line).not.toMatch(/ 5\d\d /)
    expect((await web.ask('/healthz')).status).toBe(200)
  })

  test('a refusal before the body has come closes the connection', async () => {
    const { hostname, port } = new URL(web.address())
    const socket = connect(Number(port), hostname)
    const head = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 1000'
    socket.write(`POST /api/user/set-webhook HTTP/1.1\r\n${head}\r\n\r\n{`)
    const [answer] = await once(socket, 'data')
    expect(String(answer).toLowerCase()).toMatch(/^http\/1\.1 4(01|29) [\s\S]*connection: close/)
    await once(socket, 'close')
  })
})
