import { DAY_MINUTES, HOUR_MINUTES } from '../rates/durations.ts'
import type { QuietHours, TimeOfDay } from '../rates/time-of-day.ts'
import { withoutAccents, wordSet } from './tokens.ts'

const HALF_MINUTES = 12 * HOUR_MINUTES

/** A time as somebody wrote it, in minutes since midnight. */
interface SpokenTime {
  readonly minutes: number
  /** What says the half of the day: words (`pm`, `de la noche`), figures (`22`, `07`), or nothing (`7`, read as 7:00). */
  readonly halfFrom: 'words' | 'figures' | 'nothing'
}

const NAMES =
  'una 1 dos 2 tres 3 cuatro 4 cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 once 11 doce 12 ' +
  'one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12'
const NAMED = new Map([...NAMES.matchAll(/(\S+) (\S+)/g)].map(([, name = '', hour = '']) => [name, hour]))

const hours = (...ranges: readonly (readonly [from: number, to: number])[]): ReadonlySet<number> =>
  new Set(ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)))

const NIGHT = hours([18, 23], [0, 4])
const NOON = hours([12, 13])
/** The hours that each part of the day has; any other (`12 de la mañana`) is not read. */
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

/** Matches one time in a text in lower case without accents. */
const SPOKEN_TIME = new RegExp(
  String.raw`(?<alone>\b(?:mediodia|medianoche|noon|midnight)\b)|${BEFORE}${HOUR}${MINUTE}${AFTER}${LETTER}${PART}`,
  'gu',
)

/** Reads a match of `SPOKEN_TIME`; undefined if there is no such time, or no such hour in the part of the day. */
function readSpokenTime({ groups = {} }: RegExpExecArray): SpokenTime | undefined {
  const { alone, before, hour = '', minute, after, letter, noon, part } = groups
  if (alone !== undefined) return { minutes: ALONE.get(alone) ?? 0, halfFrom: 'words' }
  const halves = [letter, noon && 'm', part].filter((half) => half !== undefined)
  const past = [before, after].flatMap((words) => (words === undefined ? [] : [MINUTES_OF.get(words) ?? 0]))
  if (halves.length > 1 || past.length + (minute === undefined ? 0 : 1) > 1) return undefined
  const figures = NAMED.get(hour) ?? hour
  const on24 = hourOf(Number(figures), halves[0])
  const minutes = Number(minute ?? past[0] ?? 0)
  if (on24 === undefined || minutes >= HOUR_MINUTES) return undefined
  return {
    minutes: (on24 * HOUR_MINUTES + minutes + DAY_MINUTES) % DAY_MINUTES,
    halfFrom: halves.length > 0 ? 'words' : isOnFace(figures) ? 'nothing' : 'figures',
  }
}

/** Whether an hour is on a clock face, and so may be in either half of the day. */
const isOnFace = (figures: string): boolean => /^([1-9]|1[0-2])$/.test(figures)

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined
  const either = isOnFace(String(hour)) ? [hour % 12, (hour % 12) + 12] : half.length > 1 ? [hour] : []
  return either.find((one) => HOURS_OF.get(half)?.has(one))
}

/** The first time with the same position on a clock face at or after another time. */
const nextOnFace = (minutes: number, after: number): number =>
  (after + ((minutes - after + DAY_MINUTES) % HALF_MINUTES)) % DAY_MINUTES

/** The last such time at or before it. */
const lastOnFace = (minutes: number, before: number): number =>
  (before - ((before - minutes + DAY_MINUTES) % HALF_MINUTES) + DAY_MINUTES) % DAY_MINUTES

const LINE_MAX = 60

/** The only words allowed beside a time. */
const CONNECTING = wordSet(
  'a al la las los un de desde hasta entre y todos cada dia dias from to until till between and at the every day',
)

/** Reads the times of a line: `7`, `7:30`, `10 p. m.`, `8 y media de la noche`; undefined if it has other words. */
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
  withoutAccents(line)
    .toLowerCase()
    .replace(/\bmedi([ao]) (dia|noche)\b/g, 'medi$1$2')
    .replace(/[.!]+\s*$/, '')

const timeOf = (minutes: number): TimeOfDay =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Reads a time of day; undefined for anything else. */
export function parseTime(line: string): TimeOfDay | undefined {
  const [time, ...more] = timesOf(line) ?? []
  return time && more.length === 0 ? timeOf(time.minutes) : undefined
}

/** Reads two times as hours: `22:30 a 6:30`, `de 8 a 10 de la noche`; undefined for anything else, and for equal times. */
export function parseHours(line: string): QuietHours | undefined {
  const [first, second, more] = timesOf(line) ?? []
  if (!first || !second || more) return undefined
  const from = isCompletedBy(first, second) ? lastOnFace(first.minutes, second.minutes) : first.minutes
  const to = isCompletedBy(second, first) ? nextOnFace(second.minutes, first.minutes) : second.minutes
  return from === to ? undefined : { from: timeOf(from), to: timeOf(to) }
}

/** Whether only the other time says its half of the day, which then counts for both: `8 a 10 de la noche`. */
const isCompletedBy = (one: SpokenTime, other: SpokenTime): boolean =>
  one.halfFrom === 'nothing' && other.halfFrom === 'words'

const ZONES = Intl.supportedValuesOf('timeZone')

/** Time zones of places that the IANA names lack. */
const ZONE_OF_PLACE: ReadonlyMap<string, string> = new Map(
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

const plainZone = (text: string): string => withoutAccents(text).toLowerCase().replaceAll('_', ' ').trim()

/** Reads a time zone, by its IANA name or a city: `America/Bogota`, `bogotá`, `nueva york`; undefined if unknown. */
export function parseZone(line: string): string | undefined {
  if (line.length > LINE_MAX) return undefined
  const wanted = plainZone(line)
  const isCity = (zone: string): boolean => plainZone(zone.split('/').at(-1) ?? '') === wanted
  return ZONES.find((zone) => plainZone(zone) === wanted) ?? ZONE_OF_PLACE.get(wanted) ?? ZONES.find(isCity)
}
