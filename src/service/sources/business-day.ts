import { addDays, type Day, dayOf, startOfDay, wallClock } from '../../rates/caracas.ts'

const PUBLISHED_HOUR = 16

export const isBusinessDay = (day: Day): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The start (ms) of the business day whose rate is the newest published at an instant; holidays are not known. */
export function nextBusinessDay(now: number, isPublishedAhead = true): number {
  const today = dayOf(now)
  const isOut = isPublishedAhead && (!isBusinessDay(today) || wallClock(now).getUTCHours() >= PUBLISHED_HOUR)
  let day = isOut ? addDays(today, 1) : today
  while (!isBusinessDay(day)) day = addDays(day, isPublishedAhead ? 1 : -1)
  return startOfDay(day)
}
