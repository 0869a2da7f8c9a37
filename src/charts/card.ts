import type { Day } from '../domain/caracas.ts'
import type { NumberStyle } from '../domain/decimal.ts'
import type { Point } from './chart.ts'
import type { Box, WrittenChange } from './pen.ts'

/** The formats of a card: of a status, and of a post. */
export const SHAPES = ['tall', 'square'] as const
export type Shape = (typeof SHAPES)[number]
export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const CARD_WIDTH = 1080
export const CARD_HEIGHT: Readonly<Record<Shape, number>> = { tall: 1920, square: 1080 }

/** One rate on a card. `price` is the figure in bolivares alone; `month` are its prices, oldest first; none if it has no line. */
export interface CardRate {
  readonly title: string
  readonly price: string
  readonly change?: WrittenChange
  /** From when another price holds, or until when this one does. */
  readonly note?: string
  /** The same where its panel is narrow. */
  readonly shortNote?: string
  readonly month: readonly Point[]
}

/** A product with its price in dollars and in bolivares, as they are shown. */
export interface CardProduct {
  readonly name: string
  readonly price: string
  readonly bolivares: string
}

/** Everything that today's card shows, as plain text. The first rate is the official one. */
export interface CardView {
  readonly kind: 'card'
  readonly shape: Shape
  readonly theme: Theme
  readonly heading: string
  readonly day: string
  readonly hour: string
  readonly badge?: string
  readonly rates: readonly CardRate[]
  readonly gap?: string
  /** Title of the month's lines, and the labels at their ends. */
  readonly monthTitle: string
  readonly from: Day
  readonly to: Day
  readonly ends: readonly [from: string, to: string]
  readonly productsTitle: string
  readonly products: readonly CardProduct[]
  readonly foot: string
  readonly numbers: NumberStyle
}

/** Where the parts of a card stand, in pixels. The first box of `rates` is the official rate's. */
export interface CardLayout {
  readonly header: Box
  readonly rates: readonly Box[]
  readonly month: Box
  /** The panel of the products, and each product within it, column by column. */
  readonly products: { readonly panel: Box; readonly boxes: readonly Box[] } | undefined
  readonly foot: Box
}

/** Sizes of a format, in pixels. `hero` and `pair` are the heights of the rates, first those of a card without products. */
const MEASURES = {
  tall: { margin: 64, gap: 26, top: 110, header: 176, foot: 70, hero: [430, 290], pair: [270, 190] },
  square: { margin: 48, gap: 20, top: 52, header: 124, foot: 50, hero: [300, 200], pair: [190, 200] },
} as const
/** Sizes of the list of products; `row` is the height of a product in a short list and in a long one. */
const LIST = {
  tall: { columns: 1, row: [76, 54], aboveRows: 88 },
  square: { columns: 2, row: [66, 62], aboveRows: 18 },
} as const
const BELOW_ROWS = 18
const FEW = 6

/** Divides a card between its parts; the lines of the month take what is left. */
export function layoutOf({ shape, rates: shown, products: sold }: CardView): CardLayout {
  const { margin, gap, ...sizes } = MEASURES[shape]
  const header = bandOf(shape, sizes.top, sizes.header)
  const rates = rateBoxesOf(shape, shown.length, sold.length > 0, header.bottom)
  const foot = bandOf(shape, CARD_HEIGHT[shape] - margin / 2 - sizes.foot, sizes.foot)
  const products = listOf(shape, sold.length, foot.top - gap)
  const monthTop = Math.max(...rates.map(({ bottom }) => bottom)) + gap
  const month = bandOf(shape, monthTop, (products?.panel ?? foot).top - gap - monthTop)
  return { header, rates, month, products, foot }
}

/** A part from margin to margin. */
function bandOf(shape: Shape, top: number, height: number): Box {
  const { margin } = MEASURES[shape]
  return { left: margin, right: CARD_WIDTH - margin, top, bottom: top + height }
}

/** Places so many products above `bottom`. */
function listOf(shape: Shape, count: number, bottom: number): CardLayout['products'] {
  if (count === 0) return undefined
  const { columns, row, aboveRows } = LIST[shape]
  const rowHeight = row[count > FEW ? 1 : 0]
  const rows = Math.ceil(count / columns)
  const height = aboveRows + rows * rowHeight + BELOW_ROWS
  const panel = bandOf(shape, bottom - height, height)
  const boxes = besideEachOther(panel, columns, 0).flatMap((column) =>
    Array.from({ length: rows }, (_, index) => {
      const top = panel.top + aboveRows + index * rowHeight
      return { ...column, top, bottom: top + rowHeight }
    }),
  )
  return { panel, boxes: boxes.slice(0, count) }
}

/** The official rate above the others; beside them where a square card has products too. */
function rateBoxesOf(shape: Shape, count: number, hasProducts: boolean, top: number): Box[] {
  const { gap, hero, pair } = MEASURES[shape]
  const first = bandOf(shape, top, hero[hasProducts ? 1 : 0])
  if (shape === 'square' && hasProducts) return besideEachOther(first, count, gap)
  const below = bandOf(shape, first.bottom + gap, pair[hasProducts ? 1 : 0])
  return [first, ...besideEachOther(below, count - 1, gap)]
}

function besideEachOther({ left, right, top, bottom }: Box, count: number, gap: number): Box[] {
  const width = (right - left - gap * (count - 1)) / Math.max(1, count)
  return Array.from({ length: count }, (_, index) => {
    const from = left + index * (width + gap)
    return { left: from, right: from + width, top, bottom }
  })
}
