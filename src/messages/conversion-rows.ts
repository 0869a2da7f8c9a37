import type { Day } from '../rates/caracas.ts'
import type { Decimal } from '../rates/decimal.ts'
import { type ConversionView, type ConvertedRow, dayUsed } from './converted.ts'
import { isOfTomorrow, notesOf } from './marks.ts'
import { BOLIVARES, formatResult, given, type Money, result } from './money.ts'
import { block, spread, toTheRight, widest } from './table.ts'
import { escapeHtml, lines } from './text.ts'
import { ago } from './times.ts'
import { labelsOf } from './titles.ts'
import type { Words } from './words.ts'

/** The same amount by several monitors, results below each other. */
export function conversionRows(words: Words, view: ConversionView): string {
  const { rows, amount, date, now } = view
  const [{ from }] = rows
  const title = [escapeHtml(given(words.numbers, from, amount)), inMoney(words, rows)].filter(
    (part) => part !== '',
  )
  const days = new Set(rows.flatMap(({ day }) => day ?? []))
  const [only] = days
  return lines(
    `<b>${title.join(' ')}</b>`,
    date !== undefined && dayUsed(words, days.size === 1 && only ? only : date, date),
    block(linesOf(words, view, days.size > 1)),
    date === undefined && lastChange(words, rows, now),
  )
}

const NAMES = { [BOLIVARES]: 'inBolivares', $: 'inDollars', '€': 'inEuros' } as const

/** `en bolívares`, where all results are in the same. */
function inMoney({ conversion }: Words, rows: readonly ConvertedRow[]): string {
  const [to, ...others] = new Set(rows.map((row) => row.to))
  const name = to !== undefined && others.length === 0 ? NAMES[to as keyof typeof NAMES] : undefined
  return name ? conversion[name] : ''
}

function linesOf(words: Words, { rows, date, now }: ConversionView, withDays: boolean): string[] {
  const labels = labelsOf(rows.map(({ quotes: [quote] }) => quote))
  const results = rows.map(({ to, result: value }) => figure(words, to, value))
  const width = widest(results)
  return rows.flatMap((row, at) => [
    spread(labels[at] ?? '', toTheRight(results[at] ?? '', width)),
    ...(date === undefined ? notes(words, row, now) : []),
    ...(withDays && row.day !== undefined && row.day !== date ? [`  ${shortDay(words, row.day)}`] : []),
  ])
}

/** Bolivares are named above the column. */
const figure = ({ numbers }: Words, to: Money, value: Decimal): string =>
  to === BOLIVARES ? formatResult(numbers, value) : result(numbers, to, value)

const notes = (words: Words, row: ConvertedRow, now: number): string[] =>
  row.quotes.flatMap((quote) => {
    const { inForce: _, ...published } = quote
    const [first, ...others] = notesOf(words, published, now)
    const today = isOfTomorrow(quote, now) && row.resultToday
    if (first === undefined || !today) return first === undefined ? [] : [first, ...others]
    return [`${first} · ${words.today} ${figure(words, row.to, today)}`, ...others]
  })

const shortDay = (words: Words, day: Day): string =>
  words.conversion.shortPriceOf(`${day.slice(8)}/${day.slice(5, 7)}`)

function lastChange(words: Words, rows: readonly ConvertedRow[], now: number): string {
  const past = rows
    .flatMap(({ quotes }) => quotes.map(({ lastUpdate }) => lastUpdate))
    .filter((at) => at <= now)
  return past.length > 0 ? words.conversion.lastChange(ago(words, Math.max(...past), now)) : ''
}
