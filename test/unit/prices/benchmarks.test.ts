import { expect, test } from 'vitest'
import { benchmarksOf, officialPrice } from '../../../src/prices/benchmarks.ts'
import { monitor, NOON, QUOTES, quote } from '../../integration/bot/memory.ts'

function seen(quotes: typeof QUOTES, gapNames?: readonly string[]) {
  const all = quotes.map((one) => ({ quote: one, asOf: NOON }))
  return { all: () => all, gapNames }
}
const known = [...QUOTES, quote(monitor('binance.usdt'), 'USDT', '801')]
const observed = seen(known)
const titles = (...parts: Parameters<typeof benchmarksOf>) =>
  benchmarksOf(...parts).map(({ kind, observed: { quote: one } }) => `${kind} ${one.title}`)
const official = (...parts: Parameters<typeof officialPrice>) => officialPrice(...parts)?.quote.title

test('an offer is compared with the official price, the parallel one and USDT, as far as they are known', () => {
  const dollars = ['official Dólar oficial', 'parallel Dólar paralelo', 'exchange USDT']
  expect(titles(observed, 'dollar')).toEqual(dollars)
  expect(titles(seen(known.slice(2, 3)), 'dollar')).toEqual(['parallel Dólar paralelo'])
  expect(titles(observed, 'euro')).toEqual(['official Euro oficial'])
  expect(titles(seen([]), 'dollar')).toEqual([])
})

test('the official dollar is the one that people call bcv, else the first of the gap, else the first', () => {
  const bcv = quote(monitor('page_gamma.usd'), 'Tasa del día', '801', { aliases: ['bcv'] })
  expect(official(seen([...QUOTES, bcv]), 'dollar')).toBe('Tasa del día')
  expect(official(seen(QUOTES), 'dollar')).toBe('Dólar oficial')
  expect(official(seen(QUOTES, ['page_beta.promedio', 'page_beta.usd']), 'dollar')).toBe('Promedio')
  expect(official(seen([quote(monitor('page_beta.usd'), 'Tasa', '801')]), 'dollar')).toBe('Tasa')
  expect(official(seen([]), 'dollar')).toBeUndefined()
})

test('the official euro is the one on the page of the official dollar', () => {
  const other = quote(monitor('page_aaa.eur', 'euro'), 'Euro', '900')
  expect(official(seen([other, ...QUOTES]), 'euro')).toBe('Euro oficial')
  expect(official(seen(QUOTES.slice(2, 3)), 'euro')).toBeUndefined()
})
