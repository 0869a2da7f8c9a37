import { addDays, DAY_MS, type Day } from '../domain/caracas.ts'
import { compare } from '../domain/decimal.ts'
import {
  daysOfPeriod,
  isCount,
  isYearAt,
  joinDays,
  lastMonday,
  MONTH_DAYS,
  monthNamed,
  namesPeriod,
  namesTime,
  saidYearAt,
  YEAR_DAYS,
} from './days.ts'
import { isRate, RATE_MIN } from './own-rate.ts'
import { type HistoryRequest, OFFICIAL, type Range, type Request } from './request.ts'
import {
  amountsIn,
  isPeriodAt,
  type LineOptions,
  readLine,
  type Speech,
  UNKNOWN_MAX,
  type UnreadableWords,
  unreadable,
} from './speech.ts'
import {
  type DatedToken,
  isBesideAmount,
  isBolivares,
  isPunctuation,
  means,
  monitorNamed,
  PHRASES,
  textAt,
  typedOf,
  unitOf,
  WORDS,
  wordSet,
} from './tokens.ts'

/** `gráfica del bcv 30 días`, `paralelo último mes`, `brecha este año`, `cuánto subió esta semana`. */
export function readChart(speech: Speech): Request | undefined {
  const { tokens, today, names } = speech
  const isRange = tokens.some((_, at) => isRangeAt(tokens, at, today))
  const isAsked = isChartAsked(speech, isRange)
  const isMoveAsked = isPastAsked(speech)
  // `¿cuánto ha subido desde el lunes?`
  const isFrom = speech.has(WORDS.since) || speech.says(PHRASES.untilNow)
  const isSince =
    isFrom &&
    speech.days.filter(({ day }) => day !== today).length === 1 &&
    (isMoveAsked || !speech.says(PHRASES.trend))
  const isRanged =
    (isRange || isSince) &&
    (names.length > 0 || isMoveAsked || speech.has(WORDS.gap, WORDS.last, WORDS.everything, WORDS.listing))
  if (!isAsked && (!isRanged || speech.unknown(WORDS.gap, WORDS.last, WORDS.moved) > UNKNOWN_MAX))
    return undefined
  // `¿es la de hoy o la de ayer?`
  const isOfAge = speech.says(PHRASES.kinds) && speech.days.length > 1
  // `what's the dollar gonna be in december`
  if (speech.says(PHRASES.willBe)) return undefined
  if (isOfAge || amountsIn(tokens).some(({ unit }) => unit !== undefined)) return undefined
  const history = historyIn(speech)
  return history && { kind: 'history', history: ofTopic(history, speech) }
}

function isChartAsked(
  { names, days, today, has, says, hasNumber, unknown }: Speech,
  isRange: boolean,
): boolean {
  const isOfToday = days.some(({ day }) => day === today)
  // `¿cuándo estuvo más alto el paralelo?`
  const isOfElse =
    hasNumber ||
    days.length > 0 ||
    names.length > 1 ||
    has(WORDS.alert) ||
    (names.length === 0 && unknown() > 0)
  const isOver = has(WORDS.past) && (names.length > 0 || has(WORDS.asking))
  const isExtreme = says(PHRASES.extreme) && (isOver || isRange) && !isOfElse
  return isExtreme || has(WORDS.history) || (says(PHRASES.history) && !isOfToday)
}

/** Where it names none, what the question before was about. */
function ofTopic(history: HistoryRequest, { topic }: Speech): HistoryRequest {
  if (!topic || history.isGap || history.names.length > 0) return history
  const isGap = topic.kind === 'gap'
  return { ...history, isGap, names: isGap ? topic.names : [topic.name] }
}

/** `¿cuánto subió?`, `¿a cuánto estaba la semana pasada?` */
const isPastAsked = ({ tokens, has }: Speech): boolean =>
  has(WORDS.asking) &&
  tokens.some(({ text }) => WORDS.moved.has(text) || (WORDS.past.has(text) && WORDS.price.has(text)))

/**
 * `¿cuándo pasó el bcv de 500?`, `when did the dollar drop below 900`: all its days, and on which one that was.
 * `¿el paralelo está por encima de 1000?`, `is the dollar over 1000 yet`: its price says it.
 */
