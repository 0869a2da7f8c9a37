import {
  addDays,
  addMonths,
  DAY_MINUTES,
  type Day,
  MINUTE_MS,
  parseDay,
  weekdayOf,
} from '../domain/caracas.ts'
import {
  type DatedToken,
  isPunctuation,
  isUnit,
  means,
  PHRASES,
  placesInRow,
  saysAnyOf,
  textAt,
  valuesOf,
  WORDS,
} from './tokens.ts'

const LEAP_YEARS_MAX = 8

/** Whether a date without a year means the last or the next such day. */
type DateSide = 'past' | 'coming'

const DAYS_FROM_TODAY = valuesOf('days')

/** Each with its words, the longest first. */
const byWords = (values: ReadonlyMap<string, number>) =>
  [...values]
    .map(([name, value]) => ({ words: name.split(' '), value }))
    .toSorted((one, other) => other.words.length - one.words.length)

const [RELATIVE_DAYS, HOLIDAYS] = [byWords(DAYS_FROM_TODAY), byWords(valuesOf('holidays'))]

/** Which of these names begins at a token. */
const namedAt = (tokens: readonly DatedToken[], at: number, named: ReturnType<typeof byWords>) =>
  named.find(({ words }) => words.every((word, next) => textAt(tokens, at + next) === word))

const MONTH_OF = new Map(
  [...placesInRow('months')].flatMap(([name, place]) => [
    [name, place + 1] as const,
    [name.slice(0, 3), place + 1] as const,
  ]),
)

const WEEKDAYS = placesInRow('weekdays')

export const WEEK_DAYS = 7

/**
 * Joins tokens that name a day: `15-03-2026`, `15/03`, `15 de marzo de 2026`, `ayer`. A date without a year is the
 * nearest one on the given side. A weekday is the last such day, or a coming one up to the next business day, as its price
 * may be published; on the coming side it is the next one.
 */
