import { DAY_MS, type Day, MINUTE_MS, startOfDay } from '../domain/caracas.ts'
import type { Decimal, NumberStyle } from '../domain/decimal.ts'
import { HELD_DAYS_MAX } from '../domain/in-force.ts'
import type { Language } from '../words/words.ts'
import { type DayRange, dayNumber } from './ticks.ts'

export const SERIES_MAX = 4

/** A price on a day in Caracas, or at a time of it (`at`, in ms). */
export interface Point {
  readonly day: Day
  readonly at?: number
  readonly price: Decimal
}

/** Prices of one monitor, oldest first; a day without a point keeps the price before it. */
export interface Series {
  readonly label: string
  /** Each price is in force for whole days, so that the line moves in steps. */
  readonly isStepped?: boolean
  readonly points: readonly Point[]
  /** The highest and lowest price reached within any day; those of the points if absent. */
  readonly extremes?: { readonly high: Point; readonly low: Point }
  /** The price that its change counts from, where that is not the first one. */
  readonly from?: Decimal
}

/**
 * Everything a chart shows, as plain text. `from` and `to` are included; points before `from` only give the price in
 * force on it. A gap has two series and shows by how many percent the second is above the first. `until` (ms) makes it a
 * chart of the hours of one day, up to then.
 */
export interface ChartView {
  readonly kind: 'price' | 'gap'
  readonly title: string
  readonly source: string
  readonly series: readonly Series[]
  readonly from: Day
  readonly to: Day
  readonly until?: number
  readonly isDark: boolean
  /** True if all prices are of the same money, so that their distance means something. */
  readonly isSameMoney: boolean
  readonly language: Language
  readonly numbers: NumberStyle
  readonly simulated: boolean
}

/** Times on a chart of hours are multiples of this, so that equal charts are drawn once. */
export const HOURS_STEP_MS = 5 * MINUTE_MS

/** The days of a chart, or the parts of its only day up to `until`. */
export function dayRangeOf({ from, to, until }: Pick<ChartView, 'from' | 'to' | 'until'>): DayRange {
  const first = dayNumber(from)
  if (until === undefined) return { from: first, to: dayNumber(to) }
  return { from: first, to: first + (until - startOfDay(from)) / DAY_MS, step: HOURS_STEP_MS / DAY_MS }
}

/** A price on the axis of days; one with a time is some way into its day. */
export interface PlacedPrice {
  readonly day: number
  /** A float: exact enough for pixels. */
  readonly value: number
}

/** The value in force on a day: days without a price repeat the last one, which is old after HELD_DAYS_MAX. */
export interface DayValue extends PlacedPrice {
  readonly isOld: boolean
}

export interface Extremes {
  readonly high: PlacedPrice
  readonly low: PlacedPrice
}

const placed = ({ day, at, price }: Point): PlacedPrice => ({
  day: dayNumber(day) + (at === undefined ? 0 : (at - startOfDay(day)) / DAY_MS),
  value: Number(price),
})

/** The price in force at each step of a range, from the first one that has a price. */
export function carryForward({ points }: Series, range: DayRange): DayValue[] {
  const values: DayValue[] = []
  let next = 0
  let known: PlacedPrice | undefined
  const prices = points.map(placed)
  for (const day of stepsOf(range)) {
    for (let price = prices[next]; price && price.day <= day + SAME_TIME; price = prices[++next])
      known = price
    if (known)
      values.push({ day, value: known.value, isOld: Math.floor(day) > Math.floor(known.day) + HELD_DAYS_MAX })
  }
  return values
}

/** Far less than a second, in days: times are floats. */
const SAME_TIME = 1e-7

/** The days of a range; parts of one day where the range says so, up to its very end. */
function stepsOf({ from, to, step = 1 }: DayRange): number[] {
  const count = Math.floor((to - from) / step + 1e-6)
  return Array.from({ length: count + 1 }, (_, index) => from + index * step)
}

/** The extremes that a series states; undefined if they are those of its own points. */
export const extremeValues = ({ extremes }: Series): Extremes | undefined =>
  extremes && { high: placed(extremes.high), low: placed(extremes.low) }

/** Number of prices that a chart of these days shows: those within, and the one in force on the first day. */
export function countPrices({ points }: Series, { from, to }: DayRange): number {
  const days = points.map((point) => placed(point).day)
  const within = days.filter((day) => day >= from && day <= to).length
  const isCarriedIn = days.some((day) => day < from && day >= from - HELD_DAYS_MAX)
  return within + (isCarriedIn ? 1 : 0)
}

/** The day of the last price if it was old on the last day; undefined otherwise. */
export function silentSince(values: readonly DayValue[]): number | undefined {
  const fresh = values.findLast(({ isOld }) => !isOld)
  return values.at(-1)?.isOld && fresh ? fresh.day - HELD_DAYS_MAX : undefined
}

/** Splits a line where days are missing, and where it becomes old or new again: there both runs have the point between. */
export function runsOf(values: readonly DayValue[]): DayValue[][] {
  const runs: DayValue[][] = []
  for (const [at, point] of values.entries()) {
    const before = values[at - 1]
    if (!before || point.day - before.day > 1) runs.push([point])
    else if (point.isOld !== before.isOld) runs.push([before, point])
    else runs.at(-1)?.push(point)
  }
  return runs
}

/** Percent by which the second line is above the first, on days when both are known and not old. */
export function gapPercents(first: readonly DayValue[], second: readonly DayValue[]): DayValue[] {
  const base = new Map(first.filter(({ isOld }) => !isOld).map(({ day, value }) => [day, value]))
  return second.flatMap(({ day, value, isOld }) => {
    const under = base.get(day)
    return under === undefined || isOld ? [] : [{ day, value: (value / under - 1) * 100, isOld }]
  })
}