export function readCrossed(speech: Speech): Request | undefined {
  const { tokens, names, days, has, says, unknown } = speech
  const price = onlyPrice(tokens)
  const isElse = names.length > 1 || days.length > 0 || has(WORDS.alert) || says(PHRASES.alert)
  if (price === undefined || isElse) return undefined
  if (!says(PHRASES.whenDid) || unknown(WORDS.above, WORDS.below, WORDS.moved) > 1)
    return isReachAsked(speech) ? { kind: 'rate', names } : undefined
  const subject = names.length > 0 ? names : [OFFICIAL]
  const range = { kind: 'last', days: RANGE_DAYS_MAX } as const
  const crossed = { price: price.value, isBelow: has(WORDS.below, WORDS.fell) }
  return { kind: 'history', history: { names: subject, isGap: false, range, crossed } }
}

/** The only amount, if it may be the price of a money. */
function onlyPrice(tokens: Speech['tokens']) {
  const [price, ...more] = amountsIn(tokens)
  const isOnly = price && more.length === 0 && isRate(price)
  return isOnly && compare(price.value, RATE_MIN) >= 0 ? price : undefined
}

/** Whether the only number is a price that the only name has passed. */
export function isReachAsked({ tokens, names, has, unknown }: Speech): boolean {
  const price = onlyPrice(tokens)
  const isElse = names.length !== 1 || unknown(...OF_REACHING) > 0
  // `el banco me pasó 500`
  const isOfSum = has(WORDS.if, WORDS.howMany, WORDS.self)
  if (!price || isElse || isOfSum || isYearAt(tokens, price.at)) return false
  // `500 al paralelo`, `ya pasé 200 por el banco`
  const named = tokens.findIndex(({ kind }) => kind === 'name')
  const isAtRate = [named - 1, named - 2].some((at) => means(tokens[at], WORDS.at, WORDS.dividedBy))
  const said = tokens.slice(Math.max(price.at - 3, 0), price.at)
  return !isAtRate && said.some((token) => means(token, ...OF_REACHING))
}

const OF_REACHING = [WORDS.above, WORDS.below, WORDS.moved, WORDS.reached]

/** The names and the days of a chart; undefined where they make none. */
function historyIn(speech: Speech): HistoryRequest | undefined {
  const read = readHistory(speech.tokens, speech.today, true)
  const isKnown = read.kind === 'history' && read.request.names.every((name) => speech.names.includes(name))
  if (!isKnown) return undefined
  // `the average bcv for last month`: what an average is of is drawn.
  const { names } = read.request
  const others = names.filter((name) => !PHRASES.average.includes(name))
  return others.length > 0 && read.request.range ? { ...read.request, names: others } : read.request
}

/** The chart before of another monitor, or of other days: `y del bcv?`, `y del último año?`. */
export function chartOther(speech: Speech, before: HistoryRequest): Request | undefined {
  const { tokens, days: dates, has } = speech
  const isOfSum = amountsIn(tokens).some(({ at }) => !isPeriodAt(tokens, at))
  if (isOfSum || has(WORDS.asking) || dates.length > 0) return undefined
  const { names = [], isGap = false, range } = historyIn(speech) ?? {}
  if (names.length === 0 && !isGap && !range) return undefined
  const subject = names.length > 0 || isGap ? { names, isGap } : before
  return chartOf(subject.names, range ?? before.range, subject.isGap)
}

export const chartOf = (names: readonly string[], range: Range | undefined, isGap = false): Request => ({
  kind: 'history',
  history: { names, isGap, ...(range && { range }) },
})

const isRangeAt = (tokens: readonly DatedToken[], at: number, today: Day): boolean =>
  isPeriodAt(tokens, at) ||
  (tokens[at]?.kind !== 'name' && spokenRangeAt(tokens, at, today) !== undefined) ||
  (means(tokens[at], WORDS.last) && namesPeriod(textAt(tokens, at + 1)))

export type HistoryFault =
  | 'too_long'
  | 'too_many_names'
  | 'gap_needs_two'
  | 'bad_date'
  | 'two_ranges'
  | 'bad_range'
  | 'strange_sign'

export type ReadHistory =
  | { readonly kind: 'history'; readonly request: HistoryRequest }
  | UnreadableWords<HistoryFault>

/** Monitors of one chart at most. */
export const NAMES_MAX = 4

