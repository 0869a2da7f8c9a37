import type { Day } from '../domain/caracas.ts'

/** A day on the calendar of Caracas; `weekday` 0 is Sunday. */
export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly weekday: number
}

/** A time on the wall clock of Caracas. */
export interface ClockTime {
  readonly hour: number
  readonly minute: number
}

/** A day as seen from today; prices may be published for one to come. */
export type DayKind = 'past' | 'today' | 'coming'

/** `20 de noviembre`, `November 20`. */
export const MONTH_AND_DAY = { month: 'long', day: 'numeric' } as const

/** Returns how a locale writes a day. */
export function createDayFormat(locale: string, options: Intl.DateTimeFormatOptions): (day: Day) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return (day) => format.format(new Date(`${day}T12:00:00Z`))
}

/** The number of a day in its month. */
export const dayOfMonth = (day: Day): number => Number(day.slice(8))

/** The number of a day's month; 1 is January. */
export const monthOf = (day: Day): number => Number(day.slice(5, 7))

/** `05`. */
export const two = (value: number): string => String(value).padStart(2, '0')

/** `1:05`, on a clock of twelve hours. */
export const twelveHours = ({ hour, minute }: ClockTime): string => `${hour % 12 || 12}:${two(minute)}`
