import type { Day } from '../domain/caracas.ts'
import type { NumberStyle } from '../domain/decimal.ts'
import type { Point } from './chart.ts'
import type { WrittenChange } from './page.ts'

/** The formats of a card: of a status, and of a post. */
export const SHAPES = ['tall', 'square'] as const
export type Shape = (typeof SHAPES)[number]
export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

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
