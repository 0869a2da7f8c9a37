import { addDays, type Day, dayOf, startOfDay } from '../../domain/caracas.ts'
import { absolute, compare, type Decimal, divide, multiply, subtract } from '../../domain/decimal.ts'
import { isNotYetInForce, leadingPrice, priceBeside } from '../../domain/in-force.ts'
import { type Currency, type Quote, SIGN_OF } from '../../domain/monitor.ts'
import {
  amountBeside,
  BOLIVARES,
  boldTitle,
  capitalized,
  dayBeside,
  formatGiven,
  given,
  labelsOf,
  type Money,
  moneyOf,
  plainTitle,
  result,
  shortStaleNotice,
  silenceNotice,
  simulatedNotice,
  sourceOf,
  staleNotice,
  type Titled,
  ungrouped,
} from '../../words/price.ts'
import {
  block,
  clip,
  escapeHtml,
  joined,
  lines,
  type Note,
  notesBelow,
  quoted,
  spread,
  toTheRight,
  WIDTH,
  widest,
} from '../../words/text.ts'
import { ago, freshness, nearWeekday } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'
import type { ConversionRequest, Side } from './request.ts'

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

/** An amount at a price of its money that somebody says, or at that of the monitor that is named; bolivares at a price of the dollar. */
export interface OwnRate {
  readonly amount: Decimal
  readonly from: Side
  readonly rate: Decimal
  readonly named: Titled | undefined
  /** The money that is sold for those bolivares. */
  readonly out?: Quote | undefined
}

/** `$20 = Bs. 18.000,00`, or `Bs. 18.000,00 = $20`, and the price it is counted with. */
export function ownRateMessage(
  words: Words,
  { amount, from, rate, named, out }: OwnRate,
  now: number,
): string {
  const isBack = from === 'bolivares'
  const money = SIGN_OF[isBack ? 'dollar' : from]
  const value = isBack ? divide(amount, rate) : multiply(amount, rate)
  const [said, shown] = isBack ? [BOLIVARES, money] : [money, BOLIVARES]
  return lines(
    `<b>${escapeHtml(`${given(words.numbers, said, amount)} = ${result(words, shown, value)}`)}</b>`,
    `${named ? `${boldTitle(named)}: ` : ''}${money}1 = ${words.numbers.exactBolivares(rate)}`,
    out && soldLine(words, value, out, leadingPrice(out, now).price),
    out && simulatedNotice(words, [out]),
  )
}

/** `= $66,27 en USDT, a Bs. 963,85`. */
const soldLine = (words: Words, value: Decimal, quote: Quote, price: Decimal): string =>
  `<b>${words.conversion.soldFor(
    escapeHtml(result(words, moneyOf(quote), divide(value, price))),
    escapeHtml(plainTitle(quote)),
    words.numbers.bolivares(price),
  )}</b>`

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
    ...quotes.map((quote, at) => rateLine(words, view, quote, row.prices[at])),
    date === undefined && besideNotice(words, row, now),
    ...new Set(quotes.map((quote) => date === undefined && staleNotice(words, quote, now))),
    day === undefined
      ? sourceLine(words, row, now)
      : joined(dayUsed(words, day, otherThanToday(date, now), now), namesOf(quotes)),
    dayBesideLine(words, row),
  )
}

/** `€5 = Bs. 4.606,50`. */
const equal = (words: Words, { money, amount, result: value }: ConvertedPart, to: Money): string =>
  escapeHtml(`${given(words.numbers, money, amount)} = ${result(words, to, value)}`)

/** `Dólar oficial: $1 = Bs. 349,9272`, with as many places as make what is shown of it. */
function rateLine({ numbers }: Words, view: ConversionView, quote: Quote, price = quote.price): string {
  const exact = numbers.exactBolivares(price)
  const factor = numbers.factorBolivares(price, timesOf(view, quote) ?? '1')
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
  return joined(!isSaid && freshness(words, first.lastUpdate, now), namesOf(quotes, parts && ' · '))
}

/** The pages, by the names that are known of them. */
const namesOf = (quotes: readonly Quote[], between = ' → '): string =>
  [
    ...new Set(quotes.flatMap((quote) => (quote.source === undefined ? [] : escapeHtml(sourceOf(quote))))),
  ].join(between)

/** `El viernes 12 de septiembre fue Bs. 15.892,89`: by the last price before a day without one. */
function dayBesideLine(words: Words, { dayBeside, resultBeside, to }: ConvertedRow): string {
  if (dayBeside === undefined || resultBeside === undefined) return ''
  return capitalized(
    words.inForce.was(words.fullDay(dayBeside, true), escapeHtml(result(words, to, resultBeside))),
  )
}

