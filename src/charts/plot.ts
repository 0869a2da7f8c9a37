import { drawDays, drawValueGrid, type FormatValue, type PlotStyle, valueLabelsWidth } from './axes.ts'
import { type DayValue, type Extremes, gapPercents } from './chart.ts'
import { drawExtremes } from './extremes.ts'
import type { Ink } from './ink.ts'
import { drawEndLabels, drawLine, type EndLabel, fillBetween, fillTo, LABEL_OFFSET } from './lines.ts'
import {
  type Axes,
  type Box,
  createAxes,
  drawDot,
  MARGIN,
  type Pen,
  type Place,
  SIZE,
  strokeLine,
  valueRangeOf,
  WIDTH,
  widthOf,
} from './pen.ts'

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
  const { words, format, days, ink } = style
  const range = valueRangeOf([line.values, line.extremes ? Object.values(line.extremes) : []])
  const left = MARGIN + valueLabelsWidth(pen, { ...range, ...place }, format)
  const axes = createAxes({ left, right: RIGHT - END_RADIUS, ...place }, days, range)
  drawValueGrid(pen, axes, style)
  if (days.step !== undefined) drawStart(pen, axes, line.values, ink)
  fillTo(pen, axes, line, { colour: line.colour, level: range.low })
  drawDays(pen, axes, style)
  drawLine(pen, axes, line.values, { ...line, width: ONLY_WIDTH })
  const { colour } = line
  drawExtremes(pen, axes, line, { high: words.high, low: words.low, format, colour, ink })
  const last = line.values.at(-1)
  if (last) drawDot(pen, { x: axes.x(last.day), y: axes.y(last.value) }, colour, ink.paper, END_RADIUS)
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
  style: PlotStyle & { readonly isSameMoney: boolean },
): void {
  const { format, days, ink, isSameMoney } = style
  const range = valueRangeOf(lines.map(({ values }) => values))
  const labels = lines.flatMap((line) => endLabelOf(line, format))
  const left = MARGIN + valueLabelsWidth(pen, { ...range, ...place }, format)
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
  const gap = gapPercents(base.values, other.values)
  const middle = top + (bottom - top - BETWEEN) * PERCENT_SHARE
  const [upper, lower] = [
    { top, bottom: middle },
    { top: middle + BETWEEN, bottom },
  ]
  const [upperRange, lowerRange] = [valueRangeOf([gap], true), valueRangeOf([base.values, other.values])]
  const percent: FormatValue = (value, places) => words.percent(format(value, places))
  const labels = lines.flatMap((line) => endLabelOf(line, format))
  const left =
    MARGIN +
    Math.max(
      valueLabelsWidth(pen, { ...upperRange, ...upper }, percent),
      valueLabelsWidth(pen, { ...lowerRange, ...lower }, format),
    )
  const right = RIGHT - labelsWidth(pen, labels)
  const boxOf = (place: Place): Box => ({ left, right, ...place })
  const colour = ink.lines[3]

  const upperAxes = createAxes(boxOf(upper), days, upperRange)
  drawValueGrid(pen, upperAxes, { format: percent, ink })
  fillTo(pen, upperAxes, { values: gap, isStepped: false }, { colour, level: 0 })
  drawLine(pen, upperAxes, gap, { colour, width: COMPARED_WIDTH, isStepped: false })
  const toOnePlace = (value: number): string => percent(value, 1)
  drawExtremes(
    pen,
    upperAxes,
    { values: gap },
    { high: words.high, low: words.low, format: toOnePlace, colour, ink },
  )
  const last = gap.at(-1)
  if (last)
    drawDot(pen, { x: upperAxes.x(last.day), y: upperAxes.y(last.value) }, colour, ink.paper, END_RADIUS)

  const lowerAxes = createAxes(boxOf(lower), days, lowerRange)
  drawValueGrid(pen, lowerAxes, style)
  fillBetween(pen, lowerAxes, [base, other], colour)
  drawDays(pen, lowerAxes, style)
  for (const line of lines) drawLine(pen, lowerAxes, line.values, { ...line, width: COMPARED_WIDTH })
  drawEndLabels(pen, lowerAxes, labels, { right: RIGHT, paper: ink.paper })
}
