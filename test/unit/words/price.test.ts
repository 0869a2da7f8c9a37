import { expect, test } from 'vitest'
import type { Quote } from '../../../src/domain/monitor.ts'
import { rateResult } from '../../../src/features/inline/text.ts'
import { mainRates, overview, pinnedOverview } from '../../../src/features/rate/text.ts'
import { rateCard, sourcesAlert } from '../../../src/words/price.ts'
import {
  dayOfJanuary,
  en,
  es,
  frozenEuro,
  HOUR_MS,
  MINUTE_MS,
  MONDAY,
  NOW,
  official,
  ofMonday,
  quoteOf,
  shown,
} from '../features/samples.ts'

const cardOf = (words: typeof es, quote: Quote, now = NOW): string =>
  rateCard(words, { quote, asOf: now, now })
const listOf = (quotes: readonly Quote[], now = NOW) => ({
  observedQuotes: quotes.map((quote) => ({ quote, asOf: now })),
  now,
})
const overviewOf = (words: typeof es, ...quotes: Quote[]): string => overview(words, listOf(quotes))

test('the card of a monitor says the price, the last change, how fresh it is and its name', () => {
  const head = '<b>Dólar paralelo</b>\n<b>$1 = Bs.\u00a0812,40</b>\n'
  expect(cardOf(es, quoteOf())).toBe(`${head}▲ 3,20 (0,40\u00a0%) desde ayer\nhace 2 min`)
  expect(cardOf(en, quoteOf())).toBe(`${head}▲ 3,20 (0,40%) since yesterday\n2 min ago`)
  expect(cardOf(es, quoteOf({ source: 'Banco <Central>' }))).toContain('\nBanco &lt;Central&gt;')
  expect(cardOf(es, quoteOf({ priceOld: '812.4' }))).toBe(`${head}hace 2 min`)
})

test.each([
  [['A & B'], 'Fuente: A &amp; B', 'Source: A &amp; B'],
  [['Dólar BCV', 'Paralelo'], 'Promedio del dólar BCV y el paralelo', 'Mean of Dólar BCV and Paralelo'],
  [['BCV', 'DolarApi', 'Al Cambio'], 'Mediana de 3 fuentes', 'Median of 3 sources'],
])('the card of a monitor says what the price was made of: %j', (sources, ...written) => {
  expect([es, en].map((words) => cardOf(words, quoteOf({ sources })).split('\n').at(-1))).toEqual(written)
})

test('the card of a monitor names every source of the price on request, as many as Telegram shows', () => {
  const asked = (sources: string[]): string => sourcesAlert(es, quoteOf({ sources }))
  expect(asked(['BCV', 'DolarApi'])).toBe('Promedio del BCV y DolarApi\n• BCV\n• DolarApi')
  expect([asked(['BCV']), sourcesAlert(es, quoteOf())]).toEqual(['Fuente: BCV', ''])
  const many = asked(Array<string>(20).fill('A name of some length'))
  expect(many.length).toBeLessThanOrEqual(200)
  expect(many).toMatch(/^Mediana de 20 fuentes\n• A name[\s\S]*• A name of some length\n…$/)
})

test('the card of a monitor has no change where the close of the day before is not known, or is of an earlier day', () => {
  const { close: _, ...unknown } = quoteOf()
  const older = quoteOf({ close: { day: '2026-01-19', price: '700' } })
  for (const quote of [unknown, older]) expect(cardOf(es, quote)).not.toContain('desde ayer')
})

test('a price for a day to come stands with its day beside the one in force, which leads, and offers the others', () => {
  expect(rateCard(es, { quote: official, asOf: NOW, others: [quoteOf()], now: NOW })).toBe(
    [
      '<b>Dólar oficial</b>',
      '<b>$1 = Bs.\u00a0349,93</b>',
      'Hoy 349,93 · mañana jueves 22: 352,71 (▲ 0,79\u00a0%)',
      'precio de hoy',
      '¿Buscabas otra?',
    ].join('\n'),
  )
  const today = { ...official, lastUpdate: dayOfJanuary(21) }
  expect(cardOf(es, today)).toContain('▲ 2,78 (0,79\u00a0%) desde ayer\n')
})

