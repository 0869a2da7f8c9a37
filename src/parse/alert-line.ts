import type { Day } from '../rates/caracas.ts'
import { decimalOf, multiply } from '../rates/decimal.ts'
import { DAY_MS, MINUTE_MS } from '../rates/durations.ts'
import type { NumberStyle } from '../rates/number-format.ts'
import {
  type AlertParts,
  buildAlert,
  type ClassifyName,
  type ReadAlert,
  unreadable,
} from './alert-request.ts'
import { type Amount, amountAt, isMinusAt } from './amounts.ts'
import { type DatedToken, isCount, joinDays, msOfPeriod } from './days.ts'
import { WORDS } from './lexicon.ts'
import { isBolivares, type MarkNames, markNothing, monitorNamed, readNamesFirst } from './names.ts'
import { isMinusSign, isPunctuation, tokensOf, typedOf, wordSet } from './tokens.ts'

const PERCENT_WORDS = new Set([...WORDS.percent, ...WORDS.per])
const IGNORED_SIGNS = wordSet('+ ± > < .')

/** Reads a number alone on a line, with or without its unit: `950`, `Bs. 1.234,50`, `-5 %`, `dos mil`; undefined otherwise. */
export function parseValue(line: string, numbers?: NumberStyle): Amount | undefined {
  const tokens = tokensOf(line, numbers)?.filter(
    (token) => !isBolivares(token) && !IGNORED_SIGNS.has(token.text),
  )
  const isMinus = isMinusSign(tokens?.[0])
  const read = tokens && amountAt(tokens, isMinus ? 1 : 0)
  if (!tokens || !read?.amount) return undefined
  const rest = tokens.slice(read.length + (isMinus ? 1 : 0))
  if (!rest.every(({ text }) => PERCENT_WORDS.has(text))) return undefined
  if (!isMinus) return read.amount
  const value = decimalOf(multiply(read.amount.value, '-1'))
  return value === undefined ? undefined : { value }
}

const COOLDOWN_MS_MAX = 30 * DAY_MS

const EITHER_WAY = wordSet('± +-')

export interface AlertOptions {
  readonly numbers?: NumberStyle
  readonly classifyName?: ClassifyName
  readonly markNames?: MarkNames
}

const isOneWord = (words: string): 'name' | undefined => (words.includes(' ') ? undefined : 'name')

/** Reads what follows `/alerts`: `usd > 900`, `usd 2%`, `usd -3%`, `brecha < 30 una vez`, `usd > 1.000 cada 6h hasta 31-12-2026`. */
export function parseAlert(
  line: string,
  today: Day,
  { numbers, classifyName = isOneWord, markNames = markNothing }: AlertOptions = {},
): ReadAlert {
  const tokens = tokensOf(line, numbers)
  if (!tokens) return unreadable('too_long')
  return readNamesFirst(tokens, markNames, (read) => readAlert(read, today, classifyName))
}

export function readAlert(tokens: readonly DatedToken[], today: Day, classifyName: ClassifyName): ReadAlert {
  const dated = joinDays(tokens, today, 'coming')
  const parts: AlertParts = {
    names: [],
    typed: [],
    directions: [],
    thresholds: [],
    isGap: false,
    isOnce: false,
    isEitherWay: false,
    isReversed: false,
    isScattered: false,
    nameEnd: 0,
  }
  for (let at = 0; at < dated.length; ) {
    const taken = takeAt(dated, at, parts)
    if (typeof taken !== 'number') return taken
    at += taken
  }
  if (parts.until !== undefined && parts.until < today) return unreadable('past_date', parts.until)
  return buildAlert(parts, classifyName)
}

/** Adds the part at a token; returns the number of tokens read, or why the line is unreadable. */
function takeAt(tokens: readonly DatedToken[], at: number, parts: AlertParts): number | ReadAlert {
  const token = tokens[at] as DatedToken
  if (token.kind === 'day') return takeDay(token.day, token.text, parts)
  if (token.kind === 'number' || isMinusAt(tokens, at) || isPlusAt(tokens, at))
    return takeNumber(tokens, at, parts)
  if (WORDS.cooldown.has(token.text)) return takeCooldown(tokens, at, parts)
  if (
    takeKeyword(token.text, parts) ||
    isPunctuation(token) ||
    isBolivares(token) ||
    isSignOfNumber(tokens, at, parts)
  )
    return 1
  const name = monitorNamed(token)
  if (name === undefined) return unreadable('strange_sign', token.text)
  if (parts.names.length > 0 && parts.nameEnd !== at) parts.isScattered = true
  parts.names.push(name)
  parts.typed.push(typedOf(token))
  parts.nameEnd = at + 1
  return 1
}

