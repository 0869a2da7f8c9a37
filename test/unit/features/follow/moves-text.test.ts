import { expect, test } from 'vitest'
import type { Quote } from '../../../../src/domain/monitor.ts'
import { digestMessage, movesMessage } from '../../../../src/features/follow/moves-text.ts'
import {
  dayOfJanuary,
  en,
  es,
  frozenEuro,
  HOUR_MS,
  MINUTE_MS,
  NOW,
  official,
  quoteOf,
  shown,
} from '../samples.ts'

const HOUR_AGO = NOW - HOUR_MS
const DAY_AGO = NOW - 24 * HOUR_MS
const move = (quote: Quote, from: string, fromAt = HOUR_AGO) => ({ quote, from, fromAt })
/** The official dollar with the price of a day of the week before. */
const ofWeek = (day: string, price: string): Quote => ({
  ...official,
  weekCloses: [{ day, price, effectiveDay: day }],
})

/** What is said, as it is shown, of a price that moved from another one; of $100 if no amount is given. */
const said = (
  quote: Quote,
  from = '349.9272',
  { words = es, ...more }: { words?: typeof es; amount?: string; isNamed?: boolean } = {},
): string => shown(movesMessage(words, { moves: [move(quote, from)], now: NOW, ...more }))

test('a monitor that moved says its price, the direction, the amount, the percent and what the chat was told before', () => {
  const up = '▲ Dólar paralelo  $1 = Bs.\u00a0812,40\n'
  expect(said(quoteOf(), '809.2')).toBe(`${up}Antes: Bs.\u00a0809,20 · +3,20 (0,40\u00a0%)`)
  expect(said(quoteOf(), '809.2', { words: en })).toBe(`${up}Before: Bs.\u00a0809,20 · +3,20 (0,40%)`)
  expect(said(quoteOf({ priceOld: '800' }), '815')).toBe(
    '▼ Dólar paralelo  $1 = Bs.\u00a0812,40\nAntes: Bs.\u00a0815,00 · −2,60 (0,32\u00a0%)',
  )
  expect(said(quoteOf(), '812.3999')).toContain('\nAntes: Bs.\u00a0812,40 · <0,01 (<0,01\u00a0%)')
})

