import type { Point, Series } from './chart.ts'
import { type DayRange, dayNumber } from './days.ts'

/** Longer than any run of weekends and holidays; an older price is drawn as out of date. */
const HOLIDAYS_DAYS_MAX = 7

/** The value in force on a day: days without a price repeat the last one, which is old after a week. */
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

/** The price in force on each day of a range, from the first day that has one. */
export function carryForward({ points }: Series, { from, to }: DayRange): DayValue[] {
  const values: DayValue[] = []
  let next = 0
  let known: { day: number; value: number } | undefined
  const numbered = points.map(({ day, price }) => ({ day: dayNumber(day), value: Number(price) }))
  for (let day = from; day <= to; day++) {
    for (let point = numbered[next]; point && point.day <= day; point = numbered[++next]) known = point
    if (known) values.push({ day, value: known.value, isOld: day - known.day > HOLIDAYS_DAYS_MAX })
  }
  return values
}

/** The extremes that a series states; undefined if they are those of its own points. */
export function extremeValues({ extremes }: Series): Extremes | undefined {
  if (!extremes) return undefined
  const { high, low } = extremes
  const dayValueOf = ({ day, price }: Point): DayValue => ({
    day: dayNumber(day),
    value: Number(price),
    isOld: false,
  })
  return { high: dayValueOf(high), low: dayValueOf(low) }
}

/** Number of prices that a chart of these days shows: those within, and the one in force on the first day. */
export function countPrices({ points }: Series, { from, to }: DayRange): number {
  const days = points.map(({ day }) => dayNumber(day))
  const within = days.filter((day) => day >= from && day <= to).length
  const isCarriedIn = days.some((day) => day < from && day >= from - HOLIDAYS_DAYS_MAX)
  return within + (isCarriedIn ? 1 : 0)
}

/** The day of the last price if it was over a week old on the last day; undefined otherwise. */
export function silentSince(values: readonly DayValue[]): number | undefined {
  const fresh = values.findLast(({ isOld }) => !isOld)
  return values.at(-1)?.isOld && fresh ? fresh.day - HOLIDAYS_DAYS_MAX : undefined
}

/** Splits a line where days are missing, oldest run first. */
export function unbrokenRuns(values: readonly DayValue[]): DayValue[][] {
  const pieces: DayValue[][] = []
  for (const point of values) {
    const piece = pieces.at(-1)
    if (piece?.at(-1)?.day === point.day - 1) piece.push(point)
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
