import { LRUCache } from 'lru-cache'

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

interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour?: number
  readonly minute?: number
  readonly second?: number
}

/**
 * The instant (ms) of a time on a wall in Caracas; undefined when the calendar has no such day or hour. A time that the clocks
 * skipped is read at the offset before the change.
 */
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
  const instant = asUtc - offsetMinutesAt(guess) * MINUTE_MS
  const isSkipped = offsetMinutesAt(instant) !== offsetMinutesAt(guess)
  return isSkipped ? guess : instant
}

const ISO_DAY = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/
const LOCAL_DAY = /^(?<day>\d{1,2})[-/](?<month>\d{1,2})[-/](?<year>\d{4})$/

/** Reads `YYYY-MM-DD`, `DD-MM-YYYY` and `DD/MM/YYYY`; undefined for another text or an impossible date. */
export function parseDay(text: string): Day | undefined {
  const { year, month, day } = (ISO_DAY.exec(text) ?? LOCAL_DAY.exec(text))?.groups ?? {}
  const instant = instantOf({ year: Number(year), month: Number(month), day: Number(day) })
  return instant === undefined ? undefined : dayOf(instant)
}

/** The first instant (ms) of a Caracas day. */
export function startOfDay(day: Day): number {
  const [year = Number.NaN, month = Number.NaN, dayOfMonth = Number.NaN] = day.split('-').map(Number)
  const instant = instantOf({ year, month, day: dayOfMonth })
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

/** The weekday of a day; 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Whether a day is a Saturday or a Sunday. */
export const isWeekend = (day: Day): boolean => [0, 6].includes(weekdayOf(day))

/** The first day from Monday to Friday, from a day on or (-1) back from it. Holidays are not known. */
export function businessDayFrom(day: Day, step: 1 | -1 = 1): Day {
  let found = day
  while (isWeekend(found)) found = addDays(found, step)
  return found
}

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

/** The months in Spanish, as sources write them and the chat reads them. */
export const SPANISH_MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const
const TEXT_LENGTH_MAX = 80
const SECONDS_YEAR_1990 = 631_152_000
const SECONDS_YEAR_2200 = 7_258_118_400

const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?:\s*(?<half>[ap])\.?\s*m\.?)?`
/** The texts of a time on a wall. */
const WRITTEN = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?(?<zone>Z|[+-]\d{2}:?\d{2})?$/i,
  new RegExp(String.raw`^(?<day>\d{1,2})[/-](?<month>\d{1,2})[/-](?<year>\d{4}),?\s+${CLOCK}$`, 'i'),
  new RegExp(
    String.raw`^(?:\p{L}+,?\s+)?(?<day>\d{1,2})\s+(?:de\s+)?(?<month>\p{L}+)\.?,?\s+(?:del?\s+)?(?<year>\d{4})(?:,?\s+${CLOCK})?$`,
    'iu',
  ),
]

/**
 * Reads the times that sources give: ISO 8601, `YYYY-MM-DD`, `DD/MM/YYYY`, `22/01/2025, 01:00 PM`, Spanish long
 * dates, Unix seconds and milliseconds. A bare day is 00:00 in Caracas, and so is the zone if none is given. ms, or undefined.
 */
export function parseMoment(value: string | number): number | undefined {
  const text = String(value).replace(/\s+/g, ' ').trim()
  if (text.length > TEXT_LENGTH_MAX) return undefined
  const day = parseDay(text)
  if (day !== undefined) return startOfDay(day)
  return parseSeconds(text) ?? parseWritten(text)
}

/** Seconds have 9 or 10 digits; what has 12 or 13 is milliseconds. */
function parseSeconds(text: string): number | undefined {
  const isMs = /^\d{12,13}$/.test(text)
  if (!isMs && !/^\d{9,10}(\.\d+)?$/.test(text)) return undefined
  const seconds = isMs ? Number(text) / 1000 : Number(text)
  return seconds < SECONDS_YEAR_1990 || seconds > SECONDS_YEAR_2200 ? undefined : Math.round(seconds * 1000)
}

function parseWritten(text: string): number | undefined {
  const match = WRITTEN.map((form) => form.exec(text)).find((found) => found !== null)
  const { year, month = '', day, hour = '0', minute = '0', second = '0', half, zone } = match?.groups ?? {}
  const local = instantOf({
    year: Number(year),
    month: monthNamed(month),
    day: Number(day),
    hour: hourOf(hour, half),
    minute: Number(minute),
    second: Number(second),
  })
  if (local === undefined || zone === undefined) return local
  const instant = Date.parse(text.replace(' ', 'T'))
  return Number.isNaN(instant) ? undefined : instant
}

/** 24-hour clock from what was written; NaN for an impossible one (`13 PM`), which no calendar accepts. */
function hourOf(text: string, meridiem: string | undefined): number {
  const hour = Number(text)
  if (!meridiem) return hour
  if (hour < 1 || hour > 12) return Number.NaN
  return (hour % 12) + (meridiem.toLowerCase() === 'p' ? 12 : 0)
}

/** The number of a month that is written in digits or by the first letters of its name; NaN for none. */
function monthNamed(text: string): number {
  const lower = text.toLowerCase().replace(/^set/, 'sept')
  if (lower.length < 3) return Number(text || Number.NaN)
  const index = SPANISH_MONTHS.findIndex((month) => month.startsWith(lower))
  return index < 0 ? Number.NaN : index + 1
}

const two = (value: number): string => String(value).padStart(2, '0')

/** `22/01/2025, 01:00 PM`, the rate API's own form. */
export function formatLastUpdate(instantMs: number): string {
  const clock = wallClock(instantMs)
  const hour = clock.getUTCHours()
  const date = `${two(clock.getUTCDate())}/${two(clock.getUTCMonth() + 1)}/${clock.getUTCFullYear()}`
  return `${date}, ${two(hour % 12 || 12)}:${two(clock.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `2025-01-22T13:00:00-04:00`, in Caracas. */
export function formatIso(instantMs: number): string {
  const offset = offsetMinutesAt(instantMs)
  const zone = `-${two(Math.floor(-offset / 60))}:${two(-offset % 60)}`
  return wallClock(instantMs).toISOString().slice(0, 19) + zone
}

const LONG_DATE = new Intl.DateTimeFormat('es-VE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const CLOCK_TIME = new Intl.DateTimeFormat('es-VE', {
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
  timeZone: 'UTC',
})

/** `{ date: 'viernes, 20 de noviembre de 2026', time: '2:08:23 p. m.' }`, with plain spaces. */
export function formatDatetime(instantMs: number): { date: string; time: string } {
  const clock = wallClock(instantMs)
  const plain = (text: string): string => text.replace(/\s/g, ' ')
  return { date: plain(LONG_DATE.format(clock)), time: plain(CLOCK_TIME.format(clock)) }
}

/** Reads what `formatDatetime` writes, to the second; undefined for anything else. */
export const parseDatetime = ({ date, time }: { date: string; time: string }): number | undefined =>
  parseMoment(`${date} ${time}`)

const CARACAS = 'America/Caracas'

/** A time on a wall, as `HH:MM`. */
export type TimeOfDay = string

/** Clocks of time zones, by IANA name: they show `2026-11-20 14:08`. */
const clocks = new LRUCache<string, Intl.DateTimeFormat>({
  max: 500,
  memoMethod: (timeZone) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
})

/** Minutes since midnight of a `HH:MM`; undefined for another text. */
export function minutesOf(time: TimeOfDay): number | undefined {
  const [, hour = '', minute = ''] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  const minutes = Number(hour) * 60 + Number(minute)
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? minutes : undefined
}

/** Minutes since midnight on a wall of a time zone (IANA name; Caracas if not given) at an instant (ms). */
export const minuteOfDay = (instantMs: number, zone = CARACAS): number =>
  minutesOf(clocks.memo(zone).format(instantMs).slice(11)) ?? 0

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

/** The day on a wall of a time zone (IANA name; Caracas if not given) at an instant (ms). */
export const dayIn = (instantMs: number, zone = CARACAS): Day =>
  clocks.memo(zone).format(instantMs).slice(0, 10)

/** The first instant (ms) of a day on the walls of a time zone (IANA name; Caracas if not given). */
export function startOfDayIn(day: Day, zone?: string): number {
  let at = startOfDay(day) - DAY_MS
  do at = nextTimeOfDay('00:00', at, zone)
  while (dayIn(at, zone) < day)
  return at
}

/** From one time of the day to another, over midnight where the second is the earlier one; the end is not included. */
export interface QuietHours {
  readonly from: TimeOfDay
  readonly to: TimeOfDay
}

/** Spans of time in milliseconds, and in the units that names end with. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const HOUR_MINUTES = 60
export const DAY_MINUTES = 24 * HOUR_MINUTES

export const HOUR_SECONDS = 3_600
export const DAY_SECONDS = 24 * HOUR_SECONDS

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
