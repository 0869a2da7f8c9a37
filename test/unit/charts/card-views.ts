import type { CardView } from '../../../src/charts/card.ts'
import { rising } from './samples.ts'

/** A card of three rates with a month behind them. */
export const card = (over: Partial<CardView> = {}): CardView => ({
  kind: 'card',
  shape: 'tall',
  theme: 'light',
  heading: 'El dólar hoy',
  day: 'Domingo 22 de noviembre',
  hour: '1:15 p. m.',
  rates: [
    { title: 'Dólar BCV', price: '800,36', note: 'Hasta el lunes 23', month: rising('2026-10-23', 31) },
    {
      title: 'Paralelo',
      price: '1.009,45',
      change: { text: '+0,60\u00a0%', direction: 'up' },
      month: rising('2026-10-23', 31, 120),
    },
    { title: 'USDT', price: '1.015,20', month: [] },
  ],
  gap: 'Brecha 26,12\u00a0%',
  monthTitle: 'Últimos 30 días',
  from: '2026-10-23',
  to: '2026-11-22',
  ends: ['23 oct', '22 nov'],
  productsTitle: 'Precios a tasa BCV',
  products: [],
  foot: 'Fuente: BCV',
  numbers: 'es-VE',
  ...over,
})
/** So many products with prices. */
export const products = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Pan ${index}`,
    price: '$1,20',
    bolivares: 'Bs. 960,43',
  }))
