import type { QuietHours } from '../../chats/quiet-hours.ts'
import type { TimeOfDay } from '../../rates/time-of-day.ts'
import { lastOnFace, nextOnFace, readSpokenTime, SPOKEN_TIME, type SpokenTime } from './spoken-time.ts'

const LINE_MAX = 60

/** All that may stand beside a time: any other word makes the line something else. */
const CONNECTING = new Set(
  'a al la las los un de desde hasta entre y todos cada dia dias from to until till between and at the every day'.split(
    ' ',
  ),
)

/** The times of a line, in order: `7`, `7:30`, `10 p. m.`, `8 y media de la noche`; undefined where something else stands there. */
function timesOf(line: string): SpokenTime[] | undefined {
  if (line.length > LINE_MAX) return undefined
  const text = plain(line)
  const times = [...text.matchAll(SPOKEN_TIME)].map(readSpokenTime)
  const rest = text.replaceAll(SPOKEN_TIME, ' ').replace(/[-–—]|,(?!\S)/g, ' ')
  const words = rest.split(/\s+/).filter((word) => word !== '')
  const isAll = words.every((word) => CONNECTING.has(word)) && times.every((time) => time !== undefined)
  return isAll ? (times as SpokenTime[]) : undefined
}

const plain = (line: string): string =>
  line
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\bmedi([ao]) (dia|noche)\b/g, 'medi$1$2')
    .replace(/[.!]+\s*$/, '')

const timeOf = (minutes: number): TimeOfDay =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** A time of the day alone; undefined for anything else. */
export function parseTime(line: string): TimeOfDay | undefined {
  const [time, ...more] = timesOf(line) ?? []
  return time && more.length === 0 ? timeOf(time.minutes) : undefined
}

/** `22:30 a 6:30`, `10 pm - 7 am`, `de 8 a 10 de la noche`; undefined for anything else, and for hours of no length. */
export function parseHours(line: string): QuietHours | undefined {
  const [first, second, more] = timesOf(line) ?? []
  if (!first || !second || more) return undefined
  const from = isCompletedBy(first, second) ? lastOnFace(first.minutes, second.minutes) : first.minutes
  const to = isCompletedBy(second, first) ? nextOnFace(second.minutes, first.minutes) : second.minutes
  return from === to ? undefined : { from: timeOf(from), to: timeOf(to) }
}

/** Where only the other one says its half of the day, it is meant for both: `8 a 10 de la noche`, `10 pm a 7`. */
const isCompletedBy = (one: SpokenTime, other: SpokenTime): boolean =>
  one.toldBy === 'nothing' && other.toldBy === 'words'
