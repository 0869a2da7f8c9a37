const HOUR_MINUTES = 60
const HALF_MINUTES = 12 * HOUR_MINUTES
const DAY_MINUTES = 2 * HALF_MINUTES

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
