import { formatDecimal } from '../domain/decimal.ts'
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type CardLayout,
  type CardProduct,
  type CardRate,
  type CardView,
  layoutOf,
  type Shape,
  type Theme,
} from './card.ts'
import { carryForward } from './chart.ts'
import {
  type Box,
  clipText,
  createAxes,
  drawBadge,
  drawChange,
  drawDot,
  type Ink,
  inkOf,
  type Pen,
  paint,
  strokeLine,
  type TextStyle,
  toDrawableText,
  valueRangeOf,
  widthOf,
  writeText,
} from './pen.ts'
import { drawEnd, drawLine, drawTicks, fillBetween } from './plot.ts'
import { dayNumber, valueTicks } from './ticks.ts'

/** Draws today's card as PNG. */
export const drawCard = (view: CardView): Promise<Buffer> =>
  paint(CARD_HEIGHT[view.shape], (pen) => drawOn(pen, view))

function drawOn(pen: Pen, view: CardView): void {
  const ink = CARD_INK[view.theme]
  const layout = layoutOf(view)
  drawPaper(pen, view.shape, ink)
  drawHeader(pen, layout.header, view, ink)
  for (const [index, rate] of view.rates.entries()) {
    const box = layout.rates[index]
    if (box) drawRate(pen, box, rate, ink.rates[index] ?? ink.text, ink)
  }
  drawMonthPanel(pen, layout.month, view, ink)
  drawProducts(pen, layout, view, ink)
  drawFoot(pen, layout.foot, view, ink)
}

/** The colours of the flag. */
const FLAG = ['#f7c600', '#0b3b8c', '#cf142b'] as const
const FLAG_HEIGHT = 14

function drawPaper(pen: Pen, shape: Shape, { paper }: CardInk): void {
  const height = CARD_HEIGHT[shape]
  pen.fillStyle = paper
  pen.fillRect(0, 0, CARD_WIDTH, height)
  for (const [index, colour] of FLAG.entries()) {
    pen.fillStyle = colour
    pen.fillRect((index * CARD_WIDTH) / FLAG.length, 0, CARD_WIDTH / FLAG.length, FLAG_HEIGHT)
  }
}

function drawHeader(pen: Pen, { left, right, top }: Box, view: CardView, ink: CardInk): void {
  const heading = { size: view.shape === 'tall' ? 76 : 58, colour: ink.text, weight: 700 } as const
  const line = { size: view.shape === 'tall' ? 38 : 32, colour: ink.quiet } as const
  const headingY = top + heading.size * 0.6
  const place = { left, right, y: headingY, sizeMin: 40 }
  writeFitted(pen, toDrawableText(view.heading), place, { ...heading, spacing: -0.02 })
  const y = headingY + line.size * 1.65
  const badgeWidth = view.badge === undefined ? 0 : drawBadge(pen, { x: right, y }, view.badge, ink)
  const text = `${view.day} · ${view.hour}`
  writeText(pen, clipText(pen, text, line, right - left - badgeWidth), { x: left, y }, line)
}

/** A line of text from left to right, on a base line; `sizeMin` is its smallest size. */
interface Line {
  readonly left: number
  readonly right: number
  readonly y: number
  readonly sizeMin: number
}

/** Writes a text in a line, smaller where it is too long, and cut where it would be too small. */
function writeFitted(pen: Pen, text: string, { left, right, y, sizeMin }: Line, style: TextStyle): void {
  const widthMax = right - left
  const width = widthOf(pen, text, style.size, style.weight)
  const fitted = { ...style, size: Math.max(sizeMin, fitSize(style.size, width, widthMax)) }
  const x = style.align === 'center' ? (left + right) / 2 : left
  writeText(pen, clipText(pen, text, fitted, widthMax), { x, y }, fitted)
}

/** The largest size, from `size` down, at which a text of this width in `size` fits another width. */
const fitSize = (size: number, width: number, widthMax: number): number =>
  width <= widthMax ? size : Math.floor((size * widthMax) / width)

/** Sizes in the panel of a rate, which is as wide as the card or shares its row with others. */
const RATE_SIZES = {
  wide: { inset: 44, title: 40, titleY: 70, price: 176, line: 36, lineY: 36 },
  narrow: { inset: 28, title: 30, titleY: 56, price: 84, line: 27, lineY: 26 },
} as const

/** Of the free height between the lines above and below, that a price takes. */
const PRICE_SHARE = 0.8

