import type { Point, Series } from './chart.ts'
import { type Days, dayNumber } from './words.ts'

/** Longer than any row of weekends and holidays: what is older is no longer drawn as known. */
const HOLIDAYS_DAYS_MAX = 7

/** What was in force on a day: a price is kept over days without one, and `isOld` once that is over a week ago. */
export interface Held {
  readonly day: number
  /** As a float, which pixels can bear. */
  readonly value: number
  readonly isOld: boolean
}

export interface Extremes {
  readonly high: Held
  readonly low: Held
}

/** Each day's price in force, from the first day that has one. */
export function heldDays({ points }: Series, { from, to }: Days): Held[] {
  const held: Held[] = []
  let next = 0
  let known: { day: number; value: number } | undefined
  const numbered = points.map(({ day, price }) => ({ day: dayNumber(day), value: Number(price) }))
  for (let day = from; day <= to; day++) {
    for (let point = numbered[next]; point && point.day <= day; point = numbered[++next]) known = point
    if (known) held.push({ day, value: known.value, isOld: day - known.day > HOLIDAYS_DAYS_MAX })
  }
  return held
}

/** The highest and lowest of a series as days of its line; undefined where they are to be found on the line itself. */
export function extremeDays({ extremes }: Series): Extremes | undefined {
  if (!extremes) return undefined
  const { high, low } = extremes
  const heldOf = ({ day, price }: Point): Held => ({
    day: dayNumber(day),
    value: Number(price),
    isOld: false,
  })
  return { high: heldOf(high), low: heldOf(low) }
}

/** How many prices a chart of these days rests on: those within, and the one in force when they begin. */
export function knownPoints({ points }: Series, { from, to }: Days): number {
  const days = points.map(({ day }) => dayNumber(day))
  const within = days.filter((day) => day >= from && day <= to).length
  const isCarriedIn = days.some((day) => day < from && day >= from - HOLIDAYS_DAYS_MAX)
  return within + (isCarriedIn ? 1 : 0)
}

/** The day of the last price where it was over a week old at the end; undefined where it was not, or there is none. */
export function silentSince(held: readonly Held[]): number | undefined {
  const fresh = held.findLast(({ isOld }) => !isOld)
  return held.at(-1)?.isOld && fresh ? fresh.day - HOLIDAYS_DAYS_MAX : undefined
}

/** Pieces without a missing day, oldest first. */
export function unbroken(held: readonly Held[]): Held[][] {
  const pieces: Held[][] = []
  for (const point of held) {
    const piece = pieces.at(-1)
    if (piece?.at(-1)?.day === point.day - 1) piece.push(point)
    else pieces.push([point])
  }
  return pieces
}

/** How far the second is above the first in percent, on each day on which both are known and not old. */
export function gapDays(first: readonly Held[], second: readonly Held[]): Held[] {
  const base = new Map(first.filter(({ isOld }) => !isOld).map(({ day, value }) => [day, value]))
  return second.flatMap(({ day, value, isOld }) => {
    const under = base.get(day)
    return under === undefined || isOld ? [] : [{ day, value: (value / under - 1) * 100, isOld }]
  })
}
