import type { Axes } from './axes.ts'
import type { Days } from './day-number.ts'
import { dayTicks } from './day-ticks.ts'
import { INK, SIZE } from './look.ts'
import { type Pen, rule, widthOf, write } from './pen.ts'
import { valueTicks } from './value-ticks.ts'
import type { ChartWords } from './words.ts'

const PIXELS_PER_VALUE = 76
const VALUES_MIN = 4
const PIXELS_PER_DAY = 120
const LABEL_GAP = 18

const wantedIn = (height: number): number => Math.max(VALUES_MIN, height / PIXELS_PER_VALUE)

/** Writes a value of an axis with so many decimal places. */
export type Format = (value: number, places: number) => string

/** Pixels that the labels left of a plot take. */
export function valueLabelsWidth(
  pen: Pen,
  { low, high, height }: { low: number; high: number; height: number },
  format: Format,
): number {
  const { values, places } = valueTicks(low, high, wantedIn(height))
  return LABEL_GAP + Math.max(...values.map((value) => widthOf(pen, format(value, places), SIZE.axis)), 0)
}

/** Thin lines across, each with its value to the left. */
export function drawValueGrid(pen: Pen, { box, low, high, y }: Axes, format: Format): void {
  const { values, places } = valueTicks(low, high, wantedIn(box.bottom - box.top))
  for (const value of values) {
    const at = Math.round(y(value))
    const colour = value === 0 ? INK.zero : INK.grid
    rule(pen, { x: box.left, y: at }, { x: box.right, y: at }, { colour, width: 2 })
    write(pen, format(value, places), { x: box.left - LABEL_GAP, y: at }, VALUE_STYLE)
  }
}
const VALUE_STYLE = { size: SIZE.axis, colour: INK.quiet, align: 'right', baseline: 'middle' } as const

/** The days under a plot, with a short stroke each. */
export function drawDays(pen: Pen, { box, x }: Axes, words: ChartWords, { from, to }: Days): void {
  rule(pen, { x: box.left, y: box.bottom }, { x: box.right, y: box.bottom }, { colour: INK.zero, width: 2 })
  const wanted = 1 + Math.floor((box.right - box.left) / PIXELS_PER_DAY)
  for (const { day, label } of dayTicks(words, from, to, wanted)) {
    const at = x(day)
    rule(pen, { x: at, y: box.bottom }, { x: at, y: box.bottom + 10 }, { colour: INK.zero, width: 2 })
    write(pen, label, { x: at, y: box.bottom + 18 }, DAY_STYLE)
  }
}
const DAY_STYLE = { size: SIZE.axis, colour: INK.quiet, align: 'center', baseline: 'top' } as const
