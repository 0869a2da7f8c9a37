import type { Day } from '../rates/caracas.ts'
import type { Decimal } from '../rates/decimal.ts'
import { beforeToday, type ConversionView, type ConvertedRow, dayUsed } from './converted.ts'
import { comingNote, isOfTomorrow, staleNote } from './marks.ts'
import { BOLIVARES, formatResult, given, type Money, result } from './money.ts'
import { block, spread, toTheRight, WIDTH, widest } from './table.ts'
import { clip, escapeHtml, lines } from './text.ts'
import { ago, shortDate } from './times.ts'
import { labelsOf } from './titles.ts'
import type { Words } from './words.ts'

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
  if (days.size === 1 && only) return dayUsed(words, only, beforeToday(date, now))
  return days.has(date) ? dayUsed(words, date, date) : ''
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
  const room = WIDTH - width - 1
  const line = (label: string, value: string): string[] =>
    room < LABEL_MIN ? [clip(label, WIDTH), `  ${value}`] : [spread(label, toTheRight(value, width))]
  return rows.flatMap((row, at) => [
    ...line(labels[at] ?? '', results[at] ?? ''),
    ...(date === undefined ? notes(words, row, now) : []),
    ...(withDays && row.day !== undefined && row.day !== date
      ? [`  ${words.conversion.shortPriceOf(shortDate(words, row.day))}`]
      : []),
  ])
}

/** Bolivares are named above the column. */
const figure = ({ numbers }: Words, to: Money, value: Decimal): string =>
  to === BOLIVARES ? formatResult(numbers, value) : result(numbers, to, value)

/** From when the last of a row's prices is, with the result until then; and since when the oldest one stands still. */
function notes(words: Words, { quotes, to, resultToday }: ConvertedRow, now: number): string[] {
  const byAge = quotes.toSorted((a, b) => a.lastUpdate - b.lastUpdate)
  const coming = byAge.findLast((quote) => isOfTomorrow(quote, now))
  const still = byAge.find(({ stale }) => stale)
  const today = coming && resultToday && ` · ${words.today} ${figure(words, to, resultToday)}`
  return [
    ...(coming ? [`  ${comingNote(words, coming)}${today ?? ''}`] : []),
    ...(still ? [`  ${staleNote(words, still, now)}`] : []),
  ]
}

function lastChange(words: Words, rows: readonly ConvertedRow[], now: number): string {
  const past = rows
    .flatMap(({ quotes }) => quotes.map(({ lastUpdate }) => lastUpdate))
    .filter((at) => at <= now)
  return past.length > 0 ? words.conversion.lastChange(ago(words, Math.max(...past), now)) : ''
}
