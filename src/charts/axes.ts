import { dayTicks } from './day-ticks.ts'
import type { Held } from './held.ts'
import { INK, type Pen, rule, SIZE, widthOf, write } from './pen.ts'
import type { ChartWords, Days } from './words.ts'

/** A rectangle of the picture, in pixels. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Where days and values lie in a box. */
export interface Axes {
  readonly box: Box
  readonly low: number
  readonly high: number
  readonly x: (day: number) => number
  readonly y: (value: number) => number
}

/** Room above the highest and below the lowest for what is written there, as shares of the height between them. */
const ROOM_ABOVE = 0.16
const ROOM_BELOW = 0.2

export interface Span {
  readonly low: number
  readonly high: number
}

/** The values an axis spans; never below zero where no value is, and from zero on `withZero`. */
export function spanOf(lines: readonly (readonly Held[])[], withZero = false): Span {
  let [low, high] = withZero ? [0, 0] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { value } of lines.flat()) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (low > high) return { low: 0, high: 1 }
  const height = high - low || Math.abs(high) * 0.02 || 1
  const floor = low < 0 ? Number.NEGATIVE_INFINITY : 0
  return { low: Math.max(floor, low - height * ROOM_BELOW), high: high + height * ROOM_ABOVE }
}

export function createAxes(box: Box, { from, to }: Days, { low, high }: Span): Axes {
  const perDay = (box.right - box.left) / Math.max(1, to - from)
  const perUnit = (box.bottom - box.top) / (high - low)
  return {
    box,
    low,
    high,
    x: (day) => (from === to ? (box.left + box.right) / 2 : box.left + (day - from) * perDay),
    y: (value) => box.bottom - (value - low) * perUnit,
  }
}

const STEPS = [1, 2, 2.5, 5, 10]

export interface ValueTicks {
  readonly values: readonly number[]
  /** Decimal places that tell the ticks apart. */
  readonly places: number
}

/** Round numbers within a range, `wanted` of them or fewer. */
export function valueTicks(low: number, high: number, wanted: number): ValueTicks {
  const rough = (high - low) / wanted
  const power = Math.floor(Math.log10(rough))
  const step = (STEPS.find((factor) => factor * 10 ** power >= rough) ?? 10) * 10 ** power
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  const values = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { values, places: placesOf(step) }
}

function placesOf(step: number): number {
  let places = 0
  while (places < 8 && Math.abs(step * 10 ** places - Math.round(step * 10 ** places)) > 1e-6) places++
  return places
}

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
