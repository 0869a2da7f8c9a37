import { addDays, DAY_MS, type Day, dayOf, startOfDay, yearOf } from '../../domain/caracas.ts'
import { absolute, compare, type Decimal, round, subtract } from '../../domain/decimal.ts'
import {
  changeBetween,
  type DayFigure,
  type Direction,
  isForDays,
  leadingPrice,
  type Summary,
} from '../../domain/in-force.ts'
import type { Quote } from '../../domain/monitor.ts'
import type { Crossed } from '../../language/request.ts'
import {
  ARROW,
  arrowChange,
  arrowPercent,
  boldTitle,
  capitalized,
  effectiveDayNotice,
  effectiveDayNotices,
  gapFigure,
  labelsOf,
  othersLine,
  percentOf,
  plainTitle,
  rowNotices,
  sinceDay,
  sourceOf,
  staleNotice,
  type Titled,
  trustNotices,
  underPage,
  unsignedAmount,
} from '../../words/price.ts'
import {
  block,
  escapeHtml,
  lengthOf,
  lines,
  quoted,
  sentence,
  spread,
  toTheRight,
  widest,
} from '../../words/text.ts'
import { weekdayOf } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'

/** What was asked to be drawn, by days; `lastDays` where they are counted back from today. */
export interface HistorySpan {
  readonly from: Day
  readonly to: Day
  readonly lastDays?: number
}

/** A chart of one day back is that of today by its hours. */
export const isToday = ({ lastDays }: HistorySpan): boolean => lastDays === 1

/** What is drawn, and when. */
interface DrawnView {
  readonly span: HistorySpan
  /** When the rate API was last heard of the prices (ms). */
  readonly asOf?: number
  /** ms. */
  readonly now: number
}

/** What stands under a chart of one monitor or several; `others` share the name of the only one. */
interface HistoryView extends DrawnView {
  readonly series: readonly { readonly quote: Quote; readonly summary: Summary }[]
  readonly others?: readonly Titled[]
}

/** The caption of a gap's chart; figures in percent. */
interface GapHistoryView extends DrawnView {
  readonly quotes: readonly [first: Quote, second: Quote]
  readonly summary: Summary
}

const NARROW = 30

/** Its first line has the prices in force now, as a notification shows no more. At most 1,024 characters, since that is a caption's limit. */
export function historyCaption(words: Words, view: HistoryView): string {
  const { series, span, others = [], now, asOf = now } = view
  const quotes = series.map(({ quote }) => quote)
  const [only] = series
  const marks = trustNotices(words, quotes, asOf, now)
  if (only && series.length === 1)
    return lines(
      pricesNow(words, view),
      effectiveDayNotice(words, only.quote, now),
      `${sentence(spanText(words, span, only.summary))}: ${headline(words, only.summary, span, now)}`,
      figures(words, only.summary, { span, now, format: words.numbers.price }),
      staleNotice(words, only.quote, now),
      marks,
      others.length > 0 && escapeHtml(sourceOf(only.quote)),
      othersLine(words, only.quote, others),
    )
  return lines(
    pricesNow(words, view),
    `${sentence(spanText(words, span))}:`,
    block(comparisonRows(words, view)),
    marks,
  )
}

/** `Pasó de Bs. 500,00 el 12 de marzo de 2026.`; where no such day is known, that is said. */
export const crossedLine = ({ history, numbers, fullDay }: Words, crossed: Crossed, day?: Day): string => {
  const price = numbers.bolivares(crossed.price)
  return day === undefined
    ? history.neverCrossed(price)
    : history.crossed[crossed.isBelow ? 'below' : 'above'](price, fullDay(day, true))
}

/** `Oficial y paralelo`: what is compared, without a first word that all titles share; with the source of equal titles. */
export function comparedTitle({ history, listed }: Words, quotes: readonly Titled[]): string {
  const titles = underPage(quotes).map(plainTitle)
  if (new Set(titles).size < titles.length) return listed(labelsOf(quotes))
  const [first = ''] = (titles[0] ?? '').split(' ')
  const isShared = titles.every((title) => title.startsWith(`${first} `))
  const names = isShared ? titles.map((title) => title.slice(first.length + 1)) : titles
  const title = listed(names.map((name, at) => (at === 0 ? name : history.nameAfter(name))))
  return capitalized(title)
}

/** The caption of a gap: the one of now, and figures in percent, its change in points. */
export function gapCaption(words: Words, { span, quotes, summary, now, asOf = now }: GapHistoryView): string {
  const { history } = words
  const drawn = drawnNow(summary, span, now)
  const [first = '', second = ''] = labelsOf(quotes).map(escapeHtml)
  return lines(
    `<b>${words.gap.title(drawn === undefined ? gapFigure(words, quotes, now) : percentOf(words, drawn))}</b>`,
    history.above(second, first),
    effectiveDayNotices(words, quotes, now),
    `${sentence(spanText(words, span, summary))}: ${pointsOf(words, summary)}`,
    figures(words, summary, { span, now, format: (value) => percentOf(words, value) }),
    trustNotices(words, quotes, asOf, now),
  )
}

/** `Dólar BCV: Bs. 798,45 · Dólar paralelo: Bs. 812,40`, by the rule of what is in force. */
const pricesNow = (words: Words, { series, span, now }: HistoryView): string =>
  series
    .map(({ quote, summary }) => {
      const price =
        (isForDays(quote) ? undefined : drawnNow(summary, span, now)) ?? leadingPrice(quote, now).price
      return `${boldTitle(quote)}: <b>${words.numbers.bolivares(price)}</b>`
    })
    .join(' · ')

