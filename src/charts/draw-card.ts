import { formatDecimal } from '../domain/decimal.ts'
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type CardLayout,
  type CardProduct,
  type CardRate,
  type CardView,
  layoutOf,
  productBoxes,
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
  type Position,
  paint,
  strokeLine,
  type TextStyle,
  toDrawableText,
  type ValueRange,
  valueRangeOf,
  widthOf,
  writeText,
} from './pen.ts'
import { drawEnd, drawLine, drawTicks, fillBetween, type ValueTick } from './plot.ts'
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
    if (box) drawRate(pen, box, rate, { ink, colour: ink.rates[index] ?? ink.text })
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
  const heading = toDrawableText(view.heading)
  const style = { size: view.shape === 'tall' ? 76 : 58, colour: ink.text, weight: 700 } as const
  const size = Math.max(40, fitSize(pen, heading, style, right - left))
  pen.letterSpacing = `${-size * 0.02}px`
  const title = clipText(pen, heading, { ...style, size }, right - left)
  writeText(pen, title, { x: left, y: top + style.size * 0.6 }, { ...style, size })
  pen.letterSpacing = '0px'
  const line = { size: view.shape === 'tall' ? 38 : 32, colour: ink.quiet } as const
  const y = top + style.size * 0.6 + line.size * 1.65
  const badgeWidth = view.badge === undefined ? 0 : drawBadge(pen, { x: right, y }, view.badge, ink)
  const text = `${view.day} · ${view.hour}`
  writeText(pen, clipText(pen, text, line, right - left - badgeWidth), { x: left, y }, line)
}

/** The colours of a card, and that of the rate. */
interface RateInk {
  readonly ink: CardInk
  readonly colour: string
}

/** Sizes in the panel of a rate, which is as wide as the card or shares its row with others. */
const RATE_SIZES = {
  wide: { inset: 44, title: 40, titleY: 70, price: 176, line: 36, lineY: 36 },
  narrow: { inset: 28, title: 30, titleY: 56, price: 84, line: 27, lineY: 26 },
} as const

/** Of the free height between the lines above and below, that a price takes. */
const PRICE_SHARE = 0.8

/** Draws the panel of a rate: its name, its price, and below how it changed or from when another one holds. */
function drawRate(pen: Pen, box: Box, rate: CardRate, { ink, colour }: RateInk): void {
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
  drawTitle(pen, { left, right: right - taken, y: titleY }, rate.title, {
    size: sizes.title,
    ink,
    colour,
  })
  const hasLine = note !== '' || below !== undefined
  const free = box.bottom - titleY - (hasLine ? sizes.lineY + sizes.line * 0.8 : 0)
  const largest = Math.min(sizes.price, free * PRICE_SHARE)
  const size = fitBolivares(pen, rate.price, largest, right - left)
  const price = { x: left, y: titleY + free / 2 + size * 0.36 }
  writeBolivares(pen, rate.price, price, size, ink)

  const y = box.bottom - sizes.lineY
  if (below) drawChange(pen, { x: left, y }, below, { size: sizes.line, ink, align: 'left' })
  else drawNote(pen, { left, right, y }, note, { size: sizes.line, colour })
}

/** A line of text from left to right, on a base line. */
interface Line {
  readonly left: number
  readonly right: number
  readonly y: number
}

function drawTitle(
  pen: Pen,
  { left, right, y }: Line,
  title: string,
  { size, ink, colour }: { readonly size: number; readonly ink: CardInk; readonly colour: string },
): void {
  const style = { size, colour: ink.quiet, weight: 600 } as const
  drawDot(pen, { x: left + size * 0.26, y: y - size * 0.36 }, colour, ink.panel, size * 0.26)
  const x = left + size * 0.95
  writeText(pen, clipText(pen, toDrawableText(title), style, right - x), { x, y }, style)
}

function drawNote(
  pen: Pen,
  { left, right, y }: Line,
  note: string,
  { size, colour }: { readonly size: number; readonly colour: string },
): void {
  const fitting = Math.max(20, fitSize(pen, note, { size, colour, weight: 600 }, right - left))
  const style = { size: fitting, colour, weight: 600 } as const
  writeText(pen, clipText(pen, note, style, right - left), { x: left, y }, style)
}

function drawMonthPanel(pen: Pen, box: Box, view: CardView, ink: CardInk): void {
  drawPanel(pen, box, ink)
  const isTall = view.shape === 'tall'
  const inset = isTall ? 44 : 36
  const [left, right] = [box.left + inset, box.right - inset]
  const strong = { size: isTall ? 44 : 36, colour: ink.text, weight: 700 } as const
  const y = box.top + (isTall ? 76 : 58)
  const title = { size: isTall ? 30 : 26, colour: ink.quiet } as const
  const gap = view.gap ?? ''
  const [heading, style] = gap === '' ? [view.monthTitle, { ...title, weight: 600 as const }] : [gap, strong]
  writeText(pen, heading, { x: left, y }, style)
  if (gap !== '') writeText(pen, view.monthTitle, { x: right, y }, { ...title, align: 'right' })
  drawMonth(pen, { left, right, top: y + 18, bottom: box.bottom - 14 }, view, ink)
}