export function joinDays(tokens: readonly DatedToken[], today: Day, side: DateSide = 'past'): DatedToken[] {
  const dated: DatedToken[] = []
  const isOver = tokens.some(({ text }) => WORDS.past.has(text)) || saysAnyOf(tokens, PHRASES.untilNow)
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

type Dated = { readonly length: number; readonly token: DatedToken }

const dayToken = (length: number, day: Day | undefined, text: string): Dated => ({
  length,
  token: { kind: 'day', day, text },
})

/** A day that tokens name as they are written. */
const dayUpTo = (tokens: readonly DatedToken[], at: number, end: number, day: Day | undefined): Dated => {
  const written = tokens.slice(at, end).map(({ text }) => text)
  return dayToken(end - at, day, written.join(' ').replace(' ,', ''))
}

function datedAt(tokens: readonly DatedToken[], at: number, context: DateContext): Dated {
  const token = tokens[at] as DatedToken
  if (token.kind === 'date') return dayToken(1, dayOfDate(token.text, context), token.text)
  return (
    sameDateAt(tokens, at, context) ??
    agoAt(tokens, at, context) ??
    spokenAt(tokens, at, context) ??
    beginningAt(tokens, at, context) ??
    holidayAt(tokens, at, context) ??
    calendarDateAt(tokens, at, context) ??
    dayOfNamedMonthAt(tokens, at, context) ??
    dayOfMonthAt(tokens, at, context) ?? { length: 1, token }
  )
}

/** `ayer`, `pasado mañana`, `hoy domingo 22`, `el lunes`, `martes 17`; not `esta mañana`. */
function spokenAt(tokens: readonly DatedToken[], at: number, context: DateContext): Dated | undefined {
  const named = namedAt(tokens, at, RELATIVE_DAYS)
  if (!named) return weekdayAt(tokens, at, context)
  const { words, value: steps } = named
  const [text, next] = [words.join(' '), textAt(tokens, at + words.length)]
  if (steps === 1 && means(tokens[at - 1], WORDS.beforeMorning)) return undefined
  const day = addDays(context.today, steps)
  if (!WEEKDAYS.has(next)) return dayToken(words.length, day, text)
  // `hoy domingo 22`: a number that is of another day names none.
  const date = weekdayDateAt(tokens, at + words.length, context)
  const isOther = date?.token.kind === 'day' && date.token.day !== day
  return dayToken(
    (date?.length ?? 1) + words.length,
    isOther ? undefined : day,
    `${text} ${date?.token.text ?? next}`,
  )
}

function weekdayAt(tokens: readonly DatedToken[], at: number, context: DateContext): Dated | undefined {
  const text = textAt(tokens, at)
  const weekday = WEEKDAYS.get(text)
  if (weekday === undefined) return undefined
  const last = lastPeriodAt(tokens, at + 1)
  if (last?.days === WEEK_DAYS)
    return dayToken(last.end - at, nextWeekday(lastMonday(context.today), weekday), `${text} *`)
  const isSince = [at - 1, at - 2].some((before) => means(tokens[before], WORDS.since))
  const day = dayOfWeek(weekday, isSince ? { ...context, isOver: true } : context)
  return weekdayDateAt(tokens, at, context) ?? dayToken(1, day, text)
}

/** `de la semana pasada`, `last year` at a token: where it ends, its word and the days of such a period. */
function lastPeriodAt(tokens: readonly DatedToken[], at: number) {
  let next = at
  while (means(tokens[next], WORDS.of, WORDS.glue)) next++
  const [first, second] = [textAt(tokens, next), textAt(tokens, next + 1)]
  const unit = WORDS.lastPeriod.has(second) ? first : WORDS.last.has(first) ? second : ''
  return namesPeriod(unit) ? { end: next + 2, unit, days: daysOf(unit) } : undefined
}

/** `esta misma fecha el año pasado`, `el mes pasado por estas fechas`, `this time last week` */
function sameDateAt(tokens: readonly DatedToken[], at: number, { today }: DateContext): Dated | undefined {
  // `each day last week` is no such day.
  const isBefore =
    means(tokens[at], WORDS.sameDate) && means(tokens[at - 1], WORDS.thisPeriod, WORDS.those, WORDS.followUp)
  const last = lastPeriodAt(tokens, isBefore ? at + 1 : at)
  if (!last) return undefined
  const isBehind = means(tokens[last.end], WORDS.perOne) && means(tokens[last.end + 2], WORDS.sameDate)
  if (!isBefore && !isBehind) return undefined
  return dayToken(
    (isBefore ? last.end : last.end + 3) - at,
    dayBefore(today, 1, last.unit)?.day,
    textAt(tokens, at),
  )
}

/** `martes 17`, `martes 17 de noviembre`: a day that is no such weekday is none; `martes 17 dólares` is an amount. */
function weekdayDateAt(tokens: readonly DatedToken[], at: number, context: DateContext): Dated | undefined {
  const [name, number] = [textAt(tokens, at), tokens[at + 1]]
  const weekday = WEEKDAYS.get(name) ?? 0
  const date = number?.kind === 'number' ? calendarDateAt(tokens, at + 1, context) : undefined
  if (date?.token.kind === 'day') {
    const { day, text } = date.token
    const isOfWeekday = day !== undefined && nextWeekday(day, weekday) === day
    return dayToken(date.length + 1, isOfWeekday ? day : undefined, `${name} ${text}`)
  }
  const end = at + 2 + ordinalAt(tokens, at + 2)
  if (number?.kind !== 'number' || !DAY_OF_MONTH.test(number.text) || isMoneyAt(tokens, end)) return undefined
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
  const step = side === 'coming' ? WEEK_DAYS : -WEEK_DAYS
  const next = nextWeekday(today, weekday)
  const first = side === 'past' && isOver ? addDays(next, -WEEK_DAYS) : next
  return Array.from({ length: WEEKS_SOUGHT }, (_, week) => addDays(first, step * week)).find(
    (day) => Number(day.slice(-2)) === dayOfMonth,
  )
}

/** Within two years each day of a month falls on each weekday, but for some that come late in it. */
const WEEKS_SOUGHT = 105

/** `hace 3 días`, `3 days ago`, `hoy hace un año`, `a week ago today`. */
function agoAt(tokens: readonly DatedToken[], at: number, { today }: DateContext): Dated | undefined {
  const isToday = (index: number): boolean => DAYS_FROM_TODAY.get(textAt(tokens, index)) === 0
  const start = isToday(at) ? at + 1 : at
  const isAgo = means(tokens[start], WORDS.before)
  const from = isAgo ? start + 1 : start
  if (!isAgo && !means(tokens[from + 2], WORDS.ago)) return undefined
  const [count, unit] = [countAt(tokens, from), textAt(tokens, from + 1)]
  const day = count === undefined ? undefined : dayBefore(today, count, unit)
  const end = start + (isToday(start + 3) ? 4 : 3)
  return day && dayToken(end - at, day.day, `hace ${count} ${unit}`)
}

/** How many there are of a period: `una`, `a`, `3`. */
export const countAt = (tokens: readonly DatedToken[], at: number): number | undefined =>
  means(tokens[at], WORDS.one, WORDS.oneAgo)
    ? 1
    : isCount(textAt(tokens, at))
      ? Number(textAt(tokens, at))
      : undefined

/** `a principio de año`, `empezó el mes`, `beginning of november`: its first day. */
function beginningAt(tokens: readonly DatedToken[], at: number, context: DateContext): Dated | undefined {
  const isNamed = means(tokens[at], WORDS.beginning) && means(tokens[at + 1], WORDS.of)
  if (!isNamed && !means(tokens[at], WORDS.began)) return undefined
  let end = at + 1
  while (means(tokens[end], WORDS.of, WORDS.glue, WORDS.thisPeriod)) end++
  const months = MONTHS_OF.get(daysOf(textAt(tokens, end)) ?? 0)
  const month = months === 12 ? 1 : months === 1 ? Number(context.today.slice(5, 7)) : monthAt(tokens, end)
  if (month === undefined || means(tokens[end + 1], WORDS.lastPeriod)) return undefined
  const { year, length } = yearAt(tokens, end + 1, !means(tokens[end + 1], WORDS.of))
  const day = nearestDate({ ...context, side: 'past' }, month, 1) ?? context.today
  // `me pagan a principios de diciembre` is to come.
  const isOver = context.isOver || months !== undefined || !isNamed || year !== undefined
  if (!isOver && day < addMonths(context.today, -6)) return undefined
  return dayUpTo(tokens, at, end + 1 + length, year ? `${year}-${day.slice(5)}` : day)
}

/** `en navidad`, `on christmas 2024`, `el bcv de año nuevo`: the nearest one on the given side; neither `feliz navidad` nor `combo navidad`. */
function holidayAt(tokens: readonly DatedToken[], at: number, context: DateContext): Dated | undefined {
  const named = namedAt(tokens, at, HOLIDAYS)
  if (!named) return undefined
  const { words, value: date } = named
  const end = at + words.length
  const isLast = means(tokens[end], WORDS.lastPeriod)
  const { year, length } = saidYearAt(tokens, end, context.today) ?? yearAt(tokens, end, false)
  if (!isLast && year === undefined && !isDayBefore(tokens, at)) return undefined
  const [month, dayOfMonth] = [Math.floor(date / 100), date % 100]
  const day =
    year === undefined ? nearestDate(context, month, dayOfMonth) : parseDay(`${year}-${month}-${dayOfMonth}`)
  return dayToken(words.length + Math.max(length, Number(isLast)), day, words.join(' '))
}

/** Whether a holiday behind these tokens is a day: `en`, `desde`, `last`, `el bcv de`. */
function isDayBefore(tokens: readonly DatedToken[], at: number): boolean {
  const [second, before] = [tokens[at - 2], textAt(tokens, at - 1)]
  const isOfPrice = second?.kind === 'name' || isUnit(second) || means(second, WORDS.price)
  const isSaid = means(tokens[at - 1], WORDS.inYear, WORDS.beforeDate, WORDS.since, WORDS.last, WORDS.at)
  return WORDS.of.has(before) && !WORDS.beforeDate.has(before) ? isOfPrice : isSaid
}

const AGO_DAYS_MAX = 36_500

/** Months and years go back to the same day of a month; undefined for no whole period, without a day for over 100 years. */
export function dayBefore(
  today: Day,
  count: number,
  unit: string,
): { readonly day: Day | undefined } | undefined {
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
  const ahead = { 5: 3, 6: 2 }[weekdayOf(today)] ?? 1
  return addDays(today, ahead)
}

/** The Monday of the week before. */
export const lastMonday = (today: Day): Day => addDays(nextWeekday(addDays(today, 1), 1), -2 * WEEK_DAYS)

/** The next such weekday, which may be today; 0 is Sunday. */
function nextWeekday(today: Day, weekday: number): Day {
  const ahead = weekday - weekdayOf(today)
  return addDays(today, (ahead + WEEK_DAYS) % WEEK_DAYS)
}

function dayOfDate(text: string, context: DateContext): Day | undefined {
  const [first = '', middle = '', last] = text.split(/[-/]/)
  if (last === undefined) return nearestDate(context, Number(middle), Number(first))
  return parseDay(first.length <= 2 && last.length === 2 ? `${first}-${middle}-20${last}` : text)
}

/** A year in digits. */
export const YEAR = /^(?:19|20)\d\d$/

/** `en 2020` */
export const isYearAt = (tokens: readonly DatedToken[], at: number): boolean =>
  means(tokens[at - 1], WORDS.inYear) && YEAR.test(textAt(tokens, at))

const isMoneyAt = (tokens: readonly DatedToken[], at: number): boolean =>
  means(tokens[at], WORDS.dollars, WORDS.euros, WORDS.bolivares)

const ordinalAt = (tokens: readonly DatedToken[], at: number): number =>
  Number(means(tokens[at], WORDS.ordinals))

const monthAt = (tokens: readonly DatedToken[], at: number): number | undefined =>
  tokens[at]?.kind === 'word' ? MONTH_OF.get(textAt(tokens, at)) : undefined

const isDayAt = (tokens: readonly DatedToken[], at: number): boolean =>
  tokens[at]?.kind === 'number' && /^\d{1,2}$/.test(textAt(tokens, at))

/**
 * `15 de marzo`, `15 march 2026`, the first day of `1 al 15 de marzo`; `july 4`, `july 4th, 2025`. `enero 20 dólares` is no
 * date.
 */
function calendarDateAt(tokens: readonly DatedToken[], at: number, context: DateContext): Dated | undefined {
  const isMonthFirst = monthAt(tokens, at) !== undefined
  const number = isMonthFirst ? at + 1 : at
  if (!isDayAt(tokens, number)) return undefined
  let end = number + 1 + ordinalAt(tokens, number + 1)
  if (isMonthFirst && isMoneyAt(tokens, end)) return undefined
  const second = end + (means(tokens[end + 1], WORDS.beforeLastDay) ? 2 : 1)
  const isFirstOfTwo =
    !isMonthFirst && means(tokens[end], WORDS.betweenDays) && isCount(textAt(tokens, second))
  if (isFirstOfTwo) end = second + 1
  if (!isMonthFirst && means(tokens[end], WORDS.of)) end++
  const name = isMonthFirst ? at : end++
  const month = monthAt(tokens, name)
  if (month === undefined) return undefined
  const { year, length: yearLength } =
    saidYearAt(tokens, end, context.today) ?? yearAt(tokens, end, isMonthFirst)
  const dayOfMonth = textAt(tokens, number)
  const day =
    year === undefined
      ? nearestDate(context, month, Number(dayOfMonth))
      : parseDay(`${year}-${month}-${dayOfMonth}`)
  if (isFirstOfTwo) return dayToken(1, day, `${dayOfMonth} ${textAt(tokens, name)}`)
  return dayUpTo(tokens, at, end + yearLength, day)
}

/** `del año pasado`, `last year`, `de este año` behind a date or a month. */
export function saidYearAt(tokens: readonly DatedToken[], at: number, today: Day) {
  const thisYear = Number(today.slice(0, 4))
  const last = lastPeriodAt(tokens, at)
  if (last?.days === YEAR_DAYS) return { year: String(thisYear - 1), length: last.end - at }
  const from = means(tokens[at], WORDS.of) ? at + 1 : at
  const isThis = means(tokens[from], WORDS.thisPeriod) && daysOf(textAt(tokens, from + 1)) === YEAR_DAYS
  return isThis ? { year: String(thisYear), length: from + 2 - at } : undefined
}

export const YEAR_DAYS = 365

/** `de 2026`, `, 2026`: the year of a date, and the number of its tokens. */
function yearAt(tokens: readonly DatedToken[], at: number, isMonthFirst: boolean) {
  const isJoined = isMonthFirst ? textAt(tokens, at) === ',' : means(tokens[at], WORDS.of)
  const year = tokens[isJoined ? at + 1 : at]
  const hasYear = year?.kind === 'number' && YEAR.test(year.text)
  return hasYear ? { year: year.text, length: isJoined ? 2 : 1 } : { year: undefined, length: 0 }
}

/**
 * `el día 3`, `the 3rd`, `dólar el 15` at the end of a line: the nearest such day on the given side; `cada día 3` is none,
 * nor is `un día`.
 */
function dayOfMonthAt(tokens: readonly DatedToken[], at: number, context: DateContext): Dated | undefined {
  const isNamed = means(tokens[at], WORDS.beforeDay)
  const number = isNamed ? at + 1 : at
  const end = number + 1 + ordinalAt(tokens, number + 1)
  const before = textAt(tokens, at - 1)
  const isOrdinal = WORDS.beforeOrdinal.has(before) && end > number + 1
  const isDate = isNamed
    ? !WORDS.noDate.has(before)
    : isOrdinal || (context.side === 'past' && isBehindPrice(tokens, at))
  if (!isDate || tokens[at - 1]?.kind === 'day' || !isDayAt(tokens, number)) return undefined
  if (isMoneyAt(tokens, end) || calendarDateAt(tokens, number, context)) return undefined
  const dayOfMonth = textAt(tokens, number)
  return dayToken(end - at, nearestDayOfMonth(context, dayOfMonth), `día ${dayOfMonth}`)
}

/** `bcv del 15` and nothing behind it: after a price that is asked, this is a day. */
const isBehindPrice = (tokens: readonly DatedToken[], at: number): boolean =>
  means(tokens[at - 1], WORDS.beforeLastDay) &&
  (tokens[at - 2]?.kind === 'name' || isUnit(tokens[at - 2])) &&
  DAY_OF_MONTH.test(textAt(tokens, at)) &&
  tokens.slice(at + 1).every(isPunctuation)

/** `15 de este mes`, `el día 1 del mes`, `10 del mes pasado`, `the 10th of last month`. */
function dayOfNamedMonthAt(
  tokens: readonly DatedToken[],
  at: number,
  context: DateContext,
): Dated | undefined {
  const number = means(tokens[at], WORDS.beforeDay) ? at + 1 : at
  const of = number + 1 + ordinalAt(tokens, number + 1)
  if (!isDayAt(tokens, number) || !means(tokens[of], WORDS.of)) return undefined
  const last = lastPeriodAt(tokens, of)
  const month = means(tokens[of + 1], WORDS.thisPeriod, WORDS.glue) ? of + 2 : of + 1
  const days = last ? last.days : daysOf(textAt(tokens, month))
  const first = addMonths(`${context.today.slice(0, 7)}-01`, last ? -1 : 0)
  const day = parseDay(`${first.slice(0, 7)}-${textAt(tokens, number)}`)
  return days === MONTH_DAYS ? dayUpTo(tokens, at, last?.end ?? month + 1, day) : undefined
}

export const MONTH_DAYS = 30

/** The month of a word, from 1. */
export const monthNamed = (word: string): number | undefined => MONTH_OF.get(word)

/** Shorter ones are other words: `may`. */
export const MONTH_LENGTH_MIN = 4

/** Whether a month stands at a token without its day: `en octubre`. */
export const isMonthAloneAt = (tokens: readonly DatedToken[], at: number): boolean =>
  means(tokens[at - 1], WORDS.inYear) &&
  monthAt(tokens, at) !== undefined &&
  textAt(tokens, at).length >= MONTH_LENGTH_MIN

/** The first day on the given side among some that are ever farther away. */
function nearest(
  { today, side }: DateContext,
  awayMax: number,
  dayAway: (away: number) => Day | undefined,
): Day | undefined {
  for (let away = 0; away <= awayMax; away++) {
    const day = dayAway(side === 'past' ? -away : away)
    if (day !== undefined && (side === 'past' ? day <= today : day >= today)) return day
  }
  return undefined
}

/** Not every month has a 30 or a 31; undefined for a day that no month has. */
const nearestDayOfMonth = (context: DateContext, dayOfMonth: string): Day | undefined =>
  nearest(context, 2, (away) =>
    parseDay(`${addMonths(`${context.today.slice(0, 7)}-01`, away).slice(0, 7)}-${dayOfMonth}`),
  )

/** The nearest such day of a month; a leap day may be eight years away. */
const nearestDate = (context: DateContext, month: number, dayOfMonth: number): Day | undefined =>
  nearest(context, LEAP_YEARS_MAX, (away) =>
    parseDay(`${Number(context.today.slice(0, 4)) + away}-${month}-${dayOfMonth}`),
  )

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
