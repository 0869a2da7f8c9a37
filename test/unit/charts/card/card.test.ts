import { describe, expect, it, test } from 'vitest'
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type CardView,
  cardKey,
  layoutOf,
  productBoxes,
  SHAPES,
  THEMES,
} from '../../../../src/charts/card/card.ts'
import { drawCard } from '../../../../src/charts/card/draw.ts'
import type { Box } from '../../../../src/charts/pen.ts'
import { rising } from '../samples.ts'

const card = (over: Partial<CardView> = {}): CardView => ({
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
      change: { text: '+0,60 %', direction: 'up' },
      month: rising('2026-10-23', 31, 120),
    },
    { title: 'USDT', price: '1.015,20', month: [] },
  ],
  gap: 'Brecha 26,12 %',
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
const products = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Pan ${index}`,
    price: '$1,20',
    bolivares: 'Bs. 960,43',
  }))

const isWithin = (box: Box, shape: CardView['shape']): boolean =>
  box.left >= 0 && box.right <= CARD_WIDTH && box.top >= 0 && box.bottom <= CARD_HEIGHT[shape]
const isApart = (a: Box, b: Box): boolean =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top

describe('the layout of a card', () => {
  const cases = SHAPES.flatMap((shape) =>
    [0, 1, 6, 7, 12].flatMap((count) => [1, 2, 3].map((rates) => ({ shape, count, rates }))),
  )
  it.each(cases)(
    '$shape with $rates rates and $count products overlaps nowhere',
    ({ shape, count, rates }) => {
      const view = card({ shape, products: products(count), rates: card().rates.slice(0, rates) })
      const layout = layoutOf(view)
      const parts = [
        layout.header,
        ...layout.rates,
        layout.month,
        layout.foot,
        ...(layout.products ? [layout.products] : []),
      ]
      expect(layout.rates).toHaveLength(rates)
      for (const [index, part] of parts.entries()) {
        expect(isWithin(part, shape)).toBe(true)
        for (const other of parts.slice(index + 1)) expect(isApart(part, other)).toBe(true)
      }
      expect(layout.month.bottom - layout.month.top).toBeGreaterThanOrEqual(150)
      const boxes = productBoxes(layout, count, shape)
      expect(boxes).toHaveLength(count)
      for (const box of boxes) expect(box.bottom).toBeLessThanOrEqual(layout.products?.bottom ?? 0)
    },
  )

  it('gives the official rate the whole width, and a third of a square card with products', () => {
    expect(layoutOf(card()).rates[0]).toEqual({ left: 64, right: 1016, top: 286, bottom: 716 })
    const [first] = layoutOf(card({ shape: 'square', products: products(3) })).rates
    expect(first && Math.round(first.right - first.left)).toBe(315)
  })
})

test.each(SHAPES.flatMap((shape) => THEMES.map((theme) => ({ shape, theme }))))(
  'a $shape $theme card is a PNG of its size',
  async ({ shape, theme }) => {
    const png = await drawCard(card({ shape, theme, products: products(12), badge: 'SIMULADO' }))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([CARD_WIDTH, CARD_HEIGHT[shape]])
  },
)

test('the same card is drawn the same, and without history it is drawn too', async () => {
  const bare = card({
    rates: card()
      .rates.slice(0, 1)
      .map((rate) => ({ ...rate, month: [] })),
  })
  expect((await drawCard(bare)).equals(await drawCard(bare))).toBe(true)
})

test('cards that show the same have the same key, and any other text has another', () => {
  expect(cardKey(card())).toBe(cardKey(card()))
  expect(cardKey(card({ hour: '1:16 p. m.' }))).not.toBe(cardKey(card()))
  expect(cardKey(card({ theme: 'dark' }))).not.toBe(cardKey(card()))
})
