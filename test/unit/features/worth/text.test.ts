import { expect, it } from 'vitest'
import type { Offer } from '../../../../src/domain/deal/charge.ts'
import { type WorthView, worthCard } from '../../../../src/features/worth/text.ts'
import { dayOfJanuary, es, NOW, quoteOf, shown } from '../samples.ts'

const bcv = quoteOf({
  monitor: { page: 'bcv', currency: 'dollar', key: 'usd' },
  title: 'Dólar BCV',
  price: '800.36',
  lastUpdate: dayOfJanuary(22),
  inForce: { price: '798.45', lastUpdate: dayOfJanuary(21) },
})
const parallel = quoteOf({ title: 'Dólar paralelo', price: '1035.49' })
const usdt = quoteOf({ title: 'USDT', price: '1012' })

const view = (offer: Offer, more: Partial<WorthView> = {}): WorthView => ({
  offer,
  benchmarks: [
    { kind: 'official', quote: bcv },
    { kind: 'parallel', quote: parallel },
    { kind: 'exchange', quote: usdt },
  ],
  asOf: NOW,
  now: NOW,
  ...more,
})
const card = (offer: Offer, more?: Partial<WorthView>): string[] =>
  shown(worthCard(es, view(offer, more)))
    .replaceAll('\u00a0', ' ')
    .split('\n')

it('an offer is compared with the BCV in force, the parallel rate and USDT, and judged in a line', () => {
  expect(card({ side: 'sold', price: '980' })).toEqual([
    'Te venden a Bs. 980,00',
    'Dólar BCV         798,45  +22,74 %',
    'Dólar paralelo  1.035,49   −5,36 %',
    'USDT            1.012,00   −3,16 %',
    'Mañana jueves 22: Dólar BCV 800,36',
    '✓ Te conviene: es 5,36 % más barato que el paralelo.',
  ])
})

it('an offer of an amount says what it makes in bolivares against each', () => {
  expect(card({ side: 'bought', price: '1010', amount: '100' })).toEqual([
    'Te compran a Bs. 1.010,00',
    '$100 son Bs. 101.000,00',
    'Dólar BCV         798,45  +26,50 %',
    '                    +Bs. 21.155,00',
    'Dólar paralelo  1.035,49   −2,46 %',
    '                     −Bs. 2.549,00',
    'USDT            1.012,00   −0,20 %',
    '                       −Bs. 200,00',
    'Mañana jueves 22: Dólar BCV 800,36',
    '✗ No te conviene: te pagan 2,46 % menos que el paralelo. Recibes Bs. 2.549,00 menos.',
  ])
})

it('an offer is judged by the parallel rate, else by USDT, else by the official rate', () => {
  const judged = (price: string, kinds = ['official', 'parallel', 'exchange']) => {
    const offer = { side: 'sold', price } as const
    const benchmarks = view(offer).benchmarks.filter(({ kind }) => kinds.includes(kind))
    return card(offer, { benchmarks: benchmarks as unknown as WorthView['benchmarks'] }).at(-1)
  }
  expect(judged('1036')).toBe('Es casi lo mismo que el paralelo.')
  expect(judged('1050', ['official', 'exchange'])).toBe('✗ No te conviene: es 3,75 % más caro que el USDT.')
  expect(judged('1050', ['official'])).toBe('✗ No te conviene: es 31,50 % más caro que la tasa oficial.')
})

it('an offer says that prices are simulated or stand still', () => {
  const quote = { ...parallel, simulated: true, stale: true }
  const lines = card({ side: 'sold', price: '980' }, { benchmarks: [{ kind: 'parallel', quote }] })
  expect(lines.at(-1)).toBe('Precio simulado')
  expect(lines.join('\n')).toContain('⚠ detenida')
})
