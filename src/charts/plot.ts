import type { Decimal } from '../domain/decimal.ts'
import type { Phrases } from '../words/es.ts'
import {
  type DayValue,
  type Extremes,
  gapPercents,
  type PlacedPrice,
  runsByAge,
  unbrokenRuns,
} from './chart.ts'
import {
  type Axes,
  clipText,
  createAxes,
  drawDot,
  fillShape,
  type Ink,
  MARGIN,
  type Pen,
  type Place,
  type Position,
  SIZE,
  strokeLine,
  type ValueRange,
  valueRangeOf,
  WIDTH,
  widthOf,
  writeText,
} from './pen.ts'
import { type DayRange, endTicks, ticksBetween, type ValueTick, valueTicks } from './ticks.ts'

/** A line as it is drawn. Steps are drawn for prices that are in force for whole days. */
export interface DrawnLine {
  readonly values: readonly DayValue[]
  readonly isStepped: boolean
  readonly colour: string
}

/** The prices of one monitor on a chart. */
export interface PlotLine extends DrawnLine {
  readonly label: string
  readonly priceCount: number
  /** The price that its change counts from, where that is not the first one. */
  readonly from?: Decimal | undefined
  /** The highest and lowest price where `values` do not have them. */
  readonly extremes?: Extremes | undefined
}

const NAME_WIDTH_MAX = 250
const RIGHT = WIDTH - MARGIN
const ONLY_WIDTH = 6
const COMPARED_WIDTH = 5
const END_RADIUS = 10

/** Draws the price of one monitor: its line, the area below, and its extremes. */
export function drawPrice(pen: Pen, place: Place, line: PlotLine, style: PlotStyle): void {
  const { format, days, ink } = style
  const range = valueRangeOf([line.values, line.extremes ? Object.values(line.extremes) : []])
  const ticks = ticksOf(range, place, format)
  const left = MARGIN + ticksWidth(pen, ticks)
  const axes = createAxes({ left, right: RIGHT - END_RADIUS, ...place }, days, range)
  drawTicks(pen, axes, ticks, TICK_STYLE, ink)
  if (days.step !== undefined) drawStart(pen, axes, line.values, ink)
  fillTo(pen, axes, line, range.low)
  drawDays(pen, axes, style)
  drawLine(pen, axes, line, ONLY_WIDTH)
  drawExtremes(pen, axes, line, style)
  drawEnd(pen, axes, line, ink.paper, END_RADIUS)
}

/** Draws a dot at the newest value of a line. */
export function drawEnd(pen: Pen, { x, y }: Axes, line: DrawnLine, paper: string, radius: number): void {
  const last = line.values.at(-1)
  if (last) drawDot(pen, { x: x(last.day), y: y(last.value) }, line.colour, paper, radius)
}

/** Draws a dotted line at the price with which the day began. */
function drawStart(pen: Pen, { box, y }: Axes, [first]: readonly DayValue[], { quiet }: Ink): void {
  if (!first) return
  const at = Math.round(y(first.value))
  const dotted = { colour: quiet, width: 3, dash: [3, 9] }
  strokeLine(pen, { x: box.left, y: at }, { x: box.right, y: at }, dotted)
}

/** Draws several prices in bolivares with their names at the end; two of the same money have their distance shaded. */
export function drawCompared(
  pen: Pen,
  place: Place,
  lines: readonly PlotLine[],
  style: PlotStyle & { readonly isSameMoney: boolean; readonly left?: number },
): void {
  const { format, days, ink, isSameMoney } = style
  const range = valueRangeOf(lines.map(({ values }) => values))
  const ticks = ticksOf(range, place, format)
  const labels = endLabelsOf(lines, format)
  const left = style.left ?? MARGIN + ticksWidth(pen, ticks)
  const axes = createAxes({ left, right: RIGHT - labelsWidth(pen, labels), ...place }, days, range)
  drawTicks(pen, axes, ticks, TICK_STYLE, ink)
  const [first, second] = lines
  if (first && second && lines.length === 2 && isSameMoney)
    fillBetween(pen, axes, [first, second], ink.lines[3])
  drawDays(pen, axes, style)
  for (const line of lines) drawLine(pen, axes, line, COMPARED_WIDTH)
  drawEndLabels(pen, axes, labels, ink.paper)
}

