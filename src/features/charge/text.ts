import { dayOf } from '../../domain/caracas.ts'
import type { Both, Charge, Settlement } from '../../domain/deal/charge.ts'
import { type Decimal, isPositive, NUMBERS_IN, round } from '../../domain/decimal.ts'
import { isForDays, leadingPrice } from '../../domain/in-force.ts'
import type { Quote } from '../../domain/monitor.ts'
import {
  bareNumber,
  moneyOf,
  plainTitle,
  sourceOf,
  sourcesNotice,
  staleNotice,
  trustNotices,
} from '../../words/price.ts'
import {
  alignedRight,
  block,
  clip,
  code,
  escapeHtml,
  type Listed,
  lines,
  quoted,
  spread,
  toTheRight,
  WIDTH,
  widest,
} from '../../words/text.ts'
import { dayIn, when } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'

/** A bill, what settles it, and the price that was used. `asOf` is when the API last said so. Times in ms. */
export interface ChargeView extends Pick<Charge, 'bill' | 'rounding' | 'isTaxed'> {
  readonly settlement: Settlement
  /** The sum as it was typed: `12x25+8`. */
  readonly sum?: string | undefined
  readonly quote: Quote
  /** The price of the money of the bill, where what is paid is in another foreign money. */
  readonly billQuote?: Quote | undefined
  /** Bolivares for one of its money, as the seller says, instead of the price of `quote`. */
  readonly ownRate?: Decimal | undefined
  /** The price of another money that the bill is charged at: dollars at the euro. */
  readonly lent?: Quote | undefined
  readonly asOf: number
  readonly now: number
}

/** Why a bill cannot be charged. */
type ChargeRefusal = keyof Words['charge']['fault']

const NOTHING = '0'
const isNothing = ({ foreign, bolivares }: Both): boolean => foreign === NOTHING && bolivares === NOTHING
const isUnpaid = ({ paidForeign, paidBolivares }: Settlement): boolean =>
  isNothing(paidForeign) && isNothing(paidBolivares)

/** The card of a bill: what it comes to, what was paid and is left, and at which price. */
export function chargeCard(words: Words, view: ChargeView): string {
  const { settlement, sum, isTaxed, rounding, ownRate, quote, asOf, now } = view
  const { charge } = words
  const quotes = ownRate === undefined ? quotesOf(view) : []
  const isOpen = isUnpaid(settlement)
  return lines(
    `<b>${billLine(words, view)}</b>`,
    sum !== undefined && escapeHtml(spacedSum(sum)),
    !isOpen && block(rowsOf(words, view)),
    isOpen
      ? isTaxed && charge.ifForeign(foreignSum(words, view, settlement.leftInForeign))
      : endOf(words, view),
    isTaxed && charge.taxNote,
    rounding === 'bolivar' && charge.rounded,
    ownRate !== undefined &&
      charge.agreedRate(`${moneyOf(quote)}1 = ${words.numbers.exactBolivares(ownRate)}`),
    ...quotes.map((quote) => equationOf(words, quote, now)),
    ...new Set(quotes.map((quote) => dayLine(words, quote, now))),
    ...new Set(quotes.map((quote) => sourceLine(words, quote))),
    ...new Set(quotes.map((quote) => staleNotice(words, quote, now))),
    trustNotices(words, quotes, asOf, now),
  )
}

/** Quote of the bill's currency, then quote of the payment's currency. */
const quotesOf = ({ quote, lent = quote, billQuote }: ChargeView): readonly Quote[] =>
  billQuote ? [billQuote, lent] : [lent]

/** `$20,00 = Bs. 16.007,20`, the money of the bill first. */
function billLine(words: Words, view: ChargeView): string {
  const { bill, billQuote, settlement } = view
  const { due } = settlement
  const foreign = billQuote
    ? foreignSum(words, { quote: billQuote }, round(bill.amount, CENTS))
    : foreignSum(words, view, due.foreign)
  const sums = [foreign, words.numbers.bolivares(due.bolivares)]
  return (bill.in === 'foreign' ? sums : sums.reverse()).join(' = ')
}
const CENTS = 2

const foreignSum = ({ numbers }: Words, { quote }: Pick<ChargeView, 'quote'>, value: Decimal): string =>
  `${moneyOf(quote)}${numbers.decimal(value)}`

/** `12 × 25 + 8`. */
const spacedSum = (sum: string): string =>
  sum.replace(/[x/+-]/g, (sign) => ` ${SIGNS.get(sign) ?? sign} `).trim()
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['x', '×'],
  ['/', '÷'],
  ['-', '−'],
])

/** Rows of label, foreign money and bolivares; each column adds up. */
function rowsOf(words: Words, { settlement, quote }: ChargeView): string[] {
  const { charge, conversion, numbers } = words
  const { due, tax, paidForeign, paidBolivares, left, change } = settlement
  const sign = moneyOf(quote).trim()
  const row = (label: string, both: Both, before = ''): string[] | undefined =>
    isNothing(both)
      ? undefined
      : [label, ...[both.foreign, both.bolivares].map((value) => `${before}${numbers.decimal(value)}`)]
  const rows = [
    ['', sign, 'Bs.'],
    row(conversion.total, due),
    row(charge.tax, tax, '+'),
    row(charge.paidIn(sign), paidForeign, '−'),
    row(charge.paidIn('Bs.'), paidBolivares, '−'),
    row(charge.left, left),
    row(charge.change, change),
  ].filter((one) => one !== undefined)
  return aligned(rows)
}