const DAYS_MIN = 2

const TODAY = { kind: 'last', days: 1 } as const satisfies Range

/** Most days that a chart shows: everything that is known. */
export const RANGE_DAYS_MAX = 3_650

/** Stand between names and days, or mean nothing. */
const BETWEEN = [wordSet('+ / - – −'), WORDS.since, WORDS.until, WORDS.fillers]

/** The parts of a line, collected before they are checked. */
interface HistoryParts {
  readonly names: string[]
  readonly periods: number[]
  readonly dates: Day[]
  readonly ranges: Range[]
  isGap: boolean
}

/** Reads what follows `/history`, its parts in any order: `usd 30d`, `usd eur 01-01-2026 31-01-2026`, `gap 90d`. */
export const parseHistory = (line: string, today: Day, options: LineOptions = {}): ReadHistory =>
  readLine(line, options, (tokens) => readHistory(joinDays(tokens, today), today))

/** Reads a chart in a sentence, where other words mean nothing, or in a command, where they are names. */
function readHistory(all: readonly DatedToken[], today: Day, isSentence = false): ReadHistory {
  const dated = isSentence ? all.filter((_, at) => isOfChart(all, at, today)) : all
  const parts: HistoryParts = { names: [], periods: [], dates: [], ranges: [], isGap: false }
  for (let at = 0; at < dated.length; ) {
    const spoken = spokenRangeAt(dated, at, today)
    if (spoken) parts.ranges.push(spoken.range)
    const taken = spoken?.length ?? takeAt(dated, at, parts)
    if (typeof taken !== 'number') return taken
    at += taken
  }
  return buildRequest(parts, today)
}

/** Whether a word of a sentence may be of a chart; a currency is none beside a number, nor beside a name. */
function isOfChart(tokens: readonly DatedToken[], at: number, today: Day): boolean {
  const token = tokens[at] as DatedToken
  if (token.kind === 'day') return token.day !== today
  // `los dos juntos` is no period.
  if (token.kind === 'number' && !/\d/.test(typedOf(token))) return isPeriodAt(tokens, at)
  if (token.kind !== 'word' && token.kind !== 'sign') return true
  if (unitOf(token)?.kind === 'currency')
    return !isBesideAmount(tokens, at) && !tokens.some(({ kind }) => kind === 'name')
  // `every day this week`
  const isEachDay = daysOfPeriod(1, token.text) === 1 && tokens[at - 1]?.kind !== 'number'
  return (namesTime(token.text) && !isEachDay) || means(token, ...OF_CHART)
}

/** Before a period: the one before this. */
const LAST: ReadonlySet<string> = new Set([...WORDS.last].filter((word) => WORDS.past.has(word)))

const OF_CHART = [
  ...[WORDS.soFar, WORDS.glue, WORDS.now, WORDS.one, WORDS.oneAgo, WORDS.inYear, WORDS.betweenDays],
  ...[WORDS.thisPeriod, WORDS.lastPeriod, LAST, WORDS.since, WORDS.of, WORDS.gap],
]

/** Adds the part at a token; returns the number of tokens read, or why the line is unreadable. */
function takeAt(tokens: readonly DatedToken[], at: number, parts: HistoryParts): number | ReadHistory {
  const token = tokens[at] as DatedToken
  if (token.kind === 'day')
    return token.day === undefined ? unreadable('bad_date', token.text) : parts.dates.push(token.day) && 1
  if (token.kind === 'number') return takePeriod(tokens, at, parts)
  if (isPunctuation(token) || means(token, ...BETWEEN)) return 1
  const name = monitorNamed(token)
  if (name === undefined) return isBolivares(token) ? 1 : unreadable('strange_sign', token.text)
  if (namesPeriod(token.text)) parts.periods.push(daysOfPeriod(1, token.text) ?? 0)
  else if (means(token, WORDS.gap)) parts.isGap = true
  else parts.names.push(name)
  return 1
}

/** `30d`, `4 semanas`; a bare `30` means days. */
function takePeriod(tokens: readonly DatedToken[], at: number, parts: HistoryParts): number | ReadHistory {
  const [number, unit] = [tokens[at], tokens[at + 1]]
  const text = number?.text ?? ''
  if (!isCount(text)) return unreadable('bad_range', text)
  const days = unit?.kind === 'word' ? daysOfPeriod(Number(text), unit.text) : undefined
  parts.periods.push(days ?? Number(text))
  return days === undefined ? 1 : 2
}

