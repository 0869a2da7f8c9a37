import { instantOf, offsetMinutesAt, parseDay, startOfDay, wallClock } from './caracas.ts'

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

const ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i
const ISO_LOCAL = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?/
const LOCAL =
  /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}),?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?\s*m\.?)?$/i
const LONG =
  /^(?:\p{L}+,?\s+)?(\d{1,2})\s+(?:de\s+)?(\p{L}+)\.?,?\s+(?:del?\s+)?(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?\s*m\.?)?)?$/iu

/**
 * Reads the times that sources give: ISO 8601, `YYYY-MM-DD`, `DD/MM/YYYY`, `22/01/2025, 01:00 PM`, Spanish long
 * dates, Unix seconds and milliseconds. A bare day is 00:00 in Caracas, and so is the zone if none is given. ms, or undefined.
 */
export function parseMoment(value: string | number): number | undefined {
  const text = String(value).replace(/\s+/g, ' ').trim()
  if (text.length > TEXT_LENGTH_MAX) return undefined
  const day = parseDay(text)
  if (day !== undefined) return startOfDay(day)
  return parseSeconds(text) ?? parseIso(text) ?? parseLocal(text) ?? parseLong(text)
}

/** Seconds have 9 or 10 digits; what has 12 or 13 is milliseconds. */
function parseSeconds(text: string): number | undefined {
  const isMs = /^\d{12,13}$/.test(text)
  if (!isMs && !/^\d{9,10}(\.\d+)?$/.test(text)) return undefined
  const seconds = isMs ? Number(text) / 1000 : Number(text)
  return seconds < SECONDS_YEAR_1990 || seconds > SECONDS_YEAR_2200 ? undefined : Math.round(seconds * 1000)
}

function parseIso(text: string): number | undefined {
  const match = ISO.exec(text)
  const parts = ISO_LOCAL.exec(text)
  if (!match || !parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  const local = instantOf({ year, month, day, hour, minute, second })
  if (local === undefined || !match[3]) return local
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

function parseLocal(text: string): number | undefined {
  const match = LOCAL.exec(text)
  if (!match) return undefined
  const [, day, month, year, hour = '', minute, second = '0', meridiem] = match
  return instantOf({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: hourOf(hour, meridiem),
    minute: Number(minute),
    second: Number(second),
  })
}

function parseLong(text: string): number | undefined {
  const match = LONG.exec(text)
  if (!match) return undefined
  const [, day, name = '', year, hour = '0', minute = '0', second = '0', meridiem] = match
  const month = monthOf(name)
  if (month === undefined) return undefined
  return instantOf({
    year: Number(year),
    month,
    day: Number(day),
    hour: hourOf(hour, meridiem),
    minute: Number(minute),
    second: Number(second),
  })
}

function monthOf(name: string): number | undefined {
  const lower = name.toLowerCase()
  if (lower.length < 3) return undefined
  const index = SPANISH_MONTHS.findIndex(
    (month) => month.startsWith(lower) || (month === 'septiembre' && 'setiembre'.startsWith(lower)),
  )
  return index < 0 ? undefined : index + 1
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
