import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { formatDecimal, type NumberStyle } from '../rates/amount.ts'
import { decimalOf } from '../rates/decimal.ts'
import { type ChartView, requireDrawable } from './chart.ts'
import { dayNumber } from './day-number.ts'
import { drawable } from './font.ts'
import { drawFrame } from './frame.ts'
import { drawGap } from './gap-chart.ts'
import type { Format } from './grid.ts'
import { headingOf } from './heading.ts'
import { extremeDays, heldDays, knownPoints } from './held.ts'
import { INK, SIZE, WIDTH } from './look.ts'
import { type Pen, write } from './pen.ts'
import { drawPrices, type PlotStyle, type Plotted } from './price-chart.ts'
import { CHART_WORDS } from './words.ts'

const HEIGHT = { price: 720, gap: 860 } as const
const PLOT_TOP = 190
const PLOT_FROM_BOTTOM = 138

/** A chart as PNG, 1080 pixels wide; encoded off the event loop. Throws a RangeError for a view that none can show. */
export async function drawChart(view: ChartView): Promise<Buffer> {
  requireDrawable(view)
  const canvas = canvases[view.kind].pop() ?? createCanvas(WIDTH, HEIGHT[view.kind])
  drawOn(canvas, view)
  const png = await canvas.encode('png')
  if (canvases[view.kind].length < SPARE_MAX) canvases[view.kind].push(canvas)
  return png
}

/** What was drawn on is kept to be drawn over: its 3 MB lie outside of what the garbage collector sees. */
const canvases: Readonly<Record<ChartView['kind'], Canvas[]>> = { price: [], gap: [] }
const SPARE_MAX = 2

function drawOn(canvas: Canvas, view: ChartView): void {
  const { height } = canvas
  const pen = canvas.getContext('2d')
  pen.fillStyle = INK.paper
  pen.fillRect(0, 0, WIDTH, height)
  const style = styleOf(view)
  const lines = plottedOf(view, style)
  drawFrame(pen, headingOf(view, lines, style), height)
  drawPlot(pen, view, lines, style)
}

const styleOf = ({ language, numbers, from, to }: ChartView): PlotStyle => ({
  words: CHART_WORDS[language],
  format: formatIn(numbers),
  days: { from: dayNumber(from), to: dayNumber(to) },
})

const formatIn =
  (numbers: NumberStyle): Format =>
  (value, places) =>
    formatDecimal(decimalOf(value) ?? '0', places, numbers)

const plottedOf = ({ series }: ChartView, { days }: PlotStyle): Plotted[] =>
  series.map((one) => ({
    label: series.length > 1 ? drawable(one.label) : '',
    held: heldDays(one, days),
    points: knownPoints(one, days),
    extremes: extremeDays(one),
  }))

function drawPlot(pen: Pen, { kind }: ChartView, lines: readonly Plotted[], style: PlotStyle): void {
  const height = HEIGHT[kind]
  const place = { top: PLOT_TOP, bottom: height - PLOT_FROM_BOTTOM }
  const excuse = excuseOf(kind, lines, style)
  if (excuse !== undefined) {
    const middle = { x: WIDTH / 2, y: (place.top + place.bottom) / 2 }
    write(pen, excuse, middle, { size: SIZE.label, colour: INK.quiet, align: 'center' })
    return
  }
  const [first, second] = lines
  if (kind === 'gap' && first && second) drawGap(pen, place, [first, second], style)
  else
    drawPrices(
      pen,
      place,
      lines.filter(({ points }) => points > 0),
      style,
    )
}

/** Why there is no line to draw: a single price makes none, and a gap needs both sides. */
function excuseOf(
  kind: ChartView['kind'],
  lines: readonly Plotted[],
  { words }: PlotStyle,
): string | undefined {
  const counts = lines.map(({ points }) => points)
  if (kind === 'gap' ? counts.includes(0) : Math.max(...counts) === 0) return words.noPrices
  return Math.max(...counts) === 1 ? words.onePrice : undefined
}
