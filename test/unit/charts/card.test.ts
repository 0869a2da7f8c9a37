import { expect, test } from 'vitest'
import { CARD_HEIGHT, CARD_WIDTH, layoutOf, SHAPES } from '../../../src/charts/card.ts'
import type { Box } from '../../../src/charts/pen.ts'
import { card, products } from './card-views.ts'

const isApart = (a: Box, b: Box): boolean =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top

const CASES = SHAPES.flatMap((shape) =>
  [0, 1, 6, 7, 12].flatMap((count) => [1, 2, 3].map((rates) => ({ shape, count, rates }))),
)

test.each(CASES)('a $shape card with $rates rates and $count products overlaps nowhere', (one) => {
  const { shape, count, rates } = one
  const layout = layoutOf(card({ shape, products: products(count), rates: card().rates.slice(0, rates) }))
  const { header, month, foot, products: { panel, boxes = [] } = {} } = layout
  const parts = [header, ...layout.rates, month, foot, panel ?? []].flat()
  expect(layout.rates).toHaveLength(rates)
  for (const [index, part] of parts.entries()) {
    const room = [part.left, part.top, CARD_WIDTH - part.right, CARD_HEIGHT[shape] - part.bottom]
    expect(Math.min(...room)).toBeGreaterThanOrEqual(0)
    for (const other of parts.slice(index + 1)) expect(isApart(part, other)).toBe(true)
  }
  expect(month.bottom - month.top).toBeGreaterThanOrEqual(150)
  expect(boxes).toHaveLength(count)
  for (const box of boxes) expect(box.bottom).toBeLessThanOrEqual(panel?.bottom ?? 0)
})
