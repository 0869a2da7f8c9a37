import type { QuietHours } from '../../chats/quiet-hours.ts'
import type { TimeOfDay } from '../../rates/time-of-day.ts'

const LINE_MAX = 60
const NOON = 12
const TIME = /(\d{1,2})(?:\s*[:.h]\s*(\d{2})(?!\d))?\s*(?:h(?:oras?|rs?)?\b)?\s*(?:([ap])\.?\s*m\b\.?)?/g
const BETWEEN = /^[\sa-zñáéíóú,–-]*$/

/** The times of a line, in order: `7`, `7:30`, `10 pm`, `10:30 p. m.`, `22h`; undefined where something else stands there. */
function timesOf(line: string): TimeOfDay[] | undefined {
  const text = line
    .trim()
    .toLowerCase()
    .slice(0, LINE_MAX + 1)
  if (text.length > LINE_MAX) return undefined
  const found = [...text.matchAll(TIME)].map(timeOf)
  const rest = text.replaceAll(TIME, '')
  return BETWEEN.test(rest) && found.every((time) => time !== undefined) ? (found as TimeOfDay[]) : undefined
}

function timeOf([, digits = '', minutes = '00', half]: RegExpExecArray): TimeOfDay | undefined {
  const hour = Number(digits)
  if (half && (hour < 1 || hour > NOON)) return undefined
  const on24 = half ? (hour % NOON) + (half === 'p' ? NOON : 0) : hour
  if (on24 > 23 || Number(minutes) > 59) return undefined
  return `${String(on24).padStart(2, '0')}:${minutes}`
}

/** A time of the day alone; undefined for anything else. */
export function parseTime(line: string): TimeOfDay | undefined {
  const times = timesOf(line)
  return times?.length === 1 ? times[0] : undefined
}

/** `22:30 a 6:30`, `10 pm - 7 am`; undefined for anything else, and for hours of no length. */
export function parseHours(line: string): QuietHours | undefined {
  const [from, to, more] = timesOf(line) ?? []
  return from !== undefined && to !== undefined && from !== to && more === undefined
    ? { from, to }
    : undefined
}
