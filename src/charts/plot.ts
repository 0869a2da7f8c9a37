import type { ChartWords } from '../messages/words/words.ts'
import { type DayValue, type Extremes, gapPercents } from './chart.ts'
import { type DayRange, dayTicks, valueTicks } from './labels.ts'
import {
  drawEndLabels,
  drawExtremes,
  drawLine,
  type EndLabel,
  fillBetween,
  fillTo,
  LABEL_OFFSET,
} from './lines.ts'
import {
  type Axes,
  type Box,
  colourOf,
  createAxes,
  INK,
  LINE_COLOURS,
  MARGIN,
  type Pen,
  SIZE,
  strokeLine,
  valueRangeOf,
  WIDTH,
  widthOf,
  writeText,
} from './pen.ts'

/** Formats a value with the given number of decimal places; without one, with those of a price. */
export type FormatValue = (value: number, places?: number) => string

/** One line of a chart, a value for each day. */
export interface PlotLine {
  readonly label: string
  readonly values: readonly DayValue[]
  readonly priceCount: number
  readonly extremes: Extremes | undefined
}

/** How the words, values and days of a chart are written. */
export interface PlotStyle {
  readonly words: ChartWords
  readonly format: FormatValue
  readonly days: DayRange
}

const NAME_WIDTH_MAX = 250
const LABELS_RIGHT = WIDTH - MARGIN

/** Draws prices in bolivares: one line with its area and extremes, or several with their names at the end. */
export function drawPrices(
  pen: Pen,
  { top, bottom }: { top: number; bottom: number },
  lines: readonly PlotLine[],
  { words, format, days }: PlotStyle,
): void {
  const [only] = lines
  const bolivares = (value: number): string => format(value)
  const reached = lines.length === 1 && only?.extremes ? Object.values(only.extremes) : []
  const range = valueRangeOf([...lines.map(({ values }) => values), reached])
  const labels = lines.flatMap((line, index) => endLabelOf(line, colourOf(index), bolivares))
  const left = MARGIN + valueLabelsWidth(pen, { ...range, height: bottom - top }, format)
  const box: Box = { left, right: LABELS_RIGHT - labelsWidth(pen, labels), top, bottom }
  const axes = createAxes(box, days, range)
  drawValueGrid(pen, axes, format)
  if (only && lines.length === 1) fillTo(pen, axes, only.values, colourOf(0), range.low)
  drawDays(pen, axes, words, days)
  for (const [index, { values }] of lines.entries()) drawLine(pen, axes, values, colourOf(index))
  if (only && lines.length === 1)
    drawExtremes(pen, axes, only, colourOf(0), { high: words.high, low: words.low, format: bolivares })
  drawEndLabels(pen, axes, labels, LABELS_RIGHT)
}

const named = (label: string): Pick<EndLabel, 'name'> => (label === '' ? {} : { name: label })

