import { DAY_MINUTES, HOUR_MINUTES, type QuietHours, type TimeOfDay } from '../domain/caracas.ts'
import { anyOf, PARTS_OF_DAY, PHRASES, valuesOf, WORDS, withoutAccents, ZONE_OF_PLACE } from './tokens.ts'

const HALF_MINUTES = 12 * HOUR_MINUTES

/** A time as somebody wrote it, in minutes since midnight. */
interface SpokenTime {
  readonly minutes: number
  /** What says the half of the day: words (`pm`, `de la noche`), figures (`22`, `07`), or nothing (`7`, read as 7:00). */
  readonly halfFrom: 'words' | 'figures' | 'nothing'
}

/** Hours in words; `un` is an article. */
const NAMED = new Map(
  [...valuesOf('numerals')].filter(([word, hour]) => hour >= 1 && hour <= 12 && !WORDS.besideHours.has(word)),
)

/** Every hour of some ranges. */
export const hoursIn = (ranges: readonly (readonly [from: number, to: number])[]): ReadonlySet<number> =>
  new Set(ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)))

/** The hours that each half and part of the day has; any other (`12 de la mañana`) is not read. */
const HOURS_OF: ReadonlyMap<string, ReadonlySet<number>> = new Map([
  ['a', hoursIn([[0, 11]])],
  ['p', hoursIn([[12, 23]])],
  ['m', hoursIn([[12, 12]])],
  ...[...PARTS_OF_DAY].map(([part, ranges]) => [part, hoursIn(ranges)] as const),
])

const ALONE = valuesOf('namedHours')

const [MINUTES_BEFORE, MINUTES_AFTER] = [valuesOf('minutesBefore'), valuesOf('minutesAfter')]

const MINUTES_OF = new Map([...MINUTES_BEFORE, ...MINUTES_AFTER])

const BEFORE = String.raw`(?:(?<before>${anyOf(MINUTES_BEFORE.keys())})\s+)?`

const HOUR = String.raw`(?<![\p{L}\d:.])(?<hour>\d{1,2}(?!\d)|(?:${anyOf(NAMED.keys())})(?!\p{L}))`

const MINUTE = String.raw`(?:\s*[:.h]\s*(?<minute>\d{2})(?!\d))?(?:\s*h(?:oras?|rs?|s)?\b)?`

const AFTER = String.raw`(?:\s+(?<after>${anyOf(MINUTES_AFTER.keys())})\b)?(?:\s*(?:${anyOf(PHRASES.sharp)})\b)?`

const LETTER = String.raw`(?:\s*(?:(?<letter>[ap])\.?\s*m|(?<noon>m))\b\.?)?`

const PART = String.raw`(?:\s+(?:${anyOf(PHRASES.ofPart)})\s+(?<part>${anyOf(PARTS_OF_DAY.keys())})\b)?`

/** Matches one time in a text in lower case without accents. */
const SPOKEN_TIME = new RegExp(
  String.raw`(?<alone>\b(?:${anyOf(ALONE.keys())})\b)|${BEFORE}${HOUR}${MINUTE}${AFTER}${LETTER}${PART}`,
  'gu',
)

/** The same within a sentence, with what may say before it that it is an hour. */
const TIME_WITHIN = new RegExp(
  String.raw`(?:(?<said>\b(?:${anyOf(PHRASES.beforeHour)})\s+|(?<=\b(?:${anyOf(PHRASES.movedTo)})\s))|)(?:${SPOKEN_TIME.source})(?![.,:]?\d|\s*(?:[%$€]|dollars|usd|bs))`,
  'gu',
)

/** A sentence without its times of day, which are left out of `rest`. */
export interface TimedText {
  readonly rest: string
  /** In the order in which they were said. */
  readonly times: readonly TimeOfDay[]
}

/**
 * Takes times out of a sentence: `a las 7`, `3pm`, `a las 9 y a la 1`; a number that nothing calls an hour stays. After an alert
 * `make it 5` is no hour.
 */
