import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createRatesClient } from '../../../src/api/client.ts'
import type { MonitorId } from '../../../src/domain/monitor.ts'
import { usePage } from '../../support/pages.ts'
import { quoteOf } from '../../support/push.ts'

const USD: MonitorId = { page: 'page_alpha', currency: 'dollar', key: 'usd' }
const DAY = Date.parse('2026-11-20T04:00:00Z')
const RECORD = { price: 801.12, last_update: '2026-11-20', title: 'Dólar oficial' }
const QUOTE = quoteOf('801.12', { lastUpdate: DAY })

describe('the client of the rate API, whichever server of the family answers', () => {
  const page = usePage()
  const client = createRatesClient({ baseUrl: () => page.url(''), token: () => 'a-token' })
  const answerWith =
    (status: number, body: unknown): RequestListener =>
    (_request, response) =>
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  const usd = () => client.monitors('page_alpha', 'dollar', 300)
  const history = () => client.history(USD, '2026-01-01', '2026-01-31', 300)
  const changes = () => client.changes(USD, '2026-01-20', 300)

  it('is asked for full prices, and for days as the whole family reads them, with our token', async () => {
    const asked: unknown[] = []
    page.answer((request, response) => {
      asked.push([request.method, request.url, request.headers.authorization])
      response.end(request.url?.includes('?page=page_alpha&monitor') ? '[]' : '{}')
    })
    for (const ask of [usd, history, changes]) await ask()
    const of = 'page=page_alpha&monitor=usd'
    const full = 'format_date=iso&rounded_price=false'
    expect(asked).toEqual(
      [
        '/api/v1/dollar?page=page_alpha&rounded_price=false',
        `/api/v1/dollar/history?${of}&start_date=01-01-2026&end_date=31-01-2026&${full}&order=desc`,
        `/api/v1/dollar/changes?${of}&date=20-01-2026&${full}`,
      ].map((url) => ['GET', url, 'Bearer a-token']),
    )
  })

  it.each([
    [
      'an object',
      { date: 'viernes, 20 de noviembre de 2026', time: '2:08:23 p. m.' },
      '2026-11-20T18:08:23Z',
    ],
    ['a text', '2026-11-20T14:08:23-04:00', '2026-11-20T18:08:23Z'],
    ['absent', undefined, undefined],
    ['nonsense', 7, undefined],
  ])('knows when the answer was made where `datetime` is %s', async (_case, datetime, instant) => {
    page.answer(answerWith(200, { datetime, monitors: { usd: RECORD } }))
    expect(await usd()).toEqual({ asOf: instant && Date.parse(instant), quotes: [QUOTE] })
  })

  it('takes records with nulls, texts, aliases and dotted keys, and passes over what it cannot read', async () => {
    const aliases = ['banco', 'interbancario']
    const monitors = {
      usd: { ...RECORD, price: '801.12', price_old: null, image: null },
      'b.i.d': { ...RECORD, aliases },
      'page:usd': RECORD,
      eur: { ...RECORD, price: 0 },
      gone: null,
    }
    page.answer(answerWith(200, { monitors }))
    const dotted = { page: 'page_alpha', currency: 'dollar', key: 'b.i.d' }
    expect((await usd()).quotes).toEqual([QUOTE, { ...QUOTE, monitor: dotted, aliases }])
  })

  it.each([
    [false, 'disabled'],
    [true, 'active'],
    ['failing', 'failing'],
    ['on leave', undefined],
    [null, undefined],
  ])('reads the status %j of a webhook as %s', async (status, read) => {
    page.answer(answerWith(200, [{ id: 1, url: 'https://here.example', monitors: [], status }]))
    expect((await client.webhooks()).map((webhook) => webhook.status)).toEqual([read])
  })

  it.each([400, 404, 500])('takes a %i for no data', async (status) => {
    page.answer(answerWith(status, { error: 'No hay datos' }))
    expect(await usd()).toEqual({ asOf: undefined, quotes: [] })
    expect([await client.webhooks(), await history(), await changes()]).toEqual([[], [], []])
  })

  it.each([
    ['its error', 403, { error: 'wrong token' }, 'wrong token'],
    [
      'what mends it',
      401,
      { error: 'wrong token' },
      expect.stringMatching(/RATES_API_TOKEN.*npm run token -- create NAME/),
    ],
    ['its message', 403, { error: 'Forbidden', message: 'not for you' }, 'not for you'],
    ['its detail', 429, { title: 'Slow down', detail: 'again in 3 s' }, 'again in 3 s'],
    ['its status alone', 503, '<html>', 'the rate API answered 503'],
    ['its first words', 503, { error: 'x'.repeat(1_000_000) }, 'x'.repeat(300)],
  ])('throws a refusal with %s', async (_case, status, body, message) => {
    page.answer(answerWith(status, body))
    for (const ask of [usd, history, changes])
      await expect(ask()).rejects.toMatchObject({ name: 'RatesError', status, message })
  })

  it.each([
    ['no JSON', answerWith(200, '<html>welcome to the hotel</html>')],
    ['another JSON', answerWith(200, '7')],
    ['too much', answerWith(200, 'x'.repeat(5 * 1024 * 1024))],
    ['nothing', (() => {}) as RequestListener],
    [
      'half of it',
      ((_request, response) =>
        response.writeHead(200, { 'content-length': '9' }).write('{') &&
        response.destroy()) as RequestListener,
    ],
  ])('throws where the answer is %s', async (_case, answer) => {
    page.answer(answer)
    for (const ask of [usd, history, changes])
      await expect(ask()).rejects.toMatchObject({ name: 'RatesError', status: 0 })
  })

  const ENTRIES = [
    { price: 350.5, last_update: '2026-01-21T13:00:00-04:00', price_high: 351, price_low: 349 },
    { price: '349.92', last_update: '20/01/2026, 01:00 PM' },
    { price: 0, last_update: '19/01/2026, 01:00 PM' },
    null,
  ]
  const DAYS = [
    {
      day: '2026-01-20',
      price: '349.92',
      lastUpdate: Date.parse('2026-01-20T17:00:00Z'),
      high: '349.92',
      low: '349.92',
    },
    {
      day: '2026-01-21',
      price: '350.5',
      lastUpdate: Date.parse('2026-01-21T17:00:00Z'),
      high: '351',
      low: '349',
    },
  ]

  it.each([
    ['under its name', { datetime: 'now', history: ENTRIES }],
    ['as a bare list', ENTRIES],
    ['in the other order', { history: ENTRIES.toReversed() }],
    ['as records by their names', { history: Object.fromEntries(ENTRIES.entries()) }],
  ])('reads days that come %s, oldest first', async (_case, body) => {
    page.answer(answerWith(200, body))
    expect(await history()).toEqual(DAYS)
  })

  it('joins the updates of a day to one, the last of which is its price', async () => {
    page.answer(
      answerWith(200, [
        { price: 10, last_update: '2026-01-20T13:00:00-04:00' },
        { price: 12, last_update: '2026-01-20T14:00:00-04:00' },
        { price: 8, last_update: '2026-01-20T23:59:00-04:00', price_high: 7, price_low: 9 },
        { price: 9, last_update: '2026-01-20T23:59:00-04:00' },
      ]),
    )
    expect(await history()).toEqual([
      { day: '2026-01-20', price: '9', lastUpdate: Date.parse('2026-01-21T03:59:00Z'), high: '12', low: '8' },
    ])
  })

  it.each([
    ['under their name', { datetime: 'now', daily: ENTRIES }],
    ['as changes', { changes: ENTRIES }],
    ['as a bare list', ENTRIES],
  ])('reads the updates of a day that come %s', async (_case, body) => {
    page.answer(answerWith(200, body))
    expect(await changes()).toEqual(DAYS.map(({ price, lastUpdate }) => ({ price, lastUpdate })))
  })
})
