import { expect, test } from 'vitest'
import { CARD_HEIGHT, CARD_WIDTH, SHAPES, THEMES } from '../../../src/charts/card.ts'
import { drawCard } from '../../../src/charts/draw-card.ts'
import { card, products } from '../../unit/charts/card-views.ts'

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
