import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { type ChartWords, PHRASES } from '../messages/words/words.ts'
import { changeBetween, type Direction } from '../rates/change.ts'
import { decimalOf } from '../rates/decimal.ts'
import { formatDecimal, type NumberStyle, pricePlaces } from '../rates/number-format.ts'
import {
  type ChartView,
  carryForward,
  countPrices,
  extremeValues,
  gapPercents,
  requireDrawable,
  silentSince,
} from './chart.ts'
import { dayNumber, daySpan, shortDay } from './labels.ts'
import { clipText, INK, MARGIN, type Pen, SIZE, toDrawableText, WIDTH, widthOf, writeText } from './pen.ts'
import { drawGap, drawPrices, type FormatValue, type PlotLine, type PlotStyle } from './plot.ts'

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

/** Canvases are reused, as the garbage collector does not count the 3 MB that each holds outside of the heap. */
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

/** The texts around a chart; figures are given only for a single price or a gap. */
function headingOf(view: ChartView, lines: readonly PlotLine[], { words, days, format }: PlotStyle): Frame {
  return {
    title: toDrawableText(view.title),
    days: daySpan(words, days.from, days.to),
    source: words.source(toDrawableText(view.source)),
    notes: notesOf(lines, words).join(' · '),
    ...(view.simulated ? { badge: words.simulated } : {}),
    ...figuresOf(view, lines, format),
  }
}

/** Names the lines that have no prices, or none for over a week. */
const notesOf = (lines: readonly PlotLine[], words: ChartWords): string[] =>
  lines.flatMap(({ label, values, priceCount }) => {
    const since = silentSince(values)
    if (since === undefined && priceCount > 0) return []
    const lack = since === undefined ? words.without : words.withoutSince(shortDay(words, since))
    return label === '' ? (since === undefined ? [] : [lack]) : [`${label}: ${lack}`]
  })

type Figures = Pick<Frame, 'figure' | 'change'>

function figuresOf({ kind }: ChartView, lines: readonly PlotLine[], format: PlotStyle['format']): Figures {
  const [first, second] = lines
  if (kind === 'gap') {
    const now = gapPercents(first?.values ?? [], second?.values ?? []).at(-1)
    return now ? { figure: `${format(now.value, 1)} %` } : {}
  }
  const [start, now] = [first?.values[0], first?.values.at(-1)]
  if (lines.length > 1 || !start || !now || first?.priceCount === 0) return {}
  const figure = `Bs. ${format(now.value)}`
  return first?.priceCount === 1 ? { figure } : { figure, change: changeOf(start.value, now.value, format) }
}

function changeOf(from: number, to: number, format: PlotStyle['format']): NonNullable<Frame['change']> {
  const { percent, direction } = changeBetween(decimalOf(from) ?? '1', decimalOf(to) ?? '1')
  return { text: `${format(Number(percent), 2)} %`, direction }
}

/** Texts above and below a chart. */
interface Frame {
  readonly title: string
  readonly days: string
  readonly source: string
  /** Which lines lack prices; empty if none does. */
  readonly notes: string
  /** Badge of simulated prices. */
  readonly badge?: string
  /** The newest value, in large letters. */
  readonly figure?: string
  readonly change?: { readonly text: string; readonly direction: Direction }
}

const TITLE_Y = 82
const DAYS_Y = 138
const GAP = 28

/** Draws title, days, figures and footer. */
function drawFrame(pen: Pen, frame: Frame, height: number): void {
  const room = WIDTH - 2 * MARGIN - drawFigures(pen, frame)
  const title = { size: SIZE.title, colour: INK.text, weight: 700 } as const
  writeText(pen, clipText(pen, frame.title, title, room), { x: MARGIN, y: TITLE_Y }, title)
  const x = frame.badge === undefined ? MARGIN : drawBadge(pen, frame.badge)
  writeText(pen, frame.days, { x, y: DAYS_Y }, { size: SIZE.axis, colour: INK.quiet })
  writeText(pen, footOf(pen, frame), { x: MARGIN, y: height - 30 }, NOTE)
}

const NOTE = { size: SIZE.note, colour: INK.quiet } as const
const SOURCE_WIDTH_MIN = 320

/** The source, cut to leave room for the notes. */
function footOf(pen: Pen, { source, notes }: Frame): string {
  const room = WIDTH - 2 * MARGIN
  if (notes === '') return clipText(pen, source, NOTE, room)
  const tail = ` · ${notes}`
  const left = Math.max(SOURCE_WIDTH_MIN, room - widthOf(pen, tail, SIZE.note))
  return clipText(pen, clipText(pen, source, NOTE, left) + tail, NOTE, room)
}

/** Draws the figures at the right; returns the width they take from the title. */
function drawFigures(pen: Pen, { figure, change }: Frame): number {
  const x = WIDTH - MARGIN
  if (figure !== undefined)
    writeText(
      pen,
      figure,
      { x, y: TITLE_Y + 4 },
      { size: SIZE.figure, colour: INK.text, weight: 700, align: 'right' },
    )
  if (change) drawChange(pen, change, x)
  return figure === undefined ? 0 : GAP + widthOf(pen, figure, SIZE.figure, 700)
}

const CHANGE_COLOUR: Readonly<Record<Direction, string>> = { up: INK.up, down: INK.down, same: INK.quiet }

function drawChange(pen: Pen, { text, direction }: NonNullable<Frame['change']>, right: number): void {
  const colour = CHANGE_COLOUR[direction]
  writeText(pen, text, { x: right, y: DAYS_Y }, { size: SIZE.label, colour, weight: 600, align: 'right' })
  if (direction === 'same') return
  const tip = direction === 'up' ? -1 : 1
  const [x, y] = [right - widthOf(pen, text, SIZE.label, 600) - 24, DAYS_Y - 12]
  pen.beginPath()
  pen.moveTo(x - 12, y - tip * 10)
  pen.lineTo(x + 12, y - tip * 10)
  pen.lineTo(x, y + tip * 11)
  pen.closePath()
  pen.fill()
}

/** Draws a badge before the days; returns the x at which the days begin. */
function drawBadge(pen: Pen, badge: string): number {
  const width = widthOf(pen, badge, SIZE.note - 3, 700) + 32
  pen.fillStyle = INK.simulatedPaper
  pen.beginPath()
  pen.roundRect(MARGIN, DAYS_Y - 34, width, 46, 10)
  pen.fill()
  writeText(
    pen,
    badge,
    { x: MARGIN + 16, y: DAYS_Y - 1 },
    { size: SIZE.note - 3, colour: INK.simulated, weight: 700 },
  )
  return MARGIN + width + 20
}
