import { DAY_MS, type Day } from '../rates/caracas.ts'

/** Days since 1970-01-01, so that a day is one step on the axis whatever the clock did. */
export const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

export const dayNumberOf = (year: number, month: number, dayOfMonth: number): number =>
  Date.UTC(year, month - 1, dayOfMonth) / DAY_MS

/** The days a chart spans, both ends included. */
export interface Days {
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
