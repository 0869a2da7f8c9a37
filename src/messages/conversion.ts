import type { Numbers } from '../rates/amount.ts'
import type { Day } from '../rates/caracas.ts'
import type { Decimal } from '../rates/decimal.ts'
import type { Quote } from '../rates/monitor.ts'
import { conversionRows } from './conversion-rows.ts'
import { beforeToday, type ConversionView, type ConvertedRow, dayUsed } from './converted.ts'
import { isOfTomorrow, silenceMark, simulatedMark, staleMark } from './marks.ts'
import { BOLIVARES, formatGiven, given, result } from './money.ts'
import { escapeHtml, lines } from './text.ts'
import { freshness, onWeekday } from './times.ts'
import { boldTitle, nameOf } from './titles.ts'
import type { Words } from './words.ts'

/** The answer to a conversion. */
export function conversionMessage(words: Words, view: ConversionView): string {
  const { rows, amount, otherReading, date } = view
  const quotes = rows.flatMap((row) => row.quotes)
  const asOf = Math.min(...rows.map((row) => row.asOf))
  return lines(
    rows.length === 1 ? oneRow(words, view) : conversionRows(words, view),
    otherReading &&
      words.conversion.readAs(ungrouped(words.numbers, amount), ungrouped(words.numbers, otherReading)),
    simulatedMark(words, quotes),
    date === undefined && silenceMark(words, asOf, view.now),
  )
}

/** Without groups, so that the reading itself cannot be misread. */
export const ungrouped = (numbers: Numbers, amount: Decimal): string =>
  numbers.ungrouped(formatGiven(numbers, amount))

function oneRow(words: Words, { amount, rows: [row], date, now }: ConversionView): string {
  const { quotes, day } = row
  const { numbers } = words
  return lines(
    `<b>${escapeHtml(`${given(numbers, row.from, amount)} = ${result(numbers, row.to, row.result)}`)}</b>`,
    ...quotes.map((quote, at) => rateLine(words, row, quote, at)),
    date === undefined && comingMark(words, row, now),
    ...new Set(quotes.map((quote) => date === undefined && staleMark(words, quote, now))),
    day === undefined
      ? sourceLine(words, quotes, now)
      : dayLine(words, { day, date: beforeToday(date, now), quotes }),
  )
}

/** `Dólar oficial: $1 = Bs. 349,93`. */
function rateLine(words: Words, { prices, from, to }: ConvertedRow, quote: Quote, at: number): string {
  const money = at === 0 && from !== BOLIVARES ? from : to
  return `${boldTitle(quote)}: ${escapeHtml(money)}1 = ${words.numbers.bolivares(prices[at] ?? quote.price)}`
}

/** A published price whose day has not come, and what the amount comes to until then. */
function comingMark(words: Words, { quotes, resultToday, to }: ConvertedRow, now: number): string {
  const coming = quotes.find((quote) => isOfTomorrow(quote, now))
  if (!coming) return ''
  const today = resultToday && `<b>${escapeHtml(result(words.numbers, to, resultToday))}</b>`
  return lines(words.inForceOn(onWeekday(words, coming.lastUpdate)), today && words.inForceToday(today))
}

function sourceLine(words: Words, quotes: ConvertedRow['quotes'], now: number): string {
  const [first] = quotes
  const isSaid = quotes.some((quote) => quote.stale || isOfTomorrow(quote, now))
  return [...(isSaid ? [] : [freshness(words, first.lastUpdate, now)]), namesOf(quotes)].join(' · ')
}

const namesOf = (quotes: readonly Quote[]): string => quotes.map(nameOf).join(' → ')

interface DayOfPrice {
  readonly day: Day
  readonly date: Day | undefined
  readonly quotes: readonly Quote[]
}

const dayLine = (words: Words, { day, date, quotes }: DayOfPrice): string =>
  `${dayUsed(words, day, date)} · ${namesOf(quotes)}`
