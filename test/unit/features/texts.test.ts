import { expect, test } from 'vitest'
import { movesMessage } from '../../../src/features/follow/moves-text.ts'
import { rateCard } from '../../../src/words/price.ts'
import { buttonLabels } from '../../../src/words/quote.ts'
import { LANGUAGES, wordsIn } from '../../../src/words/words.ts'
import { everythingOf, plainOf } from './every-text.ts'
import { frozenEuro, NOW, official, quoteOf, shown } from './samples.ts'

const parallel = quoteOf({ source: 'Promedio paralelo' })
const central = { ...official, source: 'Banco Central', simulated: true }
const euro = { ...frozenEuro, source: 'Banco Central' }

/** Names that can be typed stand in `code`; nowhere else may one be seen. */
const withoutNames = (html: string): string => html.replace(/<code>.*?<\/code>/g, '')

test.each(LANGUAGES)('no message shows what only a program calls something: %s', (language) => {
  const words = wordsIn(language, 'es-VE')
  const said = everythingOf(words, [central, parallel, euro], 'page').map(({ html }) => html)
  for (const text of [...said.map((html) => shown(withoutNames(html))), ...plainOf(words, central)]) {
    expect(text).not.toMatch(/[a-z]_[a-z]|\[object|undefined|NaN|null|dollar:|euro:/)
    expect(text).not.toMatch(/\d\.\d(?!\d\d)|\d{5}/) // a number that is not written as in Venezuela
  }
})

test.each(LANGUAGES)('where a chat wants it, no figure is written as in Venezuela: %s', (language) => {
  const words = wordsIn(language, 'en-US')
  const said = everythingOf(words, [central, parallel, euro], 'page').map(({ html }) => html)
  for (const text of [...said.map((html) => shown(withoutNames(html))), ...plainOf(words, central)])
    expect(text).not.toMatch(/\d,\d(?!\d\d)|\d\.\d{3}(?!\d)|\d{5}/)
  expect(said.join()).toMatch(/\d,\d{3}\.\d\d/)
})

test.each([
  ['es', /\d%/],
  ['en', /\d\s%/],
] as const)('a percentage is written as in the language everywhere: %s', (language, wrong) => {
  const words = wordsIn(language)
  const said = everythingOf(words, [central, parallel, euro], 'page').map(({ html }) => html)
  for (const text of [...said.map((html) => shown(withoutNames(html))), ...plainOf(words, central)])
    expect(text).not.toMatch(wrong)
  expect(said.join()).toMatch(language === 'es' ? /\d\u00a0%/ : /\d%/)
})

test.each(LANGUAGES)('a change is said by one sign: %s', (language) => {
  const words = wordsIn(language)
  const said = everythingOf(words, [central, parallel, euro], 'page').map(({ html }) => html)
  for (const html of said) expect(shown(html)).not.toMatch(/[▲▼] ?[+−]\d|[+−]\d[\d.,]* [▲▼]/)
})

test('nothing is said in English to who reads Spanish', () => {
  const said = everythingOf(wordsIn('es'), [central, parallel, euro], 'algo').map(({ html }) => html)
  for (const html of said)
    expect(shown(withoutNames(html))).not.toMatch(
      /\b(?:the|of|and|is|to|now|rates?|prices?|today|since|from|ago|at|you|alert|gap|Jan|Mon|Tue|Wed|Thu|AM|PM)\b/,
    )
})

test('a currency that is no dollar is not shown as one', () => {
  const yuan = quoteOf({ title: 'Yuan', monitor: { page: 'page_alpha', currency: 'dollar', key: 'cny' } })
  const moves = [{ quote: yuan, from: yuan.priceOld, fromAt: NOW }]
  const es = wordsIn('es')
  expect(buttonLabels([yuan])).toEqual(['CNY Yuan'])
  expect(rateCard(es, { quote: yuan, asOf: NOW, now: NOW })).toContain('CNY 1 = Bs.\u00a0812,40')
  expect(movesMessage(es, { moves, now: NOW })).toContain('CNY 1 = <b>Bs.\u00a0812,40</b>')
})

test('what shares a title is told apart by its source, then by its name', () => {
  const other = quoteOf({
    source: 'Remesas',
    monitor: { page: 'page_alpha', currency: 'dollar', key: 'usd' },
  })
  const twin = quoteOf({
    source: 'Remesas',
    monitor: { page: 'page_alpha', currency: 'dollar', key: 'usd_2' },
  })
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
  expect(rateCard(wordsIn('es'), { quote, asOf: NOW, now: NOW })).toContain('Bs.\u00a01.234,56')
  expect(rateCard(wordsIn('en', 'es-VE'), { quote, asOf: NOW, now: NOW })).toContain('Bs.\u00a01.234,56')
})
