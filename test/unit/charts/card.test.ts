import { describe, expect, it } from 'vitest'
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type CardView,
  layoutOf,
  productBoxes,
  SHAPES,
} from '../../../src/charts/card.ts'
import type { Box } from '../../../src/charts/pen.ts'
import { card, products } from './card-views.ts'

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
