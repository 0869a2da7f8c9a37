import { request } from 'undici'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION } from '../../../src/service/demo/demonstration.ts'
import { until } from '../../support/until.ts'
import { OWN_TOKEN, PAGES, useWeb } from './web.ts'

const { start } = await useWeb()
let ahead = 0
const web = await start({ clock: () => Date.now() + ahead })
const JANUARY_22 = Date.UTC(2026, 0, 22, 17)

beforeAll(async () => {
  await web.publish('page_one', { usd: '349.9272', eur: '411.25' }, JANUARY_22 - 86_400_000)
  await web.publish('page_one', { usd: '352.7' }, JANUARY_22)
  await web.publish('page_one', { usd: '351.5' }, JANUARY_22 + 60_000)
  await web.publish('page_two', { usd: '500.123', cash: '480' })
  await until(async () =>
    expect((await web.ask('/api/v1/dollar', { token: OWN_TOKEN })).json.monitors).toHaveProperty([
      'page_two.cash',
    ]),
  )
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  web.ask(path, { token: OWN_TOKEN, headers })

test('an answer that is ready is what the first caller got, headers and all, whoever asks again', async () => {
  /** Everything of an answer but what changes with time and connection. */
  const whole = async (token?: string) => {
    const path = '/api/v1/dollar?page=page_one&monitor=usd&format_date=iso'
    const { status, headers, text } = await web.ask(path, { token })
    const { date: _date, ...others } = Object.fromEntries(headers)
    return { status, headers: others, text: text.replace(/"time":"[^"]+"/, '') }
  }
  const first = await whole(OWN_TOKEN)
  expect(first.status).toBe(200)
  expect([await whole(OWN_TOKEN), await whole()]).toEqual([first, first])
})

describe('GET monitors', () => {
  test('one monitor stands under monitors with its fields themselves', async () => {
    const { status, json } = await ask('/api/v1/dollar?page=page_one&monitor=usd')
    expect(status).toBe(200)
    expect(json).toEqual({
      datetime: {
        date: expect.stringMatching(/ de /),
        time: expect.stringMatching(/^\d{1,2}:\d\d:\d\d [ap]\. m\.$/),
      },
      monitors: {
        change: 1.2,
        color: 'red',
        image: '',
        last_update: '22/01/2026, 01:01 PM',
        percent: 0.34,
        price: 351.5,
        price_old: 352.7,
        symbol: '▼',
        title: 'Dólar',
        stale: true,
      },
    })
  })

  test('several are keyed by monitor on one page, and by page.monitor over all pages that have the currency', async () => {
    expect(Object.keys((await ask('/api/v1/dollar?page=page_two')).json.monitors)).toEqual(['usd', 'cash'])
    const all = Object.keys((await ask('/api/v1/dollar')).json.monitors)
    expect(all).toEqual(['page_one.usd', 'page_two.usd', 'page_two.cash'])
    expect(Object.keys((await ask('/api/v1/euro')).json.monitors)).toEqual(['page_one.eur'])
    expect((await ask('/api/v1/euro?page=page_two')).json.monitors).toEqual({})
  })

  test('a bare key is looked up in page order, page.monitor is exact, and neither capitals nor unknown parameters matter', async () => {
    const titleOf = async (query: string) => (await ask(`/api/v1/dollar?${query}`)).json.monitors.title
    expect(await titleOf('monitor=usd')).toBe('Dólar')
    expect(await titleOf('monitor=cash')).toBe('Efectivo')
    expect(await titleOf('monitor=page_two.usd')).toBe('Paralelo')
    expect(await titleOf('page=PAGE_Two&monitor=USD&rounded_price=false&x=1')).toBe('Paralelo')
  })

  test('format_date writes last_update as the history does', async () => {
    const textOf = async (format: string): Promise<string> =>
      (await ask(`/api/v1/dollar?page=page_one&monitor=usd&format_date=${format}`)).json.monitors.last_update
    const iso = await textOf('iso')
    expect(iso).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-04:00$/)
    expect(await textOf('timestamp')).toBe(String(Date.parse(iso) / 1000))
    expect(await textOf('default')).toMatch(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d [AP]M$/)
  })

  test.each([
    ['/api/v1/yen', 400],
    ['/api/v1/dollar?format_date=other', 400],
    ['/api/v1/dollar?page=page_three', 400],
    ['/api/v1/dollar?page=', 400],
    ['/api/v1/dollar?page=page_one&page=page_two', 400],
    ['/api/v1/dollar?monitor=nothing', 404],
    ['/api/v1/dollar?page=page_one&monitor=cash', 404],
    ['/api/v1/dollar?page=page_one&monitor=page_two.usd', 404],
    ['/api/v1/euro?monitor=usd', 404],
  ])('%s is %i', async (path, status) => {
    const answer = await ask(path)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(answer.json).toMatchObject({
      type: 'about:blank',
      title: expect.any(String),
      status,
      detail: expect.any(String),
      error: answer.json.title,
      message: answer.json.detail,
    })
  })

  test('datetime moves on with the clock, also where the answer is kept', async () => {
    const secondOf = async () => (await ask('/api/v1/dollar?page=page_two')).json.datetime.time
    const before = await secondOf()
    ahead += 1_000
    expect(await secondOf()).not.toBe(before)
  })
})

describe('GET history and changes', () => {
  const history = '/api/v1/dollar/history?page=page_one&monitor=usd'

  test('a day has its last, highest and lowest price, newest day first unless asked otherwise', async () => {
    const { json } = await ask(`${history}&start_date=21-01-2026&end_date=2026-01-22`)
    expect(json).toEqual({
      datetime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-04:00$/),
      history: [
        { price: 351.5, last_update: '22/01/2026, 01:01 PM', price_high: 352.7, price_low: 351.5 },
        { price: 349.9272, last_update: '21/01/2026, 01:00 PM', price_high: 349.9272, price_low: 349.9272 },
      ],
    })
    const ascending = await ask(
      `${history}&start_date=21-01-2026&end_date=22-01-2026&order=asc&rounded_price=true&format_date=iso`,
    )
    expect(ascending.json.history[0]).toEqual({
      price: 349.93,
      last_update: '2026-01-21T13:00:00-04:00',
      price_high: 349.93,
      price_low: 349.93,
    })
  })

  test.each([
    ['start_date=2020-01-01&end_date=2020-01-31', 200],
    ['start_date=2016-02-29&end_date=2026-02-28', 200],
    ['start_date=2016-01-22&end_date=2026-01-22', 200],
    ['start_date=2016-01-22&end_date=2026-01-23', 400],
    ['start_date=2026-01-22&end_date=2026-01-21', 400],
    ['start_date=31-02-2026&end_date=2026-03-01', 400],
    ['start_date=2026-01-01&end_date=2026-01-31&order=up', 400],
    ['start_date=2026-01-01&end_date=2026-01-31&format_date=unix', 400],
    ['start_date=2026-01-01&end_date=2026-01-31&rounded_price=yes', 400],
  ])('a range of at most ten years is answered: %s is %i', async (range, status) => {
    const answer = await ask(`${history}&${range}`)
    expect(answer.status).toBe(status)
    if (range.includes('2020')) expect(answer.json.history).toEqual([])
  })

  test.each([
    ['/history?monitor=usd&start_date=2026-01-01&end_date=2026-01-01', 'page must be given, once.'],
    ['/history?page=page_one&monitor=usd&start_date=2026-01-01', 'end_date must be given, once.'],
    ['/changes?page=page_one&monitor=usd&date=1&date=2', 'date must be given, once.'],
    ['/changes?page=page_one&monitor=usd&date=2026-001-01', 'date must be a day, DD-MM-YYYY or YYYY-MM-DD.'],
    ['/conversion?type=VES&value=1', 'monitor must be given, once.'],
    ['/conversion?type=VES&monitor=usd', 'value must be given, once.'],
    ['?monitor=', 'monitor must not be empty.'],
  ])('%s is refused in words that say what to send', async (path, message) => {
    expect((await ask(`/api/v1/dollar${path}`)).json).toMatchObject({ status: 400, message })
  })

  test('changes has every update of the day, oldest first', async () => {
    const path = '/api/v1/dollar/changes?page=page_one&monitor=usd&date=22-01-2026'
    expect((await ask(path)).json).toEqual({
      datetime: expect.any(String),
      daily: [
        { price: 352.7, last_update: '22/01/2026, 01:00 PM' },
        { price: 351.5, last_update: '22/01/2026, 01:01 PM' },
      ],
    })
    expect((await ask(`${path}&format_date=timestamp`)).json.daily[0].last_update).toBe(
      String(JANUARY_22 / 1000),
    )
  })

  test('a new update is in the next answer, though answers are kept', async () => {
    const path = '/api/v1/dollar/changes?page=page_two&monitor=cash&date=2026-02-01'
    expect((await ask(path)).json.daily).toEqual([])
    await web.publish('page_two', { cash: '481' }, Date.UTC(2026, 1, 1, 16))
    await until(async () => expect((await ask(path)).json.daily).toHaveLength(1))
  })

  test.each([
    `${history}&start_date=2026-01-01&end_date=2026-01-31`,
    '/api/v1/dollar/changes?page=page_one&monitor=usd&date=22-01-2026',
  ])('%s asks for a token, also where an answer is ready', async (path) => {
    expect((await ask(path)).status).toBe(200)
    const answer = await web.ask(path)
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await web.ask(path, { token: 'wrong' })).status).toBe(401)
  })
})