test('the change of a price for a day to come counts from the price in force, whatever was published in between', () => {
  const revised = {
    ...official,
    price: '800.24',
    priceOld: '800.32',
    inForce: { price: '798.45', lastUpdate: NOW },
    close: { day: '2026-01-20', price: '798.45' },
  }
  expect(cardOf(en, revised)).toContain('Today 798,45 · tomorrow, Thursday 22: 800,24 (▲ 0,22%)\n')
  expect(overviewOf(es, revised)).toMatch(/ 798,45 *\n {2}rige el jue 22: 800,24<\/pre>$/)
  expect(rateResult(es, revised, NOW)).toEqual({
    title: 'Dólar oficial: Bs.\u00a0798,45',
    description: 'mañana jueves 22: 800,24 (▲ 0,22\u00a0%)',
  })
})

test('on a Monday the change counts from Friday, the last day with another price', () => {
  const said = (quote: Quote, now = MONDAY): string => shown(cardOf(es, quote, now))
  expect(said(ofMonday)).toContain('▲ 1,26 (0,16\u00a0%) desde el viernes\n')
  const toCome = { ...ofMonday, price: '805', lastUpdate: dayOfJanuary(20) }
  const inForce = { price: '799.71', lastUpdate: dayOfJanuary(19) }
  expect(said({ ...toCome, inForce })).toContain('▲ 1,26 (0,16\u00a0%) desde el viernes\n')
  const saturday = MONDAY - 48 * HOUR_MS
  const weekCloses = ofMonday.weekCloses?.slice(0, 2) ?? []
  const close = { day: '2026-01-16', price: '798.45' }
  expect(said({ ...ofMonday, close, weekCloses }, saturday)).toMatch(/▲ 1,26 \(0,16\u00a0%\) desde ayer$/)
  expect(said({ ...ofMonday, weekCloses: [] })).not.toContain('▲')
  expect(cardOf(en, ofMonday, MONDAY)).toContain('▲ 1,26 (0,16%) since Friday\n')
})

test('a source that stands still and an API that is silent are both said, and hostile titles are harmless', () => {
  const view = { quote: { ...frozenEuro, simulated: true }, asOf: NOW - 12 * MINUTE_MS, now: NOW }
  expect(rateCard(en, view)).toBe(
    [
      '<b>Euro &lt;oficial&gt; &amp; Co.</b>',
      '<b>€1 = Bs.\u00a01.410,20</b>',
      '▼ 4,80 (0,34%) since yesterday',
      '⚠ not updated since January 19',
      '<i>Simulated price</i>',
      '⚠ The rate service hasn’t answered since 12:55 PM: prices may have changed.',
    ].join('\n'),
  )
  expect(rateCard(es, view)).toContain(
    '<i>Precio simulado</i>\n⚠ El servicio de precios no responde desde las 12:55 p. m.: puede haber cambios.',
  )
})

test.each([
  [NOW - 5_000, 'hace un momento', 'just now'],
  [NOW + 5_000, 'hace un momento', 'just now'],
  [NOW - 59 * MINUTE_MS, 'hace 59 min', '59 min ago'],
  [NOW - 23 * HOUR_MS, 'hace 23 h', '23 h ago'],
  [NOW - 25 * HOUR_MS, 'hace 1 día', '1 day ago'],
  [NOW - 50 * HOUR_MS, 'hace 2 días', '2 days ago'],
  [dayOfJanuary(21), 'precio de hoy', 'today’s price'],
  [dayOfJanuary(20), 'precio de ayer', 'yesterday’s price'],
  [dayOfJanuary(5), 'precio del 5 de enero', 'price of January 5'],
  [Date.UTC(2025, 11, 30, 4), 'precio del 30 de diciembre de 2025', 'price of December 30, 2025'],
])('how fresh a price is reads naturally: %i', (lastUpdate, ...written) => {
  const quote = quoteOf({ lastUpdate })
  expect([es, en].map((words) => cardOf(words, quote).split('\n').at(-1))).toEqual(written)
})