/** Draws the panel of a rate: its name, its price, and below how it changed or from when another one holds. */
function drawRate(pen: Pen, box: Box, rate: CardRate, colour: string, ink: CardInk): void {
  drawPanel(pen, box, ink)
  const isWide = box.right - box.left > CARD_WIDTH / 2
  const sizes = RATE_SIZES[isWide ? 'wide' : 'narrow']
  const [left, right] = [box.left + sizes.inset, box.right - sizes.inset]
  const titleY = box.top + sizes.titleY
  const note = toDrawableText((isWide ? rate.note : rate.shortNote) ?? '')
  const beside = isWide ? rate.change : undefined
  const below = isWide || note !== '' ? undefined : rate.change

  const corner = { x: right, y: titleY }
  const taken = beside ? drawChange(pen, corner, beside, { size: 36, ink, align: 'right' }) + 20 : 0
  const title = { size: sizes.title, colour: ink.quiet, weight: 600 } as const
  const radius = title.size * 0.26
  drawDot(pen, { x: left + radius, y: titleY - title.size * 0.36 }, colour, ink.panel, radius)
  const x = left + title.size * 0.95
  const shown = clipText(pen, toDrawableText(rate.title), title, right - taken - x)
  writeText(pen, shown, { x, y: titleY }, title)

  const hasLine = note !== '' || below !== undefined
  const free = box.bottom - titleY - (hasLine ? sizes.lineY + sizes.line * 0.8 : 0)
  const sizeMax = Math.min(sizes.price, free * PRICE_SHARE)
  writeBolivares(pen, rate.price, { left, right, middle: titleY + free / 2, sizeMax }, ink)

  const y = box.bottom - sizes.lineY
  if (below) drawChange(pen, { x: left, y }, below, { size: sizes.line, ink, align: 'left' })
  else writeFitted(pen, note, { left, right, y, sizeMin: 20 }, { size: sizes.line, colour, weight: 600 })
}

interface BolivaresPlace {
  readonly left: number
  readonly right: number
  readonly middle: number
  readonly sizeMax: number
}

/** Writes an amount of bolivares as large as it fits, `Bs.` half as large as the figure. */
function writeBolivares(
  pen: Pen,
  figure: string,
  { left, right, middle, sizeMax }: BolivaresPlace,
  { text: colour, quiet }: CardInk,
): void {
  const gap = 0.14
  const sign = 0.46
  const width = widthOf(pen, 'Bs.', sizeMax * sign, 600) + sizeMax * gap + widthOf(pen, figure, sizeMax, 700)
  const size = fitSize(sizeMax, width, right - left)
  const y = middle + size * 0.36
  const signStyle = { size: Math.round(size * sign), colour: quiet, weight: 600 } as const
  const x = left + widthOf(pen, 'Bs.', signStyle.size, 600) + size * gap
  writeText(pen, 'Bs.', { x: left, y }, signStyle)
  writeText(pen, figure, { x, y }, { size, colour, weight: 700, spacing: -0.025 })
}

function drawMonthPanel(pen: Pen, box: Box, view: CardView, ink: CardInk): void {
  drawPanel(pen, box, ink)
  const isTall = view.shape === 'tall'
  const inset = isTall ? 44 : 36
  const [left, right] = [box.left + inset, box.right - inset]
  const y = box.top + (isTall ? 76 : 58)
  const title = { size: isTall ? 30 : 26, colour: ink.quiet } as const
  if (view.gap === undefined) writeText(pen, view.monthTitle, { x: left, y }, { ...title, weight: 600 })
  else {
    writeText(pen, view.gap, { x: left, y }, { size: isTall ? 44 : 36, colour: ink.text, weight: 700 })
    writeText(pen, view.monthTitle, { x: right, y }, { ...title, align: 'right' })
  }
  drawMonth(pen, { left, right, top: y + 18, bottom: box.bottom - 14 }, view, ink)
}

function drawProducts(
  pen: Pen,
  { products: list }: CardLayout,
  { products, productsTitle, shape }: CardView,
  ink: CardInk,
): void {
  if (!list) return
  drawPanel(pen, list.panel, ink)
  const { left, top } = list.panel
  const title = { size: 36, colour: ink.quiet, weight: 600 } as const
  if (shape === 'tall') writeText(pen, productsTitle, { x: left + 44, y: top + 64 }, title)
  const { sum } = PRODUCT_SIZES[shape]
  const sumWidth = Math.max(...products.map(({ bolivares }) => widthOf(pen, bolivares, sum, 700)))
  for (const [index, box] of list.boxes.entries()) {
    const product = products[index]
    if (product) drawProduct(pen, box, product, { shape, sumWidth, ink })
  }
}

/** Sizes of a product: on one line, or with its dollars below its name where there are two columns. */
const PRODUCT_SIZES = {
  tall: { inset: 44, name: 34, dollars: 32, sum: 36 },
  square: { inset: 30, name: 27, dollars: 22, sum: 30 },
} as const

