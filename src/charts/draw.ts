import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { decimalOf } from '../rates/decimal.ts'
import { formatDecimal, type NumberStyle } from '../rates/number-format.ts'
import type { Format } from './axes.ts'
import { type ChartView, chartKey, requireDrawable } from './chart.ts'
import { drawFrame, headingOf } from './frame.ts'
import { drawGap } from './gap-chart.ts'
import { extremeDays, heldDays, knownPoints } from './held.ts'
import { drawable, INK, type Pen, SIZE, WIDTH, write } from './pen.ts'
import { drawPrices, type PlotStyle, type Plotted } from './price-chart.ts'
import { CHART_WORDS, dayNumber } from './words.ts'

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

const DRAWN_AT_ONCE_MAX = 2
const WAITING_MAX = 200

/** The canvas takes a tenth of a second to load: it comes with the first chart, not with the start. */
const drawLoaded = async (view: ChartView): Promise<Buffer> => (await import('./draw.ts')).drawChart(view)

/** Draws charts, 2 at once; the rest wait in order, and the same chart asked for again meanwhile is drawn once. */
export function createRenderQueue(draw: (view: ChartView) => Promise<Buffer> = drawLoaded) {
  const asked = new Map<string, Promise<Buffer>>()
  const waiting: (() => void)[] = []
  let drawing = 0

  async function drawInTurn(view: ChartView): Promise<Buffer> {
    if (drawing < DRAWN_AT_ONCE_MAX) drawing++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await draw(view)
    } finally {
      // The place goes to the next in line, so that nobody who comes meanwhile takes it.
      const next = waiting.shift()
      if (next) setImmediate(next)
      else drawing--
    }
  }

  return {
    /** The picture as PNG; undefined when more than 200 charts wait already. */
    async draw(view: ChartView): Promise<Buffer | undefined> {
      const key = chartKey(view)
      const known = asked.get(key)
      if (known) return known
      if (waiting.length >= WAITING_MAX) return undefined
      const drawn = drawInTurn(view).finally(() => asked.delete(key))
      asked.set(key, drawn)
      return drawn
    },
  }
}
