import type { ChartWords } from '../messages/words/words.ts'
import type { DayValue } from './carry-forward.ts'
import { type DayRange, dayNumberOf, dayParts, shortDay } from './days.ts'
import { INK, type Pen, SIZE, strokeLine, widthOf, writeText } from './pen.ts'

/** A rectangle of the picture, in pixels. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Scales that turn a day and a value into pixels of a box. */
export interface Axes {
  readonly box: Box
  readonly low: number
  readonly high: number
  readonly x: (day: number) => number
  readonly y: (value: number) => number
}

/** Space above the highest and below the lowest value for their labels, as shares of the height between them. */
const ROOM_ABOVE = 0.16
const ROOM_BELOW = 0.2

export interface ValueRange {
  readonly low: number
  readonly high: number
}

/** The values an axis covers: below zero only if a value is, and including zero if `withZero`. */
export function valueRangeOf(lines: readonly (readonly DayValue[])[], withZero = false): ValueRange {
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

/** Scales for these days and values; a single day stands in the middle of the box. */
export function createAxes(box: Box, { from, to }: DayRange, { low, high }: ValueRange): Axes {
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

const VALUE_STEPS = [1, 2, 2.5, 5, 10]

export interface ValueTicks {
  readonly values: readonly number[]
  /** Decimal places needed to tell the ticks apart. */
  readonly places: number
}

/** Round numbers within a range, about `wanted` of them. */
export function valueTicks(low: number, high: number, wanted: number): ValueTicks {
  const rough = (high - low) / wanted
  const power = Math.floor(Math.log10(rough))
  const step = (VALUE_STEPS.find((factor) => factor * 10 ** power >= rough) ?? 10) * 10 ** power
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

export interface DayTick {
  readonly day: number
  readonly label: string
}

type Ticks = (words: ChartWords, from: number, to: number) => DayTick[]

const everyDay: Ticks = (words, from, to) =>
  range(from, to).map((day) => {
    const { weekday, dayOfMonth } = dayParts(day)
    return { day, label: `${words.weekdays[weekday]} ${dayOfMonth}` }
  })

/** Every few days, counted back from the last day, which readers look for first. */
const everyDays =
  (step: number): Ticks =>
  (words, from, to) =>
    range(from, to)
      .filter((day) => (to - day) % step === 0)
      .map((day) => ({ day, label: shortDay(words, day) }))

/** Day number of 1970-01-05. */
const FIRST_MONDAY = 4
const mondays =
  (weeks: number): Ticks =>
  (words, from, to) => {
    const last = to - ((to - FIRST_MONDAY) % 7)
    return range(from, last)
      .filter((day) => (last - day) % (7 * weeks) === 0)
      .map((day) => ({ day, label: shortDay(words, day) }))
  }

/** The first days of months; January is labelled with its year. */
const months =
  (step: number): Ticks =>
  (words, from, to) =>
    firstsOfMonths(from, to)
      .filter(({ month }) => (month - 1) % step === 0)
      .map(({ year, month, day }) => ({
        day,
        label: month === 1 ? String(year) : (words.months[month - 1] ?? ''),
      }))

const years =
  (step: number): Ticks =>
  (_words, from, to) =>
    firstsOfMonths(from, to)
      .filter(({ year, month }) => month === 1 && year % step === 0)
      .map(({ year, day }) => ({ day, label: String(year) }))

/** Kinds of ticks, the finest first, with the fewest days between two ticks. */
const DAY_STEPS: readonly { readonly days: number; readonly ticks: Ticks }[] = [
  { days: 1, ticks: everyDay },
  { days: 2, ticks: everyDays(2) },
  { days: 7, ticks: mondays(1) },
  { days: 14, ticks: mondays(2) },
  { days: 28, ticks: months(1) },
  { days: 59, ticks: months(2) },
  { days: 90, ticks: months(3) },
  { days: 181, ticks: months(6) },
  { days: 365, ticks: years(1) },
  { days: 730, ticks: years(2) },
  { days: 1_826, ticks: years(5) },
]

/** The days to label under the axis: the finest calendar steps of which at most `max` fall in the range. */
export function dayTicks(words: ChartWords, from: number, to: number, max: number): DayTick[] {
  for (const { days, ticks } of DAY_STEPS) {
    // Far too many ticks are not even built.
    if ((to - from) / days > 2 * max + 2) continue
    const found = ticks(words, from, to)
    if (found.length <= max) return found
  }
  return []
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

function firstsOfMonths(from: number, to: number): { year: number; month: number; day: number }[] {
  const start = dayParts(from)
  const found = []
  for (let at = start.year * 12 + start.month - 1; ; at++) {
    const [year, month] = [Math.floor(at / 12), (at % 12) + 1]
    const day = dayNumberOf(year, month, 1)
    if (day > to) return found
    if (day >= from) found.push({ year, month, day })
  }
}

const PIXELS_PER_VALUE = 76
const VALUES_MIN = 4
const PIXELS_PER_DAY = 120
const LABEL_GAP = 18

const ticksFor = (height: number): number => Math.max(VALUES_MIN, height / PIXELS_PER_VALUE)

/** Formats a value with the given number of decimal places; without one, with those of a price. */
export type FormatValue = (value: number, places?: number) => string

/** Width in pixels of the value labels to the left of a plot. */
export function valueLabelsWidth(
  pen: Pen,
  { low, high, height }: { low: number; high: number; height: number },
  format: FormatValue,
): number {
  const { values, places } = valueTicks(low, high, ticksFor(height))
  return LABEL_GAP + Math.max(...values.map((value) => widthOf(pen, format(value, places), SIZE.axis)), 0)
}

/** Draws horizontal grid lines, each with its value to the left. */
export function drawValueGrid(pen: Pen, { box, low, high, y }: Axes, format: FormatValue): void {
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
export function drawDays(pen: Pen, { box, x }: Axes, words: ChartWords, { from, to }: DayRange): void {
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
