import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS, startOfDay } from '../../../../../src/domain/caracas.ts'
import { readPages } from '../../../../../src/service/demo/demonstration.ts'
import type { PageConfig, SourceConfig } from '../../../../../src/service/sources/file/sources-file.ts'
import { readPage } from '../../../../../src/service/sources/parse/page-parser.ts'

const pages = await readPages('venezuela')
const pageNamed = (name: string) => pages.find(({ page }) => page === name) as PageConfig
const binance = pageNamed('binance')

/** An advertisement: price, USDT on offer, least and most bolivares, orders of the month, the share completed. */
type Ad = readonly [price: number, offered: number, least: number, most: number, orders: number, done: number]

const rowOf = ([price, offered, least, most, orders, done]: Ad) => ({
  adv: {
    price: price.toFixed(3),
    tradableQuantity: offered.toFixed(2),
    minSingleTransAmount: String(least),
    maxSingleTransAmount: String(most),
  },
  advertiser: { monthOrderCount: orders, monthFinishRate: done },
})

/** What the list of sellers was on a day of 2026: the first, third, fourth and the last two are no use to a person. */
const SELLERS: readonly Ad[] = [
  [1013, 1.39, 1_000, 134_330, 178, 0.899],
  [1014, 5_917.93, 4_000_000, 36_450_000, 2_281, 0.986],
  [1014, 0.29, 300, 124_083, 172, 0.978],
  [1014, 116.86, 500, 10_000, 28, 1],
  [1014, 751.94, 20_000, 1_000_000, 185, 0.985],
  [1014, 199.5, 200_000, 202_000, 140, 0.986],
  [1014, 299.4, 300_000, 400_000, 256, 0.985],
  [1014.1, 99.75, 10_000, 200_000, 314, 1],
  [1014.3, 1.89, 320, 142_128, 380, 0.963],
  [1014.5, 3.6, 3_000, 4_000_000, 98, 0.98],
]
/** What the list of buyers was: wholesale on top, then bait for 3,700 bolivares. */
const BUYERS: readonly Ad[] = [
  [1016, 70_157.49, 10_000_000, 36_000_000, 1_161, 0.999],
  [1015.001, 100_000, 36_450_000, 100_000_000, 1_965, 1],
  [1015, 25_481.24, 10_000_000, 36_400_000, 1_124, 0.998],
  [1014.5, 50_000, 7_000_000, 36_000_000, 1_965, 1],
  [1014, 100, 3_700, 3_701, 3_519, 0.997],
  [1014, 221, 220_000, 4_000_000, 26, 1],
  [1014, 20_561.41, 3_000_000, 36_450_000, 2_319, 0.995],
  [1014, 1_972.39, 1_000_000, 2_000_000, 30, 1],
  [1013.7, 729, 727_000, 729_000, 2_764, 0.998],
  [1013.7, 70_000, 8_000_000, 36_000_000, 30_327, 0.989],
]

const wantedOf = ({ monitors }: SourceConfig) =>
  monitors.map(({ key, price = '', last_update }) => ({
    key,
    price,
    ...(last_update && { lastUpdate: last_update }),
  }))

function priceOf(side: 'compra' | 'venta', ads: readonly Ad[]) {
  const source = binance.sources.find(({ name }) => name === `Binance ${side}`) as SourceConfig
  const text = JSON.stringify({ code: '000000', data: ads.map(rowOf) })
  return readPage({ kind: 'json', text, wanted: wantedOf(source) })
}

const bait = fc
  .record({ price: fc.double({ min: 1, max: 5_000, noNaN: true }), at: fc.nat() })
  .chain(({ price, at }) =>
    fc
      .constantFrom<Ad>(
        [price, 100, 3_700, 3_701, 3_519, 0.997],
        [price, 2, 500, 400_000, 900, 0.99],
        [price, 500, 20_000, 400_000, 3, 1],
        [price, 500, 20_000, 400_000, 900, 0.4],
        [price, 90_000, 36_000_000, 90_000_000, 900, 1],
      )
      .map((ad) => ({ ad, at })),
  )

test('the sources that come with the program answer to the words that people use', () => {
  const named = pages.flatMap(({ page, monitors }) =>
    monitors.flatMap(({ key, aliases = [] }) => aliases.map((word) => [word, `${page}.${key}`])),
  )
  expect(Object.fromEntries(named)).toMatchObject({
    bcv: 'bcv.usd',
    oficial: 'bcv.usd',
    paralelo: 'paralelo.usd',
    negro: 'paralelo.usd',
    monitor: 'paralelo.usd',
    usdt: 'binance.usdt',
    binance: 'binance.usdt',
    p2p: 'binance.usdt',
    'euro bcv': 'bcv.eur',
    'euro paralelo': 'paralelo.eur',
    'usdt pago movil': 'binance.pagomovil',
    promedio: 'promedio.usd',
  })
})

test('the sources that come with the program are read as often as their pages change', () => {
  const everyHour = '0 * * * *'
  const afternoons = ['30,40,50 15 * * 1-5', '*/10 16-19 * * 1-5']
  expect(pages.map(({ page, every }) => [page, every])).toEqual([
    ['bcv', { crons: [everyHour, ...afternoons] }],
    ['paralelo', { everyMs: 5 * MINUTE_MS }],
    ['binance', { everyMs: 1.5 * MINUTE_MS }],
    ['promedio', { everyMs: MINUTE_MS }],
  ])
})

test('the sources that come with the program have the five prices of the bank and their day from BCV Today first, where the bank is away', () => {
  const [, next] = pageNamed('bcv').sources
  expect(next).toMatchObject({ name: 'BCV Today', echoOf: ['BCV'] })
  const text =
    '{"USD":530.5047,"EUR":615.50216303,"CNY":78.10153846,"TRY":11.6002191,"RUB":7.41011146,' +
    '"effective_date":"2026-05-25","updated_at":"2026-05-22T20:57:13.791525+00:00"}'
  const day = startOfDay('2026-05-25')
  expect(readPage({ kind: 'json', text, wanted: wantedOf(next as SourceConfig) })).toEqual({
    observations: [
      { key: 'usd', price: '530.5047', lastUpdate: day },
      { key: 'eur', price: '615.50216303', lastUpdate: day },
      { key: 'cny', price: '78.10153846', lastUpdate: day },
      { key: 'try', price: '11.6002191', lastUpdate: day },
      { key: 'rub', price: '7.41011146', lastUpdate: day },
    ],
    unreadable: [],
  })
})

test('the price of a dollar on Binance is the median of the advertisements that a person can use', () => {
  expect(priceOf('compra', SELLERS).observations.map(({ key, price }) => [key, price])).toEqual([
    ['usdt', '1014'],
    ['compra', '1014'],
  ])
  expect(priceOf('venta', BUYERS).observations.map(({ price }) => price)).toEqual(['1014', '1014'])
})

test('the price of a dollar on Binance lies within 0.2 % of the honest ones, whatever bait is between them', () => {
  fc.assert(
    fc.property(fc.array(bait, { maxLength: 10 }), (lures) => {
      const ads = [...SELLERS]
      for (const { ad, at } of lures) ads.splice(at % (ads.length + 1), 0, ad)
      const [compra] = priceOf('compra', ads).observations
      expect(Math.abs(Number(compra?.price) / 1014 - 1)).toBeLessThan(0.002)
    }),
  )
})
