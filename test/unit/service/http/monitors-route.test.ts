import { describe, expect, test } from 'vitest'
import type { Quote } from '../../../../src/domain/monitor.ts'
import type { LatestQuotes } from '../../../../src/service/history/latest.ts'
import { monitorsContent } from '../../../../src/service/http/price-routes.ts'

const monitor = { page: 'page_one', currency: 'dollar', key: 'usd' } as const
const quote: Quote = {
  monitor,
  title: 'Dólar',
  image: null,
  price: '352.7',
  priceOld: '349.9272',
  lastUpdate: Date.UTC(2026, 0, 23, 4),
  simulated: false,
  stale: false,
}

function answerOf(over: Partial<Quote>) {
  const one = { ...quote, ...over }
  const latest = {
    pages: () => [{ page: 'page_one', monitors: [{ monitor }] }],
    quotes: () => [one],
    find: () => one,
  } as unknown as LatestQuotes
  const { after = '', isSimulated } = monitorsContent(latest, { currency: 'dollar', monitor: 'usd' })
  return { isSimulated, record: JSON.parse(`{${after.slice(1)}`).monitors }
}

describe('a monitor record', () => {
  test('has absolute change and percent of the old price to 2 decimals, direction in color and symbol', () => {
    expect(answerOf({}).record).toEqual({
      change: 2.77,
      color: 'green',
      image: '',
      last_update: '23/01/2026, 12:00 AM',
      percent: 0.79,
      price: 352.7,
      price_old: 349.9272,
      symbol: '▲',
      title: 'Dólar',
    })
    expect(answerOf({ priceOld: '352.7' }).record).toMatchObject({ change: 0, color: 'neutral', symbol: '' })
  })

  test('has the words that name it, the least change of a new follow, and the sources of its price, where they are known', () => {
    const known = { aliases: ['bcv', 'oficial'], leastChange: 0, effectiveDay: true, sources: ['BCV'] }
    expect(answerOf(known).record).toMatchObject({
      aliases: ['bcv', 'oficial'],
      least_change: 0,
      effective_day: true,
      sources: ['BCV'],
    })
  })

  test('has the address of its image, and an empty one where there is none', () => {
    expect(answerOf({ image: 'https://a.example/i.png' }).record.image).toBe('https://a.example/i.png')
    expect(answerOf({ image: null }).record.image).toBe('')
  })

  test('has in_force where the newest price is for a day to come', () => {
    const inForce = { price: '349.9272', lastUpdate: Date.UTC(2026, 0, 22, 4) }
    expect(answerOf({ inForce }).record).toMatchObject({
      price: 352.7,
      in_force: { price: 349.9272, last_update: '22/01/2026, 12:00 AM' },
    })
  })

  test('says where it is simulated or stale, and only there', () => {
    expect(answerOf({ simulated: true, stale: true })).toMatchObject({
      isSimulated: true,
      record: { simulated: true, stale: true },
    })
    expect(Object.keys(answerOf({}).record)).not.toEqual(expect.arrayContaining(['simulated']))
  })
})