const endLabelsOf = (lines: readonly PlotLine[], format: FormatValue): EndLabel[] =>
  lines.flatMap(({ label, values, colour }) => {
    const last = values.at(-1)
    return last ? [{ ...last, name: label, figure: format(last.value), colour }] : []
  })

/** Width in pixels that the labels at the ends of lines need right of the plot. */
function labelsWidth(pen: Pen, labels: readonly EndLabel[]): number {
  const widths = labels.map(({ name, figure }) =>
    Math.max(
      widthOf(pen, figure, SIZE.label, 700),
      Math.min(NAME_WIDTH_MAX, widthOf(pen, name, SIZE.note, 600)),
    ),
  )
  return LABEL_OFFSET + Math.max(...widths, 0)
}

/** Share of the height that the percents take, and pixels between the two plots. */
const PERCENT_SHARE = 0.5
const BETWEEN = 60

/** Draws by how many percent the second line is above the first, and below that the two prices. */
export function drawGap(
  pen: Pen,
  { top, bottom }: Place,
  lines: readonly [PlotLine, PlotLine],
  style: PlotStyle,
): void {
  const { words, format, days, ink } = style
  const [base, other] = lines
  const values = gapPercents(base.values, other.values)
  const middle = top + (bottom - top - BETWEEN) * PERCENT_SHARE
  const upper = { top, bottom: middle }
  const lower = { top: middle + BETWEEN, bottom }
  const [upperRange, lowerRange] = [valueRangeOf([values], true), valueRangeOf([base.values, other.values])]
  const percent: FormatValue = (value, places) => words.percent(format(value, places))
  const ticks = ticksOf(upperRange, upper, percent)
  const widths = [ticks, ticksOf(lowerRange, lower, format)].map((all) => ticksWidth(pen, all))
  const left = MARGIN + Math.max(...widths)
  const right = RIGHT - labelsWidth(pen, endLabelsOf(lines, format))
  const gap = { values, isStepped: false, colour: ink.lines[3] }

  const axes = createAxes({ left, right, ...upper }, days, upperRange)
  drawTicks(pen, axes, ticks, TICK_STYLE, ink)
  fillTo(pen, axes, gap, 0)
  drawLine(pen, axes, gap, COMPARED_WIDTH)
  drawExtremes(pen, axes, gap, { words, ink, format: (value) => percent(value, 1) })
  drawEnd(pen, axes, gap, ink.paper, END_RADIUS)
  drawCompared(pen, lower, lines, { ...style, isSameMoney: true, left })
}

/** Formats a value with the given number of decimal places; without one, with those of a price. */
export type FormatValue = (value: number, places?: number) => string

/** How the words, values and days of a chart are written, and in which colours. */
export interface PlotStyle {
  readonly words: Phrases
  readonly format: FormatValue
  readonly days: DayRange
  readonly ink: Ink
}

const PIXELS_PER_VALUE = 110
const VALUES_MIN = 4
const TICK_STYLE = { size: SIZE.axis, gap: 20 }

const ticksOf = (range: ValueRange, { top, bottom }: Place, format: FormatValue): ValueTick[] =>
  valueTicks(range, Math.max(VALUES_MIN, (bottom - top) / PIXELS_PER_VALUE), format)

/** Width in pixels that the labels need to the left of a plot. */
const ticksWidth = (pen: Pen, ticks: readonly ValueTick[]): number =>
  TICK_STYLE.gap + Math.max(...ticks.map(({ label }) => widthOf(pen, label, SIZE.axis)), 0)

/** Draws a horizontal grid line for each tick, with its label `gap` pixels to the left. */
export function drawTicks(
  pen: Pen,
  { box, y }: Axes,
  ticks: readonly ValueTick[],
  { size, gap }: { readonly size: number; readonly gap: number },
  ink: Ink,
): void {
  const style = { size, colour: ink.quiet, align: 'right', baseline: 'middle' } as const
  for (const { value, label } of ticks) {
    const at = Math.round(y(value))
    const colour = value === 0 ? ink.axis : ink.grid
    strokeLine(pen, { x: box.left, y: at }, { x: box.right, y: at }, { colour, width: 2 })
    writeText(pen, label, { x: box.left - gap, y: at }, style)
  }
}