const average = quoteOf({
  monitor: { page: 'page_beta', currency: 'dollar', key: 'promedio' },
  title: 'Promedio de casas de cambio',
  price: '600',
  priceOld: '600',
})
const four = [official, frozenEuro, quoteOf(), average]

test('the overview says once since when its changes count, and names those that count from another day', () => {
  const parallel = quoteOf({ close: { day: '2026-01-18', price: '809.2' }, lastUpdate: MONDAY })
  const said = (...quotes: Quote[]) =>
    shown(overview(es, listOf(quotes, MONDAY)))
      .split('\n')
      .at(-1)
  const euro = { ...ofMonday, title: 'Euro oficial' }
  expect(said(ofMonday, euro)).toBe('Cambio desde el viernes')
  expect(said(ofMonday, euro, parallel)).toBe(
    'Cambio desde ayer · Dólar oficial y Euro oficial desde el viernes',
  )
})

test('the overview has the last figures of its changes below each other, and keeps the sign of one too small to show', () => {
  const jump = quoteOf({ title: 'Dólar oficial', price: '903.56', priceOld: '798.45' })
  expect(overviewOf(es, jump, quoteOf())).toContain(
    '903,56 +13,16\u00a0%\n$ Dólar paralelo   812,40  +0,40\u00a0%<',
  )
  expect(overviewOf(es, quoteOf({ price: '1087.06', priceOld: '1087.05' }))).toMatch(
    /1\.087,06 \+0,00\u00a0%<\/pre>/,
  )
})

test('the overview has a title that has no room beside its sign without it, whole', () => {
  const cash = quoteOf({ title: 'Dólar al contado', price: '1059.49' })
  expect(overviewOf(es, cash)).toContain('>PAGE BETA               hace 2 min\nDólar al contado 1.059,49 ')
})

test('the overview of a pinned message begins with the prices of dollars that are in force', () => {
  const [first, second] = pinnedOverview(es, listOf(four)).split('\n')
  expect(first).toBe('<b>📌 Dólar oficial 349,93 · Dólar paralelo 812,40</b>')
  expect(second).toBe('En vivo')
  const monitor = { page: 'promedio_de_fuentes', currency: 'dollar', key: 'usd' } as const
  const pinned = pinnedOverview(es, listOf([quoteOf({ monitor, title: 'Promedio' })]))
  expect(pinned).toContain('<pre>PROMEDIO DE FUENTES     1:05 p. m.\n')
})

test('the overview has a line a monitor under its page and how fresh that is, prices and changes below each other', () => {
  expect(overviewOf(es, ...four)).toBe(
    [
      '<b>Tasas en Bs.</b> · a la 1:07 p. m.',
      '<pre>PAGE ALPHA                     hoy',
      '$ Dólar oficial     349,93        ',
      '  rige el jue 22: 352,71',
      '€ Euro &lt;oficial&gt;… 1.410,20 −0,34\u00a0%',
      '  ⚠ detenida desde el 19/01',
      'PAGE BETA               hace 2 min',
      '$ Dólar paralelo    812,40 +0,40\u00a0%',
      '$ Promedio de ca…   600,00        </pre>',
      'Cambio desde ayer',
    ].join('\n'),
  )
  expect(overviewOf(en, official, frozenEuro)).toBe(
    [
      '<b>Rates in Bs.</b> · at 1:07 PM',
      '<pre>PAGE ALPHA                   today',
      '$ Dólar oficial      349,93       ',
      '  from Thu 22: 352,71',
      '€ Euro &lt;oficial&gt;…  1.410,20 −0,34%',
      '  ⚠ stalled since Jan 19</pre>',
      'Change since yesterday',
    ].join('\n'),
  )
})