/** An amount of a sum, and what it comes to in the money of the whole. */
export interface ConvertedPart {
  /** Quote of the amount's money; none for bolivares. */
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
  /** Result at the price beside the one in force: the coming price, or the price of the day before. */
  readonly resultBeside?: Decimal
  /** Day of `resultBeside`, if the requested past day had no price of its own. */
  readonly dayBeside?: Day
  /** Day whose price was used, if a day was requested. */
  readonly day?: Day
  /** When the rate API last said so (ms). */
  readonly asOf: number
}

/** A conversion by one monitor, or by several side by side. `now` in ms. */
export interface ConversionView
  extends Pick<ConversionRequest, 'amount' | 'otherReading' | 'date'>,
    Partial<Pick<ConversionRequest, 'monitors'>> {
  readonly rows: Rows
  /** Conversions of the same amount the other way round. */
  readonly turned?: Rows | undefined
  readonly now: number
}

export type Rows = readonly [ConvertedRow, ...ConvertedRow[]]

/** The day that was asked for, where it is not today: today's price is the one in force, whichever day it is of. */
const otherThanToday = (date: Day | undefined, now: number): Day | undefined =>
  date === dayOf(now) ? undefined : date

/** The day whose price was used: the one asked for, or the last before it that has one. A day to come may have a later day's. */
function dayUsed(words: Words, day: Day, date: Day | undefined, now: number): string {
  const { conversion, fullDay } = words
  if (date === undefined || date === day) return capitalized(conversion.priceOf(fullDay(day, true)))
  const say = date > dayOf(now) ? conversion.carriedAhead : conversion.carried
  return say(fullDay(date, true), fullDay(day, true))
}

/** With less room beside them, results stand below the names. */
const LABEL_MIN = 10

/** The same amount by several monitors, results below each other. */
function conversionRows(words: Words, view: ConversionView): string {
  const { rows, date, now } = view
  const title = [escapeHtml(amountAsked(words, view)), inMoney(words, rows)].filter((part) => part !== '')
  const days = new Set(rows.flatMap(({ day }) => day ?? []))
  return lines(
    `<b>${title.join(' ')}</b>`,
    date !== undefined && daysUsed(words, days, view),
    block(linesOf(words, view, days.size > 1)),
    ...(date === undefined ? notesBelow(rows.flatMap((row) => notesOn(words, row, now))) : []),
    date === undefined && lastChange(words, rows, now),
    view.monitors?.length === rows.length && backLine(words, rows),
  )
}

/** `Bs. 8.637,30 son $10,82 a BCV: $0,82 más`: what the sum at the first of two rates is at the other. */
function backLine(words: Words, [first, second, ...more]: Rows): string {
  const price = second?.prices[0]
  const isOfTwo = second && price && more.length === 0 && first.to === BOLIVARES && second.from === first.from
  if (!isOfTwo || first.quotes.length + second.quotes.length > 2) return ''
  const { conversion } = words
  const back = divide(first.result, price)
  const difference = subtract(back, divide(first.result, first.prices[0] ?? price))
  const shown = (value: Decimal): string => escapeHtml(result(words, first.from, value))
  const sum = escapeHtml(result(words, BOLIVARES, first.result))
  const said = conversion.backAt(sum, shown(back), escapeHtml(plainTitle(second.quotes[0])))
  return `${said}: ${conversion[compare(difference, '0') < 0 ? 'backLess' : 'backMore'](shown(absolute(difference)))}`
}

/** What was asked for: `$100`, `$20 + €5`; `20` where it was counted in several moneys. */
export function amountAsked(
  { numbers }: Words,
  { rows, amount }: Pick<ConversionView, 'rows' | 'amount'>,
): string {
  const [{ from, parts }] = rows
  if (rows.some((row) => row.from !== from)) return formatGiven(numbers, amount)
  const amounts = parts ?? [{ money: from, amount }]
  return amounts.map((one) => given(numbers, one.money, one.amount)).join(' + ')
}

/** Where the prices are of several days, those of another than the one asked for say so beside themselves. */
function daysUsed(words: Words, days: ReadonlySet<Day>, { date = '', now }: ConversionView): string {
  const [only] = days
  return days.size === 1 && only
    ? dayUsed(words, only, otherThanToday(date, now), now)
    : words.conversion.inForceOn(words.fullDay(date, true))
}

