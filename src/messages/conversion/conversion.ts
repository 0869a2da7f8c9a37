import { type Day, dayOf } from '../../rates/caracas.ts'
import type { Decimal } from '../../rates/decimal.ts'
import { isNotYetInForce, priceBeside } from '../../rates/in-force.ts'
import type { Quote } from '../../rates/monitor.ts'
import { boldTitle, labelsOf, type Money, sourceOf } from '../format/quote.ts'
import { block, clip, escapeHtml, lines, spread, toTheRight, WIDTH, widest } from '../format/text.ts'
import { ago, freshness, shortDate } from '../format/times.ts'
import {
  amountBeside,
  capitalized,
  futureDayNote,
  heldNote,
  shortStaleNotice,
  silenceNotice,
  simulatedNotice,
  staleNotice,
} from '../prices/price.ts'
import type { Words } from '../words/words.ts'
import { BOLIVARES, given, result, ungrouped } from './amounts.ts'

/** What an amount comes to by one monitor, or from one monitor to another through bolivares. */
export interface ConvertedRow {
  readonly quotes: readonly [Quote, ...Quote[]]
  /** The prices used, of the same monitors. */
  readonly prices: readonly Decimal[]
  readonly from: Money
  readonly to: Money
  readonly result: Decimal
  /** The same at the prices beside those in force: to come, or of the last day before. */
  readonly resultBeside?: Decimal
  /** The day of these, where a past day was asked for that had no price of its own. */
  readonly dayBeside?: Day
  /** The day whose price was used, where a day was asked for. */
  readonly day?: Day
  /** When the rate API last said so (ms). */
  readonly asOf: number
}

/** A conversion by one monitor, or by several side by side. `now` in ms. */
export interface ConversionView {
  readonly amount: Decimal
  /** What an ambiguous amount would be to others. */
  readonly otherReading?: Decimal
  readonly rows: Rows
  /** What the same amount of the other money comes to. */
  readonly turned?: Rows
  readonly date?: Day
  readonly now: number
}

type Rows = readonly [ConvertedRow, ...ConvertedRow[]]

/** The day that was asked for, where it is not today: today's price is the one in force, whichever day it is of. */
const otherThanToday = (date: Day | undefined, now: number): Day | undefined =>
  date === dayOf(now) ? undefined : date

/** The day whose price was used: the one asked for, or the last before it that has one. A day to come may have a later day's. */
function dayUsed(words: Words, day: Day, date: Day | undefined, now: number): string {
  const { conversion } = words
  if (date === undefined || date === day) return conversion.priceOf(conversion.day(day))
  const say = date > dayOf(now) ? conversion.carriedAhead : conversion.carried
  return say(conversion.day(date), conversion.day(day))
}

/** With less room beside them, results stand below the names. */
const LABEL_MIN = 10

/** The same amount by several monitors, results below each other. */
export function conversionRows(words: Words, view: ConversionView): string {
  const { rows, amount, date, now } = view
  const [{ from }] = rows
  const title = [escapeHtml(given(words.numbers, from, amount)), inMoney(words, rows)].filter(
    (part) => part !== '',
  )
  const days = new Set(rows.flatMap(({ day }) => day ?? []))
  return lines(
    `<b>${title.join(' ')}</b>`,
    date !== undefined && daysUsed(words, days, view),
    block(linesOf(words, view, days.size > 1)),
    date === undefined && lastChange(words, rows, now),
  )
}

/** Where the prices are of several days, those of another than the one asked for say so beside themselves. */
function daysUsed(words: Words, days: ReadonlySet<Day>, { date = '', now }: ConversionView): string {
  const [only] = days
  if (days.size === 1 && only) return dayUsed(words, only, otherThanToday(date, now), now)
  return days.has(date) ? dayUsed(words, date, date, now) : ''
}

const IN_MONEY: ReadonlyMap<Money, 'inBolivares' | 'inDollars' | 'inEuros'> = new Map([
  [BOLIVARES, 'inBolivares'],
  ['$', 'inDollars'],
  ['€', 'inEuros'],
])

/** `en bolívares`, where all results are in the same. */
function inMoney({ conversion }: Words, rows: readonly ConvertedRow[]): string {
  const [to, ...others] = new Set(rows.map((row) => row.to))
  const name = to !== undefined && others.length === 0 ? IN_MONEY.get(to) : undefined
  return name ? conversion[name] : ''
}