/** Rows in columns; on several lines each where they are wider than a phone. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const foreign = alignedRight(rows.map(([, a = '']) => a))
  const bolivares = alignedRight(rows.map(([, , b = '']) => b))
  const sums = rows.map((_, at) => `${foreign[at]}  ${bolivares[at]}`)
  const room = WIDTH - widest(sums)
  if (room > widest(rows.map(([label = '']) => label)))
    return rows.map(([label = ''], at) => spread(label, sums[at] ?? ''))
  return rows.flatMap(([label = '', a = '', b = '']) =>
    [label, ...(room < 0 ? [toTheRight(a, WIDTH), toTheRight(b, WIDTH)] : [spread(a, b)])].filter(
      (line) => line !== '',
    ),
  )
}

/** What is left or given back, in either money. */
function endOf(words: Words, view: ChargeView): string {
  const { settlement, isTaxed } = view
  const { charge } = words
  const { left, change, leftInForeign } = settlement
  const both = (foreign: Decimal, bolivares: Decimal, after = ''): string =>
    [
      isPositive(bolivares) && `<b>${words.numbers.bolivares(bolivares)}</b>`,
      isPositive(foreign) && `<b>${foreignSum(words, view, foreign)}</b>${after}`,
    ]
      .filter((one) => one !== false)
      .join(` ${charge.or} `)
  if (!isNothing(left))
    return charge.leftIs(both(leftInForeign, left.bolivares, isTaxed ? ` ${charge.withTax}` : ''))
  if (!isNothing(change)) return charge.changeIs(both(change.foreign, change.bolivares))
  return `<b>${charge.paid}</b>`
}

/** `Dólar BCV: $1 = Bs. 800,36`. */
function equationOf(words: Words, quote: Quote, now: number): string {
  const price = words.numbers.exactBolivares(leadingPrice(quote, now).price)
  return `${escapeHtml(plainTitle(quote))}: ${moneyOf(quote)}1 = ${price}`
}

/** `Tasa del lunes 23 de noviembre`. */
function dayLine(words: Words, quote: Quote, now: number): string {
  const { lastUpdate } = leadingPrice(quote, now)
  return isForDays(quote)
    ? words.charge.rateOf(dayIn(words, dayOf(lastUpdate), dayOf(now)))
    : words.charge.publishedAt(when(words, lastUpdate, now))
}

const sourceLine = (words: Words, quote: Quote): string =>
  sourcesNotice(words, quote) || escapeHtml(words.source(sourceOf(quote)))

/** What was paid in all, where a payment was added to earlier ones: `Con lo de antes, van $100,00 y Bs. 2.000,00.` */
export function paidSoFar(words: Words, view: ChargeView): string {
  const { paidForeign, paidBolivares } = view.settlement
  const sums = [
    ...(isPositive(paidForeign.foreign) ? [foreignSum(words, view, paidForeign.foreign)] : []),
    ...(isPositive(paidBolivares.bolivares) ? [words.numbers.bolivares(paidBolivares.bolivares)] : []),
  ]
  return words.charge.paidSoFar(sums.map((sum) => `<b>${sum}</b>`))
}

/** What is left to be paid in bolivares, or is given back. */
export const amountToSend = ({ left, change }: Settlement) =>
  [left.bolivares, change.bolivares].find(isPositive)

/** An amount as banks of Venezuela take it, whatever the chat's number format is: `10500,00`. */
export const bareAmount = (amount: Decimal): string => bareNumber(NUMBERS_IN['es-VE'], amount)

/** The result of inline mode, plain text. */
export function chargeResult(words: Words, view: ChargeView): Listed {
  const { settlement, sum } = view
  const parts = [
    ...(sum === undefined ? [] : [clip(spacedSum(sum), SUM_MAX)]),
    ...(isUnpaid(settlement) ? [] : [endOf(words, view).replace(/<[^>]+>/g, '')]),
    ...quotesOf(view).map(plainTitle),
  ]
  return { title: billLine(words, view), description: parts.join(' · ') }
}

/** Asks for the bill; in a private chat it may be typed without the command. */
export function chargeQuestion({ charge }: Words, isPrivate: boolean): string {
  const examples = charge.askExamples.map((one) => (isPrivate ? one.replace(/^\/\S+ /, '') : one))
  return lines(charge.ask, ...examples.map(code))
}

/** What is wrong with a bill, and how one is typed. */
export function chargeRefusal({ charge, forExample }: Words, reason: ChargeRefusal, word = ''): string {
  const [, sum = '', paid = ''] = charge.askExamples
  return lines(
    charge.fault[reason](quoted(word)),
    `${forExample} ${code(reason === 'two_moneys' ? paid : sum)}`,
  )
}

/** Says in which money a payment without a currency was read. */
export const guessedMoney = (words: Words, view: ChargeView, { amount, in: money }: Charge['bill']): string =>
  words.charge.guessed[money](
    money === 'foreign' ? foreignSum(words, view, amount) : words.numbers.bolivares(amount),
  )

/** Asks how much was paid, above buttons with notes. */
export const askPaid = ({ charge }: Words): string => charge.askPaid(code(charge.askExamples[2] ?? ''))

const SUM_MAX = 80
