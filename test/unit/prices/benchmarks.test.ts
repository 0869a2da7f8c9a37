import { expect, test } from 'vitest'
import { benchmarksOf } from '../../../src/prices/benchmarks.ts'
import { monitor, NOON, QUOTES, quote } from '../../integration/bot/memory.ts'

const observed = [...QUOTES, quote(monitor('binance.usdt'), 'USDT', '801')].map((one) => ({
  quote: one,
  asOf: NOON,
}))
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
