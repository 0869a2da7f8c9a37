import { expect, test } from 'vitest'
import { monitorName, type Quote } from '../../../src/domain/monitor.ts'
import { benchmarksOf, officialPrice, usualGap } from '../../../src/prices/benchmarks.ts'
import { createMemoryPrices, monitor, NOON, QUOTES, quote } from '../../integration/bot/memory.ts'

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

const pairOf = (quotes: readonly Quote[], configured?: readonly string[]): string | undefined =>
  usualGap({ ...createMemoryPrices(quotes), gapNames: configured })
    ?.map((observed) => monitorName(observed.quote.monitor))
    .join(' ')

test('the usual gap is that of the first dollar monitors of the first two pages that have one', () => {
  const euro = quote(monitor('page_first.eur', 'euro'), 'Euro', '900')
  expect(pairOf([euro, ...QUOTES])).toBe('page_alpha.usd page_beta.usd')
  expect([pairOf(QUOTES.slice(0, 2)), pairOf([])]).toEqual([undefined, undefined])
})

test('configured monitors come first, and one that is missing leaves no gap', () => {
  const configured = ['page_beta.promedio', 'page_beta.usd']
  expect(pairOf(QUOTES, configured)).toBe(configured.join(' '))
  expect(pairOf(QUOTES, ['page_beta.usd', 'page_gone.usd'])).toBeUndefined()
})

test('the official and the parallel dollar are found by keys, aliases, titles and pages, in any order', () => {
  const amazon = quote(monitor('alcambio.amazon'), 'Amazon', '900')
  const usdt = quote(monitor('alcambio.usdt'), 'USDT', '905')
  const bcv = ['cny', 'eur', 'usd'].map((key) => quote(monitor(`bcv.${key}`), key.toUpperCase(), '120'))
  const parallel = quote(monitor('monitores.enparalelovzla'), 'EnParaleloVzla', '910')
  const average = quote(monitor('zeta.promedio'), 'Promedio', '907')
  expect(pairOf([amazon, usdt, ...bcv, parallel, average])).toBe('bcv.usd monitores.enparalelovzla')
  expect(pairOf([amazon, usdt, ...bcv, average])).toBe('bcv.usd zeta.promedio')
  expect(pairOf([amazon, usdt, ...bcv])).toBe('bcv.usd alcambio.usdt')
  expect(pairOf([usdt, { ...amazon, aliases: ['paralelo'] }, ...bcv])).toBe('bcv.usd alcambio.amazon')
  expect(pairOf([amazon, parallel])).toBe('alcambio.amazon monitores.enparalelovzla')
})