function buildRequest({ names, periods, dates, ranges, isGap }: HistoryParts, today: Day): ReadHistory {
  if (isGap ? names.length !== 0 && names.length !== 2 : names.length > NAMES_MAX)
    return unreadable(isGap ? 'gap_needs_two' : 'too_many_names')
  if (periods.length + ranges.length + Math.ceil(dates.length / 2) > 1) return unreadable('two_ranges')
  const range = ranges[0] ?? rangeOf(periods, dates, today)
  if (range && !isDrawable(range)) return unreadable('bad_range')
  return { kind: 'history', request: { names, isGap, ...(range ? { range } : {}) } }
}

/** A range in words: `enero`, `octubre de 2025`, `2025`, `este año`, `el mes pasado`, `desde enero`. */
export function spokenRangeAt(
  tokens: readonly DatedToken[],
  at: number,
  today: Day,
): { length: number; range: Range } | undefined {
  const before = textAt(tokens, at - 1)
  const ofPeriod = periodRangeAt(tokens, at, today)
  if (ofPeriod) return ofPeriod
  const calendar = tokens[at]?.kind === 'name' ? undefined : calendarAt(tokens, at, today)
  if (!calendar) return undefined
  const { length, from, to } = calendar
  const [joint, last] = [textAt(tokens, at + length), tokens[at + length + 1]]
  // `january to now`, `de enero a hoy`
  const isNow = means(last, WORDS.now) || (last?.kind === 'day' && last.day === today)
  const isToNow = WORDS.betweenDays.has(joint) && isNow
  const end = WORDS.since.has(before) || isToNow || to > today ? today : to
  return { length, range: end > from ? { kind: 'between', from, to: end } : { kind: 'last', days: DAYS_MIN } }
}

/** `last month`; `the last month` and `since last month` are of the days up to today. */
const isLastMonthAt = (tokens: readonly DatedToken[], at: number): boolean =>
  means(tokens[at], LAST) &&
  daysOfPeriod(1, textAt(tokens, at + 1)) === MONTH_DAYS &&
  !tokens.some(({ kind }) => kind === 'day') &&
  !means(tokens[at - 1], WORDS.glue, WORDS.since, WORDS.thisPeriod)

/** `el mes pasado`, `last month` */
export const isLastPeriodAt = (tokens: readonly DatedToken[], at: number): boolean =>
  namesPeriod(textAt(tokens, at))
    ? means(tokens[at + 1], WORDS.lastPeriod)
    : means(tokens[at], LAST) && namesPeriod(textAt(tokens, at + 1))

/** `este año`, `en lo que va de año`, `en un año`, `el mes pasado`. */
function periodRangeAt(tokens: readonly DatedToken[], at: number, today: Day) {
  const [before, text] = [textAt(tokens, at - 1), textAt(tokens, at)]
  const [next, third] = [textAt(tokens, at + 1), textAt(tokens, at + 2)]
  if (WORDS.thisPeriod.has(text) && namesPeriod(next)) return { length: 2, range: thisPeriod(next, today) }
  if (WORDS.soFar.has(text) && WORDS.of.has(next) && namesPeriod(third))
    return { length: 3, range: thisPeriod(third, today) }
  if (namesPeriod(text) && WORDS.lastPeriod.has(next)) return { length: 2, range: lastPeriod(text, today) }
  if (isLastMonthAt(tokens, at)) return { length: 2, range: lastPeriod(next, today) }
  const isWithin = WORDS.inYear.has(before) || WORDS.everything.has(before)
  if (!isWithin || !namesPeriod(next) || WORDS.lastPeriod.has(third)) return undefined
  const days = daysOfPeriod(1, next) ?? 0
  // `en el año` is this one.
  if (WORDS.glue.has(text) && days === YEAR_DAYS) return { length: 2, range: thisPeriod(next, today) }
  const isOne = means(tokens[at], WORDS.one, WORDS.oneAgo, WORDS.glue)
  return isOne ? { length: 2, range: { kind: 'last', days } as const } : undefined
}