export function takeTimes(text: string, isOfAlert = false): TimedText {
  const compared = withoutAccents(text).toLowerCase()
  if (compared.length !== text.length) return { rest: text, times: [] }
  const times: number[] = []
  let rest = ''
  let end = 0
  for (const match of compared.matchAll(TIME_WITHIN)) {
    const time = match.groups?.noon === undefined ? readSpokenTime(match) : undefined
    if (!time || !isCalledHour(match, time, isOfAlert)) continue
    const last = times.at(-1)
    // `a las 9 y a la 1`: the later time is in the other half of the day.
    const isLater = last !== undefined && time.halfFrom === 'nothing'
    times.push(isLater ? nextOnFace(time.minutes, last) : time.minutes)
    rest += `${text.slice(end, match.index)} `
    end = match.index + match[0].length
  }
  return { rest: rest + text.slice(end), times: times.map(timeOf) }
}

/** Whether something calls a number an hour; behind `make it` nothing is taken, and after an alert it is none. */
function isCalledHour(
  { 0: typed, groups = {} }: RegExpExecArray,
  time: SpokenTime,
  isOfAlert: boolean,
): boolean {
  const called = groups.said ?? groups.before
  const isMoved = called === '' && groups.before === undefined
  return time.halfFrom === 'words' || typed.includes(':') || (called !== undefined && !(isMoved && isOfAlert))
}

/** Reads a match of `SPOKEN_TIME`; undefined if there is no such time, or no such hour in the part of the day. */
function readSpokenTime({ groups = {} }: RegExpExecArray): SpokenTime | undefined {
  const { hour = '', minute, letter, noon } = groups
  const [alone, before, after, part] = [groups.alone, groups.before, groups.after, groups.part].map((words) =>
    words?.replace(/\s+/g, ' '),
  )
  if (alone !== undefined) return { minutes: (ALONE.get(alone) ?? 0) * HOUR_MINUTES, halfFrom: 'words' }
  const halves = [letter, noon && 'm', part].filter((half) => half !== undefined)
  const past = [before, after].flatMap((words) => (words === undefined ? [] : [MINUTES_OF.get(words) ?? 0]))
  if (halves.length > 1 || past.length + (minute === undefined ? 0 : 1) > 1) return undefined
  const figures = String(NAMED.get(hour) ?? hour)
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

/** Reads the times of a line that has nothing else but `a las`, `entre`: `7`, `7:30`, `10 p. m.`, `8 y media de la noche`; undefined if it has other words. */
function timesOf(line: string): SpokenTime[] | undefined {
  if (line.length > LINE_MAX) return undefined
  const text = plain(line)
  const times = [...text.matchAll(SPOKEN_TIME)].map(readSpokenTime)
  const rest = text.replaceAll(SPOKEN_TIME, ' ').replace(/[-–—]|,(?!\S)/g, ' ')
  const words = rest.split(/\s+/).filter((word) => word !== '')
  const isAll =
    words.every((word) => WORDS.besideHours.has(word)) && times.every((time) => time !== undefined)
  return isAll ? (times as SpokenTime[]) : undefined
}

const plain = (line: string): string =>
  withoutAccents(line)
    .toLowerCase()
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

const plainZone = (text: string): string => withoutAccents(text).toLowerCase().replaceAll('_', ' ').trim()

/** Reads a time zone, by its IANA name or a city: `America/Bogota`, `bogotá`, `nueva york`; undefined if unknown. */
export function parseZone(line: string): string | undefined {
  if (line.length > LINE_MAX) return undefined
  const wanted = plainZone(line)
  const isCity = (zone: string): boolean => plainZone(zone.split('/').at(-1) ?? '') === wanted
  return ZONES.find((zone) => plainZone(zone) === wanted) ?? ZONE_OF_PLACE.get(wanted) ?? ZONES.find(isCity)
}