/** The last figure of a chart up to today, which may be newer than the quote that was asked for; undefined for the past. */
const drawnNow = ({ close }: Summary, { to }: HistorySpan, now: number): Decimal | undefined =>
  to === dayOf(now) && close.day === to ? close.value : undefined

const DIRECTIONS: Readonly<Record<-1 | 0 | 1, Direction>> = { '-1': 'down', '0': 'same', '1': 'up' }

function pointsOf(words: Words, { open, close }: Summary): string {
  const direction = DIRECTIONS[compare(close.value, open.value)]
  if (direction === 'same') return words.history.unchanged
  const amount = round(absolute(subtract(close.value, open.value)), 2)
  const points = unsignedAmount(words, { amount, percent: '0', direction })
  return `${ARROW[direction]} ${escapeHtml(words.history.points(points))}`
}

/** A tenth of what was asked for may be missing at its begin. */
const MISSING_SHARE = 0.1
const MISSING_DAYS_MIN = 7

/** Whether the prices begin much later than the days that were asked for. */
function beginsLate({ open }: Summary, { from, to }: HistorySpan): boolean {
  const days = (startOfDay(to) - startOfDay(from)) / DAY_MS
  return open.day > addDays(from, Math.max(MISSING_DAYS_MIN, Math.round(days * MISSING_SHARE)))
}

/** What is drawn; where the prices begin much later than asked for, from when on. */
function spanText({ history }: Words, span: HistorySpan, summary?: Summary): string {
  const { from, to, lastDays } = span
  if (lastDays !== undefined && summary && beginsLate(summary, span))
    return history.since(history.shortDay(summary.open.day, true))
  return lastDays === undefined
    ? history.between(history.shortDay(from, yearOf(from) !== yearOf(to)), history.shortDay(to, true))
    : history.lastDays(lastDays)
}

/** By how much the price moved; of today also since when. */
function headline(words: Words, { open, close }: Summary, span: HistorySpan, now: number): string {
  const change = changeBetween(open.value, close.value)
  if (change.direction === 'same') return words.history.unchanged
  const since = isToday(span) && open.day < span.to ? ` ${sinceDay(words, open.day, now)}` : ''
  return escapeHtml(arrowChange(words, change)) + since
}

/** Open, high and low, each with its day, and the mean; of today without, beside the last price before it. */
function figures(
  words: Words,
  { open, close, high, low, mean }: Summary,
  { span, now, format }: Pick<DrawnView, 'span' | 'now'> & { readonly format: (value: Decimal) => string },
): string {
  const { history } = words
  if (isToday(span))
    return block(
      columns([
        [dayBefore(words, open.day, now), format(open.value)],
        [history.high, format(high.value)],
        [history.low, format(low.value)],
      ]),
    )
  const withYear = yearOf(open.day) !== yearOf(close.day)
  const row = (label: string, { day, value }: DayFigure): string[] => [
    label,
    history.shortDay(day, withYear),
    format(value),
  ]
  const rows = [row(history.open, open), row(history.high, high), row(history.low, low)]
  return block(columns([...rows, [history.mean, '', format(mean)]]))
}

/** `Ayer`, or the weekday of a day before that. */
const dayBefore = (words: Words, day: Day, now: number): string =>
  capitalized(day < addDays(dayOf(now), -1) ? weekdayOf(words, startOfDay(day)) : words.yesterday)

/** Texts below each other: the first column begins at the left, the others end at the right. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => widest(rows.map((row) => row[column] ?? '')))
  return rows.map(([first = '', ...others]) =>
    [
      first + ' '.repeat((widths[0] ?? 0) - lengthOf(first)),
      ...others.map((text, index) => toTheRight(text, widths[index + 1] ?? 0)),
    ].join('  '),
  )
}

function comparisonRows(words: Words, { series, span, now }: HistoryView): string[] {
  const { from, to } = span
  const { history } = words
  const labels = labelsOf(series.map(({ quote }) => quote))
  const withYear = yearOf(from) !== yearOf(to)
  const extreme = (label: string, { day, value }: DayFigure): string => {
    const named = isToday(span) ? label : `${label} ${history.shortDay(day, withYear)}`
    return `  ${spread(named, words.numbers.price(value), NARROW - 2)}`
  }
  return series.flatMap(({ quote, summary }, index) => {
    const change = changeBetween(summary.open.value, summary.close.value)
    const moved = change.direction === 'same' ? '=' : arrowPercent(words, change)
    return [
      spread(labels[index] ?? '', moved, NARROW),
      ...rowNotices(words, quote, now),
      ...(beginsLate(summary, span)
        ? [`  ${history.knownFrom(history.shortDay(summary.open.day, true))}`]
        : []),
      extreme(history.high, summary.high),
      extreme(history.low, summary.low),
    ]
  })
}

/** No price on any of the days asked for; other ranges are offered by buttons. */
export const noHistory = (words: Words, subjects: readonly Titled[], span: HistorySpan): string =>
  lines(subjects.map(boldTitle).join(' · '), noHistoryNotice(words, span), words.history.tryAnother)

/** The same as plain text of at most 200 characters, for the presser of a button. */
export const noHistoryNotice = ({ history }: Words, { from, to }: HistorySpan): string =>
  history.noPrices(history.shortDay(from, true), history.shortDay(to, true))

/** What is wrong with what was asked, and how to ask. */
export const historyRefusal = (
  { history, forExample }: Words,
  reason: keyof Words['history']['fault'],
  word = '',
): string => lines(history.fault[reason](quoted(word)), `${forExample} <code>${history.example}</code>`)