/** Whether a currency sign only belongs to the number beside it: `usd > $900`, `$900 < usd`. */
function isSignOfNumber(
  tokens: readonly DatedToken[],
  at: number,
  { names, directions, isGap }: AlertParts,
): boolean {
  if (!CURRENCY_SIGNS.has(tokens[at]?.text ?? '')) return false
  const isWatched = names.length > 0 || isGap
  if (tokens[at + 1]?.kind !== 'number') return isWatched && tokens[at - 1]?.kind === 'number'
  const isReversed = isDirection(tokens[at + 2]?.text) && tokens[at + 3] !== undefined
  return isWatched || directions.length > 0 || isReversed
}
const isDirection = (text = ''): boolean => WORDS.above.has(text) || WORDS.below.has(text)
const CURRENCY_SIGNS = wordSet('$ €')

/** Adds a word or sign that has a meaning by itself; false for any other. */
function takeKeyword(text: string, parts: AlertParts): boolean {
  const direction = WORDS.above.has(text) ? 'above' : WORDS.below.has(text) ? 'below' : undefined
  if (direction) {
    if (!parts.directions.includes(direction)) parts.directions.push(direction)
    parts.isReversed = parts.thresholds.length > 0 && parts.names.length === 0 && !parts.isGap
  } else if (WORDS.gap.has(text)) parts.isGap = true
  else if (WORDS.once.has(text)) parts.isOnce = true
  else if (EITHER_WAY.has(text)) parts.isEitherWay = true
  else return [WORDS.besideCondition, WORDS.if, WORDS.until].some((words) => words.has(text))
  return true
}

function takeDay(day: Day | undefined, text: string, parts: AlertParts): number | ReadAlert {
  if (day === undefined || parts.until !== undefined) return unreadable('bad_date', text)
  parts.until = day
  return 1
}

const isPlusAt = (tokens: readonly DatedToken[], at: number): boolean =>
  tokens[at]?.text === '+' && tokens[at + 1]?.kind === 'number'

function takeNumber(tokens: readonly DatedToken[], at: number, parts: AlertParts): number | ReadAlert {
  const isMinus = isMinusAt(tokens, at)
  const isPlus = isPlusAt(tokens, at)
  const sign = isMinus || isPlus ? 1 : 0
  // In `900 una vez` the `una` is no part of the number.
  const once = tokens.findIndex(({ text }, index) => index > at && WORDS.once.has(text))
  const read = amountAt(once < 0 ? tokens : tokens.slice(0, once), at + sign)
  if (!read?.amount) return unreadable('bad_number', tokens[at + sign]?.text)
  const end = at + sign + read.length
  const percent = percentSignAt(tokens, end)
  const { value, otherReading } = read.amount
  const amount = isMinus
    ? { value: multiply(value, '-1') }
    : { value, ...(otherReading ? { otherReading } : {}) }
  parts.thresholds.push({ amount, isPercent: percent > 0, isPlus })
  return end + percent - at
}

/** Number of tokens of a percent sign: `%`, `por ciento`. */
function percentSignAt(tokens: readonly DatedToken[], at: number): number {
  if (WORDS.percent.has(tokens[at]?.text ?? '')) return 1
  const [per, percent] = [tokens[at]?.text ?? '', tokens[at + 1]?.text ?? '']
  return WORDS.per.has(per) && WORDS.percent.has(percent) && percent !== '%' ? 2 : 0
}

/** `cada 6h`, `every 2 hours`, `cada hora`. */
function takeCooldown(tokens: readonly DatedToken[], at: number, parts: AlertParts): number | ReadAlert {
  const [first, second] = [tokens[at + 1], tokens[at + 2]]
  const isCounted = first?.kind === 'number'
  const unit = isCounted ? second : first
  const count = isCounted ? Number(isCount(first.text) ? first.text : 0) : 1
  const cooldownMs = unit?.kind === 'word' ? msOfPeriod(count, unit.text) : undefined
  const isFit = cooldownMs !== undefined && cooldownMs >= MINUTE_MS && cooldownMs <= COOLDOWN_MS_MAX
  if (!isFit || parts.cooldownMs !== undefined) return unreadable('bad_cooldown', first?.text)
  parts.cooldownMs = cooldownMs
  return isCounted ? 3 : 2
}