function drawProducts(
  pen: Pen,
  layout: CardLayout,
  { products, productsTitle, shape }: CardView,
  ink: CardInk,
): void {
  const { products: list } = layout
  if (!list) return
  drawPanel(pen, list, ink)
  const title = { size: 36, colour: ink.quiet, weight: 600 } as const
  if (shape === 'tall') writeText(pen, productsTitle, { x: list.left + 44, y: list.top + 64 }, title)
  const sumWidth = Math.max(...products.map(({ bolivares }) => widthOf(pen, bolivares, SUM_SIZE[shape], 700)))
  const boxes = productBoxes(layout, products.length, shape)
  for (const [index, product] of products.entries()) {
    const box = boxes[index]
    if (box) drawProduct(pen, box, product, { shape, sumWidth, ink })
  }
}

const SUM_SIZE: Readonly<Record<Shape, number>> = { tall: 36, square: 30 }

interface ProductStyle {
  readonly shape: Shape
  /** The width of the widest sum in bolivares, so that those in dollars stand below each other. */
  readonly sumWidth: number
  readonly ink: CardInk
}

/** A product on one line, or with its dollars below its name where there are two columns. */
function drawProduct(
  pen: Pen,
  { left, right, top, bottom }: Box,
  product: CardProduct,
  { shape, sumWidth, ink }: ProductStyle,
): void {
  const isTall = shape === 'tall'
  const inset = isTall ? 44 : 30
  const [start, end, middle] = [left + inset, right - inset, (top + bottom) / 2]
  const sum = { size: SUM_SIZE[shape], colour: ink.text, weight: 700, align: 'right' } as const
  strokeLine(pen, { x: start, y: top }, { x: end, y: top }, { colour: ink.grid, width: 2 })
  writeText(pen, product.bolivares, { x: end, y: middle + sum.size * 0.36 }, sum)
  const name = { size: isTall ? 34 : 27, colour: ink.text } as const
  const dollars = { size: isTall ? 32 : 22, colour: ink.quiet } as const
  const dollarsEnd = end - sumWidth - 36
  const nameEnd = isTall
    ? dollarsEnd - widthOf(pen, product.price, dollars.size)
    : end - widthOf(pen, product.bolivares, sum.size, 700)
  const nameY = isTall ? middle + name.size * 0.36 : middle - 3
  const text = clipText(pen, toDrawableText(product.name), name, nameEnd - 20 - start)
  writeText(pen, text, { x: start, y: nameY }, name)
  if (isTall) writeText(pen, product.price, { x: dollarsEnd, y: nameY }, { ...dollars, align: 'right' })
  else writeText(pen, product.price, { x: start, y: middle + 24 }, dollars)
}

const FOOT_SIZE_MIN = 20

function drawFoot(pen: Pen, { left, right, bottom }: Box, view: CardView, ink: CardInk): void {
  const foot = toDrawableText(view.foot)
  const style = { size: view.shape === 'tall' ? 28 : 24, colour: ink.quiet } as const
  const size = Math.max(FOOT_SIZE_MIN, fitSize(pen, foot, style, right - left))
  const text = clipText(pen, foot, { ...style, size }, right - left)
  writeText(pen, text, { x: CARD_WIDTH / 2, y: bottom - 22 }, { ...style, size, align: 'center' })
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

/** The largest size at which a text fits a width, from `size` down. */
function fitSize(pen: Pen, text: string, { size, weight }: TextStyle, widthMax: number): number {
  const width = widthOf(pen, text, size, weight)
  return width <= widthMax ? size : Math.floor((size * widthMax) / width)
}

/** Writes an amount of bolivares, `Bs.` half as large as the figure. */
function writeBolivares(
  pen: Pen,
  figure: string,
  at: Position,
  size: number,
  { text: colour, quiet }: CardInk,
): void {
  const sign = { size: Math.round(size * 0.46), colour: quiet, weight: 600 } as const
  const left = widthOf(pen, 'Bs.', sign.size, 600) + size * 0.14
  writeText(pen, 'Bs.', at, sign)
  pen.letterSpacing = `${-size * 0.025}px`
  writeText(pen, figure, { x: at.x + left, y: at.y }, { size, colour, weight: 700 })
  pen.letterSpacing = '0px'
}

/** The size at which an amount of bolivares fits a width. */
function fitBolivares(pen: Pen, figure: string, size: number, widthMax: number): number {
  const width = widthOf(pen, 'Bs.', size * 0.46, 600) + size * 0.14 + widthOf(pen, figure, size, 700)
  return width <= widthMax ? size : Math.floor((size * widthMax) / width)
}

/** The rates whose month is drawn: the official one and the parallel one. */
const LINES_MAX = 2
const TICK_HEIGHT = 120
/** Space that the days below the lines take, where there is enough for both. */
const DAYS_HEIGHT = 46
const WITH_DAYS_MIN = 150
const LABEL = 26

/** Draws the month of the first rates: the official one in steps, as it holds for whole days. */
function drawMonth(pen: Pen, { left, right, top, bottom }: Box, view: CardView, ink: CardInk): void {
  const days = { from: dayNumber(view.from), to: dayNumber(view.to) }
  const lines = view.rates
    .slice(0, LINES_MAX)
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
  const ticks = ticksOf(range, ground - top, view)
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

/** Values beside the lines, where these are high enough for any. */
function ticksOf(range: ValueRange, height: number, { numbers }: CardView): ValueTick[] {
  if (height < 2 * TICK_HEIGHT) return []
  const { values, places } = valueTicks(range, height / TICK_HEIGHT)
  return values.map((value) => ({ value, label: formatDecimal(String(value), places, numbers) }))
}
