import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_TOKEN, useWeb } from './web.ts'

const { start } = await useWeb()
const web = await start()
const agent = new Agent({ allowH2: false, connections: 16 })
const REQUESTS = 3_000
const IN_FLIGHT = 16

beforeAll(async () => {
  await web.publish('page_one', { usd: '500' })
})
afterAll(() => agent.destroy())

const DATA = ['', '/history', '/changes', '/conversion'].map((path) => `/api/v1/dollar${path}`)
const OWN = [
  'set-webhook',
  'get-webhook',
  'del-webhook',
  'test-webhook',
  'webhook-deliveries',
  'webhook-deliveries/1/replay',
]
const PATHS = [...DATA, ...OWN.map((path) => `/api/user/${path}`), '/docs/', '/openapi.json']
const NAMES = 'page monitor value type start_date end_date date id order __proto__'.split(' ')
const NASTY = [
  ...'page_one usd NaN 1e999 -0 31-02-2026 2026-13-45 0000-00-00 % %00 %ff%fe %u0041 \u202e 💱'.split(' '),
  ...[`' OR 1=1 --`, '{{7*7}}', '../../etc/passwd', 'constructor', '[object Object]', ''],
  ...['0'.repeat(500), '9'.repeat(40)],
]
const text = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const encoded = fc.oneof(
  text.map((value) => encodeURIComponent(value.toWellFormed())),
  fc.constantFrom(...'% %zz %c0%af %ed%a0%80 %F0%9F ; &&&= = ? [] [a]=1 . .. %2e%2e //'.split(' ')),
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
  type: fc.constantFrom('application/json', 'application/json; charset=utf-7', 'text/plain', ';;', undefined),
  authorization: fc.constantFrom(
    ...Array(8).fill(`Bearer ${OWN_TOKEN}`),
    'Bearer wrong',
    'Bearer',
    undefined,
  ),
  match: fc.constantFrom('*', 'W/"x"', ',,,', undefined),
})
type Malformed = typeof malformed extends fc.Arbitrary<infer Value> ? Value : never

async function send({ method, body: content, type, authorization, match, ...asked }: Malformed) {
  const search = asked.query.map(([name, value]) => `${name}=${value}`).join('&')
  const hasBody = content !== undefined && method !== 'GET' && method !== 'HEAD'
  const response = await agent.request({
    origin: web.address(),
    path: `${asked.path}${search ? `?${search}` : ''}`,
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

  const LENGTH = 'Content-Length: '
  const get = (path: string, ...headers: string[]) => post(`GET ${path}`, ...headers)
  const post = (start: string, ...headers: string[]) =>
    `${[`${start} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`

  test.each([
    ['headers over 16 KiB', get('/healthz', `X: ${'y'.repeat(20_000)}`), 431],
    ['2,500 headers', get('/healthz', ...Array(2_500).fill('A: b')), 431],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['bytes', Buffer.from([0, 255, 254, 13, 10, 13, 10]), 400],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['two lengths', post('POST /api/user/set-webhook', `${LENGTH}1`, `${LENGTH}2`), 400],
    ['a length and chunks', post('POST /', `${LENGTH}4`, 'Transfer-Encoding: chunked'), 400],
    ['a path that cannot be decoded', get('/api/v1/%zz'), 400],
    ['a raw path in Latin-1', Buffer.from(get('/api/v1/d\xf3lar'), 'latin1'), 400],
    ['an unknown method', post('BREW /api/v1/dollar'), 400],
    ['a length that lies', post('POST /api/user/set-webhook', `${LENGTH}99999999`), 4],
    ['a segment of 5,000', post(`POST /api/user/webhook-deliveries/${'1'.repeat(5_000)}/replay`), 4],
  ])('%s is refused, and the service goes on', async (_what, said, status) => {
    expect((await say(said)).split(' ')[1]).toMatch(new RegExp(`^${status}`))
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
