import { DAY_MS, MINUTE_MS } from './durations.ts'

/** When Caracas changed its clocks (UTC ms), newest first, and its offset from then on in minutes. */
const OFFSETS: readonly (readonly [since: number, minutes: number])[] = [
  [Date.UTC(2016, 4, 1, 7), -240],
  [Date.UTC(2007, 11, 9, 7), -270],
  [Date.UTC(1965, 0, 1, 4, 30), -240],
  [Number.NEGATIVE_INFINITY, -270],
]

/** A calendar day in Caracas as `YYYY-MM-DD`; such texts sort by time. */
export type Day = string

/** Minutes from UTC in Caracas at an instant (ms). */
export function offsetMinutesAt(instantMs: number): number {
  return OFFSETS.find(([since]) => instantMs >= since)?.[1] ?? -270
}

/** The instant (ms) as a `Date` whose UTC fields are the clock on a wall in Caracas. */
export const wallClock = (instantMs: number): Date =>
  new Date(instantMs + offsetMinutesAt(instantMs) * MINUTE_MS)

/** The day in Caracas at an instant (ms). */
export const dayOf = (instantMs: number): Day => wallClock(instantMs).toISOString().slice(0, 10)

export interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour?: number
  readonly minute?: number
  readonly second?: number
}

/** The instant (ms) of a time on a wall in Caracas; undefined when the calendar has no such day or hour. */
export function instantOf({
  year,
  month,
  day,
  hour = 0,
  minute = 0,
  second = 0,
}: WallTime): number | undefined {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  const read = new Date(asUtc)
  const exists =
    year >= 1900 &&
    year <= 2200 &&
    read.getUTCMonth() === month - 1 &&
    read.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60
  if (!exists) return undefined
  const guess = asUtc - offsetMinutesAt(asUtc) * MINUTE_MS
  return asUtc - offsetMinutesAt(guess) * MINUTE_MS
}

const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const LOCAL_DAY = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/

/** Reads `YYYY-MM-DD`, `DD-MM-YYYY` and `DD/MM/YYYY`; undefined for another text or an impossible date. */
export function parseDay(text: string): Day | undefined {
  const iso = ISO_DAY.exec(text)
  const local = LOCAL_DAY.exec(text)
  const [year, month, day] = iso ? iso.slice(1) : (local?.slice(1).reverse() ?? [])
  const instant = instantOf({ year: Number(year), month: Number(month), day: Number(day) })
  return instant === undefined ? undefined : dayOf(instant)
}

/** The first instant (ms) of a Caracas day. */
export function startOfDay(day: Day): number {
  const instant = instantOf({
    year: Number(day.slice(0, 4)),
    month: Number(day.slice(5, 7)),
    day: Number(day.slice(8, 10)),
  })
  if (instant === undefined) throw new RangeError(`no such day: ${day}`)
  return instant
}

/** The day `days` later (earlier when negative). */
export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The same day of the month `months` later (earlier when negative), or its last where it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  last.setUTCDate(Math.min(dayOfMonth, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

/** Whether a day is a Saturday or a Sunday. */
export const isWeekend = (day: Day): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Time between two instants in ms, Saturdays and Sundays in Caracas not counted; 0 when `to` is not later. */
export function workingTimeBetween(from: number, to: number): number {
  let counted = 0
  for (let at = from; at < to; ) {
    const day = dayOf(at)
    const end = Math.min(to, startOfDay(addDays(day, 1)))
    if (!isWeekend(day)) counted += end - at
    at = end
  }
  return counted
}
