import { describe, expect, test } from 'vitest'
import { readRelay, relayUrl } from '../../../../../src/service/sources/parse/relay.ts'

const RECORD = {
  price: 349.9272,
  last_update: '22/01/2026, 12:00 AM',
  price_old: null,
  image: null,
  title: 'Dólar',
  symbol: '▲',
  percent: 0.5,
}
const AT = Date.UTC(2026, 0, 22, 4)

const relay = (answer: unknown, monitors = [{ key: 'usd', there: 'usd' }]) =>
  readRelay(JSON.stringify(answer), monitors)

describe('what servers of this family answer', () => {
  test.each([
    ['keyed', { datetime: { date: 'x', time: 'y' }, monitors: { eur: {}, usd: RECORD } }],
    ['keyed in capitals', { monitors: { USD: RECORD } }],
    ['bare under monitors', { datetime: 'x', monitors: RECORD }],
    ['bare', RECORD],
    ['keyed without monitors', { usd: RECORD }],
    ['with times in seconds', { monitors: { usd: { ...RECORD, last_update: AT / 1_000 } } }],
    ['with prices as text', { monitors: { usd: { ...RECORD, price: '349.92720' } } }],
  ])('is read %s', (_shape, answer) => {
    expect(relay(answer)).toEqual({
      observations: [{ key: 'usd', price: '349.9272', lastUpdate: AT }],
      unreadable: [],
    })
  })

  test('keeps what is simulated, and what is in force until a day to come', () => {
    const record = {
      ...RECORD,
      simulated: true,
      in_force: { price: 340.5, last_update: '21/01/2026, 12:00 AM' },
    }
    expect(relay({ monitors: { usd: record } }).observations).toEqual([
      {
        key: 'usd',
        price: '349.9272',
        lastUpdate: AT,
        simulated: true,
        inForce: { price: '340.5', lastUpdate: AT - 86_400_000 },
      },
    ])
  })

  test('is unreadable where a bare record could be of several monitors', () => {
    const both = [
      { key: 'usd', there: 'usd' },
      { key: 'other', there: 'other' },
    ]
    expect(relay(RECORD, both).unreadable.map(({ key }) => key)).toEqual(['usd', 'other'])
  })

  test.each([
    {},
    { monitors: {} },
    { monitors: [] },
    { monitors: { usd: 5 } },
    { monitors: { usd: { price: -1 } } },
  ])('is unreadable as %j', (answer) => expect(relay(answer).observations).toEqual([]))
})

test('a relay asks for unrounded prices, below whatever path the server has', () => {
  expect(relayUrl('https://a.example/x/', { page: 'page_alpha', currency: 'euro' })).toBe(
    'https://a.example/x/api/v1/euro?page=page_alpha&rounded_price=false',
  )
})
