import { addDays, addMonths, type Day, parseDay } from '../rates/caracas.ts'
import { DAY_MINUTES, MINUTE_MS } from '../rates/durations.ts'
import { placesInRow, valuesOf, WORDS } from './lexicon.ts'
import { NUMERALS, type Token } from './tokens.ts'

/** A token, or a day that several tokens named; `day` is undefined for a date that does not exist. */
export type DatedToken =
  | Token
  | { readonly kind: 'day'; readonly day: Day | undefined; readonly text: string }

const LEAP_YEARS_MAX = 8

/** Whether a date without a year means the last or the next such day. */
type DateSide = 'past' | 'coming'

/** Words that say that a weekday is over. */
const DAYS_FROM_TODAY = valuesOf('days')
const MONTH_OF = new Map(
  [...placesInRow('months')].flatMap(([name, place]) => [
    [name, place + 1] as const,
    [name.slice(0, 3), place + 1] as const,
  ]),
)
const WEEKDAYS = placesInRow('weekdays')
const WEEK_DAYS = 7

/**
 * Joins tokens that name a day: `15-03-2026`, `15/03`, `15 de marzo de 2026`, `ayer`. A date without a year is the
 * nearest one on the given side. A weekday is the last such day, or a coming one up to the next business day, as its price
 * may be published; on the coming side it is the next one.
 */
export function joinDays(tokens: readonly DatedToken[], today: Day, side: DateSide = 'past'): DatedToken[] {
  const dated: DatedToken[] = []
  const isOver = tokens.some(({ text }) => WORDS.past.has(text))
  for (let at = 0; at < tokens.length; ) {
    const { length, token } = datedAt(tokens, at, { today, side, isOver })
    dated.push(token)
    at += length
  }
  return dated
}

interface DateContext {
  readonly today: Day
  readonly side: DateSide
  /** The line speaks of the past. */
  readonly isOver: boolean
}

function datedAt(
  tokens: readonly DatedToken[],
  at: number,
  context: DateContext,
): { length: number; token: DatedToken } {
  const token = tokens[at] as DatedToken
  if (token.kind === 'date')
    return { length: 1, token: { kind: 'day', day: dayOfDate(token.text, context), text: token.text } }
  if (token.kind === 'word') {
    const spoken = spokenAt(tokens, at, context)
    if (spoken) return spoken
  }
  return (
    agoAt(tokens, at, context) ??
    spelledAt(tokens, at, context) ??
    monthFirstAt(tokens, at, context) ??
    dayOfMonthAt(tokens, at, context) ?? { length: 1, token }
  )
}

type Dated = { readonly length: number; readonly token: DatedToken } | undefined

const dayToken = (length: number, day: Day | undefined, text: string): Dated => ({
  length,
  token: { kind: 'day', day, text },
})

/** `ayer`, `pasado mañana`, `el lunes`, `hoy domingo`; not `esta mañana`. */
function spokenAt(tokens: readonly DatedToken[], at: number, context: DateContext): Dated {
  const [before, text = '', next] = [at - 1, at, at + 1].map((index) => tokens[index]?.text)
  const inTwo = DAYS_FROM_TODAY.get(`${text} ${next}`)
  if (inTwo !== undefined) return dayToken(2, addDays(context.today, inTwo), `${text} ${next}`)
  const steps = DAYS_FROM_TODAY.get(text)
  if (steps === 1 && WORDS.beforeMorning.has(before ?? '')) return undefined
  if (steps !== undefined) {
    return withWeekday(tokens, at, addDays(context.today, steps), context)
  }
  const weekday = WEEKDAYS.get(text)
  if (weekday === undefined) return undefined
  return weekdayDateAt(tokens, at, weekday, context) ?? dayToken(1, dayOfWeek(weekday, context), text)
}

/** `hoy`, `hoy domingo`, `hoy domingo 22`: a number that is of another day names none. */
function withWeekday(tokens: readonly DatedToken[], at: number, day: Day, context: DateContext): Dated {
  const [text = '', next = ''] = [tokens[at]?.text, tokens[at + 1]?.text]
  const weekday = WEEKDAYS.get(next)
  if (weekday === undefined) return dayToken(1, day, text)
  const { length = 1, token: date } = weekdayDateAt(tokens, at + 1, weekday, context) ?? {}
  const isOther = date?.kind === 'day' && date.day !== day
  return dayToken(length + 1, isOther ? undefined : day, `${text} ${date?.text ?? next}`)
}

