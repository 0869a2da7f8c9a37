import { compare, type Decimal, divide, multiply } from '../../rates/decimal.ts'
import { CODE_OF, CURRENCIES, type Currency } from '../../rates/monitor.ts'
import type { NumberStyle } from '../../rates/number-format.ts'
import { AMOUNT_MAX } from '../amounts.ts'
import { WORDS } from '../lexicon.ts'
import { unitOf } from '../names.ts'
import { SCALES } from '../tokens.ts'
import { type Mark, numberOf } from './sum.ts'

export type Money = 'bolivares' | Currency

/** An amount that is handed over; without its money where none was said. */
export interface Payment {
  readonly amount: Decimal
  readonly money: Money | undefined
}

/** Why a payment cannot be read, and the word. */
export interface UnreadablePayment {
  readonly kind: 'unreadable'
  readonly reason: 'no_amount' | 'not_positive' | 'too_much' | 'not_understood'
  readonly word?: string
}

const CENT = '0.01'
/** So many times the bill is never handed over in the same money. */
const TIMES_MAX = '20'

const unreadable = (reason: UnreadablePayment['reason'], word?: string): UnreadablePayment => ({
  kind: 'unreadable',
  reason,
  ...(word !== undefined && { word }),
})

/** Why nobody charges or pays an amount. */
export function faultOf(amount: Decimal): 'not_positive' | 'too_much' | undefined {
  if (compare(amount, CENT) < 0) return 'not_positive'
  return compare(amount, AMOUNT_MAX) > 0 ? 'too_much' : undefined
}

/** Whether a mark of a bill has no meaning. */
export const isFiller = (mark: Mark): boolean =>
  WORDS.besideBill.has(mark.text) || ',;:.=¿?¡!'.includes(mark.text)

/** Amounts with their money before or after them. */
export function readPayments(
  marks: readonly Mark[],
  numbers: NumberStyle,
): readonly Payment[] | UnreadablePayment {
  const payments: Payment[] = []
  const said = marks.filter(
    (mark) => !isFiller(mark) && !WORDS.pays.has(mark.text) && !WORDS.plus.has(mark.text),
  )
  for (let at = 0; at < said.length; ) {
    const read = paymentAt(said, at, numbers)
    if ('kind' in read) return read
    payments.push(read.payment)
    at = read.next
  }
  return payments
}

function paymentAt(
  marks: readonly Mark[],
  at: number,
  numbers: NumberStyle,
): { readonly payment: Payment; readonly next: number } | UnreadablePayment {
  const before = moneyOf(marks[at])
  const start = before === undefined ? at : at + 1
  const mark = marks[start]
  if (!mark) return unreadable('no_amount')
  const number = mark.kind === 'number' ? numberOf(mark.text, numbers) : undefined
  if (number === undefined) return unreadable('not_understood', mark.text)
  const scale = SCALES.get(marks[start + 1]?.text ?? '')
  const amount = scale === undefined ? number : multiply(number, scale)
  const fault = faultOf(amount)
  if (fault) return unreadable(fault)
  const end = scale === undefined ? start + 1 : start + 2
  const money = before ?? moneyOf(marks[end])
  return { payment: { amount, money }, next: before === undefined ? pastMoney(marks, end, money) : end }
}

/** Past `usd`, and past the same money said twice: `usd por zelle`. */
function pastMoney(marks: readonly Mark[], at: number, money: Money | undefined): number {
  if (money === undefined) return at
  let next = at + 1
  while (moneyOf(marks[next]) === money && marks[next + 1]?.kind !== 'number') next++
  return next
}

/** Undefined for what names no money. */
export function moneyOf(mark: Mark | undefined): Money | undefined {
  if (!mark || mark.kind === 'number') return undefined
  const { text } = mark
  if (WORDS.paidAsDollars.has(text)) return 'dollar'
  const unit = unitOf({ kind: 'word', text, raw: text })
  if (unit?.kind === 'bolivares') return 'bolivares'
  if (unit?.kind !== 'currency') return undefined
  return CURRENCIES.find((currency) => CODE_OF[currency] === unit.code)
}

/** A payment without its money is in the bill's, unless it would be far too much, or far too little of bolivares. */
export function isPaidInBolivares({ amount, money }: Payment, bill: Payment): boolean {
  if (money !== undefined) return money === 'bolivares'
  return bill.money === 'bolivares'
    ? compare(amount, divide(bill.amount, TIMES_MAX)) >= 0
    : compare(amount, multiply(bill.amount, TIMES_MAX)) > 0
}
