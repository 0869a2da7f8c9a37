import { expect, test } from 'vitest'
import type { NumberStyle } from '../../../src/domain/decimal.ts'
import { movesMessage } from '../../../src/features/follow/moves-text.ts'
import { buttonLabels, rateCard } from '../../../src/words/price.ts'
import { LANGUAGES, type Language, wordsIn } from '../../../src/words/words.ts'
import { everythingOf, plainOf } from './every-text.ts'
import { en, es, frozenEuro, NOW, official, quoteOf, shown } from './samples.ts'

const parallel = quoteOf({ source: 'Promedio paralelo' })
const central = { ...official, source: 'Banco Central', simulated: true }
const euro = { ...frozenEuro, source: 'Banco Central' }

/** Names that can be typed stand in `code`; nowhere else may one be seen. */
const withoutNames = (html: string): string => html.replace(/<code>.*?<\/code>/g, '')

/** All messages and plain texts of these prices, as they are shown. */
function saidIn(language: Language, numbers?: NumberStyle): string[] {
  const words = wordsIn(language, numbers)
  const said = everythingOf(words, [central, parallel, euro], 'algo').map(({ html }) => html)
  return [...said.map((html) => shown(withoutNames(html))), ...plainOf(words, central)]
}

/** What no message may show, and what some message shows. */
const PROGRAMS = /[a-z]_[a-z]|\[object|undefined|NaN|null|dollar:|euro:/
const ENGLISH =
  /\b(?:the|of|and|is|to|now|rates?|prices?|today|since|from|ago|at|you|alert|gap|Jan|Mon|Tue|Wed|Thu|AM|PM)\b/
const TWO_SIGNS = /[▲▼] ?[+−]\d|[+−]\d[\d.,]* [▲▼]/
const VENEZUELAN = { wrong: /\d\.\d(?!\d\d)|\d{5}/, right: /\d\.\d{3},\d\d/ }
const AMERICAN = { wrong: /\d,\d(?!\d\d)|\d\.\d{3}(?!\d)|\d{5}/, right: /\d,\d{3}\.\d\d/ }

test.each([
  ['what only a program calls something', 'es', 'es-VE', PROGRAMS],
  ['what only a program calls something', 'en', 'es-VE', PROGRAMS],
  ['a change by two signs', 'es', undefined, TWO_SIGNS],
  ['a change by two signs', 'en', undefined, TWO_SIGNS],
  ['English to who reads Spanish', 'es', undefined, ENGLISH],
  ['a figure of another style', 'es', 'es-VE', VENEZUELAN.wrong, VENEZUELAN.right],
  ['a figure of another style', 'en', 'es-VE', VENEZUELAN.wrong, VENEZUELAN.right],
  ['a figure of another style', 'es', 'en-US', AMERICAN.wrong, AMERICAN.right],
  ['a figure of another style', 'en', 'en-US', AMERICAN.wrong, AMERICAN.right],
  ['a percentage of another language', 'es', undefined, /\d%/, /\d\u00a0%/],
  ['a percentage of another language', 'en', undefined, /\d\s%/, /\d%/],
] as const)('no message shows %s (%s, %s)', (_what, language, numbers, wrong, right = /./) => {
  const said = saidIn(language, numbers)
  for (const text of said) expect(text).not.toMatch(wrong)
  expect(said.join()).toMatch(right)
})

test('a currency that is no dollar is not shown as one', () => {
  const yuan = quoteOf({ title: 'Yuan', monitor: { page: 'page_alpha', currency: 'dollar', key: 'cny' } })
  const moves = [{ quote: yuan, from: yuan.priceOld, fromAt: NOW }]
  expect(buttonLabels([yuan])).toEqual(['CNY Yuan'])
  expect(rateCard(es, { quote: yuan, asOf: NOW, now: NOW })).toContain('CNY 1 = Bs.\u00a0812,40')
  expect(movesMessage(es, { moves, now: NOW })).toContain('CNY 1 = <b>Bs.\u00a0812,40</b>')
})

test('what shares a title is told apart by its source, then by its name', () => {
  const other = quoteOf({ source: 'Remesas', monitor: official.monitor })
  const twin = { ...other, monitor: { ...other.monitor, key: 'usd_2' } }
  expect(buttonLabels([parallel, central])).toEqual(['$ Dólar paralelo', '$ Dólar oficial'])
  expect(buttonLabels([parallel, other])).toEqual([
    '$ Dólar paralelo · Promedio p…',
    '$ Dólar paralelo · Remesas',
  ])
  expect(buttonLabels([other, twin])).toEqual(['$ page_alpha.usd', '$ page_alpha.usd_2'])
})

test('English writes 1,234.56 unless a chat chose otherwise, Spanish 1.234,56', () => {
  const quote = quoteOf({ price: '1234.56' })
  expect(rateCard(wordsIn('en'), { quote, asOf: NOW, now: NOW })).toContain('Bs.\u00a01,234.56')
  expect(rateCard(es, { quote, asOf: NOW, now: NOW })).toContain('Bs.\u00a01.234,56')
  expect(rateCard(en, { quote, asOf: NOW, now: NOW })).toContain('Bs.\u00a01.234,56')
})

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
