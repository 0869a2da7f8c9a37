import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../../src/domain/durations.ts'
import { useRedis } from '../../../support/redis.ts'
import { until } from '../../../support/until.ts'
import { OWN_TOKEN, useWeb } from '../web.ts'

const start = useWeb(useRedis())
let web: Awaited<ReturnType<typeof start>>
const NOW = Date.UTC(2026, 10, 20, 18, 8, 23)
const DAYS = 280
const PRICES = '/api/v1/dollar?page=page_one&monitor=usd'
const HISTORY = '/api/v1/dollar/history?page=page_one&monitor=usd&start_date=2026-01-25&end_date=2026-11-20'
/** Up to this length Node writes a string from its stack. */
const STACK_BYTES = 16 * 1024

beforeAll(async () => {
  web = await start({ clock: () => NOW })
  for (let day = DAYS; day > 0; day--)
    await web.publish('page_one', { usd: `${500 - day}.25` }, NOW - day * DAY_MS)
  // The service reads what was published on a connection of its own, a moment later.
  await until(async () =>
    expect((await web.ask(PRICES, { token: OWN_TOKEN })).json.monitors.price).toBe(499.25),
  )
})

interface Said {
  readonly method?: string
  readonly version?: string
  readonly headers?: readonly string[]
}

const say = (path: string, { method = 'GET', version = '1.1', headers = [] }: Said = {}): string =>
  [
    `${method} ${path} HTTP/${version}`,
    'Host: x',
    `Authorization: Bearer ${OWN_TOKEN}`,
    ...headers,
    '',
    '',
  ].join('\r\n')
const CLOSE = ['Connection: close']

/** Says something on one connection; all that comes until the service closes it, a character for each byte. */
const exchange = (said: string): Promise<string> =>
  new Promise((done, failed) => {
    const socket = connect(Number(new URL(web.address()).port), '127.0.0.1', () => socket.write(said))
    let heard = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('error', failed)
    socket.on('close', () => done(heard))
  })

/** The headers of an answer but those of time and connection, sorted, their names in lower case; and its body. */
function read(answer: string) {
  const end = answer.indexOf('\r\n\r\n')
  const [status, ...lines] = answer.slice(0, end).split('\r\n')
  const headers = lines
    .map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))
    .filter((line) => !/^(date|connection|keep-alive):/.test(line))
  return { status, headers: headers.sort(), body: answer.slice(end + 4) }
}

const ask = async (path: string, said: Said = {}) =>
  read(await exchange(say(path, { headers: CLOSE, ...said })))

describe('a ready answer', () => {
  test.each([PRICES, HISTORY])('of %s has the bytes of the first, which Fastify sent', async (path) => {
    const first = await ask(path)
    expect(first).toMatchObject({ status: 'HTTP/1.1 200 OK' })
    expect(first.headers).toContain(`content-length: ${first.body.length}`)
    expect(await ask(path)).toEqual(first)
  })

  test('has letters with accents and signs as UTF-8', async () => {
    await ask(PRICES)
    const { body } = await ask(PRICES)
    expect(JSON.parse(Buffer.from(body, 'latin1').toString()).monitors).toMatchObject({
      title: 'Dólar',
      symbol: '▲',
    })
  })

  test('comes in turn and whole where several are asked at once, a long one and a 304 among them', async () => {
    const [prices, history] = [await ask(PRICES), await ask(HISTORY)]
    const known = prices.headers.find((line) => line.startsWith('etag'))?.slice('etag: '.length)
    expect(history.body.length).toBeGreaterThan(STACK_BYTES)
    const heard = await exchange(
      say(PRICES) +
        say(HISTORY) +
        say(PRICES, { headers: [`If-None-Match: ${known}`] }) +
        say(HISTORY, { headers: CLOSE }),
    )
    const answers = heard.split(/(?=HTTP\/1\.1 )/).map(read)
    expect(answers.map(({ status }) => status?.split(' ')[1])).toEqual(['200', '200', '304', '200'])
    expect([answers[0], answers[1], answers[3]]).toEqual([prices, history, history])
    expect(answers[2]?.body).toBe('')
  })

  test('has its headers alone for HEAD', async () => {
    const whole = await ask(PRICES)
    expect(await ask(PRICES, { method: 'HEAD' })).toEqual({ ...whole, body: '' })
  })

  test('is whole for HTTP/1.0, which closes', async () => {
    const whole = await ask(HISTORY)
    expect(await ask(HISTORY, { version: '1.0', headers: [] })).toEqual(whole)
  })
})

describe('a request that names a content type and sends nothing', () => {
  test.each([
    ['no length', [], ''],
    ['a length of 0', ['Content-Length: 0'], ''],
    ['no chunks', ['Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ])('is answered with %s', async (_what, length, end) => {
    const headers = [...CLOSE, 'Content-Type: application/json', ...length]
    const heard = await exchange(say('/api/user/test-webhook', { method: 'POST', headers }) + end)
    expect(read(heard).status).toBe('HTTP/1.1 404 Not Found')
  })
})
