import {
  type Box,
  createAxes,
  drawDays,
  drawValueGrid,
  type Format,
  spanOf,
  valueLabelsWidth,
} from './axes.ts'
import type { Extremes, Held } from './held.ts'
import { drawEndLabels, drawExtremes, type EndLabel, LABEL_OFFSET } from './labels.ts'
import { drawLine, fillTo } from './line.ts'
import { colourOf, MARGIN, type Pen, SIZE, WIDTH, widthOf } from './pen.ts'
import type { ChartWords, Days } from './words.ts'

export interface Plotted {
  readonly label: string
  readonly held: readonly Held[]
  /** How many prices it rests on. */
  readonly points: number
  readonly extremes: Extremes | undefined
}

export interface PlotStyle {
  readonly words: ChartWords
  readonly format: Format
  readonly days: Days
}

const NAME_WIDTH_MAX = 250
export const LABELS_RIGHT = WIDTH - MARGIN

/** Prices in bolivares over the days: one with its area and extremes, or several, each named at its end. */
export function drawPrices(
  pen: Pen,
  { top, bottom }: { top: number; bottom: number },
  lines: readonly Plotted[],
  { words, format, days }: PlotStyle,
): void {
  const [only] = lines
  const reached = lines.length === 1 && only?.extremes ? Object.values(only.extremes) : []
  const span = spanOf([...lines.map(({ held }) => held), reached])
  const labels = lines.flatMap((line, index) => endLabelOf(line, index, format))
  const left = MARGIN + valueLabelsWidth(pen, { ...span, height: bottom - top }, format)
  const box: Box = { left, right: LABELS_RIGHT - labelsWidth(pen, labels), top, bottom }
  const axes = createAxes(box, days, span)
  drawValueGrid(pen, axes, format)
  if (only && lines.length === 1) fillTo(pen, axes, only.held, colourOf(0), span.low)
  drawDays(pen, axes, words, days)
  for (const [index, { held }] of lines.entries()) drawLine(pen, axes, held, colourOf(index))
  const mark = { ...words, format: (value: number) => format(value, 2) }
  if (only && lines.length === 1) drawExtremes(pen, axes, only, colourOf(0), mark)
  drawEndLabels(pen, axes, labels, LABELS_RIGHT)
}

function endLabelOf({ label, held }: Plotted, index: number, format: Format): EndLabel[] {
  const last = held.at(-1)
  if (!last) return []
  const named = label === '' ? {} : { name: label }
  return [
    { ...named, figure: format(last.value, 2), colour: colourOf(index), day: last.day, value: last.value },
  ]
}

/** Pixels right of the plot that the labels at the ends need. */
export function labelsWidth(pen: Pen, labels: readonly EndLabel[]): number {
  const widths = labels.map(({ name, figure }) =>
    Math.max(
      widthOf(pen, figure, SIZE.label, 700),
      Math.min(NAME_WIDTH_MAX, widthOf(pen, name ?? '', SIZE.note, 600)),
    ),
  )
  return LABEL_OFFSET + Math.max(...widths, 0)
}