function endLabelOf(
  { label, values }: Pick<PlotLine, 'label' | 'values'>,
  colour: string,
  figureOf: (value: number) => string,
): EndLabel[] {
  const last = values.at(-1)
  if (!last) return []
  return [{ ...named(label), figure: figureOf(last.value), colour, day: last.day, value: last.value }]
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

const GAP_COLOUR = LINE_COLOURS[3]
const PRICE_COLOURS = [LINE_COLOURS[0], LINE_COLOURS[1]] as const
/** Share of the height that the percents take, and pixels between the two plots. */
const PERCENT_SHARE = 0.56
const BETWEEN = 52

/** Draws by how many percent the second line is above the first, and below that the two prices. */
export function drawGap(
  pen: Pen,
  { top, bottom }: { top: number; bottom: number },
  lines: readonly [PlotLine, PlotLine],
  { words, format, days }: PlotStyle,
): void {
  const [base, other] = lines
  const gap = gapPercents(base.values, other.values)
  const percent: FormatValue = (value, places) => `${format(value, places)} %`
  const middle = top + (bottom - top - BETWEEN) * PERCENT_SHARE
  const [upper, lower] = [
    { top, bottom: middle },
    { top: middle + BETWEEN, bottom },
  ]
  const [upperRange, lowerRange] = [valueRangeOf([gap], true), valueRangeOf([base.values, other.values])]
  const [bolivares, percents] = [(value: number) => format(value), (value: number) => percent(value, 1)]
  const ends = lines.flatMap((line, index) => endLabelOf(line, PRICE_COLOURS[index] ?? INK.text, bolivares))
  const gapEnd = endLabelOf({ label: '', values: gap }, GAP_COLOUR, percents)
  const left =
    MARGIN +
    Math.max(
      valueLabelsWidth(pen, { ...upperRange, height: upper.bottom - upper.top }, percent),
      valueLabelsWidth(pen, { ...lowerRange, height: lower.bottom - lower.top }, format),
    )
  const right = LABELS_RIGHT - labelsWidth(pen, [...ends, ...gapEnd])
  const boxOf = (place: { top: number; bottom: number }): Box => ({ left, right, ...place })

  const upperAxes = createAxes(boxOf(upper), days, upperRange)
  drawValueGrid(pen, upperAxes, percent)
  fillTo(pen, upperAxes, gap, GAP_COLOUR, 0)
  drawLine(pen, upperAxes, gap, GAP_COLOUR)
  const extremeWords = { high: words.high, low: words.low, format: percents }
  drawExtremes(pen, upperAxes, { values: gap }, GAP_COLOUR, extremeWords)
  drawEndLabels(pen, upperAxes, gapEnd, LABELS_RIGHT)

  const lowerAxes = createAxes(boxOf(lower), days, lowerRange)
  drawValueGrid(pen, lowerAxes, format)
  fillBetween(pen, lowerAxes, base.values, other.values, GAP_COLOUR)
  drawDays(pen, lowerAxes, words, days)
  drawLine(pen, lowerAxes, base.values, PRICE_COLOURS[0], 4)
  drawLine(pen, lowerAxes, other.values, PRICE_COLOURS[1], 4)
  drawEndLabels(pen, lowerAxes, ends, LABELS_RIGHT)
}

const PIXELS_PER_VALUE = 76
const VALUES_MIN = 4
const PIXELS_PER_DAY = 120
const LABEL_GAP = 18

const ticksFor = (height: number): number => Math.max(VALUES_MIN, height / PIXELS_PER_VALUE)

/** Width in pixels of the value labels to the left of a plot. */
function valueLabelsWidth(
  pen: Pen,
  { low, high, height }: { low: number; high: number; height: number },
  format: FormatValue,
): number {
  const { values, places } = valueTicks(low, high, ticksFor(height))
  return LABEL_GAP + Math.max(...values.map((value) => widthOf(pen, format(value, places), SIZE.axis)), 0)
}

/** Draws horizontal grid lines, each with its value to the left. */
function drawValueGrid(pen: Pen, { box, low, high, y }: Axes, format: FormatValue): void {
  const { values, places } = valueTicks(low, high, ticksFor(box.bottom - box.top))
  for (const value of values) {
    const at = Math.round(y(value))
    const colour = value === 0 ? INK.zero : INK.grid
    strokeLine(pen, { x: box.left, y: at }, { x: box.right, y: at }, { colour, width: 2 })
    writeText(pen, format(value, places), { x: box.left - LABEL_GAP, y: at }, VALUE_STYLE)
  }
}
const VALUE_STYLE = { size: SIZE.axis, colour: INK.quiet, align: 'right', baseline: 'middle' } as const

/** Draws the labelled days under a plot. */
function drawDays(pen: Pen, { box, x }: Axes, words: ChartWords, { from, to }: DayRange): void {
  strokeLine(
    pen,
    { x: box.left, y: box.bottom },
    { x: box.right, y: box.bottom },
    { colour: INK.zero, width: 2 },
  )
  const wanted = 1 + Math.floor((box.right - box.left) / PIXELS_PER_DAY)
  for (const { day, label } of dayTicks(words, from, to, wanted)) {
    const at = x(day)
    strokeLine(pen, { x: at, y: box.bottom }, { x: at, y: box.bottom + 10 }, { colour: INK.zero, width: 2 })
    writeText(pen, label, { x: at, y: box.bottom + 18 }, DAY_STYLE)
  }
}
const DAY_STYLE = { size: SIZE.axis, colour: INK.quiet, align: 'center', baseline: 'top' } as const