/** A month, of the year that is said or the last one there was, or a year. */
function calendarAt(tokens: readonly DatedToken[], at: number, today: Day) {
  const word = tokens[at]
  const text = word?.text ?? ''
  if (word?.kind === 'number')
    return isYear(text) ? { length: 1, from: `${text}-01-01`, to: `${text}-12-31` } : undefined
  const month = word?.kind === 'word' ? monthNamed(text) : undefined
  if (month === undefined) return undefined
  const { year, length } = yearOfMonth(tokens, at + 1, month, today)
  const from = `${year}-${String(month).padStart(2, '0')}-01`
  return { length: length + 1, from, to: lastDayOfMonth(from) }
}

/** `de 2025`, `del año pasado`: the year behind a month, and the number of its tokens; else that of the last such month. */
function yearOfMonth(tokens: readonly DatedToken[], at: number, month: number, today: Day) {
  const isJoined = means(tokens[at], WORDS.of)
  const year = tokens[isJoined ? at + 1 : at]
  if (year?.kind === 'number' && isYear(year.text)) return { year: year.text, length: isJoined ? 2 : 1 }
  const isBefore = month > Number(today.slice(5, 7))
  return (
    saidYearAt(tokens, at, today) ?? { year: String(Number(today.slice(0, 4)) - Number(isBefore)), length: 0 }
  )
}

const isYear = (text: string): boolean => /^20\d\d$/.test(text)

/** Day 32 of a month is in the next one. */
const lastDayOfMonth = (first: Day): Day => addDays(firstOf(1, addDays(first, 31)), -1)

/** How many months a period has: 1, 3 or 12; 0 where it is shorter. */
const monthsOf = (days: number): number => Math.floor(days / MONTH_DAYS)

/** The first day of the month, the quarter or the year that a day is in. */
function firstOf(months: number, day: Day): Day {
  const month = Number(day.slice(5, 7))
  return `${day.slice(0, 4)}-${String(month - ((month - 1) % months)).padStart(2, '0')}-01`
}

/** What there was of it up to today; a week is the last seven days. */
function thisPeriod(period: string, today: Day): Range {
  const days = daysOfPeriod(1, period) ?? 0
  const months = monthsOf(days)
  const from = months === 0 ? today : firstOf(months, today)
  if (from === today) return { kind: 'last', days: Math.max(days, DAYS_MIN) }
  return { kind: 'between', from, to: today }
}

/** As many months or days before a range: `y el anterior`. */
export function rangeBefore(range: Range, today: Day): Range {
  const [from, end] = range.kind === 'last' ? [addDays(today, 1 - range.days), today] : [range.from, range.to]
  const days = (Date.parse(end) - Date.parse(from)) / DAY_MS + 1
  const months = from.endsWith('-01') ? [1, 3, 12].find((count) => days <= count * 31) : undefined
  const to = addDays(from, -1)
  return { kind: 'between', from: months ? firstOf(months, to) : addDays(from, -days), to }
}

/** The week from Monday to Sunday, the month, the quarter or the year before this one. */
function lastPeriod(period: string, today: Day): Range {
  const months = monthsOf(daysOfPeriod(1, period) ?? 0)
  if (months > 0) {
    const to = addDays(firstOf(months, today), -1)
    return { kind: 'between', from: firstOf(months, to), to }
  }
  const monday = lastMonday(today)
  return { kind: 'between', from: monday, to: addDays(monday, 6) }
}

/** A single date begins a range that ends today, and is that one day if it is today; two may be in either order. */
function rangeOf(periods: readonly number[], dates: readonly Day[], today: Day): Range | undefined {
  const [days] = periods
  if (days !== undefined) return { kind: 'last', days }
  if (dates.length > 0 && dates.every((date) => date === today)) return TODAY
  const [from, to] = dates.length === 1 ? [dates[0], today] : dates.toSorted()
  return from !== undefined && to !== undefined ? { kind: 'between', from, to } : undefined
}

/** Whether a chart shows a range: today by its hours, or 2 days to 10 years. */
export function isDrawable(range: Range): boolean {
  if (range.kind === 'last' && range.days === TODAY.days) return true
  const days =
    range.kind === 'last' ? range.days : (Date.parse(range.to) - Date.parse(range.from)) / DAY_MS + 1
  return days >= DAYS_MIN && days <= RANGE_DAYS_MAX
}
