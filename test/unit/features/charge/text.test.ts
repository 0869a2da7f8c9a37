import { expect, it } from 'vitest'
import { type Charge, settle } from '../../../../src/domain/deal/charge.ts'
import type { Decimal } from '../../../../src/domain/decimal.ts'
import { leadingPrice } from '../../../../src/domain/in-force.ts'
import type { Quote } from '../../../../src/domain/monitor.ts'
import type { ChargeView } from '../../../../src/features/charge/text.ts'
import { amountToSend, bareAmount, chargeCard, chargeResult } from '../../../../src/features/charge/text.ts'
import { dayOfJanuary, es, NOW, official, quoteOf, shown } from '../samples.ts'

const bcv = quoteOf({
  title: 'Dólar BCV',
  source: 'Banco Central',
  price: '800.36',
  lastUpdate: dayOfJanuary(21),
  effectiveDay: true,
})

interface Given extends Partial<Pick<Charge, 'bill' | 'rounding' | 'isTaxed'>> {
  readonly paid?: readonly [foreign: Decimal, bolivares: Decimal]
  readonly sum?: string
  readonly quote?: Quote
}

function view({
  paid: [foreign, bolivares] = ['0', '0'],
  sum,
  quote = bcv,
  ...more
}: Given = {}): ChargeView {
  const how = { bill: { amount: '20', in: 'foreign' }, rounding: 'centimo', isTaxed: false, ...more } as const
  const { price } = leadingPrice(quote, NOW)
  const settlement = settle({ ...how, price, paid: { foreign, bolivares } })
  return { ...how, settlement, sum, quote, asOf: NOW, now: NOW }
}

const card = (given?: Given): string[] =>
  shown(chargeCard(es, view(given)))
    .replaceAll('\u00a0', ' ')
    .split('\n')
const PRICE = ['Dólar BCV: $1 = Bs. 800,36', 'Tasa del miércoles 21 de enero', 'Fuente: Banco Central']

it('the card of a bill says what it comes to, at which price, of which day, and by whom', () => {
  expect(card()).toEqual(['$20,00 = Bs. 16.007,20', ...PRICE])
})

it('the card of a bill paid in both moneys has columns that add up, and what is left in either', () => {
  expect(card({ paid: ['15', '2000'] })).toEqual([
    '$20,00 = Bs. 16.007,20',
    '                     $         Bs.',
    'Total            20,00   16.007,20',
    'Pagó $          −15,00  −12.005,40',
    'Pagó Bs.         −2,50   −2.000,00',
    'Falta             2,50    2.001,80',
    'Falta: Bs. 2.001,80 o $2,50',
    ...PRICE,
  ])
})

it('the card of a bill with the tax shows it, and what is left with it', () => {
  expect(card({ paid: ['15', '0'], isTaxed: true })).toEqual([
    '$20,00 = Bs. 16.007,20',
    '                     $         Bs.',
    'Total            20,00   16.007,20',
    'IGTF 3 %         +0,44     +352,16',
    'Pagó $          −15,00  −12.005,40',
    'Falta             5,44    4.353,96',
    'Falta: Bs. 4.353,96 o $5,60 con IGTF',
    'IGTF: 3 % de lo que se paga en divisas o cripto; los bolívares no lo pagan.',
    ...PRICE,
  ])
})

it.each([
  [{ bill: { amount: '16000', in: 'bolivares' } }, 'Bs. 16.000,00 = $20,00'],
  [{ isTaxed: true }, 'Si paga en divisas: $20,60 con IGTF'],
  [{ paid: ['50', '0'] }, 'Vuelto           30,00   24.010,80'],
  [{ paid: ['50', '0'] }, 'Vuelto: Bs. 24.010,80 o $30,00'],
  [{ paid: ['20', '0'] }, '✓ Pago completo'],
  [{ rounding: 'bolivar' }, '$20,00 = Bs. 16.007,00'],
  [{ rounding: 'bolivar' }, 'Redondeado al bolívar.'],
  [{ quote: { ...bcv, simulated: true } }, 'Precio simulado'],
] satisfies [Given, string][])('the card of a bill of %o says: %s', (given, line) => {
  expect(card(given)).toContain(line)
})

it('the card of a bill takes the price in force while the next one is only published', () => {
  expect(card({ quote: { ...official, effectiveDay: true } }).slice(0, 3)).toEqual([
    '$20,00 = Bs. 6.998,54',
    'Dólar oficial: $1 = Bs. 349,9272',
    'Tasa del miércoles 21 de enero',
  ])
})

it('the card of a bill stays within a phone however large the sums are', () => {
  const bill = { amount: '987654321.99', in: 'foreign' } as const
  const html = chargeCard(es, view({ bill, paid: ['123456789.01', '5'], isTaxed: true }))
  const [, table = ''] = /<pre>([\s\S]*)<\/pre>/.exec(html) ?? []
  for (const line of table.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(34)
  expect(table).toContain('790.479.013.147,92')
})

it('the amount to copy is what is left or given back in bolivares, as banks take it in every chat', () => {
  const bare = (given: Given) => {
    const amount = amountToSend(view(given).settlement)
    return amount && bareAmount(amount)
  }
  expect([
    bare({}),
    bare({ paid: ['15', '0'] }),
    bare({ paid: ['50', '0'] }),
    bare({ paid: ['20', '0'] }),
  ]).toEqual(['16007,20', '4001,80', '24010,80', undefined])
})

it('a bill in inline mode is listed by what it comes to and what is left', () => {
  expect(chargeResult(es, view({ paid: ['15', '0'], sum: '4x5' }))).toEqual({
    title: '$20,00 = Bs.\u00a016.007,20',
    description: '4 × 5 · Falta: Bs.\u00a04.001,80 o $5,00 · Dólar BCV',
  })
})
