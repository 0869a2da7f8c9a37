import { DAY_MS } from '../domain/caracas.ts'
import { type Decimal, divide, multiply, round } from '../domain/decimal.ts'
import { amountOf } from './amounts.ts'
import { daysOfPeriod, msOfPeriod } from './days.ts'
import { isPunctuation, isUnit, means, type Token, textAt, valuesOf, WORDS } from './tokens.ts'

/** How often something is paid: `semanal`, `al mes`, `a week`; in days. */
interface Period {
  readonly at: number
  readonly end: number
  readonly days: number
}

const ADJECTIVES = valuesOf('frequencies')

/** How many of a shorter period one is counted as; people count four weeks to a month. */
const TIMES: ReadonlyMap<string, Decimal> = new Map([
  ['7 30', '4'],
  ['15 30', '2'],
  ['7 365', '52'],
  ['15 365', '24'],
  ['30 365', '12'],
])

/**
 * Writes what is paid at each of a period as the sum of the period that is asked: `25.000 bs quincenales, ¿cuánto al mes?` is twice
 * as much. Where no other period is asked, how often one amount is paid changes nothing and is left out.
 */
export function withPeriods(tokens: readonly Token[]): readonly Token[] {
  const periods = tokens.flatMap((_, at) => periodAt(tokens, at) ?? [])
  const paid = periods.filter(({ at }) => isAmountBefore(tokens, at))
  const asked = periods.filter((one) => !paid.includes(one))
  const [of, ...others] = asked
  const isOneAsked = others.every(({ days }) => days === of?.days)
  const isOfAll = paid.length === tokens.filter(({ kind }) => kind === 'number').length
  if (paid.length === 0 || !isOneAsked || !isOfAll) return tokens
  const days = of?.days ?? paid[0]?.days
  const written = paid.map((one) => timesOf(one.days, days))
  if (written.some((times) => times === undefined)) return tokens
  return tokens.flatMap((token, at) => {
    if (periods.some((one) => at >= one.at && at < one.end)) return []
    const place = paid.findIndex((one) => amountBefore(tokens, one.at) === at)
    const times = written[place]
    if (token.kind !== 'number' || times === undefined || days === paid[place]?.days) return [token]
    const sum = round(times(amountOf(token)?.value ?? '0'), 2)
    return [{ kind: 'number', text: sum.replace('.', ',') } as const]
  })
}

/** What an amount of one period is in another; undefined where nobody counts so. */
function timesOf(days: number, wanted: number | undefined): ((amount: Decimal) => Decimal) | undefined {
  if (days === wanted) return (amount) => amount
  const [more, less] = [TIMES.get(`${days} ${wanted}`), TIMES.get(`${wanted} ${days}`)]
  if (more !== undefined) return (amount) => multiply(amount, more)
  return less === undefined ? undefined : (amount) => divide(amount, less)
}

/** Whether a word without accents says how often. */
export const isFrequency = (word: string): boolean => ADJECTIVES.has(word)

/** Milliseconds of a period, or of how often something is paid: `hora`, `diario`. */
export function msOfEach(word: string): number | undefined {
  const days = ADJECTIVES.get(word)
  return days === undefined ? msOfPeriod(1, word) : days * DAY_MS
}

/** A period that is said as how often: an adjective, or behind `al`, `por`, `a`, `per`, `each`. */
function periodAt(tokens: readonly Token[], at: number): Period | undefined {
  const adjective = ADJECTIVES.get(textAt(tokens, at))
  if (adjective !== undefined) return { at, end: at + 1, days: adjective }
  const isBefore = means(tokens[at], WORDS.each, WORDS.perOne, WORDS.at)
  // `120 mil bs la quincena`
  const isBehind =
    means(tokens[at], WORDS.glue) && isAmountBefore(tokens, at) && means(tokens[at + 1], ADJECTIVES)
  if (!isBefore && !isBehind) return undefined
  const noun = means(tokens[at + 1], WORDS.glue) ? at + 2 : at + 1
  const days = ADJECTIVES.get(textAt(tokens, noun)) ?? daysOfPeriod(1, textAt(tokens, noun))
  // `$100 a month ago`, `50$ el mes pasado`
  const isPast = means(tokens[noun + 1], WORDS.ago, WORDS.lastPeriod)
  return days === undefined || isPast ? undefined : { at, end: noun + 1, days }
}

/** Whether a text says a period and nothing else: `y al mes entonces cuánto`. */
export function isPeriodOnly(tokens: readonly Token[]): boolean {
  const [period, ...others] = tokens.flatMap((_, at) => periodAt(tokens, at) ?? [])
  return (
    period !== undefined &&
    others.length === 0 &&
    tokens.every(
      (token, at) =>
        (at >= period.at && at < period.end) || isPunctuation(token) || means(token, ...BESIDE_PERIOD),
    )
  )
}

const BESIDE_PERIOD = [WORDS.followUp, WORDS.and, WORDS.asking, WORDS.fillers, WORDS.is]

const amountBefore = (tokens: readonly Token[], at: number): number =>
  isUnit(tokens[at - 1]) && tokens[at - 1]?.kind !== 'number' ? at - 2 : at - 1

const isAmountBefore = (tokens: readonly Token[], at: number): boolean =>
  tokens[amountBefore(tokens, at)]?.kind === 'number'
