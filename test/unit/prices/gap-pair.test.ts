import { expect, test } from 'vitest'
import { monitorName } from '../../../src/domain/monitor.ts'
import { usualGap } from '../../../src/prices/gap-pair.ts'
import { createMemoryPrices, monitor, QUOTES, quote } from '../../integration/bot/memory.ts'

const all = createMemoryPrices().all()
const namesOf = (pair: ReturnType<typeof usualGap>): string[] | undefined =>
  pair?.map((observed) => monitorName(observed.quote.monitor))

test('the usual gap is that of the first dollar monitors of the first two pages that have one', () => {
  expect(namesOf(usualGap(all))).toEqual(['page_alpha.usd', 'page_beta.usd'])
  const euro = quote(monitor('page_first.eur', 'euro'), 'Euro', '900')
  expect(namesOf(usualGap(createMemoryPrices([euro, ...QUOTES]).all()))).toEqual([
    'page_alpha.usd',
    'page_beta.usd',
  ])
})

test('configured monitors come first, and one that is missing leaves no gap', () => {
  expect(namesOf(usualGap(all, ['page_beta.promedio', 'page_beta.usd']))).toEqual([
    'page_beta.promedio',
    'page_beta.usd',
  ])
  expect(usualGap(all, ['page_beta.usd', 'page_gone.usd'])).toBeUndefined()
})

test('one page alone has no gap', () => {
  expect(usualGap(all.slice(0, 2))).toBeUndefined()
  expect(usualGap([])).toBeUndefined()
})

test('the official and the parallel dollar are found by keys, aliases, titles and pages, in any order', () => {
  const rates = [
    quote(monitor('alcambio.amazon'), 'Amazon', '900'),
    quote(monitor('alcambio.usdt'), 'USDT', '905'),
    quote(monitor('bcv.cny'), 'Yuan', '120'),
    quote(monitor('bcv.eur'), 'Euro', '950'),
    quote(monitor('bcv.usd'), 'USD', '850'),
    quote(monitor('monitores.enparalelovzla'), 'EnParaleloVzla', '910'),
    quote(monitor('zeta.promedio'), 'Promedio', '907'),
  ]
  const pairOf = (keys: readonly string[], more: Partial<(typeof rates)[0]> = {}) =>
    namesOf(
      usualGap(
        createMemoryPrices(
          rates
            .filter(({ monitor: { key } }) => keys.includes(key))
            .map((one) => (one.monitor.key === 'amazon' ? { ...one, ...more } : one)),
        ).all(),
      ),
    )
  const all = ['amazon', 'usdt', 'cny', 'eur', 'usd', 'enparalelovzla', 'promedio']
  expect(pairOf(all)).toEqual(['bcv.usd', 'monitores.enparalelovzla'])
  expect(pairOf(all.filter((key) => key !== 'enparalelovzla'))).toEqual(['bcv.usd', 'zeta.promedio'])
  expect(pairOf(['amazon', 'usdt', 'usd'])).toEqual(['bcv.usd', 'alcambio.usdt'])
  expect(pairOf(['amazon', 'usd'], { aliases: ['paralelo'] })).toEqual(['bcv.usd', 'alcambio.amazon'])
  expect(pairOf(['amazon', 'usd'])).toEqual(['bcv.usd', 'alcambio.amazon'])
  expect(pairOf(['amazon', 'enparalelovzla'])).toEqual(['alcambio.amazon', 'monitores.enparalelovzla'])
})
