import { expect, test } from 'vitest'
import { LANGUAGES, wordsIn } from '../../../src/words/words.ts'
import { everythingOf, plainOf } from './every-text.ts'
import { quoteOf, shown } from './samples.ts'

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