const PIXELS_PER_DAY = 120
/** Least pixels between two labels. */
const APART = 44

/** Draws the axis of days: always the first and the last, and between them those that have room. */
function drawDays(pen: Pen, { box, x }: Axes, { words, days, ink }: PlotStyle): void {
  const { left, right, bottom } = box
  strokeLine(pen, { x: left, y: bottom }, { x: right, y: bottom }, { colour: ink.axis, width: 2 })
  const style = { size: SIZE.axis, colour: ink.quiet, align: 'center', baseline: 'top' } as const
  const taken: { readonly middle: number; readonly half: number }[] = []
  const most = Math.floor((right - left) / PIXELS_PER_DAY)
  for (const { day, label } of [...endTicks(words, days), ...ticksBetween(words, days, most)]) {
    const half = widthOf(pen, label, SIZE.axis) / 2
    const middle = Math.min(Math.max(x(day), left + half), right - half)
    if (taken.some((one) => Math.abs(one.middle - middle) < one.half + half + APART)) continue
    taken.push({ middle, half })
    writeText(pen, label, { x: middle, y: bottom + 20 }, style)
  }
}

const OLD_DASH = [4, 11]

/** Draws a line from day to day, dotted where the price in force is old. */
export function drawLine(
  pen: Pen,
  axes: Axes,
  { values, isStepped, colour }: DrawnLine,
  width: number,
): void {
  pen.strokeStyle = colour
  pen.lineWidth = width
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  for (const run of unbrokenRuns(values).flatMap(runsByAge)) {
    pen.setLineDash(run.at(-1)?.isOld ? OLD_DASH : [])
    pen.beginPath()
    for (const spot of spotsOf(axes, run, isStepped)) pen.lineTo(spot.x, spot.y)
    pen.stroke()
  }
  pen.setLineDash([])
  pen.lineCap = 'butt'
}

/** The way of a line through the plot; a step is half-way between two days. */
function spotsOf({ x, y }: Axes, values: readonly DayValue[], isStepped: boolean): Position[] {
  const spots: Position[] = []
  for (const { day, value } of values) {
    const spot = { x: x(day), y: y(value) }
    const before = spots.at(-1)
    if (isStepped && before && before.y !== spot.y) {
      const middle = (before.x + spot.x) / 2
      spots.push({ x: middle, y: before.y }, { x: middle, y: spot.y })
    }
    spots.push(spot)
  }
  return spots
}

/** Shades the area between a line and a level, strongest at the top. */
function fillTo(pen: Pen, axes: Axes, { values, isStepped, colour }: DrawnLine, level: number): void {
  const gradient = pen.createLinearGradient(0, axes.box.top, 0, axes.box.bottom)
  gradient.addColorStop(0, `${colour}3d`)
  gradient.addColorStop(1, `${colour}05`)
  pen.fillStyle = gradient
  for (const piece of unbrokenRuns(values)) {
    const along = spotsOf(axes, piece, isStepped)
    const ground = [along.at(-1), along[0]].map((spot) => ({ x: spot?.x ?? 0, y: axes.y(level) }))
    fillShape(pen, [...along, ...ground])
  }
}

/** Shades the area between two lines, over the days that both have. */
export function fillBetween(
  pen: Pen,
  axes: Axes,
  [a, b]: readonly [DrawnLine, DrawnLine],
  colour: string,
): void {
  const from = Math.max(a.values[0]?.day ?? 0, b.values[0]?.day ?? 0)
  const spots = ({ values, isStepped }: DrawnLine): Position[] => {
    const shared = values.filter(({ day }) => day >= from)
    return spotsOf(axes, shared, isStepped)
  }
  pen.fillStyle = `${colour}26`
  fillShape(pen, [...spots(a), ...spots(b).toReversed()])
}

/** Label at the end of a line: its value under its name. */
interface EndLabel extends PlacedPrice {
  readonly name: string
  readonly figure: string
  readonly colour: string
}