describe('GET conversion', () => {
  const conversion = '/api/v1/dollar/conversion'

  test('VES divides by the price, the currency of the path multiplies, the other one is refused', async () => {
    const convert = (query: string) => ask(`${conversion}?monitor=usd&${query}`)
    expect((await convert('type=VES&value=703')).json).toBe(2)
    expect((await convert('type=USD&value=2.5')).json).toBe(878.75)
    expect((await convert('type=EUR&value=2.5')).status).toBe(400)
    expect((await ask('/api/v1/euro/conversion?type=EUR&value=2&monitor=page_one.eur')).json).toBe(822.5)
    expect((await convert('type=USD&value=1&page=page_two')).json).toBe(500.123)
  })

  test('on a past date the last price of that day counts, and a day without one carries the last one forward', async () => {
    const at = (date: string) => ask(`${conversion}?type=USD&value=2&monitor=page_one.usd&date=${date}`)
    expect((await at('21-01-2026')).json).toBe(699.8544)
    expect((await at('2026-01-22')).json).toBe(703)
    expect((await at('25-01-2026')).json).toBe(703)
    expect((await at('20-01-2026')).status).toBe(404)
    expect((await at('31-02-2026')).status).toBe(400)
  })

  test('a value that is no number from 0 up of at most 30 digits is 400', async () => {
    for (const value of ['NaN', 'Infinity', '-1', '1e999', '', '1'.repeat(31), '1,5', '0x10', ' ']) {
      const path = `${conversion}?type=VES&monitor=usd&value=${encodeURIComponent(value)}`
      expect([value, (await ask(path)).status]).toEqual([value, 400])
    }
  })
})