/** `del lun 23, rige desde el sáb 21`, of a price that was in force before its day; of an earlier one its day alone. */
function dayOfRow(words: Words, { day = '', dayBeside, quotes }: ConvertedRow, date: Day): string {
  const { priceOf, heldFrom } = words.conversion
  const from =
    dayBeside === undefined
      ? quotes.find(({ lastUpdate }) => dayOf(lastUpdate) === day)?.holdsFrom
      : startOfDay(addDays(dayBeside, 1))
  return day > date && from !== undefined
    ? heldFrom(nearWeekday(words, startOfDay(day)), nearWeekday(words, from))
    : priceOf(words.shortDate(day))
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

function linesOf(words: Words, { rows, date }: ConversionView, withDays: boolean): string[] {
  const named = rows[0].parts ? namedSums(words, rows) : namedResults(words, rows)
  return rows.flatMap((row, at) => [
    ...(named[at] ?? []),
    ...(withDays && row.day !== undefined && row.day !== date
      ? [`  ${dayOfRow(words, row, date ?? row.day)}`]
      : []),
  ])
}

/** Each result beside the name of its monitor, or below it. */
function namedResults(words: Words, rows: Rows): string[][] {
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

/** What the amount comes to by the price beside the one in force; and since when the oldest one stands still. */
function notesOn(words: Words, { quotes, to, resultBeside }: ConvertedRow, now: number): Note[] {
  const [first] = quotes
  const byAge = quotes.toSorted((a, b) => a.lastUpdate - b.lastUpdate)
  const ahead = byAge.findLast((quote) => priceBeside(quote, now))
  const still = byAge.find(({ stale }) => stale)
  const isToCome = ahead && isNotYetInForce(ahead, now) && resultBeside !== undefined
  const toCome = isToCome ? ` ${figure(words, to, resultBeside)}` : ''
  const name = escapeHtml(plainTitle(first))
  return [
    ...(ahead ? [{ note: dayBeside(words, ahead, now), named: name + escapeHtml(toCome) }] : []),
    ...(still ? [{ note: shortStaleNotice(words, still, now), named: name }] : []),
  ]
}

function lastChange(words: Words, rows: readonly ConvertedRow[], now: number): string {
  const past = rows
    .flatMap(({ quotes }) => quotes.map(({ lastUpdate }) => lastUpdate))
    .filter((at) => at <= now)
  return past.length > 0 ? words.conversion.lastChange(ago(words, Math.max(...past), now)) : ''
}

/** Why a text is no conversion: a fault of the grammar, or of what was asked for. */
export type ConversionRefusal = keyof Words['conversion']['fault']

/** What only asking again would not mend needs no example. */
const PLAIN: readonly ConversionRefusal[] = ['no_rate', 'history_silent', 'too_much']

/** What is wrong, and how it is written. */
export function conversionRefusal(
  { conversion, forExample }: Words,
  reason: ConversionRefusal,
  word = '',
): string {
  const [plain = '', , dated = ''] = conversion.askExamples
  const example = reason === 'bad_date' || reason === 'two_dates' ? dated : plain
  return lines(
    conversion.fault[reason](quoted(word)),
    !PLAIN.includes(reason) && `${forExample} <code>${example}</code>`,
  )
}

/** How much of what: asked above buttons with usual amounts. */
export const conversionQuestion = ({ conversion }: Words): string =>
  lines(conversion.ask, ...conversion.askExamples.map((example) => `<code>${example}</code>`))

/** Amounts of one money, which may be the prices of things, at one rate. */
interface EachView {
  readonly amounts: readonly Decimal[]
  readonly names?: readonly string[] | undefined
  readonly from: 'bolivares' | Currency
  readonly quote: Quote
  readonly now: number
}

/** A row for each of several amounts. */
export function eachMessage(words: Words, { amounts, names = [], from, quote, now }: EachView): string {
  const { price, lastUpdate } = leadingPrice(quote, now)
  const money = moneyOf(quote)
  const [asked, to] = from === 'bolivares' ? [BOLIVARES, money] : [money, BOLIVARES]
  const rows = amounts.map((amount, at) => {
    const value = from === 'bolivares' ? divide(amount, price) : multiply(amount, price)
    const name = clip(names[at] ?? '', THING_MAX)
    return spread(`${name} ${given(words.numbers, asked, amount)}`.trim(), result(words, to, value))
  })
  return lines(
    `${boldTitle(quote)}: ${escapeHtml(money)}1 = ${words.numbers.bolivares(price)}`,
    block(rows),
    escapeHtml(freshness(words, lastUpdate, now)),
    simulatedNotice(words, [quote]),
  )
}

const THING_MAX = 12
