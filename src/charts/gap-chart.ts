import {
  type Box,
  createAxes,
  drawDays,
  drawValueGrid,
  type Format,
  spanOf,
  valueLabelsWidth,
} from './axes.ts'
import { gapDays, type Held } from './held.ts'
import { drawEndLabels, drawExtremes, type EndLabel } from './labels.ts'
import { drawLine, fillBetween, fillTo } from './line.ts'
import type { Pen } from './pen.ts'
import { INK, LINE_COLOURS, MARGIN } from './pen.ts'
import { LABELS_RIGHT, labelsWidth, type PlotStyle, type Plotted } from './price-chart.ts'

const GAP_COLOUR = LINE_COLOURS[3]
const PRICE_COLOURS = [LINE_COLOURS[0], LINE_COLOURS[1]] as const
/** How much of the height the percents take, and what lies between the two plots, in pixels. */
const PERCENT_SHARE = 0.56
const BETWEEN = 52

/** How far the second line is above the first in percent, over the two prices with what lies between them. */
export function drawGap(
  pen: Pen,
  { top, bottom }: { top: number; bottom: number },
  lines: readonly [Plotted, Plotted],
  { words, format, days }: PlotStyle,
): void {
  const [base, other] = lines
  const gap = gapDays(base.held, other.held)
  const percent: Format = (value, places) => `${format(value, places)} %`
  const middle = top + (bottom - top - BETWEEN) * PERCENT_SHARE
  const [upper, lower] = [
    { top, bottom: middle },
    { top: middle + BETWEEN, bottom },
  ]
  const [upperSpan, lowerSpan] = [spanOf([gap], true), spanOf([base.held, other.held])]
  const ends = lines.flatMap(({ label, held }, index) => {
    const colour = PRICE_COLOURS[index] ?? INK.text
    return endOf(held, colour, (value) => format(value, 2), label)
  })
  const gapEnd = endOf(gap, GAP_COLOUR, (value) => percent(value, 1))
  const left =
    MARGIN +
    Math.max(
      valueLabelsWidth(pen, { ...upperSpan, height: upper.bottom - upper.top }, percent),
      valueLabelsWidth(pen, { ...lowerSpan, height: lower.bottom - lower.top }, format),
    )
  const right = LABELS_RIGHT - labelsWidth(pen, [...ends, ...gapEnd])
  const boxOf = (place: { top: number; bottom: number }): Box => ({ left, right, ...place })

  const upperAxes = createAxes(boxOf(upper), days, upperSpan)
  drawValueGrid(pen, upperAxes, percent)
  fillTo(pen, upperAxes, gap, GAP_COLOUR, 0)
  drawLine(pen, upperAxes, gap, GAP_COLOUR)
  drawExtremes(pen, upperAxes, { held: gap }, GAP_COLOUR, { ...words, format: (value) => percent(value, 1) })
  drawEndLabels(pen, upperAxes, gapEnd, LABELS_RIGHT)

  const lowerAxes = createAxes(boxOf(lower), days, lowerSpan)
  drawValueGrid(pen, lowerAxes, format)
  fillBetween(pen, lowerAxes, base.held, other.held, GAP_COLOUR)
  drawDays(pen, lowerAxes, words, days)
  drawLine(pen, lowerAxes, base.held, PRICE_COLOURS[0], 4)
  drawLine(pen, lowerAxes, other.held, PRICE_COLOURS[1], 4)
  drawEndLabels(pen, lowerAxes, ends, LABELS_RIGHT)
}

function endOf(
  held: readonly Held[],
  colour: string,
  figureOf: (value: number) => string,
  name?: string,
): EndLabel[] {
  const last = held.at(-1)
  if (!last) return []
  const named = name === undefined ? {} : { name }
  return [{ ...named, figure: figureOf(last.value), colour, day: last.day, value: last.value }]
}
