import { LRUCache } from 'lru-cache'
import { DAY_MINUTES, MINUTE_MS } from './durations.ts'

const CARACAS = 'America/Caracas'

/** A time on a wall, as `HH:MM`. */
export type TimeOfDay = string

const CLOCKS_MAX = 500
const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: CLOCKS_MAX })

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
  clocks.set(zone, clock)
  return clock
}

/** Minutes since midnight of a `HH:MM`; undefined for another text. */
export function minutesOf(time: TimeOfDay): number | undefined {
  const [, hour = '', minute = ''] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  const minutes = Number(hour) * 60 + Number(minute)
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? minutes : undefined
}

/** Minutes since midnight on a wall of a time zone (IANA name; Caracas if not given) at an instant (ms). */
export function minuteOfDay(instantMs: number, zone = CARACAS): number {
  return minutesOf(clockOf(zone).format(instantMs)) ?? 0
}

/** Minutes from what a wall of the zone shows at an instant (ms) to a time of that day; negative where it is past. */
const minutesTo = (wanted: number, instantMs: number, zone?: string): number =>
  ((wanted - minuteOfDay(instantMs, zone) + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2

/** The first instant (ms) after the given one at which a wall of the zone shows the time, or clocks go forward over it. */
export function nextTimeOfDay(time: TimeOfDay, afterMs: number, zone?: string): number {
  const wanted = minutesOf(time) ?? 0
  const minute = Math.floor(afterMs / MINUTE_MS) * MINUTE_MS
  const ahead = (wanted - minuteOfDay(minute, zone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
  const guess = minute + ahead * MINUTE_MS
  // Where clocks were changed in between, the wall shows another time by an hour or less.
  let at = guess + minutesTo(wanted, guess, zone) * MINUTE_MS
  // Clocks went forward over the time: it is not shown before they do, nor afterwards.
  while (minutesTo(wanted, at, zone) > 0) at += MINUTE_MS
  return at
}

/** From one time of the day to another, over midnight where the second is the earlier one; the end is not included. */
export interface QuietHours {
  readonly from: TimeOfDay
  readonly to: TimeOfDay
}