/** `martes 17`, `martes 17 de noviembre`: a day that is no such weekday is none; `martes 17 dólares` is an amount. */
function weekdayDateAt(
  tokens: readonly DatedToken[],
  at: number,
  weekday: number,
  context: DateContext,
): Dated {
  const [name, number] = [tokens[at]?.text ?? '', tokens[at + 1]]
  const date = spelledAt(tokens, at + 1, context)
  if (date?.token.kind === 'day') {
    const { day, text } = date.token
    const isOfWeekday = day !== undefined && nextWeekday(day, weekday) === day
    return dayToken(date.length + 1, isOfWeekday ? day : undefined, `${name} ${text}`)
  }
  const end = at + 2 + ordinalAt(tokens, at + 2)
  if (number?.kind !== 'number' || !DAY_OF_MONTH.test(number.text) || MONEY.has(tokens[end]?.text ?? ''))
    return undefined
  return dayToken(
    end - at,
    nearestWeekdayDate(weekday, Number(number.text), context),
    `${name} ${number.text}`,
  )
}
const DAY_OF_MONTH = /^(?:0?[1-9]|[12]\d|3[01])$/

/** The last day of a month that is such a weekday, or one of the week to come; on the coming side the next one. */
function nearestWeekdayDate(
  weekday: number,
  dayOfMonth: number,
  { today, side, isOver }: DateContext,
): Day | undefined {
  const step = side === 'coming' ? 1 : -1
  const next = nextWeekday(today, weekday)
  const first = side === 'past' && isOver ? addDays(next, -WEEK_DAYS) : next
  for (let week = 0; week < WEEKS_SOUGHT; week++) {
    const day = addDays(first, step * week * WEEK_DAYS)
    if (Number(day.slice(-2)) === dayOfMonth) return day
  }
  return undefined
}
/** Within two years each day of a month falls on each weekday, but for some that come late in it. */
const WEEKS_SOUGHT = 105
/** Before `mañana` they say that it is the morning. */

/** `hace 3 días`, `hace una semana`, `3 days ago`. */
function agoAt(tokens: readonly DatedToken[], at: number, { today }: DateContext): Dated {
  const isAgo = WORDS.before.has(tokens[at]?.text ?? '')
  const [count, unit, ago] = tokens.slice(isAgo ? at + 1 : at, at + 3)
  if (!isAgo && !WORDS.ago.has(ago?.text ?? '')) return undefined
  const number = isCount(count?.text ?? '') ? count?.text : NUMERALS.get(count?.text ?? '')
  const day = dayBefore(today, Number(number ?? Number.NaN), unit?.text ?? '')
  return day && dayToken(3, day.day, `hace ${number} ${unit?.text ?? ''}`)
}

const AGO_DAYS_MAX = 36_500

/** Months and years go back to the same day of a month; undefined for no whole period, without a day for over 100 years. */
function dayBefore(today: Day, count: number, unit: string): { readonly day: Day | undefined } | undefined {
  const days = daysOfPeriod(count, unit)
  if (days === undefined || !Number.isInteger(days)) return undefined
  if (days > AGO_DAYS_MAX) return { day: undefined }
  const months = MONTHS_OF.get(daysOfPeriod(1, unit) ?? 0)
  return { day: months === undefined ? addDays(today, -days) : addMonths(today, -months * count) }
}
/** Months in a period, by its days. */
const MONTHS_OF: ReadonlyMap<number, number> = new Map([
  [30, 1],
  [90, 3],
  [365, 12],
])

function dayOfWeek(weekday: number, { today, side, isOver }: DateContext): Day {
  const next = nextWeekday(today, weekday)
  const isNear = side === 'coming' || next <= nextBusinessDay(today)
  return isNear && !isOver ? next : addDays(next, -WEEK_DAYS)
}

