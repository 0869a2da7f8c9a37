import type { ChartWords } from '../words/words.ts'
import { type DayValue, type Extremes, gapPercents, unbrokenRuns } from './chart.ts'
import {
  type Axes,
  clipText,
  createAxes,
  drawDot,
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
import { type DayRange, endTicks, ticksBetween, valueTicks } from './ticks.ts'

/** One line of a chart, a value for each day. */
export interface PlotLine {
  readonly label: string
  readonly values: readonly DayValue[]
  readonly priceCount: number
  /** The price that its change counts from, where that is not the first one. */
  readonly from?: number | undefined
  readonly extremes: Extremes | undefined
  readonly isStepped: boolean
  readonly colour: string
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
  const left = MARGIN + valueLabelsWidth(pen, { ...range, ...place }, format)
  const axes = createAxes({ left, right: RIGHT - END_RADIUS, ...place }, days, range)
  drawValueGrid(pen, axes, style)
  if (days.step !== undefined) drawStart(pen, axes, line.values, ink)
  fillTo(pen, axes, line, range.low)
  drawDays(pen, axes, style)
  drawLine(pen, axes, line.values, { ...line, width: ONLY_WIDTH })
  drawExtremes(pen, axes, line, style)
  drawEnd(pen, axes, line, ink.paper, END_RADIUS)
}

/** Draws a dot at the newest value of a line. */
export function drawEnd(
  pen: Pen,
  { x, y }: Axes,
  { values, colour }: Pick<PlotLine, 'values' | 'colour'>,
  paper: string,
  radius: number,
): void {
  const last = values.at(-1)
  if (last) drawDot(pen, { x: x(last.day), y: y(last.value) }, colour, paper, radius)
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
  const labels = lines.flatMap((line) => endLabelOf(line, format))
  const left = style.left ?? MARGIN + valueLabelsWidth(pen, { ...range, ...place }, format)
  const axes = createAxes({ left, right: RIGHT - labelsWidth(pen, labels), ...place }, days, range)
  drawValueGrid(pen, axes, style)
  const [first, second] = lines
  if (first && second && lines.length === 2 && isSameMoney)
    fillBetween(pen, axes, [first, second], ink.lines[3])
  drawDays(pen, axes, style)
  for (const line of lines) drawLine(pen, axes, line.values, { ...line, width: COMPARED_WIDTH })
  drawEndLabels(pen, axes, labels, { right: RIGHT, paper: ink.paper })
}

function endLabelOf({ label, values, colour }: PlotLine, format: FormatValue): EndLabel[] {
  const last = values.at(-1)
  const name = label === '' ? {} : { name: label }
  return last ? [{ ...name, figure: format(last.value), colour, day: last.day, value: last.value }] : []
}

/** Width in pixels that the labels at the ends of lines need right of the plot. */
function labelsWidth(pen: Pen, labels: readonly EndLabel[]): number {
  const widths = labels.map(({ name, figure }) =>
    Math.max(
      widthOf(pen, figure, SIZE.label, 700),
      Math.min(NAME_WIDTH_MAX, widthOf(pen, name ?? '', SIZE.note, 600)),
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
  const labels = lines.flatMap((line) => endLabelOf(line, format))
  const upperWidth = valueLabelsWidth(pen, { ...upperRange, ...upper }, percent)
  const left = MARGIN + Math.max(upperWidth, valueLabelsWidth(pen, { ...lowerRange, ...lower }, format))
  const gap = { values, isStepped: false, colour: ink.lines[3] }

  const axes = createAxes({ left, right: RIGHT - labelsWidth(pen, labels), ...upper }, days, upperRange)
  drawValueGrid(pen, axes, { format: percent, ink })
  fillTo(pen, axes, gap, 0)
  drawLine(pen, axes, values, { ...gap, width: COMPARED_WIDTH })
  drawExtremes(pen, axes, gap, { words, ink, format: (value) => percent(value, 1) })
  drawEnd(pen, axes, gap, ink.paper, END_RADIUS)
  drawCompared(pen, lower, lines, { ...style, isSameMoney: true, left })
}

/** Formats a value with the given number of decimal places; without one, with those of a price. */
export type FormatValue = (value: number, places?: number) => string

/** How the words, values and days of a chart are written, and in which colours. */
export interface PlotStyle {
  readonly words: ChartWords
  readonly format: FormatValue
  readonly days: DayRange
  readonly ink: Ink
}

const PIXELS_PER_VALUE = 110
const VALUES_MIN = 4
const LABEL_GAP = 20

const ticksFor = (height: number): number => Math.max(VALUES_MIN, height / PIXELS_PER_VALUE)

/** Width in pixels of the value labels to the left of a plot. */
function valueLabelsWidth(
  pen: Pen,
  { low, high, top, bottom }: ValueRange & Place,
  format: FormatValue,
): number {
  const { values, places } = valueTicks(low, high, ticksFor(bottom - top))
  return LABEL_GAP + Math.max(...values.map((value) => widthOf(pen, format(value, places), SIZE.axis)), 0)
}

/** Draws a few horizontal grid lines, each with its value to the left. */
function drawValueGrid(
  pen: Pen,
  { box, low, high, y }: Axes,
  { format, ink }: Pick<PlotStyle, 'format' | 'ink'>,
): void {
  const { values, places } = valueTicks(low, high, ticksFor(box.bottom - box.top))
  const style = { size: SIZE.axis, colour: ink.quiet, align: 'right', baseline: 'middle' } as const
  for (const value of values) {
    const at = Math.round(y(value))
    const colour = value === 0 ? ink.axis : ink.grid
    strokeLine(pen, { x: box.left, y: at }, { x: box.right, y: at }, { colour, width: 2 })
    writeText(pen, format(value, places), { x: box.left - LABEL_GAP, y: at }, style)
  }
}

const PIXELS_PER_DAY = 120
/** Least pixels between two labels. */
const APART = 44

/** Draws the axis of days: always the first and the last, and between them those that have room. */
function drawDays(pen: Pen, { box, x }: Axes, { words, days, ink }: PlotStyle): void {
  const { left, right, bottom } = box
  strokeLine(pen, { x: left, y: bottom }, { x: right, y: bottom }, { colour: ink.axis, width: 2 })
  const taken: Stretch[] = []
  const most = Math.floor((right - left) / PIXELS_PER_DAY)
  for (const { day, label } of [...endTicks(words, days), ...ticksBetween(words, days, most)]) {
    const half = widthOf(pen, label, SIZE.axis) / 2
    const middle = Math.min(Math.max(x(day), left + half), right - half)
    const stretch = { left: middle - half - APART, right: middle + half + APART }
    if (taken.some((one) => one.left + APART < stretch.right && stretch.left < one.right - APART)) continue
    taken.push(stretch)
    writeText(pen, label, { x: middle, y: bottom + 20 }, { ...DAY_STYLE, colour: ink.quiet })
  }
}
const DAY_STYLE = { size: SIZE.axis, align: 'center', baseline: 'top' } as const

interface Stretch {
  readonly left: number
  readonly right: number
}

const OLD_DASH = [4, 11]

/** How a line is drawn. Steps are drawn for prices that are in force for whole days. */
interface LineStyle {
  readonly colour: string
  readonly width: number
  readonly isStepped: boolean
}

/** Draws a line from day to day, dotted where the price in force is over a week old. */
export function drawLine(
  pen: Pen,
  axes: Axes,
  values: readonly DayValue[],
  { colour, width, isStepped }: LineStyle,
): void {
  pen.strokeStyle = colour
  pen.lineWidth = width
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  for (const run of unbrokenRuns(values).flatMap(splitByAge)) {
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

/** Splits a line where it becomes old or new again; each part begins where the one before ends. */
function splitByAge(values: readonly DayValue[]): DayValue[][] {
  const runs: DayValue[][] = []
  for (const [index, point] of values.entries()) {
    const before = values[index - 1]
    const run = runs.at(-1)
    if (run && before?.isOld === point.isOld) run.push(point)
    else runs.push(before && run ? [before, point] : [point])
  }
  return runs
}

/** Shades the area between a line and a level, strongest at the top. */
function fillTo(
  pen: Pen,
  axes: Axes,
  { values, isStepped, colour }: Pick<PlotLine, 'values' | 'isStepped' | 'colour'>,
  level: number,
): void {
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

function fillShape(pen: Pen, spots: readonly Position[]): void {
  pen.beginPath()
  for (const spot of spots) pen.lineTo(spot.x, spot.y)
  pen.closePath()
  pen.fill()
}

/** A line with the way it is drawn. */
type Shape = Pick<PlotLine, 'values' | 'isStepped'>

/** Shades the area between two lines, over the days that both have. */
export function fillBetween(pen: Pen, axes: Axes, [a, b]: readonly [Shape, Shape], colour: string): void {
  const from = Math.max(a.values[0]?.day ?? 0, b.values[0]?.day ?? 0)
  const spots = ({ values, isStepped }: Shape): Position[] => {
    const shared = values.filter(({ day }) => day >= from)
    return spotsOf(axes, shared, isStepped)
  }
  pen.fillStyle = `${colour}26`
  fillShape(pen, [...spots(a), ...spots(b).toReversed()])
}

/** Label at the end of a line: its value, under its name if there are several lines. */
interface EndLabel {
  readonly name?: string
  readonly figure: string
  readonly colour: string
  readonly day: number
  readonly value: number
}

const LINE_PIXELS = 38
/** Pixels from the end of a line to its label. */
const LABEL_OFFSET = 26
const heightOf = ({ name }: EndLabel): number => (name === undefined ? LINE_PIXELS : 2 * LINE_PIXELS + 6)

/** Draws labels beside the ends of their lines, moved apart so that none overlaps. */
function drawEndLabels(
  pen: Pen,
  { x, y, box }: Axes,
  labels: readonly EndLabel[],
  { right, paper }: { readonly right: number; readonly paper: string },
): void {
  const sorted = labels.toSorted((a, b) => b.value - a.value)
  const middles = spreadApart(
    sorted.map((label) => ({ wanted: y(label.value), height: heightOf(label) })),
    box.top - LINE_PIXELS,
    box.bottom + LINE_PIXELS / 2,
  )
  for (const [index, label] of sorted.entries()) {
    const [spot, middle] = [{ x: x(label.day), y: y(label.value) }, middles[index] ?? 0]
    const leader = { colour: `${label.colour}80`, width: 2 }
    if (Math.abs(middle - spot.y) > LINE_PIXELS / 2)
      strokeLine(pen, spot, { x: spot.x + LABEL_OFFSET - 6, y: middle }, leader)
    drawDot(pen, spot, label.colour, paper, 9)
    writeLabel(pen, label, { x: spot.x + LABEL_OFFSET, y: middle }, right)
  }
}

function writeLabel(pen: Pen, label: EndLabel, { x, y }: { x: number; y: number }, right: number): void {
  const style = { size: SIZE.label, colour: label.colour, weight: 700, baseline: 'middle' } as const
  if (label.name === undefined) {
    writeText(pen, label.figure, { x, y }, style)
    return
  }
  const nameStyle = { ...style, size: SIZE.note, weight: 600 } as const
  writeText(pen, clipText(pen, label.name, nameStyle, right - x), { x, y: y - LINE_PIXELS / 2 }, nameStyle)
  writeText(pen, label.figure, { x, y: y + LINE_PIXELS / 2 }, style)
}

interface LabelSlot {
  readonly wanted: number
  readonly height: number
}

/** Middles in pixels, top to bottom: labels are pushed down until none overlaps, then up until all fit. */
export function spreadApart(labels: readonly LabelSlot[], top: number, bottom: number): number[] {
  const middles: number[] = []
  let free = top
  for (const { wanted, height } of labels) {
    const middle = Math.max(wanted, free + height / 2)
    middles.push(middle)
    free = middle + height / 2
  }
  free = bottom
  for (let index = labels.length - 1; index >= 0; index--) {
    const half = (labels[index]?.height ?? 0) / 2
    middles[index] = Math.min(middles[index] ?? 0, free - half)
    free = (middles[index] ?? 0) - half
  }
  return middles
}

/** Extremes nearer to the end of the line than this are not marked, as the last value is there. */
const END_PIXELS = 90
const CLEARANCE = 16

type Marked = Pick<PlotLine, 'values' | 'colour'> & { readonly extremes?: Extremes | undefined }
type ExtremeStyle = Pick<PlotStyle, 'words' | 'format' | 'ink'>

/** Marks the highest and the lowest day of a line, unless the line is level, ends near them, or leaves no room there. */
function drawExtremes(
  pen: Pen,
  axes: Axes,
  { values, extremes, colour }: Marked,
  { words, format, ink }: ExtremeStyle,
): void {
  const last = values.at(-1)
  if (!last) return
  const { high, low } = extremes ?? extremesOf(values, last)
  if (high.value === low.value) return
  const isApart = ({ day }: DayValue): boolean => axes.x(last.day) - axes.x(day) > END_PIXELS
  const mark = (point: DayValue, word: string, lift: number): void => {
    if (!isApart(point)) return
    drawExtreme(pen, axes, point, { text: `${word} ${format(point.value)}`, lift, colour, ink })
  }
  mark(high, words.high, -CLEARANCE)
  mark(low, words.low, CLEARANCE)
}

/** The first highest and the first lowest day of a line. */
function extremesOf(values: readonly DayValue[], any: DayValue): Extremes {
  const first = values[0] ?? any
  return {
    high: values.reduce((best, point) => (point.value > best.value ? point : best), first),
    low: values.reduce((best, point) => (point.value < best.value ? point : best), first),
  }
}

interface Mark {
  readonly text: string
  /** Pixels from the point to the text, which stands above it where this is below zero. */
  readonly lift: number
  readonly colour: string
  readonly ink: Ink
}

function drawExtreme(
  pen: Pen,
  { x, y, box }: Axes,
  { day, value }: DayValue,
  { text, lift, colour, ink }: Mark,
): void {
  const spot = { x: x(day), y: y(value) }
  if (lift > 0 && spot.y + lift + SIZE.note > box.bottom) return
  drawDot(pen, spot, colour, ink.paper, 6)
  const half = widthOf(pen, text, SIZE.note, 600) / 2
  const middle = Math.min(Math.max(spot.x, box.left + half + 4), box.right - half - 4)
  const baseline = lift > 0 ? 'top' : 'alphabetic'
  const style = { size: SIZE.note, colour: ink.text, weight: 600, align: 'center', baseline } as const
  writeText(pen, text, { x: middle, y: spot.y + lift }, { ...style, halo: `${ink.paper}a8` })
}
