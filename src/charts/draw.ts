import { decimalOf, formatDecimal, pricePlaces } from '../domain/decimal.ts'
import { changeBetween } from '../domain/in-force.ts'
import type { Phrases } from '../words/es.ts'
import { PHRASES } from '../words/words.ts'
import {
  type ChartView,
  carryForward,
  countPrices,
  dayRangeOf,
  extremeValues,
  gapPercents,
  silentSince,
} from './chart.ts'
import {
  clipText,
  drawBadge,
  drawChange,
  type Ink,
  inkOf,
  MARGIN,
  type Pen,
  paint,
  SIZE,
  toDrawableText,
  WIDTH,
  type WrittenChange,
  widthOf,
  writeText,
} from './pen.ts'
import { drawCompared, drawGap, drawPrice, type PlotLine, type PlotStyle } from './plot.ts'
import { shortDay } from './ticks.ts'

const HEIGHT = { price: 810, gap: 960 } as const
const PLOT_TOP = 236
/** Lines that are compared have no large figure above them. */
const COMPARED_TOP = 184
const PLOT_FROM_BOTTOM = 150

/** Draws a chart as PNG, 1080 pixels wide, encoded off the event loop. */
export const drawChart = (view: ChartView): Promise<Buffer> =>
  paint(HEIGHT[view.kind], (pen) => drawOn(pen, view))

function drawOn(pen: Pen, view: ChartView): void {
  const height = HEIGHT[view.kind]
  const style = styleOf(view)
  pen.fillStyle = style.ink.paper
  pen.fillRect(0, 0, WIDTH, height)
  const lines = plotLinesOf(view, style)
  drawHeading(pen, headingOf(view, lines, style), style.ink, height)
  drawPlot(pen, view, lines, style)
}

const styleOf = ({ language, numbers, isDark, ...days }: ChartView): PlotStyle => ({
  words: PHRASES[language],
  days: dayRangeOf(days),
  ink: inkOf(isDark),
  format: (value, places) => {
    const decimal = decimalOf(value) ?? '0'
    return formatDecimal(decimal, places ?? pricePlaces(decimal), numbers)
  },
})

function plotLinesOf({ kind, series }: ChartView, { days, ink }: PlotStyle): PlotLine[] {
  let drawn = 0
  return series.map((one) => {
    const values = carryForward(one, days)
    const priceCount = countPrices(one, days)
    // Lines without prices use up no colour.
    const place = kind === 'price' && priceCount === 0 ? 0 : drawn++
    return {
      label: series.length > 1 ? toDrawableText(one.label) : '',
      values,
      priceCount,
      from: one.from,
      extremes: extremeValues(one),
      isStepped: one.isStepped === true,
      colour: ink.lines[place] ?? ink.text,
    }
  })
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
  else if (!isCompared && first) drawPrice(pen, place, first, style)
  else {
    const known = lines.filter(({ priceCount }) => priceCount > 0)
    drawCompared(pen, place, known, { ...style, isSameMoney })
  }
}

/** Text shown instead of a line: a single price makes none but within a day, and a gap needs both sides. */
function emptyTextOf(
  { kind, until }: ChartView,
  lines: readonly PlotLine[],
  { words }: PlotStyle,
): string | undefined {
  const counts = lines.map(({ priceCount }) => priceCount)
  if (kind === 'gap' ? counts.includes(0) : Math.max(...counts) === 0) return words.chart.noPrices
  return until === undefined && Math.max(...counts) === 1 ? words.chart.onePrice : undefined
}

/** Texts above and below a chart. */
interface Heading {
  readonly title: string
  readonly source: string
  /** Which lines lack prices; empty if none does. */
  readonly notes: string
  /** Badge of simulated prices. */
  readonly badge?: string
  /** The newest value, in large letters. */
  readonly figure?: string
  readonly change?: WrittenChange
  /** What stands in place of a figure where lines are compared. */
  readonly subtitle?: string
}

/** The texts around a chart; figures are given only for a single price or a gap. */
export function headingOf(view: ChartView, lines: readonly PlotLine[], style: PlotStyle): Heading {
  const { words } = style
  return {
    title: toDrawableText(view.title),
    source: words.source(toDrawableText(view.source)),
    notes: notesOf(lines, words).join(' · '),
    ...(view.simulated ? { badge: words.chart.simulated } : {}),
    ...(view.kind === 'gap' ? gapFigures(lines, style) : priceFigures(view, lines, style)),
  }
}

