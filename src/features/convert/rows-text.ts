import { addDays, type Day, dayOf, startOfDay } from '../../domain/caracas.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { isNotYetInForce, priceBeside } from '../../domain/in-force.ts'
import type { Quote } from '../../domain/monitor.ts'
import { BOLIVARES, given, result } from '../../words/amounts.ts'
import { futureDayNote, heldNote, shortStaleNotice } from '../../words/price.ts'
import { labelsOf, type Money, moneyOf } from '../../words/quote.ts'
import { block, clip, escapeHtml, lines, spread, toTheRight, WIDTH, widest } from '../../words/text.ts'
import { ago, nearWeekday, shortDate } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'

/** An amount of a sum, and what it comes to in the money of the whole. */
export interface ConvertedPart {
  /** What it was converted by; bolivares need nothing. */
  readonly quote?: Quote
  readonly money: Money
  readonly amount: Decimal
  readonly result: Decimal
}

/** What an amount comes to by one monitor, or from one monitor to another through bolivares. */
export interface ConvertedRow {
  readonly quotes: readonly [Quote, ...Quote[]]
  /** The prices used, of the same monitors. */
  readonly prices: readonly Decimal[]
  readonly from: Money
  readonly to: Money
  readonly result: Decimal
  /** The amounts of a sum of several moneys. */
  readonly parts?: readonly ConvertedPart[]
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

export type Rows = readonly [ConvertedRow, ...ConvertedRow[]]

/** The day that was asked for, where it is not today: today's price is the one in force, whichever day it is of. */
export const otherThanToday = (date: Day | undefined, now: number): Day | undefined =>
  date === dayOf(now) ? undefined : date

/** The day whose price was used: the one asked for, or the last before it that has one. A day to come may have a later day's. */
export function dayUsed(words: Words, day: Day, date: Day | undefined, now: number): string {
  const { conversion } = words
  if (date === undefined || date === day) return conversion.priceOf(conversion.day(day))
  const say = date > dayOf(now) ? conversion.carriedAhead : conversion.carried
  return say(conversion.day(date), conversion.day(day))
}

/** With less room beside them, results stand below the names. */
const LABEL_MIN = 10

/** The same amount by several monitors, results below each other. */
export function conversionRows(words: Words, view: ConversionView): string {
  const { rows, date, now } = view
  const title = [escapeHtml(amountAsked(words, view)), inMoney(words, rows)].filter((part) => part !== '')
  const days = new Set(rows.flatMap(({ day }) => day ?? []))
  return lines(
    `<b>${title.join(' ')}</b>`,
    date !== undefined && daysUsed(words, days, view),
    block(linesOf(words, view, days.size > 1)),
    date === undefined && lastChange(words, rows, now),
  )
}

/** What was asked for: `$100`, `$20 + €5`. */
export function amountAsked({ numbers }: Words, { rows: [{ from, parts }], amount }: Asked): string {
  const amounts = parts ?? [{ money: from, amount }]
  return amounts.map((one) => given(numbers, one.money, one.amount)).join(' + ')
}
type Asked = Pick<ConversionView, 'rows' | 'amount'>

/** Where the prices are of several days, those of another than the one asked for say so beside themselves. */
function daysUsed(words: Words, days: ReadonlySet<Day>, { date = '', now }: ConversionView): string {
  const [only] = days
  return days.size === 1 && only
    ? dayUsed(words, only, otherThanToday(date, now), now)
    : words.conversion.inForceOn(words.conversion.day(date))
}

/** `del lun 23, rige desde el sáb 21`, of a price that was in force before its day; of an earlier one its day alone. */
function dayOfRow(words: Words, { day = '', dayBeside, quotes }: ConvertedRow, date: Day): string {
  const { shortPriceOf, heldFrom } = words.conversion
  const from =
    dayBeside === undefined
      ? quotes.find(({ lastUpdate }) => dayOf(lastUpdate) === day)?.holdsFrom
      : startOfDay(addDays(dayBeside, 1))
  return day > date && from !== undefined
    ? heldFrom(nearWeekday(words, startOfDay(day)), nearWeekday(words, from))
    : shortPriceOf(shortDate(words, day))
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
  const named = rows[0].parts ? namedSums(words, rows) : namedResults(words, rows)
  return rows.flatMap((row, at) => [
    ...(named[at] ?? []),
    ...(date === undefined ? notes(words, row, now) : []),
    ...(withDays && row.day !== undefined && row.day !== date
      ? [`  ${dayOfRow(words, row, date ?? row.day)}`]
      : []),
  ])
}

/** Each result beside the name of its monitor, or below it. */
export function namedResults(words: Words, rows: Rows): string[][] {
  const labels = labelsOf(rows.map(({ quotes: [quote] }) => quote))
  return inColumns(rows.map((row, at) => [labels[at] ?? '', figure(words, row.to, row.result)]))
}

/** The parts of each sum and the sum; bolivares that are counted in bolivares only above the first one. */
function namedSums(words: Words, rows: Rows): string[][] {
  const { numbers, conversion } = words
  const quotes = [...new Set(rows.flatMap(({ parts = [] }) => parts.flatMap(({ quote }) => quote ?? [])))]
  const labels = labelsOf(quotes)
  const nameOf = (quote: Quote): string =>
    (labels[quotes.indexOf(quote)] ?? '').slice(moneyOf(quote).trim().length).trimStart()
  const sums = rows.map(({ to, parts = [], result: value }, at) => {
    const added = parts.filter(({ money }) => at === 0 || money !== BOLIVARES || money !== to)
    const named = added.map(({ quote, money, amount, result: part }) => [
      [given(numbers, money, amount), quote && nameOf(quote)].filter((one) => one).join(' '),
      figure(words, to, part),
    ])
    return [...named, [conversion.total, figure(words, to, value)]]
  })
  // Amounts stand before the names, so none of these is cut.
  const shown = inColumns(sums.flat(), widest(sums.flat().map(([label = '']) => label)))
  return sums.map((_, at) => {
    const from = sums.slice(0, at).flat().length
    return shown.slice(from, from + (sums[at]?.length ?? 0)).flat()
  })
}

/** Lines with a label at the left and a figure at the right, or below it where less room is left than `labelMin`. */
function inColumns(named: readonly (readonly string[])[], labelMin = LABEL_MIN): string[][] {
  const width = widest(named.map(([, value = '']) => value))
  const room = WIDTH - width - 1
  return named.map(([label = '', value = '']) =>
    room < labelMin ? [clip(label, WIDTH), `  ${value}`] : [spread(label, toTheRight(value, width))],
  )
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