function linesOf(words: Words, { rows, date, now }: ConversionView, withDays: boolean): string[] {
  const named = namedResults(words, rows)
  return rows.flatMap((row, at) => [
    ...(named[at] ?? []),
    ...(date === undefined ? notes(words, row, now) : []),
    ...(withDays && row.day !== undefined && row.day !== date
      ? [`  ${words.conversion.shortPriceOf(shortDate(words, row.day))}`]
      : []),
  ])
}

/** Each result beside the name of its monitor, or below it. */
function namedResults(words: Words, rows: Rows): string[][] {
  const labels = labelsOf(rows.map(({ quotes: [quote] }) => quote))
  const results = rows.map(({ to, result: value }) => figure(words, to, value))
  const width = widest(results)
  const room = WIDTH - width - 1
  return results.map((value, at) => {
    const label = labels[at] ?? ''
    return room < LABEL_MIN ? [clip(label, WIDTH), `  ${value}`] : [spread(label, toTheRight(value, width))]
  })
}

/** Bolivares are named above the column. */
const figure = (words: Words, to: Money, value: Decimal): string =>
  to === BOLIVARES ? words.numbers.price(value) : result(words, to, value)

/** What stands beside the price in force, on a narrow line; and since when the oldest one stands still. */
function notes(words: Words, { quotes, to, resultBeside }: ConvertedRow, now: number): string[] {
  const byAge = quotes.toSorted((a, b) => a.lastUpdate - b.lastUpdate)
  const ahead = byAge.findLast((quote) => priceBeside(quote, now))
  const still = byAge.find(({ stale }) => stale)
  const isToCome = ahead && isNotYetInForce(ahead, now)
  const toCome = isToCome && resultBeside && `: ${figure(words, to, resultBeside)}`
  const day = ahead && (isToCome ? futureDayNote(words, ahead) : heldNote(words, ahead))
  return [
    ...(day ? [`  ${day}${toCome || ''}`] : []),
    ...(still ? [`  ${shortStaleNotice(words, still, now)}`] : []),
  ]
}

function lastChange(words: Words, rows: readonly ConvertedRow[], now: number): string {
  const past = rows
    .flatMap(({ quotes }) => quotes.map(({ lastUpdate }) => lastUpdate))
    .filter((at) => at <= now)
  return past.length > 0 ? words.conversion.lastChange(ago(words, Math.max(...past), now)) : ''
}

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

function oneRow(words: Words, { amount, rows: [row], date, now }: ConversionView): string {
  const { quotes, day } = row
  const { numbers } = words
  return lines(
    `<b>${escapeHtml(`${given(numbers, row.from, amount)} = ${result(words, row.to, row.result)}`)}</b>`,
    ...quotes.map((quote, at) => rateLine(words, row, quote, at)),
    date === undefined && besideNotice(words, row, now),
    ...new Set(quotes.map((quote) => date === undefined && staleNotice(words, quote, now))),
    day === undefined
      ? sourceLine(words, quotes, now)
      : dayLine(words, { day, date: otherThanToday(date, now), quotes, now }),
    dayBesideLine(words, row),
  )
}

/** `Dólar oficial: $1 = Bs. 349,93`. */
function rateLine(words: Words, { prices, from, to }: ConvertedRow, quote: Quote, at: number): string {
  const money = at === 0 && from !== BOLIVARES ? from : to
  return `${boldTitle(quote)}: ${escapeHtml(money)}1 = ${words.numbers.exactBolivares(prices[at] ?? quote.price)}`
}

/** The amount at the price beside the one in force, with its day. */
function besideNotice(words: Words, { quotes, resultBeside, to }: ConvertedRow, now: number): string {
  const ahead = quotes.find((quote) => priceBeside(quote, now))
  if (!ahead) return ''
  const amount = resultBeside && `<b>${escapeHtml(result(words, to, resultBeside))}</b>`
  return amountBeside(words, ahead, amount, now)
}

function sourceLine(words: Words, quotes: ConvertedRow['quotes'], now: number): string {
  const [first] = quotes
  const isSaid = quotes.some((quote) => quote.stale || priceBeside(quote, now) !== undefined)
  return [...(isSaid ? [] : [freshness(words, first.lastUpdate, now)]), namesOf(quotes)]
    .filter((part) => part !== '')
    .join(' · ')
}

/** The pages, by the names that are known of them. */
const namesOf = (quotes: readonly Quote[]): string =>
  [
    ...new Set(quotes.flatMap((quote) => (quote.source === undefined ? [] : escapeHtml(sourceOf(quote))))),
  ].join(' → ')

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
