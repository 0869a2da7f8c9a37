import { expect, test } from 'vitest'
import { benchmarksOf, officialPrice } from '../../../src/prices/benchmarks.ts'
import { monitor, NOON, QUOTES, quote } from '../../integration/bot/memory.ts'

const seen = (quotes: typeof QUOTES) => quotes.map((one) => ({ quote: one, asOf: NOON }))
const observed = seen([...QUOTES, quote(monitor('binance.usdt'), 'USDT', '801')])
const titles = (...parts: Parameters<typeof benchmarksOf>) =>
  benchmarksOf(...parts).map(({ kind, observed: { quote: one } }) => `${kind} ${one.title}`)

test('an offer of dollars is compared with the official price, the parallel one and USDT', () => {
  expect(titles(observed, 'dollar')).toEqual([
    'official Dólar oficial',
    'parallel Dólar paralelo',
    'exchange USDT',
  ])
})

test('an offer of euros is compared with the euros that there are, and nothing where there are no prices', () => {
  expect(titles(observed, 'euro')).toEqual(['official Euro oficial'])
  expect(titles([], 'dollar')).toEqual([])
})

test('a parallel price alone is not called official', () => {
  expect(titles(observed.slice(2, 3), 'dollar')).toEqual(['parallel Dólar paralelo'])
})

const named = (...parts: Parameters<typeof officialPrice>) => officialPrice(...parts)?.quote.title

test('the official dollar is the one that people call bcv', () => {
  const bcv = quote(monitor('page_gamma.usd'), 'Tasa del día', '801', { aliases: ['bcv'] })
  expect(named(seen([...QUOTES, bcv]), 'dollar')).toBe('Tasa del día')
})

test('without such a name it is the first of the gap, as configured or as titles say', () => {
  expect(named(seen(QUOTES), 'dollar')).toBe('Dólar oficial')
  expect(named(seen(QUOTES), 'dollar', ['page_beta.promedio', 'page_beta.usd'])).toBe('Promedio')
})

test('without a gap it is the first dollar, and without one there is none', () => {
  expect(named(seen([quote(monitor('page_beta.usd'), 'Tasa', '801')]), 'dollar')).toBe('Tasa')
  expect(named([], 'dollar')).toBeUndefined()
})

test('the official euro is the one on the page of the official dollar', () => {
  const other = quote(monitor('page_aaa.eur', 'euro'), 'Euro', '900')
  expect(named(seen([other, ...QUOTES]), 'euro')).toBe('Euro oficial')
  expect(named(seen([QUOTES[2] as (typeof QUOTES)[number]]), 'euro')).toBeUndefined()
})
