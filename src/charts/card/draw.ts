import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { type Box, clipText, type Pen, strokeLine, toDrawableText, widthOf, writeText } from '../pen.ts'
import { encodePng } from '../png.ts'
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
} from './card.ts'
import { CARD_INK, type CardInk, drawArrow, drawPanel, fitBolivares, fitSize, writeBolivares } from './ink.ts'
import { drawMonth } from './month.ts'

/** Canvases are reused, as the garbage collector does not count the megabytes that each holds outside of the heap. */
const canvases: Readonly<Record<Shape, Canvas[]>> = { tall: [], square: [] }
const SPARE_MAX = 2

/** Draws today's card as PNG, encoded off the event loop. */
export async function drawCard(view: CardView): Promise<Buffer> {
  const { shape } = view
  const [width, height] = [CARD_WIDTH, CARD_HEIGHT[shape]]
  const canvas = canvases[shape].pop() ?? createCanvas(width, height)
  drawOn(canvas.getContext('2d'), view)
  const png = encodePng({ width, height, rgba: canvas.data() })
  if (canvases[shape].length < SPARE_MAX) canvases[shape].push(canvas)
  return png
}

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
  writeText(
    pen,
    clipText(pen, heading, { ...style, size }, right - left),
    { x: left, y: top + style.size * 0.6 },
    { ...style, size },
  )
  pen.letterSpacing = '0px'
  const line = { size: view.shape === 'tall' ? 38 : 32, colour: ink.quiet } as const
  const y = top + style.size * 0.6 + line.size * 1.65
  const badgeWidth = view.badge === undefined ? 0 : drawBadge(pen, { right, y }, view.badge, ink)
  const text = `${view.day} · ${view.hour}`
  writeText(pen, clipText(pen, text, line, right - left - badgeWidth), { x: left, y }, line)
}

/** Draws a badge that ends at the right border; returns the width that it takes. */
function drawBadge(
  pen: Pen,
  { right, y }: { right: number; y: number },
  badge: string,
  { badge: [paper, text] }: CardInk,
): number {
  const width = widthOf(pen, badge, 26, 700) + 36
  pen.fillStyle = paper
  pen.beginPath()
  pen.roundRect(right - width, y - 37, width, 50, 12)
  pen.fill()
  writeText(pen, badge, { x: right - width + 18, y: y - 3 }, { size: 26, colour: text, weight: 700 })
  return width + 20
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

  const taken = beside ? drawChange(pen, { right, y: titleY }, 36, beside, ink) : 0
  drawTitle(pen, { left, right: right - taken, y: titleY }, rate.title, { size: sizes.title, ink, colour })
  const hasLine = note !== '' || below !== undefined
  const free = box.bottom - titleY - (hasLine ? sizes.lineY + sizes.line * 0.8 : 0)
  const largest = Math.min(sizes.price, free * PRICE_SHARE)
  const size = fitBolivares(pen, rate.price, largest, right - left)
  const price = { x: left, y: titleY + free / 2 + size * 0.36 }
  writeBolivares(pen, rate.price, price, { size, colour: ink.text, quiet: ink.quiet })

  const y = box.bottom - sizes.lineY
  if (below) drawChange(pen, { left, y }, sizes.line, below, ink)
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
  drawMark(pen, { x: left, y: y - size * 0.36 }, colour, size * 0.26)
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

function drawMark(pen: Pen, { x, y }: { x: number; y: number }, colour: string, radius: number): void {
  pen.fillStyle = colour
  pen.beginPath()
  pen.arc(x + radius, y, radius, 0, 2 * Math.PI)
  pen.fill()
}

/** Draws a change with its arrow, from the left or up to the right; returns the width that it takes. */
function drawChange(
  pen: Pen,
  at: { readonly y: number } & ({ readonly left: number } | { readonly right: number }),
  size: number,
  { text, direction }: NonNullable<CardRate['change']>,
  ink: CardInk,
): number {
  const colour = direction === 'same' ? ink.quiet : ink[direction]
  const arrow = direction === 'same' ? 0 : size * 0.95
  const width = widthOf(pen, text, size, 600) + arrow
  const left = 'left' in at ? at.left : at.right - width
  const tip = direction === 'up' ? -1 : 1
  if (arrow > 0) drawArrow(pen, { x: left + size * 0.36, y: at.y - size * 0.36 }, size * 0.34, tip, colour)
  writeText(pen, text, { x: left + arrow, y: at.y }, { size, colour, weight: 600 })
  return width + 20
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
  if (shape === 'tall')
    writeText(
      pen,
      productsTitle,
      { x: list.left + 44, y: list.top + 64 },
      { size: 36, colour: ink.quiet, weight: 600 },
    )
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
