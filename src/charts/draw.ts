import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { decimalOf } from '../domain/decimal.ts'
import { formatDecimal, type NumberStyle, pricePlaces } from '../domain/number-format.ts'
import { PHRASES } from '../words/languages.ts'
import type { FormatValue, PlotStyle } from './axes.ts'
import {
  type ChartView,
  carryForward,
  countPrices,
  dayRangeOf,
  extremeValues,
  requireDrawable,
} from './chart.ts'
import { directionOf, drawHeading, headingOf } from './heading.ts'
import { type Ink, inkOf } from './ink.ts'
import { type Pen, SIZE, toDrawableText, WIDTH, writeText } from './pen.ts'
import { drawCompared, drawGap, drawPrice, type PlotLine } from './plot.ts'
import { encodePng } from './png.ts'

const HEIGHT = { price: 810, gap: 960 } as const
const PLOT_TOP = 236
/** Lines that are compared have no large figure above them. */
const COMPARED_TOP = 184
const PLOT_FROM_BOTTOM = 150

/** Draws a chart as PNG, 1080 pixels wide, encoded off the event loop; throws a RangeError for an undrawable view. */
export async function drawChart(view: ChartView): Promise<Buffer> {
  requireDrawable(view)
  const height = HEIGHT[view.kind]
  const canvas = canvases[view.kind].pop() ?? createCanvas(WIDTH, height)
  drawOn(canvas, view)
  const png = encodePng({ width: WIDTH, height, rgba: canvas.data() })
  if (canvases[view.kind].length < SPARE_MAX) canvases[view.kind].push(canvas)
  return png
}

/** Canvases are reused, as the garbage collector does not count the 3 MB that each holds outside of the heap. */
const canvases: Readonly<Record<ChartView['kind'], Canvas[]>> = { price: [], gap: [] }
const SPARE_MAX = 2

function drawOn(canvas: Canvas, view: ChartView): void {
  const { height } = canvas
  const pen = canvas.getContext('2d')
  const style = styleOf(view)
  pen.fillStyle = style.ink.paper
  pen.fillRect(0, 0, WIDTH, height)
  const lines = plotLinesOf(view, style)
  drawHeading(pen, headingOf(view, lines, style), style.ink, height)
  drawPlot(pen, view, lines, style)
}

const styleOf = (view: ChartView): PlotStyle => ({
  words: PHRASES[view.language].chart,
  format: formatIn(view.numbers),
  days: dayRangeOf(view),
  ink: inkOf(view.isDark),
})

const formatIn =
  (numbers: NumberStyle): FormatValue =>
  (value, places) => {
    const decimal = decimalOf(value) ?? '0'
    return formatDecimal(decimal, places ?? pricePlaces(decimal), numbers).replace('-', '−')
  }

function plotLinesOf({ kind, series }: ChartView, { days, ink }: PlotStyle): PlotLine[] {
  let drawn = 0
  return series.map((one) => {
    const values = carryForward(one, days)
    const from = one.from === undefined ? undefined : Number(one.from)
    const priceCount = countPrices(one, days)
    // Lines without prices use up no colour.
    const place = kind === 'price' && priceCount === 0 ? 0 : drawn++
    return {
      label: series.length > 1 ? toDrawableText(one.label) : '',
      values,
      priceCount,
      from,
      extremes: extremeValues(one),
      isStepped: one.isStepped === true,
      colour: series.length > 1 ? (ink.lines[place] ?? ink.text) : colourOfOnly(values, from, ink),
    }
  })
}

/** A price alone has the colour of its direction. */
function colourOfOnly(values: PlotLine['values'], from: number | undefined, ink: Ink): string {
  const direction = directionOf(values, from)
  return direction === 'same' ? ink.lines[0] : ink[direction]
}

function drawPlot(pen: Pen, view: ChartView, lines: readonly PlotLine[], style: PlotStyle): void {
  const { kind, isSameMoney } = view
  const isCompared = kind === 'price' && lines.length > 1
  const place = { top: isCompared ? COMPARED_TOP : PLOT_TOP, bottom: HEIGHT[kind] - PLOT_FROM_BOTTOM }
  const emptyText = emptyTextOf(view, lines, style)
  if (emptyText !== undefined) {
    const middle = { x: WIDTH / 2, y: (place.top + place.bottom) / 2 }
    writeText(pen, emptyText, middle, { size: SIZE.label, colour: style.ink.quiet, align: 'center' })
    return
  }
  const [first, second] = lines
  if (kind === 'gap' && first && second) drawGap(pen, place, [first, second], style)
  else if (isCompared)
    drawCompared(
      pen,
      place,
      lines.filter(({ priceCount }) => priceCount > 0),
      { ...style, isSameMoney },
    )
  else if (first) drawPrice(pen, place, first, style)
}

/** Text shown instead of a line: a single price makes none but within a day, and a gap needs both sides. */
function emptyTextOf(
  { kind, until }: ChartView,
  lines: readonly PlotLine[],
  { words }: PlotStyle,
): string | undefined {
  const counts = lines.map(({ priceCount }) => priceCount)
  if (kind === 'gap' ? counts.includes(0) : Math.max(...counts) === 0) return words.noPrices
  return until === undefined && Math.max(...counts) === 1 ? words.onePrice : undefined
}
