import { expect, test } from 'vitest'
import { monitorName, type Quote } from '../../../src/domain/monitor.ts'
import { usualGap } from '../../../src/prices/gap-pair.ts'
import { createMemoryPrices, monitor, QUOTES, quote } from '../../integration/bot/memory.ts'

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