describe('data answers', () => {
  test.each([
    '/api/v1/dollar',
    '/api/v1/dollar?page=page_two&monitor=usd',
    '/api/v1/dollar/conversion?type=VES&value=3&monitor=usd',
    '/api/v1/dollar/history?page=page_one&monitor=usd&start_date=2026-01-01&end_date=2026-01-31',
    '/api/v1/dollar/changes?page=page_one&monitor=usd&date=2026-01-22',
  ])('%s: the ETag covers all but datetime, 304 to it, HEAD and CORS', async (path) => {
    const first = await ask(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[^"]+"$/)
    expect(first.headers.get('cache-control')).toMatch(/no-cache/)
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    ahead += 1_000
    const second = await ask(path, { 'if-none-match': `"other", ${etag}` })
    expect([second.status, second.text, second.headers.get('etag')]).toEqual([304, '', etag])
    expect(second.headers.get('access-control-allow-origin')).toBe('*')
    const head = await web.ask(path, { token: OWN_TOKEN, method: 'HEAD' })
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag])
  })

  test('a preflight is answered without a token, and a wrong token keeps its CORS headers', async () => {
    const wanted = {
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    }
    const headers = { origin: 'https://example.com', ...wanted }
    const preflight = await web.ask('/api/v1/dollar/history', { method: 'OPTIONS', headers })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization/i)
    const refused = await web.ask('/api/v1/dollar', { token: 'wrong' })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
  })

  test('a 405 says what is possible', async () => {
    const answer = await web.ask('/api/v1/dollar/history', { method: 'DELETE' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const user = await web.ask('/api/user/set-webhook')
    expect([user.status, user.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await web.ask('/api/nothing')).status).toBe(404)
  })

  test('answers built on simulated prices say so in a header, others do not', async () => {
    const simulated = await start({ pages: [...DEMONSTRATION.slice(0, 1), ...PAGES] })
    await until(async () => {
      const { headers } = await simulated.ask('/api/v1/dollar?page=page_alpha&monitor=usd')
      expect(headers.get('x-simulated')).toBe('true')
    })
    for (const path of [
      '/api/v1/dollar',
      '/api/v1/dollar?page=page_alpha',
      '/api/v1/dollar/conversion?type=VES&value=1&monitor=usd',
      '/api/v1/dollar/history?page=page_alpha&monitor=usd&start_date=2026-01-01&end_date=2026-01-02',
    ]) {
      const answer = await simulated.ask(path, { token: OWN_TOKEN })
      expect([path, answer.headers.get('x-simulated')]).toEqual([path, 'true'])
    }
    const stopping = new AbortController()
    const stream = await simulated.openStream(OWN_TOKEN, { signal: stopping.signal })
    expect(stream.headers.get('x-simulated')).toBe('true')
    stopping.abort()
    const real = await ask('/api/v1/dollar')
    expect(real.headers.get('x-simulated')).toBeNull()
  })
})

