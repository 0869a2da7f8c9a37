import { expect, test } from 'vitest'
import { alertFault } from '../../../src/features/alerts/text.ts'
import { changesMessage } from '../../../src/features/changes/text.ts'
import { LANGUAGES, wordsIn } from '../../../src/words/words.ts'
import { everythingOf, plainOf } from './every-text.ts'
import { MINUTE_MS, NOW, quoteOf, shown } from './samples.ts'

/** The Colombian peso: prices of one day that read the same in two decimals. */
const peso = quoteOf({
  monitor: { page: 'page_beta', currency: 'dollar', key: 'cop' },
  title: 'Peso',
  price: '0.2125',
  priceOld: '0.2123',
})

test.each(LANGUAGES)('a price below 1 has four significant digits in every message: %s', (language) => {
  const words = wordsIn(language, 'es-VE')
  const other = { ...peso, monitor: { ...peso.monitor, key: 'cop_2' } }
  const said = [
    ...everythingOf(words, [peso, other], 'page').map(({ html }) => html),
    ...plainOf(words, peso),
  ]
  // A percentage has two decimals.
  expect(said.filter((text) => /0,2\d(?![\d\s]|%)/.test(shown(text)))).toEqual([])
  expect(said.filter((text) => text.includes('0,2125')).length).toBeGreaterThan(20)
})

test('the changes of a price below 1 are told apart', () => {
  const update = (price: string, minutes: number) => ({ price, lastUpdate: NOW - minutes * MINUTE_MS })
  const updates = [update('0.2121', 30), update('0.2123', 20), update('0.2125', 10)]
  const view = { quote: peso, updates, before: '0.2120', day: '2026-01-21', now: NOW }
  expect(shown(changesMessage(wordsIn('es'), view))).toMatch(
    /0,2121 {2}0,0001 ▲\n.*0,2123 {2}0,0002 ▲\n.*0,2125 {2}0,0002 ▲/,
  )
})

test('an example of an alert on a price below 1 has a price above it', () => {
  const text = alertFault(wordsIn('es'), { fault: 'no_signal', example: peso })
  expect(shown(text)).toContain('cop > 0,2338')
})
