import type { Day } from '../../domain/caracas.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { priceBeside } from '../../domain/in-force.ts'
import type { Quote } from '../../domain/monitor.ts'
import { BOLIVARES, given, result, ungrouped } from '../../words/amounts.ts'
import { amountBeside, capitalized, silenceNotice, simulatedNotice, staleNotice } from '../../words/price.ts'
import { boldTitle, type Money, moneyOf, sourceOf } from '../../words/quote.ts'
import { block, escapeHtml, lines } from '../../words/text.ts'
import { freshness } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'
import {
  amountAsked,
  type ConversionView,
  type ConvertedPart,
  type ConvertedRow,
  conversionRows,
  dayUsed,
  namedResults,
  otherThanToday,
  type Rows,
} from './rows-text.ts'

/** The answer to a conversion. */
export function conversionMessage(words: Words, view: ConversionView): string {
  const { rows, turned, amount, otherReading, date } = view
  const quotes = rows.flatMap((row) => row.quotes)
  const asOf = Math.min(...rows.map((row) => row.asOf))
  return lines(
    rows.length === 1 ? oneRow(words, view) : conversionRows(words, view),
    otherReading &&
      words.conversion.readAs(ungrouped(words.numbers, amount), ungrouped(words.numbers, otherReading)),
    turned && turnedRound(words, amount, turned),
    simulatedNotice(words, quotes),
    date === undefined && silenceNotice(words, asOf, view.now),
  )
}

/** `Si eran Bs. 50: $0,06`; several results below each other. */
function turnedRound(words: Words, amount: Decimal, rows: Rows): string {
  const [{ from, to, result: value }, ...others] = rows
  const asked = escapeHtml(words.conversion.ifItWas(given(words.numbers, from, amount)))
  if (others.length === 0) return `${asked} <b>${escapeHtml(result(words, to, value))}</b>`
  return `${asked}\n${block(namedResults(words, rows).flat())}`
}

function oneRow(words: Words, view: ConversionView): string {
  const [row] = view.rows
  const { date, now } = view
  const { quotes, day, parts = [] } = row
  const ofParts = parts.filter(({ money }) => money !== row.to)
  return lines(
    `<b>${escapeHtml(`${amountAsked(words, view)} = ${result(words, row.to, row.result)}`)}</b>`,
    ...ofParts.map((part) => equal(words, part, row.to)),
    ...quotes.map((quote, at) => rateLine(words, row, { quote, at, times: timesOf(view, quote) })),
    date === undefined && besideNotice(words, row, now),
    ...new Set(quotes.map((quote) => date === undefined && staleNotice(words, quote, now))),
    day === undefined
      ? sourceLine(words, row, now)
      : dayLine(words, { day, date: otherThanToday(date, now), quotes, now }),
    dayBesideLine(words, row),
  )
}

/** `€5 = Bs. 4.606,50`. */
const equal = (words: Words, { money, amount, result: value }: ConvertedPart, to: Money): string =>
  escapeHtml(`${given(words.numbers, money, amount)} = ${result(words, to, value)}`)

interface UsedPrice {
  readonly quote: Quote
  readonly at: number
  /** So many times the price are shown in bolivares. */
  readonly times: Decimal | undefined
}

/** `Dólar oficial: $1 = Bs. 349,9272`, with as many places as make what is shown of it. */
function rateLine({ numbers }: Words, { prices }: ConvertedRow, { quote, at, times }: UsedPrice): string {
  const price = prices[at] ?? quote.price
  const [exact, factor] = [numbers.exactBolivares(price), numbers.factorBolivares(price, times ?? '1')]
  const shown = factor.length > exact.length ? factor : exact
  return `${boldTitle(quote)}: ${escapeHtml(moneyOf(quote))}1 = ${shown}`
}

/** How often a price is counted in an amount of bolivares; undefined where it divides. */
function timesOf({ amount, rows: [{ to, parts }] }: ConversionView, quote: Quote): Decimal | undefined {
  if (to !== BOLIVARES) return undefined
  return parts ? parts.find((part) => part.quote === quote)?.amount : amount
}

/** The amount at the price beside the one in force, with its day. */
function besideNotice(words: Words, { quotes, resultBeside, to }: ConvertedRow, now: number): string {
  const ahead = quotes.find((quote) => priceBeside(quote, now))
  if (!ahead) return ''
  const amount = resultBeside && `<b>${escapeHtml(result(words, to, resultBeside))}</b>`
  return amountBeside(words, ahead, amount, now)
}

function sourceLine(words: Words, { quotes, parts }: ConvertedRow, now: number): string {
  const [first] = quotes
  const isSaid = quotes.some((quote) => quote.stale || priceBeside(quote, now) !== undefined)
  return [...(isSaid ? [] : [freshness(words, first.lastUpdate, now)]), namesOf(quotes, parts && ' · ')]
    .filter((part) => part !== '')
    .join(' · ')
}

/** The pages, by the names that are known of them. */
const namesOf = (quotes: readonly Quote[], between = ' → '): string =>
  [
    ...new Set(quotes.flatMap((quote) => (quote.source === undefined ? [] : escapeHtml(sourceOf(quote))))),
  ].join(between)

interface DayOfPrice {
  readonly day: Day
  readonly date: Day | undefined
  readonly quotes: readonly Quote[]
  readonly now: number
}

/** `El viernes 12 de septiembre fue Bs. 15.892,89`: by the last price before a day without one. */
function dayBesideLine(words: Words, { dayBeside, resultBeside, to }: ConvertedRow): string {
  if (dayBeside === undefined || resultBeside === undefined) return ''
  const { conversion, inForce } = words
  return capitalized(inForce.was(conversion.day(dayBeside), escapeHtml(result(words, to, resultBeside))))
}

const dayLine = (words: Words, { day, date, quotes, now }: DayOfPrice): string =>
  [dayUsed(words, day, date, now), namesOf(quotes)].filter((part) => part !== '').join(' · ')
