import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { PHRASES } from '../messages/words/words.ts'
import { decimalOf } from '../rates/decimal.ts'
import { formatDecimal, type NumberStyle, pricePlaces } from '../rates/number-format.ts'
import type { FormatValue } from './axes.ts'
import { carryForward, countPrices, extremeValues } from './carry-forward.ts'
import { type ChartView, requireDrawable } from './chart.ts'
import { dayNumber } from './days.ts'
import { drawFrame, headingOf } from './frame.ts'
import { INK, type Pen, SIZE, toDrawableText, WIDTH, writeText } from './pen.ts'
import { drawGap, drawPrices, type PlotLine, type PlotStyle } from './plot.ts'

const HEIGHT = { price: 720, gap: 860 } as const
const PLOT_TOP = 190
const PLOT_FROM_BOTTOM = 138

/** Draws a chart as PNG, 1080 pixels wide, encoded off the event loop; throws a RangeError for an undrawable view. */
export async function drawChart(view: ChartView): Promise<Buffer> {
  requireDrawable(view)
  const canvas = canvases[view.kind].pop() ?? createCanvas(WIDTH, HEIGHT[view.kind])
  drawOn(canvas, view)
  const png = await canvas.encode('png')
  if (canvases[view.kind].length < SPARE_MAX) canvases[view.kind].push(canvas)
  return png
}

/** Canvases are reused: the garbage collector does not see the 3 MB that each holds outside of its heap. */
const canvases: Readonly<Record<ChartView['kind'], Canvas[]>> = { price: [], gap: [] }
const SPARE_MAX = 2

function drawOn(canvas: Canvas, view: ChartView): void {
  const { height } = canvas
  const pen = canvas.getContext('2d')
  pen.fillStyle = INK.paper
  pen.fillRect(0, 0, WIDTH, height)
  const style = styleOf(view)
  const lines = plotLinesOf(view, style)
  drawFrame(pen, headingOf(view, lines, style), height)
  drawPlot(pen, view, lines, style)
}

const styleOf = ({ language, numbers, from, to }: ChartView): PlotStyle => ({
  words: PHRASES[language].chart,
  format: formatIn(numbers),
  days: { from: dayNumber(from), to: dayNumber(to) },
})

const formatIn =
  (numbers: NumberStyle): FormatValue =>
  (value, places) => {
    const decimal = decimalOf(value) ?? '0'
    return formatDecimal(decimal, places ?? pricePlaces(decimal), numbers)
  }

const plotLinesOf = ({ series }: ChartView, { days }: PlotStyle): PlotLine[] =>
  series.map((one) => ({
    label: series.length > 1 ? toDrawableText(one.label) : '',
    values: carryForward(one, days),
    priceCount: countPrices(one, days),
    extremes: extremeValues(one),
  }))

function drawPlot(pen: Pen, { kind }: ChartView, lines: readonly PlotLine[], style: PlotStyle): void {
  const height = HEIGHT[kind]
  const place = { top: PLOT_TOP, bottom: height - PLOT_FROM_BOTTOM }
  const emptyText = emptyTextOf(kind, lines, style)
  if (emptyText !== undefined) {
    const middle = { x: WIDTH / 2, y: (place.top + place.bottom) / 2 }
    writeText(pen, emptyText, middle, { size: SIZE.label, colour: INK.quiet, align: 'center' })
    return
  }
  const [first, second] = lines
  if (kind === 'gap' && first && second) drawGap(pen, place, [first, second], style)
  else
    drawPrices(
      pen,
      place,
      lines.filter(({ priceCount }) => priceCount > 0),
      style,
    )
}

/** Text shown instead of a line: a single price makes none, and a gap needs both sides. */
function emptyTextOf(
  kind: ChartView['kind'],
  lines: readonly PlotLine[],
  { words }: PlotStyle,
): string | undefined {
  const counts = lines.map(({ priceCount }) => priceCount)
  if (kind === 'gap' ? counts.includes(0) : Math.max(...counts) === 0) return words.noPrices
  return Math.max(...counts) === 1 ? words.onePrice : undefined
}
