import { DAY_MINUTES, HOUR_MINUTES } from '../rates/durations.ts'
import type { QuietHours, TimeOfDay } from '../rates/time-of-day.ts'

const HALF_MINUTES = 12 * HOUR_MINUTES

/** A time that somebody said, in minutes since midnight. */
export interface SpokenTime {
  readonly minutes: number
  /** What tells its half of the day: words (`pm`, `de la noche`), figures (`22`, `07`), or nothing (`7`, read as 7:00). */
  readonly toldBy: 'words' | 'figures' | 'nothing'
}

const NAMES =
  'una 1 dos 2 tres 3 cuatro 4 cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 once 11 doce 12 ' +
  'one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12'
const NAMED = new Map([...NAMES.matchAll(/(\S+) (\S+)/g)].map(([, name = '', hour = '']) => [name, hour]))

const hours = (...ranges: readonly (readonly [from: number, to: number])[]): ReadonlySet<number> =>
  new Set(ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)))

const NIGHT = hours([18, 23], [0, 4])
const NOON = hours([12, 13])
/** The hours that are called so; what is called otherwise (`12 de la mañana`) is no time to us. */
const HOURS_OF: ReadonlyMap<string, ReadonlySet<number>> = new Map(
  Object.entries({
    a: hours([0, 11]),
    p: hours([12, 23]),
    m: hours([12, 12]),
    manana: hours([1, 11]),
    tarde: hours([12, 20]),
    noche: NIGHT,
    madrugada: hours([0, 6]),
    mediodia: NOON,
    morning: hours([1, 11]),
    afternoon: hours([12, 18]),
    evening: hours([16, 23]),
    night: NIGHT,
  }),
)
const ALONE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    mediodia: HALF_MINUTES,
    noon: HALF_MINUTES,
    medianoche: 0,
    midnight: 0,
  }),
)
const MINUTES_OF: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'half past': 30,
    'quarter past': 15,
    'quarter to': -15,
    'cuarto para la': -15,
    'cuarto para las': -15,
    'y media': 30,
    'y cuarto': 15,
    'menos cuarto': -15,
  }),
)

const BEFORE = String.raw`(?:(?<before>half past|quarter (?:past|to)|cuarto para las?)\s+)?`
const HOUR = String.raw`(?<![\p{L}\d:.])(?<hour>\d{1,2}(?!\d)|(?:${[...NAMED.keys()].join('|')})(?!\p{L}))`
const MINUTE = String.raw`(?:\s*[:.h]\s*(?<minute>\d{2})(?!\d))?(?:\s*h(?:oras?|rs?|s)?\b)?`
const AFTER = String.raw`(?:\s+(?<after>y media|y cuarto|menos cuarto)\b)?(?:\s+en punto\b|\s*o['’]?clock\b)?`
const LETTER = String.raw`(?:\s*(?:(?<letter>[ap])\.?\s*m|(?<noon>m))\b\.?)?`
const PART = String.raw`(?:\s+(?:(?:de|en|por)\s+la|del|in\s+the|at)\s+(?<part>manana|tarde|noche|madrugada|mediodia|morning|afternoon|evening|night)\b)?`

/** One time in a text that is in lower case and without accents. */
export const SPOKEN_TIME = new RegExp(
  String.raw`(?<alone>\b(?:mediodia|medianoche|noon|midnight)\b)|${BEFORE}${HOUR}${MINUTE}${AFTER}${LETTER}${PART}`,
  'gu',
)

/** Reads what `SPOKEN_TIME` matched; undefined where no clock shows it, or the part of the day has no such hour. */
export function readSpokenTime({ groups = {} }: RegExpExecArray): SpokenTime | undefined {
  const { alone, before, hour = '', minute, after, letter, noon, part } = groups
  if (alone !== undefined) return { minutes: ALONE.get(alone) ?? 0, toldBy: 'words' }
  const halves = [letter, noon && 'm', part].filter((half) => half !== undefined)
  const past = [before, after].flatMap((words) => (words === undefined ? [] : [MINUTES_OF.get(words) ?? 0]))
  if (halves.length > 1 || past.length + (minute === undefined ? 0 : 1) > 1) return undefined
  const figures = NAMED.get(hour) ?? hour
  const on24 = hourOf(Number(figures), halves[0])
  const minutes = Number(minute ?? past[0] ?? 0)
  if (on24 === undefined || minutes >= HOUR_MINUTES) return undefined
  return {
    minutes: (on24 * HOUR_MINUTES + minutes + DAY_MINUTES) % DAY_MINUTES,
    toldBy: halves.length > 0 ? 'words' : isOnFace(figures) ? 'nothing' : 'figures',
  }
}

/** An hour that stands on a clock face, and may be of either half. */
const isOnFace = (figures: string): boolean => /^([1-9]|1[0-2])$/.test(figures)

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined
  const either = isOnFace(String(hour)) ? [hour % 12, (hour % 12) + 12] : half.length > 1 ? [hour] : []
  return either.find((one) => HOURS_OF.get(half)?.has(one))
}

/** The first time on the same clock face at or after another one. */
export const nextOnFace = (minutes: number, after: number): number =>
  (after + ((minutes - after + DAY_MINUTES) % HALF_MINUTES)) % DAY_MINUTES

/** The last one at or before it. */
export const lastOnFace = (minutes: number, before: number): number =>
  (before - ((before - minutes + DAY_MINUTES) % HALF_MINUTES) + DAY_MINUTES) % DAY_MINUTES

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

const ZONES = Intl.supportedValuesOf('timeZone')

/** Places that people name and the tables of time zones do not, by the zone they keep. */
const ALSO: ReadonlyMap<string, string> = new Map(
  Object.entries({
    venezuela: 'America/Caracas',
    maracaibo: 'America/Caracas',
    valencia: 'America/Caracas',
    barcelona: 'Europe/Madrid',
    espana: 'Europe/Madrid',
    colombia: 'America/Bogota',
    medellin: 'America/Bogota',
    cucuta: 'America/Bogota',
    peru: 'America/Lima',
    chile: 'America/Santiago',
    'buenos aires': 'America/Argentina/Buenos_Aires',
    argentina: 'America/Argentina/Buenos_Aires',
    ecuador: 'America/Guayaquil',
    quito: 'America/Guayaquil',
    miami: 'America/New_York',
    orlando: 'America/New_York',
    'nueva york': 'America/New_York',
    houston: 'America/Chicago',
    mexico: 'America/Mexico_City',
    cdmx: 'America/Mexico_City',
    'ciudad de mexico': 'America/Mexico_City',
    lisboa: 'Europe/Lisbon',
    roma: 'Europe/Rome',
    londres: 'Europe/London',
  }),
)

const plainZone = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('_', ' ')
    .trim()

/** A time zone by its IANA name or by a city: `America/Bogota`, `bogotá`, `nueva york`; undefined where there is none. */
export function parseZone(line: string): string | undefined {
  if (line.length > LINE_MAX) return undefined
  const wanted = plainZone(line)
  const isCity = (zone: string): boolean => plainZone(zone.split('/').at(-1) ?? '') === wanted
  return ZONES.find((zone) => plainZone(zone) === wanted) ?? ALSO.get(wanted) ?? ZONES.find(isCity)
}
