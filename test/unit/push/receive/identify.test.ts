import { describe, expect, it } from 'vitest'
import type { MonitorId } from '../../../../src/domain/monitor.ts'
import { identify } from '../../../../src/push/receive/receive.ts'
import { quoteOf, USD } from '../../../support/push.ts'

const THEN = 1_700_000_000_000
const OTHER: MonitorId = { ...USD, page: 'page_beta' }
const EURO: MonitorId = { ...USD, currency: 'euro' }
const PRICES = new Map<MonitorId, string>([
  [USD, '349.9272'],
  [OTHER, '512.34'],
  [EURO, '400'],
])

describe('the monitor that a record means', () => {
  const latest = (monitor: MonitorId) => {
    const price = PRICES.get(monitor)
    return price === undefined
      ? undefined
      : { quote: quoteOf(price, { monitor, lastUpdate: THEN }), asOf: THEN }
  }
  const meant = (change: object, registered = [USD, OTHER]) =>
    identify({ key: 'usd', price: '350', last_update: THEN + 1, ...change }, registered, latest)

  it('is the one it names, also where nobody registered it', () => {
    expect(meant({ page: 'page_x', currency: 'dollar' })).toEqual({ ...USD, page: 'page_x' })
  })

  it('is the only one with its key, at any price', () => {
    expect(meant({ price: '9' }, [USD])).toEqual(USD)
    expect(meant({ price: '9', currency: 'euro' }, [USD, EURO])).toEqual(EURO)
    expect(meant({ price: '9', page: 'page_beta' })).toEqual(OTHER)
  })

  it.each([
    ['goes on from, in full', { price: '600', price_old: '349.9272' }, USD],
    ['goes on from, rounded', { price: '600', price_old: '349.93' }, USD],
    ['has had before', { price: '512.34', last_update: THEN, price_old: '511' }, OTHER],
    ['is near, where no price before is named', { price: '518', price_old: null }, OTHER],
  ])('is the one of two whose price it %s', (_case, change, monitor) => {
    expect(meant(change)).toEqual(monitor)
  })

  it.each([
    ['none had the price before', { price: '350', price_old: '348' }],
    ['it is older than what is known', { price_old: '349.9272', last_update: THEN - 1 }],
    ['it is near to none', { price: '420', price_old: null }],
    ['none has its key', { key: 'eur' }],
  ])('is unknown where %s', (_case, change) => {
    expect(meant(change)).toBeUndefined()
  })

  it('is unknown where both fit, or no price is known', () => {
    PRICES.set(OTHER, '349.9272')
    expect(meant({ price_old: '349.9272' })).toBeUndefined()
    PRICES.set(OTHER, '512.34')
    expect(meant({ price_old: '1' }, [{ ...USD }, { ...OTHER }])).toBeUndefined()
  })
})