/** The next day from Monday to Friday; bank holidays are not known here. */
function nextBusinessDay(today: Day): Day {
  const ahead = { 5: 3, 6: 2 }[new Date(`${today}T00:00:00Z`).getUTCDay()] ?? 1
  return addDays(today, ahead)
}

/** The next such weekday, which may be today; 0 is Sunday. */
function nextWeekday(today: Day, weekday: number): Day {
  const ahead = weekday - new Date(`${today}T00:00:00Z`).getUTCDay()
  return addDays(today, (ahead + WEEK_DAYS) % WEEK_DAYS)
}

function dayOfDate(text: string, context: DateContext): Day | undefined {
  const parts = text.split(/[-/]/)
  if (parts.length === 2) return nearestDate(context, Number(parts[1]), Number(parts[0]))
  const [first = '', middle, last = ''] = parts
  return parseDay(first.length <= 2 && last.length === 2 ? `${first}-${middle}-20${last}` : text)
}

/** A year in digits. */
export const YEAR = /^(?:19|20)\d\d$/
const MONEY: ReadonlySet<string> = new Set([...WORDS.dollars, ...WORDS.euros, ...WORDS.bolivares])
const ordinalAt = (tokens: readonly DatedToken[], at: number): number =>
  WORDS.ordinals.has(tokens[at]?.text ?? '') ? 1 : 0

/** They join two days of one month. */

/** `15 de marzo`, `15 marzo de 2026`, `15 march 2026`; the first day of `1 al 15 de marzo`. */
function spelledAt(
  tokens: readonly DatedToken[],
  at: number,
  context: DateContext,
): { length: number; token: DatedToken } | undefined {
  const number = tokens[at]
  if (number?.kind !== 'number' || !/^\d{1,2}$/.test(number.text)) return undefined
  let next = at + 1 + ordinalAt(tokens, at + 1)
  const skipOf = (): void => {
    const of = tokens[next]
    if (of?.kind === 'word' && WORDS.of.has(of.text)) next++
  }
  const isFirstOfTwo =
    WORDS.betweenDays.has(tokens[next]?.text ?? '') && isCount(tokens[next + 1]?.text ?? '')
  if (isFirstOfTwo) next += 2
  skipOf()
  const name = tokens[next++]
  const month = name?.kind === 'word' ? MONTH_OF.get(name.text) : undefined
  if (month === undefined) return undefined
  const afterMonth = next
  skipOf()
  const year = tokens[next]
  const hasYear = year?.kind === 'number' && YEAR.test(year.text)
  const day = hasYear
    ? parseDay(`${year.text}-${month}-${number.text}`)
    : nearestDate(context, month, Number(number.text))
  const length = isFirstOfTwo ? 1 : (hasYear ? next + 1 : afterMonth) - at
  const written = tokens.slice(at, at + length).map(({ text }) => text)
  const text = isFirstOfTwo ? `${number.text} ${name?.text ?? ''}` : written.join(' ')
  return { length, token: { kind: 'day', day, text } }
}

/** `july 4`, `july 4th, 2025`; `enero 20 dólares` is no date. */
function monthFirstAt(tokens: readonly DatedToken[], at: number, context: DateContext): Dated {
  const [name, number] = [tokens[at], tokens[at + 1]]
  const month = name?.kind === 'word' ? MONTH_OF.get(name.text) : undefined
  if (month === undefined || number?.kind !== 'number' || !/^\d{1,2}$/.test(number.text)) return undefined
  const end = at + 2 + ordinalAt(tokens, at + 2)
  if (MONEY.has(tokens[end]?.text ?? '')) return undefined
  const comma = tokens[end]?.text === ',' ? 1 : 0
  const year = tokens[end + comma]
  const hasYear = year?.kind === 'number' && YEAR.test(year.text)
  const day = hasYear
    ? parseDay(`${year.text}-${month}-${number.text}`)
    : nearestDate(context, month, Number(number.text))
  const text = [name?.text, number.text, hasYear && year.text].filter((part) => part).join(' ')
  return dayToken((hasYear ? end + comma + 1 : end) - at, day, text)
}

