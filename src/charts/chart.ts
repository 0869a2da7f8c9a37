import { DAY_MS, type Day, MINUTE_MS, startOfDay } from '../domain/caracas.ts'
import type { Decimal, NumberStyle } from '../domain/decimal.ts'
import { HELD_DAYS_MAX } from '../domain/in-force.ts'
import type { Language } from '../words/words.ts'
import { type DayRange, dayNumber } from './ticks.ts'

export const SERIES_MAX = 4
export const POINTS_MAX = 3_660

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

/** Throws a RangeError for a view that cannot be drawn: too many series or points, a gap without two, days reversed. */
export function requireDrawable({ kind, series, from, to }: ChartView): void {
  if (series.length < 1 || series.length > SERIES_MAX) throw new RangeError(`${series.length} series`)
  if (kind === 'gap' && series.length !== 2) throw new RangeError('a gap compares two series')
  if (series.some(({ points }) => points.length > POINTS_MAX)) throw new RangeError('too many points')
  if (from > to) throw new RangeError(`from ${from} to ${to}`)
}

/** Times on a chart of hours are multiples of this, so that equal charts are drawn once. */
export const HOURS_STEP_MS = 5 * MINUTE_MS

/** The days of a chart, or the parts of its only day up to `until`. */
export function dayRangeOf({ from, to, until }: Pick<ChartView, 'from' | 'to' | 'until'>): DayRange {
  const first = dayNumber(from)
  if (until === undefined) return { from: first, to: dayNumber(to) }
  return { from: first, to: first + (until - startOfDay(from)) / DAY_MS, step: HOURS_STEP_MS / DAY_MS }
}

/** The value in force on a day: days without a price repeat the last one, which is old after HELD_DAYS_MAX. */
export interface DayValue {
  readonly day: number
  /** A float: exact enough for pixels. */
  readonly value: number
  readonly isOld: boolean
}

export interface Extremes {
  readonly high: DayValue
  readonly low: DayValue
}

/** Where a price stands on the axis of days; one with a time is some way into its day. */
const placeOf = ({ day, at }: Point): number =>
  dayNumber(day) + (at === undefined ? 0 : (at - startOfDay(day)) / DAY_MS)

/** The price in force at each step of a range, from the first one that has a price. */
export function carryForward({ points }: Series, range: DayRange): DayValue[] {
  const values: DayValue[] = []
  let next = 0
  let known: { day: number; value: number } | undefined
  const placed = points.map((point) => ({ day: placeOf(point), value: Number(point.price) }))
  for (const day of stepsOf(range)) {
    for (let point = placed[next]; point && point.day <= day + SAME_TIME; point = placed[++next])
      known = point
    if (known) values.push({ day, value: known.value, isOld: isOldOn(day, known.day) })
  }
  return values
}

/** Far less than a second, in days: times are floats. */
const SAME_TIME = 1e-7

const isOldOn = (day: number, known: number): boolean => Math.floor(day) - Math.floor(known) > HELD_DAYS_MAX

/** The days of a range; parts of one day where the range says so, up to its very end. */
function stepsOf({ from, to, step = 1 }: DayRange): number[] {
  const count = Math.floor((to - from) / step + 1e-6)
  return Array.from({ length: count + 1 }, (_, index) => from + index * step)
}

/** The extremes that a series states; undefined if they are those of its own points. */
export function extremeValues({ extremes }: Series): Extremes | undefined {
  if (!extremes) return undefined
  const { high, low } = extremes
  const dayValueOf = (point: Point): DayValue => ({
    day: placeOf(point),
    value: Number(point.price),
    isOld: false,
  })
  return { high: dayValueOf(high), low: dayValueOf(low) }
}

/** Number of prices that a chart of these days shows: those within, and the one in force on the first day. */
export function countPrices({ points }: Series, { from, to }: DayRange): number {
  const days = points.map(placeOf)
  const within = days.filter((day) => day >= from && day <= to).length
  const isCarriedIn = days.some((day) => day < from && day >= from - HELD_DAYS_MAX)
  return within + (isCarriedIn ? 1 : 0)
}

/** The day of the last price if it was over a week old on the last day; undefined otherwise. */
export function silentSince(values: readonly DayValue[]): number | undefined {
  const fresh = values.findLast(({ isOld }) => !isOld)
  return values.at(-1)?.isOld && fresh ? fresh.day - HELD_DAYS_MAX : undefined
}

/** Splits a line where days are missing, oldest run first. */
export function unbrokenRuns(values: readonly DayValue[]): DayValue[][] {
  const pieces: DayValue[][] = []
  for (const point of values) {
    const piece = pieces.at(-1)
    const before = piece?.at(-1)
    if (piece && before && point.day - before.day <= 1) piece.push(point)
    else pieces.push([point])
  }
  return pieces
}

/** Percent by which the second line is above the first, on days when both are known and not old. */
export function gapPercents(first: readonly DayValue[], second: readonly DayValue[]): DayValue[] {
  const base = new Map(first.filter(({ isOld }) => !isOld).map(({ day, value }) => [day, value]))
  return second.flatMap(({ day, value, isOld }) => {
    const under = base.get(day)
    return under === undefined || isOld ? [] : [{ day, value: (value / under - 1) * 100, isOld }]
  })
}
