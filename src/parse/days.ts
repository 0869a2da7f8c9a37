import { addDays, type Day, parseDay } from '../rates/caracas.ts'
import { DAY_MINUTES, MINUTE_MS } from '../rates/durations.ts'
import { placesInRow, valuesFor, wordsFor } from './lexicon.ts'
import type { Token } from './tokens.ts'

/** A token, or a day that several tokens named; `day` is undefined for a date that does not exist. */
export type DatedToken =
  | Token
  | { readonly kind: 'day'; readonly day: Day | undefined; readonly text: string }

const LEAP_YEARS_MAX = 8

/** Whether a date without a year means the last or the next such day. */
type DateSide = 'past' | 'coming'

const DAYS_FROM_TODAY = valuesFor('days')
const MONTH_OF = new Map(
  [...placesInRow('months')].flatMap(([name, place]) => [
    [name, place + 1] as const,
    [name.slice(0, 3), place + 1] as const,
  ]),
)
const WEEKDAYS = placesInRow('weekdays')
const OF = wordsFor('ofDay')
const WEEK_DAYS = 7

/**
 * Joins tokens that name a day: `15-03-2026`, `15/03`, `15 de marzo de 2026`, `ayer`. A date without a year is the
 * nearest one on the given side; a weekday is read only as a coming day.
 */
export function joinDays(tokens: readonly Token[], today: Day, side: DateSide = 'past'): DatedToken[] {
  const dated: DatedToken[] = []
  for (let at = 0; at < tokens.length; ) {
    const { length, token } = datedAt(tokens, at, { today, side })
    dated.push(token)
    at += length
  }
  return dated
}

interface DateContext {
  readonly today: Day
  readonly side: DateSide
}

function datedAt(
  tokens: readonly Token[],
  at: number,
  context: DateContext,
): { length: number; token: DatedToken } {
  const token = tokens[at] as Token
  const steps =
    token.kind === 'word' && DAYS_FROM_TODAY.has(token.text) ? DAYS_FROM_TODAY.get(token.text) : undefined
  if (steps !== undefined)
    return { length: 1, token: { kind: 'day', day: addDays(context.today, steps), text: token.text } }
  const weekday = context.side === 'coming' && token.kind === 'word' ? WEEKDAYS.get(token.text) : undefined
  if (weekday !== undefined)
    return { length: 1, token: { kind: 'day', day: nextWeekday(context.today, weekday), text: token.text } }
  if (token.kind === 'date')
    return { length: 1, token: { kind: 'day', day: dayOfDate(token.text, context), text: token.text } }
  return spelledAt(tokens, at, context) ?? { length: 1, token }
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

/** `15 de marzo`, `15 marzo de 2026`, `15 march 2026`. */
function spelledAt(
  tokens: readonly Token[],
  at: number,
  context: DateContext,
): { length: number; token: DatedToken } | undefined {
  const number = tokens[at]
  if (number?.kind !== 'number' || !/^\d{1,2}$/.test(number.text)) return undefined
  let next = at + 1
  const skipOf = (): void => {
    const of = tokens[next]
    if (of?.kind === 'word' && OF.has(of.text)) next++
  }
  skipOf()
  const name = tokens[next++]
  const month = name?.kind === 'word' ? MONTH_OF.get(name.text) : undefined
  if (month === undefined) return undefined
  const afterMonth = next
  skipOf()
  const year = tokens[next]
  const hasYear = year?.kind === 'number' && /^(19|20)\d\d$/.test(year.text)
  const day = hasYear
    ? parseDay(`${year.text}-${month}-${number.text}`)
    : nearestDate(context, month, Number(number.text))
  const length = (hasYear ? next + 1 : afterMonth) - at
  return { length, token: { kind: 'day', day, text: `${number.text} ${name?.text ?? ''}` } }
}

/** The nearest such day of a month on the given side; a leap day may be eight years away. */
function nearestDate({ today, side }: DateContext, month: number, dayOfMonth: number): Day | undefined {
  const year = Number(today.slice(0, 4))
  for (let away = 0; away <= LEAP_YEARS_MAX; away++) {
    const day = parseDay(`${side === 'past' ? year - away : year + away}-${month}-${dayOfMonth}`)
    if (day !== undefined && (side === 'past' ? day <= today : day >= today)) return day
  }
  return undefined
}

const DAYS_OF = valuesFor('periods')
const DAYS_OF_ABBREVIATION = valuesFor('shortPeriods')
const MINUTES_OF = valuesFor('minutePeriods')

const singular = (word: string): string => word.replace(/(?<=es)es$|(?<=[^s])s$/, '')
const daysOf = (word: string): number | undefined => DAYS_OF.get(word) ?? DAYS_OF.get(singular(word))

/** Whether a word without accents is a period of days by itself: `mes`, `year`. */
export const namesPeriod = (word: string): boolean => (DAYS_OF.get(word) ?? 1) > 1

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