const LINE_PIXELS = 38
const LABEL_PIXELS = 2 * LINE_PIXELS + 6
/** Pixels from the end of a line to its label. */
const LABEL_OFFSET = 26

/** Draws labels beside the ends of their lines, moved apart so that none overlaps. */
function drawEndLabels(pen: Pen, { x, y, box }: Axes, labels: readonly EndLabel[], paper: string): void {
  const sorted = labels.toSorted((a, b) => b.value - a.value)
  const middles = spreadApart(
    sorted.map(({ value }) => y(value)),
    LABEL_PIXELS,
    box.top - LINE_PIXELS,
    box.bottom + LINE_PIXELS / 2,
  )
  for (const [index, { name, figure, colour, day, value }] of sorted.entries()) {
    const [spot, middle] = [{ x: x(day), y: y(value) }, middles[index] ?? 0]
    const left = spot.x + LABEL_OFFSET
    if (Math.abs(middle - spot.y) > LINE_PIXELS / 2)
      strokeLine(pen, spot, { x: left - 6, y: middle }, { colour: `${colour}80`, width: 2 })
    drawDot(pen, spot, colour, paper, 9)
    const figureStyle = { size: SIZE.label, colour, weight: 700, baseline: 'middle' } as const
    const nameStyle = { ...figureStyle, size: SIZE.note, weight: 600 } as const
    const shown = clipText(pen, name, nameStyle, RIGHT - left)
    writeText(pen, shown, { x: left, y: middle - LINE_PIXELS / 2 }, nameStyle)
    writeText(pen, figure, { x: left, y: middle + LINE_PIXELS / 2 }, figureStyle)
  }
}

/**
 * Moves labels of this height, in pixels and from top to bottom by their wanted middles: down until none overlaps, then up
 * until all fit.
 */
export function spreadApart(
  wanted: readonly number[],
  height: number,
  top: number,
  bottom: number,
): number[] {
  const pushed: number[] = []
  for (const one of wanted) pushed.push(Math.max(one, (pushed.at(-1) ?? top - height / 2) + height))
  const middles: number[] = []
  for (const one of pushed.toReversed())
    middles.unshift(Math.min(one, (middles[0] ?? bottom + height / 2) - height))
  return middles
}

/** Extremes nearer to the end of the line than this are not marked, as the last value is there. */
const END_PIXELS = 90
const CLEARANCE = 16

/** Marks the highest and the lowest day of a line, unless the line is level, ends near them, or leaves no room there. */
function drawExtremes(
  pen: Pen,
  { x, y, box }: Axes,
  { values, extremes, colour }: DrawnLine & Pick<PlotLine, 'extremes'>,
  { words, format, ink }: Pick<PlotStyle, 'words' | 'format' | 'ink'>,
): void {
  const last = values.at(-1)
  if (!last) return
  const high = extremes?.high ?? values.reduce((best, one) => (one.value > best.value ? one : best))
  const low = extremes?.low ?? values.reduce((best, one) => (one.value < best.value ? one : best))
  if (high.value === low.value) return
  const mark = ({ day, value }: PlacedPrice, word: string, isAbove: boolean): void => {
    const spot = { x: x(day), y: y(value) }
    const textY = spot.y + (isAbove ? -CLEARANCE : CLEARANCE)
    const hasRoom = isAbove || textY + SIZE.note <= box.bottom
    if (x(last.day) - spot.x <= END_PIXELS || !hasRoom) return
    drawDot(pen, spot, colour, ink.paper, 6)
    const text = `${word} ${format(value)}`
    const half = widthOf(pen, text, SIZE.note, 600) / 2
    const middle = Math.min(Math.max(spot.x, box.left + half + 4), box.right - half - 4)
    const baseline = isAbove ? 'alphabetic' : 'top'
    const style = { size: SIZE.note, colour: ink.text, weight: 600, align: 'center', baseline } as const
    writeText(pen, text, { x: middle, y: textY }, { ...style, halo: `${ink.paper}a8` })
  }
  mark(high, words.chart.high, true)
  mark(low, words.chart.low, false)
}