test('without Redis prices in memory are answered, what needs Redis is 503 with Retry-After', async () => {
  const lost = await start()
  const token = await lost.newToken()
  lost.redis.disconnect()
  expect((await lost.ask('/api/v1/dollar?page=page_one&monitor=usd')).status).toBe(200)
  const history = await lost.ask('/api/v1/dollar/history', { token })
  expect([history.status, history.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await lost.ask('/readyz')).status).toBe(503)
  expect((await lost.ask('/healthz')).status).toBe(200)
})

describe('documentation and health', () => {
  test('OpenAPI 3.1 names every endpoint of the specification', async () => {
    const { json } = await web.ask('/openapi.json')
    expect(json.openapi).toBe('3.1.0')
    const data = ['', '/history', '/changes', '/conversion', '/stream'].map(
      (path) => `/api/v1/{currency}${path}`,
    )
    const own = ['set-webhook', 'get-webhook', 'del-webhook', 'test-webhook', 'webhook-deliveries']
    const paths = [...data, ...own.map((path) => `/api/user/${path}`)]
    expect(Object.keys(json.paths)).toEqual(expect.arrayContaining(paths))
  })

  test('/docs carries our name, has every endpoint of the document, and needs nothing from outside', async () => {
    const { status, text } = await web.ask('/docs')
    expect([status, text]).toEqual([
      200,
      expect.stringContaining('<title>Tasa: rates of the bolívar</title>'),
    ])
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\/(?!www\.standardwebhooks)/)
    const { json } = await web.ask('/openapi.json')
    const operations = Object.entries(json.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `<b>${method.toUpperCase()}</b> <code>${path}</code>`),
    )
    expect(operations.length).toBeGreaterThan(12)
    expect(operations.filter((operation) => !text.includes(operation))).toEqual([])
    expect(text).toMatch(/<b>POST<\/b> <code>\/api\/user\/set-webhook<\/code> Set webhook · token/)
    expect(text).toContain('  token_secret: string\n  monitors: [{\n    page: string\n')
  })

  test('the curl lines of the documentation can be copied as they are', async () => {
    const guideFor = async (headers: Record<string, string> = {}): Promise<string> =>
      (await web.ask('/docs', { headers })).text.split('Every endpoint')[0]?.replaceAll('&amp;', '&') ?? ''
    const guide = await guideFor()
    const lines = guide.match(/'http:[^']+'/g) ?? []
    expect(lines).toHaveLength(10)
    for (const line of lines) expect(line).toContain(`'${web.address()}/api/`)
    expect(guide).toContain(`curl '${web.address()}/api/v1/dollar?page=page_one&monitor=usd'`)
    expect(guide).not.toMatch(/\{(base|page|currency|key|code)\}/)
    const secure = web.address().replace('http:', 'https:')
    expect(await guideFor({ 'x-forwarded-proto': 'https' })).toContain(`curl '${secure}/api/v1/dollar'`)
    // No browser sends it, and no name of a host may be more than a name.
    const { body } = await request(`${web.address()}/docs`, { headers: { host: '"><script>' } })
    expect(await body.text()).toContain(`curl 'http://localhost/api/v1/dollar'`)
  })

  test.each(['/docs', '/docs/'])(
    '%s runs nothing, stands in no frame, and is of the type it says',
    async (path) => {
      const { headers } = await web.ask(path)
      const policy = headers.get('content-security-policy')?.split('; ') ?? []
      for (const part of [`default-src 'none'`, `frame-ancestors 'none'`]) expect(policy).toContain(part)
      expect(policy.join()).not.toContain('script-src')
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
    },
  )

  test('health, metrics and documentation have no limit', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json']) {
      const statuses = await Promise.all(Array.from({ length: 70 }, async () => (await web.ask(path)).status))
      expect([path, new Set(statuses)]).toEqual([path, new Set([200])])
    }
  })
})