/** `el día 3`, `the 3rd`: the nearest such day on the given side; `cada día 3` is none, nor is `un día`. */
function dayOfMonthAt(tokens: readonly DatedToken[], at: number, { today, side }: DateContext): Dated {
  const isNamed = WORDS.beforeDay.has(tokens[at]?.text ?? '')
  const first = isNamed ? at + 1 : at
  const number = tokens[first]
  const end = first + 1 + ordinalAt(tokens, first + 1)
  const before = tokens[at - 1]
  const isDay = isNamed
    ? !WORDS.noDate.has(before?.text ?? '')
    : WORDS.beforeOrdinal.has(before?.text ?? '') && end > first + 1
  if (!isDay || before?.kind === 'day' || number?.kind !== 'number' || !/^\d{1,2}$/.test(number.text))
    return undefined
  if (MONEY.has(tokens[end]?.text ?? '') || monthAfter(tokens, end)) return undefined
  return dayToken(end - at, nearestDayOfMonth(today, Number(number.text), side), `día ${number.text}`)
}

/** Whether a month stands there: `3 de enero` is spelled out. */
function monthAfter(tokens: readonly DatedToken[], at: number): boolean {
  const name = WORDS.of.has(tokens[at]?.text ?? '') ? tokens[at + 1] : tokens[at]
  return name?.kind === 'word' && MONTH_OF.has(name.text)
}

/** Not every month has a 30 or a 31; undefined for a day that no month has. */
function nearestDayOfMonth(today: Day, dayOfMonth: number, side: DateSide): Day | undefined {
  const first = `${today.slice(0, 7)}-01`
  return [0, 1, 2]
    .map((away) => addMonths(first, side === 'past' ? -away : away))
    .map((month) => parseDay(`${month.slice(0, 7)}-${dayOfMonth}`))
    .find((day) => day !== undefined && (side === 'past' ? day <= today : day >= today))
}

/** The month of a word, from 1. */
export const monthNamed = (word: string): number | undefined => MONTH_OF.get(word)

/** The nearest such day of a month on the given side; a leap day may be eight years away. */
function nearestDate({ today, side }: DateContext, month: number, dayOfMonth: number): Day | undefined {
  const year = Number(today.slice(0, 4))
  for (let away = 0; away <= LEAP_YEARS_MAX; away++) {
    const day = parseDay(`${side === 'past' ? year - away : year + away}-${month}-${dayOfMonth}`)
    if (day !== undefined && (side === 'past' ? day <= today : day >= today)) return day
  }
  return undefined
}

const DAYS_OF = valuesOf('periods')
const DAYS_OF_ABBREVIATION = valuesOf('shortPeriods')
const MINUTES_OF = valuesOf('minutePeriods')

const singular = (word: string): string => word.replace(/(?<=es)es$|(?<=[^s])s$/, '')
const daysOf = (word: string): number | undefined => DAYS_OF.get(word) ?? DAYS_OF.get(singular(word))

/** Whether a word without accents is a period of days by itself: `mes`, `year`. */
export const namesPeriod = (word: string): boolean => (DAYS_OF.get(word) ?? 1) > 1

/** Whether a word without accents is a month or a period: `enero`, `semana`, `dias`. */
export const namesTime = (word: string): boolean =>
  monthNamed(word) !== undefined || daysOfPeriod(1, word) !== undefined

/** Whether a typed number is a whole number. */
export const isCount = (text: string): boolean => /^\d+$/.test(text)

/** Days in a period such as 4 `semanas`, the unit without accents; undefined for another word. */
export function daysOfPeriod(count: number, unit: string): number | undefined {
  const days = DAYS_OF_ABBREVIATION.get(unit) ?? daysOf(unit)
  return days === undefined ? undefined : count * days
}

/** Milliseconds in a period, from minutes up; `m` is ambiguous here and not read. */
export function msOfPeriod(count: number, unit: string): number | undefined {
  const minutes = MINUTES_OF.get(unit) ?? MINUTES_OF.get(singular(unit))
  if (minutes !== undefined) return count * minutes * MINUTE_MS
  const days = unit === 'm' ? undefined : daysOfPeriod(count, unit)
  return days === undefined ? undefined : days * DAY_MINUTES * MINUTE_MS
}
