import type { Day } from '../domain/caracas.ts'

/** A time on the wall clock of Caracas. */
export interface ClockTime {
  readonly hour: number
  readonly minute: number
}

/** A day as seen from today; prices may be published for one to come. */
export type DayKind = 'past' | 'today' | 'coming'

export const yearOf = (day: Day): string => day.slice(0, 4)

/** The number of a day in its month. */
export const dayOfMonth = (day: Day): number => Number(day.slice(8))

/** The number of a day's month; 1 is January. */
export const monthOf = (day: Day): number => Number(day.slice(5, 7))

/** `1:05`, on a clock of twelve hours. */
export const twelveHours = ({ hour, minute }: ClockTime): string =>
  `${hour % 12 || 12}:${String(minute).padStart(2, '0')}`
