import { expect, test } from 'vitest'
import { officialPrice } from '../../../src/prices/benchmarks.ts'
import { monitor, NOON, QUOTES, quote } from '../../integration/bot/memory.ts'

const observed = (quotes: typeof QUOTES) => quotes.map((one) => ({ quote: one, asOf: NOON }))
const named = (...parts: Parameters<typeof officialPrice>) => officialPrice(...parts)?.quote.title

test('the official dollar is the one that people call bcv', () => {
  const bcv = quote(monitor('page_gamma.usd'), 'Tasa del día', '801', { aliases: ['bcv'] })
  expect(named(observed([...QUOTES, bcv]), 'dollar')).toBe('Tasa del día')
})

test('without such a name it is the first of the gap, as configured or as titles say', () => {
  expect(named(observed(QUOTES), 'dollar')).toBe('Dólar oficial')
  expect(named(observed(QUOTES), 'dollar', ['page_beta.promedio', 'page_beta.usd'])).toBe('Promedio')
})

test('without a gap it is the first dollar, and without one there is none', () => {
  expect(named(observed([quote(monitor('page_beta.usd'), 'Tasa', '801')]), 'dollar')).toBe('Tasa')
  expect(named([], 'dollar')).toBeUndefined()
})

test('the official euro is the one on the page of the official dollar', () => {
  const other = quote(monitor('page_aaa.eur', 'euro'), 'Euro', '900')
  expect(named(observed([other, ...QUOTES]), 'euro')).toBe('Euro oficial')
  expect(named(observed([QUOTES[2] as (typeof QUOTES)[number]]), 'euro')).toBeUndefined()
})