/** Draws a product; `sumWidth` is the width of the widest sum, so that the dollars stand below each other. */
function drawProduct(
  pen: Pen,
  { left, right, top, bottom }: Box,
  product: CardProduct,
  { shape, sumWidth, ink }: { readonly shape: Shape; readonly sumWidth: number; readonly ink: CardInk },
): void {
  const sizes = PRODUCT_SIZES[shape]
  const [start, end, middle] = [left + sizes.inset, right - sizes.inset, (top + bottom) / 2]
  const sum = { size: sizes.sum, colour: ink.text, weight: 700, align: 'right' } as const
  strokeLine(pen, { x: start, y: top }, { x: end, y: top }, { colour: ink.grid, width: 2 })
  writeText(pen, product.bolivares, { x: end, y: middle + sum.size * 0.36 }, sum)
  const name = { size: sizes.name, colour: ink.text } as const
  const dollars = { size: sizes.dollars, colour: ink.quiet } as const
  const writeName = (y: number, nameEnd: number): void => {
    const text = clipText(pen, toDrawableText(product.name), name, nameEnd - 20 - start)
    writeText(pen, text, { x: start, y }, name)
  }
  if (shape === 'tall') {
    const [x, y] = [end - sumWidth - 36, middle + name.size * 0.36]
    writeName(y, x - widthOf(pen, product.price, dollars.size))
    writeText(pen, product.price, { x, y }, { ...dollars, align: 'right' })
  } else {
    writeName(middle - 3, end - widthOf(pen, product.bolivares, sum.size, 700))
    writeText(pen, product.price, { x: start, y: middle + 24 }, dollars)
  }
}

function drawFoot(pen: Pen, { left, right, bottom }: Box, { shape, foot }: CardView, ink: CardInk): void {
  const line = { left, right, y: bottom - 22, sizeMin: 20 }
  const style = { size: shape === 'tall' ? 28 : 24, colour: ink.quiet, align: 'center' } as const
  writeFitted(pen, toDrawableText(foot), line, style)
}

/** The colours of a card: those of charts, with panels on the paper. */
interface CardInk extends Ink {
  readonly panel: string
  readonly edge: string
  /** Of the rates, the official one first; distinct for every kind of colour vision, and dark enough to be read. */
  readonly rates: readonly string[]
}

const CARD_INK: Readonly<Record<Theme, CardInk>> = {
  light: {
    ...inkOf(false),
    paper: '#edf1f8',
    panel: '#ffffff',
    edge: '#dfe5ee',
    rates: ['#0050a0', '#c94f00', '#00805e', '#7b1e5b'],
  },
  dark: {
    ...inkOf(true),
    paper: '#0b111d',
    panel: '#172134',
    edge: '#243149',
    rates: ['#6db3ff', '#ffa05c', '#4fd6ae', '#f4b6ff'],
  },
}

const RADIUS = 32

/** Draws the rounded ground of a part of the card. */
function drawPanel(pen: Pen, { left, right, top, bottom }: Box, { panel, edge }: CardInk): void {
  pen.fillStyle = panel
  pen.strokeStyle = edge
  pen.lineWidth = 2
  pen.beginPath()
  pen.roundRect(left, top, right - left, bottom - top, RADIUS)
  pen.fill()
  pen.stroke()
}

const TICK_HEIGHT = 120
/** Space that the days below the lines take, where there is enough for both. */
const DAYS_HEIGHT = 46
const WITH_DAYS_MIN = 150
const LABEL = 26

/** Draws the months of the rates that have one: the official one in steps, as it holds for whole days. */
function drawMonth(pen: Pen, { left, right, top, bottom }: Box, view: CardView, ink: CardInk): void {
  const days = { from: dayNumber(view.from), to: dayNumber(view.to) }
  const lines = view.rates
    .map(({ month }, index) => ({
      values: carryForward({ label: '', points: month }, days),
      isStepped: index === 0,
      colour: ink.rates[index] ?? ink.text,
    }))
    .filter(({ values }) => values.length > 1)
  if (lines.length === 0) return
  const range = valueRangeOf(lines.map(({ values }) => values))
  const hasDays = bottom - top >= WITH_DAYS_MIN
  const ground = hasDays ? bottom - DAYS_HEIGHT : bottom
  const height = ground - top
  const format = (value: number, places: number): string => formatDecimal(String(value), places, view.numbers)
  const ticks = height < 2 * TICK_HEIGHT ? [] : valueTicks(range, height / TICK_HEIGHT, format)
  const labelWidth = Math.max(0, ...ticks.map(({ label }) => widthOf(pen, label, LABEL) + 18))
  const box = { left: left + labelWidth, right: right - 14, top, bottom: ground }
  const axes = createAxes(box, days, range)
  drawTicks(pen, axes, ticks, { size: LABEL, gap: 14 }, ink)
  const [first, second] = lines
  if (first && second) fillBetween(pen, axes, [first, second], second.colour)
  for (const line of lines.toReversed()) drawLine(pen, axes, line, 6)
  for (const line of lines) drawEnd(pen, axes, line, ink.panel, 9)
  if (!hasDays) return
  const [y, style] = [ground + 16, { size: LABEL, colour: ink.quiet, baseline: 'top' } as const]
  writeText(pen, view.ends[0], { x: box.left, y }, style)
  writeText(pen, view.ends[1], { x: right, y }, { ...style, align: 'right' })
}