test('the overview calls a page as people do, and says where a price is older than those beside it', () => {
  const of = (more: Partial<Quote>): Quote =>
    quoteOf({ source: 'Mercado entre personas', priceOld: '812.4', ...more })
  const older = of({ title: 'Euro', lastUpdate: NOW - 5 * HOUR_MS })
  const daily = of({ title: 'Diario', lastUpdate: dayOfJanuary(5) })
  expect(overviewOf(es, of({}), older, daily)).toBe(
    [
      '<b>Tasas en Bs.</b> · a la 1:07 p. m.',
      '<pre>MERCADO ENTRE PERSONAS  hace 2 min',
      '$ Dólar paralelo            812,40',
      '$ Euro                      812,40',
      '  hace 5 h',
      '$ Diario                    812,40',
      '  el 05/01</pre>',
    ].join('\n'),
  )
})

test('the overview says that prices are simulated, and that the API is silent', () => {
  const old = { quote: { ...official, simulated: true }, asOf: NOW - 3 * MINUTE_MS }
  const { observedQuotes } = listOf(four)
  expect(overview(es, { observedQuotes: [old, ...observedQuotes], now: NOW })).toMatch(
    /<\/pre>\nCambio .*\n<i>Precios simulados<\/i>\n⚠ El servicio de precios no responde desde la 1:04 p. m.: puede haber cambios.$/,
  )
})

test('the overview shows 16 monitors and counts the rest, and says where there are none', () => {
  const text = overviewOf(es, ...Array.from({ length: 43 }, (_, n) => quoteOf({ title: `Monitor ${n}` })))
  expect(text).toContain('$ Monitor 15 ')
  expect(text).not.toContain('Monitor 16')
  expect(text).toContain('</pre>\ny 27 más')
  expect(overviewOf(es)).toBe('Todavía no tengo precios. Prueba otra vez en un momento.')
})

test('the overview of the main rates has no pages, what holds for several of them once, and the gap below', () => {
  const held = { ...official, effectiveDay: true, holdsFrom: dayOfJanuary(21) }
  const euro = { ...held, monitor: frozenEuro.monitor, title: 'Euro oficial' }
  expect(mainRates(es, { ...listOf([held, euro, quoteOf()]), gap: [held, quoteOf()] })).toBe(
    [
      '<b>Tasas en Bs.</b> · a la 1:07 p. m.',
      '<pre>$ Dólar oficial     352,71 +0,79\u00a0%',
      '€ Euro oficial      352,71 +0,79\u00a0%',
      '$ Dólar paralelo    812,40 +0,40\u00a0%',
      'Brecha                    130,33\u00a0%</pre>',
      'Hoy y hasta el jueves 22: Dólar oficial · Euro oficial',
      'Cambio desde ayer',
    ].join('\n'),
  )
})

/** Saturday, 24 January 2026, 10:00 in Caracas. */
const saturday = dayOfJanuary(24) + 10 * HOUR_MS
const monday = {
  ...official,
  lastUpdate: dayOfJanuary(26),
  inForce: { price: '349.9272', lastUpdate: dayOfJanuary(23) },
  holdsFrom: dayOfJanuary(24),
  close: { day: '2026-01-23', price: '349.9272' },
}

test("at a weekend Monday's price leads, and Friday's stands beside it", () => {
  const card = cardOf(es, monday, saturday)
  expect(card).toContain('<b>$1 = Bs.\u00a0352,71</b>')
  expect(card).toContain('Hoy y hasta el lunes 26: 352,71 · el viernes 23 fue 349,93')
  const all = overview(es, listOf([monday], saturday))
  expect(all).toContain('352,71 +0,79\u00a0%\n  hasta el lun 26')
  expect(rateResult(en, monday, saturday).description).toContain('today and until Monday 26')
})

test('on Friday evening the price of Monday stands beside, with the days on which it holds', () => {
  expect(cardOf(es, monday, dayOfJanuary(23) + 20 * HOUR_MS)).toContain(
    'Hoy 349,93 · desde mañana y hasta el lunes 26: 352,71 (▲ 0,79\u00a0%)',
  )
})
