import { minuteOfDay, minutesOf, nextTimeOfDay, type TimeOfDay } from '../rates/time-of-day.ts'

/** From one time of the day to another, over midnight where the second is the earlier one; the end is not included. */
export interface QuietHours {
  readonly from: TimeOfDay
  readonly to: TimeOfDay
}

export const quietHoursText = ({ from, to }: QuietHours): string => `${from}-${to}`

/** Reads what `quietHoursText` wrote; undefined for anything else, and for hours of no length. */
export function parseQuietHours(text: string | undefined): QuietHours | undefined {
  const [from = '', to = ''] = text?.split('-') ?? []
  const isTime = minutesOf(from) !== undefined && minutesOf(to) !== undefined
  return isTime && from !== to ? { from, to } : undefined
}

/** When the quiet hours that reign now end (ms); undefined while there are none. */
export function quietUntil({ from, to }: QuietHours, nowMs: number, zone?: string): number | undefined {
  const now = minuteOfDay(nowMs, zone)
  const start = minutesOf(from) ?? 0
  const end = minutesOf(to) ?? 0
  const isQuiet = start < end ? now >= start && now < end : now >= start || now < end
  return isQuiet ? nextTimeOfDay(to, nowMs, zone) : undefined
}
