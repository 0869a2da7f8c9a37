import { compare, type Decimal, divide, multiply } from '../domain/decimal.ts'
import { type Currency, MONEY_OF } from '../domain/monitor.ts'
import { AMOUNT_MAX, withFigures } from './amounts.ts'
import { WORDS } from './lexicon.ts'
import { type Unreadable, unreadable } from './line.ts'
import { unitOf } from './names.ts'
import { calculate } from './sum.ts'
import { isPunctuation, type Token, typedOf } from './tokens.ts'

export type Money = 'bolivares' | Currency

/** An amount that is handed over; without its money where none was said. */
export interface Payment {
  readonly amount: Decimal
  readonly money: Money | undefined
}

type PaymentFault = 'no_amount' | 'not_positive' | 'too_much' | 'not_understood'

const CENT = '0.01'
/** So many times the bill is never handed over in the same money. */
const TIMES_MAX = '20'

/** Why nobody charges or pays an amount. */
export function faultOf(amount: Decimal): 'not_positive' | 'too_much' | undefined {
  if (compare(amount, CENT) < 0) return 'not_positive'
  return compare(amount, AMOUNT_MAX) > 0 ? 'too_much' : undefined
}

/** Whether a word or sign of a bill has no meaning. */
export const isFiller = (token: Token): boolean =>
  isPunctuation(token) ||
  (token.kind === 'word' && (WORDS.besideBill.has(token.text) || WORDS.fillers.has(token.text)))

/** Amounts with their money before or after them. */
export function readPayments(tokens: readonly Token[]): readonly Payment[] | Unreadable<PaymentFault> {
  const payments: Payment[] = []
  const said = withFigures(tokens).filter(
    (token) =>
      !WORDS.pays.has(token.text) && !WORDS.plus.has(token.text) && (moneyOf(token) ?? !isFiller(token)),
  )
  for (let at = 0; at < said.length; ) {
    const read = paymentAt(said, at)
    if ('kind' in read) return read
    payments.push(read.payment)
    at = read.next
  }
  return payments
}

function paymentAt(
  tokens: readonly Token[],
  at: number,
): { readonly payment: Payment; readonly next: number } | Unreadable<PaymentFault> {
  const before = moneyOf(tokens[at])
  const start = before === undefined ? at : at + 1
  const token = tokens[start]
  if (!token) return unreadable('no_amount')
  const amount = calculate([token])
  if (amount === undefined) return unreadable('not_understood', typedOf(token))
  const fault = faultOf(amount)
  if (fault) return unreadable(fault)
  const money = before ?? moneyOf(tokens[start + 1])
  const next = before === undefined ? pastMoney(tokens, start + 1, money) : start + 1
  return { payment: { amount, money }, next }
}

/** Past `usd`, and past the same money said twice: `usd por zelle`. */
function pastMoney(tokens: readonly Token[], at: number, money: Money | undefined): number {
  if (money === undefined) return at
  let next = at + 1
  while (moneyOf(tokens[next]) === money && tokens[next + 1]?.kind !== 'number') next++
  return next
}

/** Undefined for what names no money. */
export function moneyOf(token: Token | undefined): Money | undefined {
  if (token && WORDS.paidAsDollars.has(typedOf(token))) return 'dollar'
  const unit = unitOf(token)
  if (unit?.kind === 'bolivares') return 'bolivares'
  return unit?.kind === 'currency' ? MONEY_OF[unit.code] : undefined
}

/** A payment without its money is in the bill's, unless it would be far too much, or far too little of bolivares. */
export function isPaidInBolivares({ amount, money }: Payment, bill: Payment): boolean {
  if (money !== undefined) return money === 'bolivares'
  return bill.money === 'bolivares'
    ? compare(amount, divide(bill.amount, TIMES_MAX)) >= 0
    : compare(amount, multiply(bill.amount, TIMES_MAX)) > 0
}
