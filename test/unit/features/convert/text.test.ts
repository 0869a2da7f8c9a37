import { expect, test } from 'vitest'
import { type ConvertedRow, conversionMessage } from '../../../../src/features/convert/text.ts'
import { gapMessage } from '../../../../src/features/gap/text.ts'
import { BOLIVARES } from '../../../../src/words/price.ts'
import { en, es, frozenEuro, HOUR_MS, NOW, official, quoteOf } from '../samples.ts'

const parallel: ConvertedRow = {
  quotes: [quoteOf()],
  prices: ['812.4'],
  from: '$',
  to: BOLIVARES,
  result: '81240',
  asOf: NOW,
}
const coming: ConvertedRow = {
  ...parallel,
  quotes: [official],
  prices: ['349.9272'],
  result: '34992.72',
  resultBeside: '35270.63',
}

test('a sum of two moneys says what each comes to, and the sum, also at the price to come', () => {
  const parts = [
    { quote: official, money: '$', amount: '100', result: '34992.72' },
    { money: BOLIVARES, amount: '500.5', result: '500.5' },
  ]
  const sum: ConvertedRow = { ...coming, parts, result: '35493.22', resultBeside: '35771.13' }
  expect(conversionMessage(en, { amount: '100', rows: [sum], now: NOW })).toBe(
    [
      '<b>$100 + Bs.\u00a0500,50 = Bs.\u00a035.493,22</b>',
      '$100 = Bs.\u00a034.992,72',
      '<b>Dólar oficial</b>: $1 = Bs.\u00a0349,9272',
      'Tomorrow, Thursday 22: <b>Bs.\u00a035.771,13</b>',
    ].join('\n'),
  )
})

test('large sums stand below the names of their monitors', () => {
  const parts = [
    { quote: official, money: '$', amount: '1000000', result: '349927200' },
    { quote: frozenEuro, money: '€', amount: '5', result: '2051' },
  ]
  const row = { ...coming, parts, result: '349929251' }
  const text = conversionMessage(es, { amount: '1000000', rows: [row, row], now: NOW })
  expect(text).toContain('<pre>$1.000.000 Dólar oficial\n  349.927.200,00\n€5 ')
  expect(text).toContain('\nTotal\n  349.929.251,00\n')
})

test.each([
  ['0.0615', '$0,06'],
  ['0.0049', 'menos de $0,01'],
  ['0.005', '$0,01'],
  ['12.3456', '$12,35'],
])('a conversion by one monitor turned round, %s dollars are %s', (result, shown) => {
  const turned = [{ ...parallel, from: BOLIVARES, to: '$', result }] as const
  expect(conversionMessage(es, { amount: '50', rows: [parallel], turned, now: NOW })).toContain(
    `\nSi eran Bs.\u00a050: <b>${shown}</b>`,
  )
})

test('a conversion by one monitor says the price with as many places as make the amount', () => {
  const row = { ...parallel, prices: ['801.66595123'], result: '801665951.23' }
  expect(conversionMessage(es, { amount: '1000000', rows: [row], now: NOW })).toContain(
    '<b>$1.000.000 = Bs.\u00a0801.665.951,23</b>\n<b>Dólar paralelo</b>: $1 = Bs.\u00a0801,66595123',
  )
  const few = { ...row, result: '24049.9785369' }
  expect(conversionMessage(es, { amount: '30', rows: [few], now: NOW })).toContain('= Bs.\u00a0801,666')
})

test('a conversion by one monitor of an ambiguous amount says how it was read, and marks what is old, simulated or silent', () => {
  const stale = quoteOf({ ...frozenEuro, title: 'Euro <oficial>', simulated: true })
  const row = { ...parallel, quotes: [stale] as const, prices: ['1410.2'], from: '€', asOf: NOW - HOUR_MS }
  expect(conversionMessage(es, { amount: '1500', otherReading: '1.5', rows: [row], now: NOW })).toBe(
    [
      '<b>€1.500 = Bs.\u00a081.240,00</b>',
      '<b>Euro &lt;oficial&gt;</b>: €1 = Bs.\u00a01.410,20',
      '⚠ sin actualizar desde el 19 de enero',
      'Leí el monto como 1500, no como 1,50.',
      '<i>Precio simulado</i>',
      '⚠ El servicio de precios no responde desde las 12:07 p. m.: puede haber cambios.',
    ].join('\n'),
  )
})

test('a conversion by several monitors from one currency to another has one note a row, where both prices are for a day to come or stand still', () => {
  const euro = { ...official, monitor: frozenEuro.monitor, title: 'Euro' }
  const cross = { ...coming, quotes: [euro, official] as const, from: '€', to: '$', result: '115.39' }
  const rows = [
    { ...cross, resultBeside: '115.12' },
    { ...cross, quotes: [frozenEuro, frozenEuro] as const },
  ] as const
  expect(conversionMessage(es, { amount: '100', rows, now: NOW })).toContain(
    [
      '€ Euro                     $115,39',
      '€ Euro &lt;oficial&gt; &amp; Co.     $115,39</pre>',
      'Mañana jueves 22: Euro $115,12',
      '⚠ detenida desde el 19/01: Euro &lt;oficial&gt; &amp; Co.',
    ].join('\n'),
  )
  const one = conversionMessage(es, { amount: '100', rows: [rows[1]], now: NOW })
  expect(one.match(/sin actualizar/g)).toHaveLength(1)
})

test('a result that leaves no room beside it stands below the name, which is whole', () => {
  const result = '123456789012345678901234567890'
  const rows = [
    { ...parallel, result },
    { ...coming, result },
  ] as const
  const text = conversionMessage(es, { amount: '100', rows, now: NOW })
  expect(text).toContain(
    '<pre>$ Dólar paralelo\n  123.456.789.012.345.678.901.234.567.890,00\n$ Dólar oficial\n',
  )
  expect(text).not.toContain('…')
})

test('a conversion by several monitors out of bolivares names the money of each result', () => {
  const row = { ...parallel, from: BOLIVARES, to: '$', result: '6.154603' }
  const euro = { ...row, quotes: [frozenEuro] as const, to: '€', result: '3.5456' }
  const text = conversionMessage(es, { amount: '5000', rows: [row, euro], now: NOW })
  expect(text).toContain('<b>Bs.\u00a05.000</b>\n')
  expect(text).toContain('$6,15\n')
  expect(text).toContain('€3,55</pre>')
  expect(conversionMessage(es, { amount: '5000', rows: [row, row], now: NOW })).toContain(
    'Bs.\u00a05.000 en dólares',
  )
})

test('a price that was in force before its day says its day, and from when it held', () => {
  const rows = [
    { ...coming, day: '2026-01-19', dayBeside: '2026-01-16' },
    { ...parallel, day: '2026-01-17' },
  ] as const
  const view = { amount: '100', rows, date: '2026-01-17', now: NOW } as const
  expect(conversionMessage(es, view)).toContain(
    'Precios vigentes el sábado 17 de enero de 2026\n<pre>$ Dólar oficial          34.992,72\n  del lun 19, rige desde el sáb 17\n',
  )
  expect(conversionMessage(en, view)).toContain('  for Mon 19, in force from Sat 17\n')
})

test('the difference of a gap is that of the prices as they are shown', () => {
  const { inForce: _, ...low } = { ...official, price: '349.925', lastUpdate: NOW }
  const text = gapMessage(es, { quotes: [low, quoteOf()], range: undefined, asOf: NOW, now: NOW })
  expect(text).toMatch(/ 349,93\n.* 812,40\nDiferencia en Bs. +462,47</)
})