test('a price for a day to come is headed by its day, says the price in force today, and what an amount will be', () => {
  expect(said(official)).toBe(
    [
      'Dólar oficial para mañana jueves 22: Bs.\u00a0352,71 (▲ 0,79\u00a0%)',
      'Hoy sigue 349,93',
      'Tus $100 serán Bs.\u00a035.270,63',
    ].join('\n'),
  )
  expect(said(official, '349.9272', { amount: '1250.5' })).toContain(
    'Tus $1.250,50 serán Bs.\u00a0441.059,23',
  )
  expect(said(official, '349.9272', { amount: '200', words: en })).toContain(
    'Your $200 will be Bs.\u00a070.541,26',
  )
  expect(said(official, '349.9272', { isNamed: true })).toMatch(
    /^Para mañana jueves 22: Bs.\s352,71 \(▲ 0,79/,
  )
})

test('a price for a day to come says what the chat was told before, if that is not the price in force', () => {
  const before = 'Antes: Bs.\u00a0340,00 · +12,71 (3,74\u00a0%)\n'
  expect(said(official, '340')).toContain(`(▲ 0,79\u00a0%)\nHoy sigue 349,93\n${before}`)
  const { inForce: _, ...alone } = official
  expect(said(alone, '340')).toContain(`Dólar oficial para mañana jueves 22: Bs.\u00a0352,71\n${before}Tus`)
})

test('a price that holds from tomorrow until a later day says both', () => {
  const quote = { ...official, lastUpdate: dayOfJanuary(23), holdsFrom: dayOfJanuary(22) }
  expect(said(quote)).toMatch(/^Dólar oficial desde mañana y hasta el viernes 23: Bs.\s352,71 \(▲ 0,79/)
})

test('a price for a day to come says its change since 7 days before that day, where that is known', () => {
  expect(said(ofWeek('2026-01-15', '346.13'))).toContain('349,93\nÚltimos 7 días: ▲ 1,90\u00a0%\nTus $100')
  expect(said(ofWeek('2026-01-15', '360'))).toContain('\nÚltimos 7 días: ▼ 2,03\u00a0%\n')
  for (const quote of [
    ofWeek('2026-01-15', official.price),
    ofWeek('2026-01-14', '346.13'),
    { ...ofWeek('2026-01-15', '346.13'), lastUpdate: dayOfJanuary(21) },
  ])
    expect(said(quote)).not.toContain('Últimos 7 días')
})

test('a simulated or stale price says so, and only a stale one what it was made of', () => {
  const quote = quoteOf({ sources: ['BCV'], lastUpdate: dayOfJanuary(19) })
  expect(said(quote, '809.2')).not.toContain('BCV')
  expect(said({ ...quote, stale: true, simulated: true }, '809.2')).toMatch(
    /\n⚠ sin actualizar desde el 19 de enero\nFuente: BCV\nPrecio simulado$/,
  )
})

test('several monitors that moved stand below each other in columns, with since when once where it is the same', () => {
  const moves = [
    move(quoteOf({ simulated: true }), '809.2'),
    move(quoteOf({ simulated: true, title: 'Promedio', price: '581.16' }), '600'),
  ]
  expect(movesMessage(es, { moves, now: NOW })).toBe(
    [
      '<pre>$ Dólar paralelo',
      '  812,40  ▲  3,20  0,40\u00a0%',
      '$ Promedio',
      '  581,16  ▼ 18,84  3,14\u00a0%</pre>',
      'desde las 12:07 p. m.',
      '<i>Precios simulados</i>',
    ].join('\n'),
  )
})

test('of several prices of the bank the dollar says its week and what an amount will be', () => {
  const { inForce: _, ...published } = official
  const euro = { ...published, monitor: frozenEuro.monitor, title: 'Euro oficial', price: '410.2' }
  const moves = [euro, ofWeek('2026-01-15', '346.13')].map((quote) => move(quote, '349.9272'))
  expect(movesMessage(es, { moves, amount: '200', now: NOW })).toBe(
    [
      '<pre>€ Euro oficial para el jue 22',
      '  410,20  ▲ 60,27  17,22\u00a0%',
      '$ Dólar oficial para el jue 22',
      '  352,71  ▲  2,78   0,79\u00a0%',
      '  hoy sigue 349,93',
      '  últimos 7 días: ▲ 1,90\u00a0%',
      '  tus $200 serán Bs.\u00a070.541,26</pre>',
      'desde las 12:07 p. m.',
    ].join('\n'),
  )
  expect(digestMessage(es, { moves, now: NOW })).not.toContain('tus $')
})

test('several monitors that moved have each its own since when where they differ, its day and its marks', () => {
  const moves = [
    move(official, '349.9272'),
    move(frozenEuro, '1415', NOW - 26 * HOUR_MS),
    move(quoteOf(), '812.3', NOW - 5 * MINUTE_MS),
  ]
  expect(movesMessage(es, { moves, now: NOW })).toBe(
    [
      '<pre>$ Dólar oficial para el jue 22',
      '    352,71  ▲ 2,78  0,79\u00a0%',
      '  desde las 12:07 p. m.',
      '  hoy sigue 349,93',
      '  tus $100 serán Bs.\u00a035.270,63',
      '€ Euro &lt;oficial&gt; &amp; Co.',
      '  1.410,20  ▼ 4,80  0,34\u00a0%',
      '  desde el 20/01',
      '  ⚠ detenida desde el 19/01',
      '$ Dólar paralelo',
      '    812,40  ▲ 0,10  0,01\u00a0%',
      '  desde la 1:02 p. m.</pre>',
    ].join('\n'),
  )
})

test('a digest shows 25 monitors and counts the rest', () => {
  const moves = Array.from({ length: 50 }, (_, index) =>
    move(quoteOf({ title: `Monitor ${index}` }), '809.2'),
  )
  expect(digestMessage(es, { moves, now: NOW })).toMatch(
    /^(?!.*Monitor 25).*Monitor 24\n.*<\/pre>\ny 25 más\n/s,
  )
})

test('a digest says what moved since the last one and what did not, by the price in force, and names the one to come', () => {
  const moves = [
    move(quoteOf(), '809.2', DAY_AGO),
    move(frozenEuro, frozenEuro.price, DAY_AGO),
    move(official, '349', DAY_AGO),
  ]
  expect(digestMessage(es, { moves, now: NOW })).toBe(
    [
      '<b>Resumen del miércoles 21 de enero</b>',
      '<pre>$ Dólar paralelo',
      '    812,40  ▲ 3,20  0,40\u00a0%',
      '€ Euro &lt;oficial&gt; &amp; Co.',
      '  1.410,20       =',
      '  ⚠ detenida desde el 19/01',
      '$ Dólar oficial',
      '    349,93  ▲ 0,93  0,27\u00a0%',
      '  rige el jue 22: 352,71</pre>',
      'desde ayer a la 1:07 p. m.',
    ].join('\n'),
  )
})
