import type { ChartWords } from '../messages/words/words.ts'
import type { Day } from '../rates/caracas.ts'
import { DAY_MS } from '../rates/durations.ts'

/** DayRange since 1970-01-01, so that every day is one step on the axis. */
export const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

export const dayNumberOf = (year: number, month: number, dayOfMonth: number): number =>
  Date.UTC(year, month - 1, dayOfMonth) / DAY_MS

/** The days a chart covers, both ends included. */
export interface DayRange {
  readonly from: number
  readonly to: number
}

export interface DayParts {
  readonly year: number
  readonly month: number
  readonly dayOfMonth: number
  /** 0 is Sunday. */
  readonly weekday: number
}

export function dayParts(day: number): DayParts {
  const date = new Date(day * DAY_MS)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}

/** `17 ago` or `Aug 17`. */
export function shortDay(words: ChartWords, day: number): string {
  const { month, dayOfMonth } = dayParts(day)
  return words.dayAndMonth(dayOfMonth, words.months[month - 1] ?? '')
}

/** `22 jul – 21 ago 2026`: the days a chart covers, with the year once if both share it. */
export function daySpan(words: ChartWords, from: number, to: number): string {
  const end = words.withYear(shortDay(words, to), dayParts(to).year)
  if (from === to) return end
  const isSameYear = dayParts(from).year === dayParts(to).year
  const start = isSameYear
    ? shortDay(words, from)
    : words.withYear(shortDay(words, from), dayParts(from).year)
  return `${start} – ${end}`
}
