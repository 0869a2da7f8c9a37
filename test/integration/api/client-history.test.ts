import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createRatesClient } from '../../../src/api/client.ts'
import type { MonitorId } from '../../../src/domain/monitor.ts'
import { usePage } from '../../support/pages.ts'

const USD: MonitorId = { page: 'page_alpha', currency: 'dollar', key: 'usd' }
const at = (text: string): number => Date.parse(text)

describe('the past of a monitor, whichever server of the family answers', () => {
  const page = usePage()
  const client = createRatesClient({ baseUrl: () => page.url(''), token: () => 'a-token' })
  const answerWith =
    (status: number, body: unknown): RequestListener =>
    (_request, response) =>
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  const history = () => client.history(USD, '2026-01-01', '2026-01-31', 300)
  const changes = () => client.changes(USD, '2026-01-20', 300)

  it('is asked for by days as the whole family reads them, with our token', async () => {
    const asked: unknown[] = []
    page.answer((request, response) => {
      asked.push([request.url, request.headers.authorization])
      response.end('[]')
    })
    await history()
    await changes()
    expect(asked).toEqual([
      [
        '/api/v1/dollar/history?page=page_alpha&monitor=usd&start_date=01-01-2026&end_date=31-01-2026&format_date=iso&rounded_price=false&order=desc',
        'Bearer a-token',
      ],
      [
        '/api/v1/dollar/changes?page=page_alpha&monitor=usd&date=20-01-2026&format_date=iso&rounded_price=false',
        'Bearer a-token',
      ],
    ])
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
      lastUpdate: at('2026-01-20T17:00:00Z'),
      high: '349.92',
      low: '349.92',
    },
    { day: '2026-01-21', price: '350.5', lastUpdate: at('2026-01-21T17:00:00Z'), high: '351', low: '349' },
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
      { day: '2026-01-20', price: '9', lastUpdate: at('2026-01-21T03:59:00Z'), high: '12', low: '8' },
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

  it.each([400, 404, 500])('takes a %i for no data', async (status) => {
    page.answer(answerWith(status, { error: 'No hay datos' }))
    expect([await history(), await changes()]).toEqual([[], []])
  })

  it.each([
    ['no JSON', 200, '<html>'],
    ['another JSON', 200, { message: 'Hello' }],
    ['a refusal', 401, { error: 'wrong token' }],
    ['a failure', 503, {}],
  ])('throws for %s', async (_case, status, body) => {
    page.answer(answerWith(status, body))
    await expect(history()).rejects.toMatchObject({ name: 'RatesError' })
    await expect(changes()).rejects.toMatchObject({ name: 'RatesError' })
  })
})
