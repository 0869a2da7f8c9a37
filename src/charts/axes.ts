import type { ChartWords } from '../words/words.ts'
import type { Ink } from './ink.ts'
import { type DayRange, endTicks, ticksBetween, valueTicks } from './labels.ts'
import {
  type Axes,
  type Pen,
  type Place,
  SIZE,
  strokeLine,
  type ValueRange,
  widthOf,
  writeText,
} from './pen.ts'

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
export function valueLabelsWidth(
  pen: Pen,
  { low, high, top, bottom }: ValueRange & Place,
  format: FormatValue,
): number {
  const { values, places } = valueTicks(low, high, ticksFor(bottom - top))
  return LABEL_GAP + Math.max(...values.map((value) => widthOf(pen, format(value, places), SIZE.axis)), 0)
}

/** Draws a few horizontal grid lines, each with its value to the left. */
export function drawValueGrid(
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
export function drawDays(pen: Pen, { box, x }: Axes, { words, days, ink }: PlotStyle): void {
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