/** Names the lines that have no prices, or only old ones. */
const notesOf = (lines: readonly PlotLine[], words: Phrases): string[] =>
  lines.flatMap(({ label, values, priceCount }) => {
    const since = silentSince(values)
    if (since === undefined && priceCount > 0) return []
    const lack = since === undefined ? words.chart.without : words.chart.withoutSince(shortDay(words, since))
    return label === '' ? (since === undefined ? [] : [lack]) : [`${label}: ${lack}`]
  })

type Figures = Pick<Heading, 'figure' | 'change' | 'subtitle'>

function gapFigures([base, other]: readonly PlotLine[], { words, format }: PlotStyle): Figures {
  const gaps = gapPercents(base?.values ?? [], other?.values ?? [])
  const [first, last] = [gaps[0]?.value, gaps.at(-1)?.value]
  if (first === undefined || last === undefined) return {}
  const text = words.history.points(format(Math.abs(last - first), 1))
  const direction = first === last ? 'same' : first < last ? 'up' : 'down'
  return { figure: words.percent(format(last, 1)), change: { text, direction } }
}

function priceFigures({ isSameMoney }: ChartView, lines: readonly PlotLine[], style: PlotStyle): Figures {
  const [only, other] = lines
  if (only && other) return lines.length === 2 && isSameMoney ? gapSubtitle([only, other], style) : {}
  const now = only?.values.at(-1)?.value
  if (!only || now === undefined || only.priceCount === 0) return {}
  const { words, format } = style
  const figure = `Bs. ${format(now)}`
  const from = only.from ?? (only.priceCount > 1 ? only.values[0]?.value : undefined)
  if (from === undefined) return { figure }
  const { percent, direction } = changeBetween(String(from), String(now))
  return { figure, change: { text: words.percent(format(Number(percent), 2)), direction } }
}

/** By how many percent the higher of two lines is above the other. */
function gapSubtitle([one, other]: readonly [PlotLine, PlotLine], { words, format }: PlotStyle): Figures {
  const endOf = ({ values }: PlotLine): number => values.at(-1)?.value ?? 0
  const [low, high] = endOf(one) <= endOf(other) ? [one, other] : [other, one]
  const gap = gapPercents(low.values, high.values).at(-1)
  return gap ? { subtitle: words.gap.title(words.percent(format(gap.value, 1))) } : {}
}

const TITLE_Y = 84
const SUBTITLE_Y = 140
const FIGURE_Y = 186
const FOOT_FROM_BOTTOM = 32
const SOURCE_WIDTH_MIN = 320

/** Draws the texts of a picture of this height. */
function drawHeading(pen: Pen, heading: Heading, ink: Ink, height: number): void {
  const room = WIDTH - 2 * MARGIN
  const corner = { x: WIDTH - MARGIN, y: TITLE_Y - 7 }
  const taken = heading.badge === undefined ? 0 : drawBadge(pen, corner, heading.badge, ink)
  const title = { size: SIZE.title, colour: ink.text, weight: 600 } as const
  writeText(pen, clipText(pen, heading.title, title, room - taken), { x: MARGIN, y: TITLE_Y }, title)
  drawFigures(pen, heading, ink)
  // The source is cut to leave room for the notes.
  const note = { size: SIZE.note, colour: ink.quiet }
  const notes = heading.notes === '' ? '' : ` · ${heading.notes}`
  const sourceWidth = Math.max(SOURCE_WIDTH_MIN, room - widthOf(pen, notes, SIZE.note))
  const foot = clipText(pen, heading.source, note, sourceWidth) + notes
  writeText(pen, clipText(pen, foot, note, room), { x: MARGIN, y: height - FOOT_FROM_BOTTOM }, note)
}

const SMALLER = 0.7

/** Draws the newest value with its change after it; a long one is smaller. */
function drawFigures(pen: Pen, { figure, change, subtitle }: Heading, ink: Ink): void {
  if (subtitle !== undefined)
    writeText(pen, subtitle, { x: MARGIN, y: SUBTITLE_Y }, { size: SIZE.label, colour: ink.quiet })
  if (figure === undefined) return
  const changeWidth = change ? 76 + widthOf(pen, change.text, SIZE.change, 600) : 0
  const isLong = widthOf(pen, figure, SIZE.figure, 700) + changeWidth > WIDTH - 2 * MARGIN
  const size = isLong ? SIZE.figure * SMALLER : SIZE.figure
  writeText(pen, figure, { x: MARGIN, y: FIGURE_Y }, { size, colour: ink.text, weight: 700 })
  const x = MARGIN + widthOf(pen, figure, size, 700) + 34
  if (change) drawChange(pen, { x, y: FIGURE_Y - 2 }, change, { size: SIZE.change, ink, align: 'left' })
}
