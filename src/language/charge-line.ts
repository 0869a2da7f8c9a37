import type { Both, Charge } from '../domain/deal/charge.ts'
import { add, type Decimal, isPositive } from '../domain/decimal.ts'
import type { Currency } from '../domain/monitor.ts'
import { WORDS } from './lexicon.ts'
import { type LineOptions, readLine, type Unreadable, unreadable } from './line.ts'
import {
  faultOf,
  isFiller,
  isPaidInBolivares,
  type Money,
  moneyOf,
  type Payment,
  readPayments,
} from './payments.ts'
import { withSaleTax } from './percentages.ts'
import { calculate, inSigns, isOfSum, typedSum } from './sum.ts'
import { type Token, typedOf } from './tokens.ts'

/** A bill and what is paid for it. */
export interface ChargeRequest extends Pick<Charge, 'bill' | 'paid'> {
  /** The foreign money of what is paid, and of the bill too unless it is in another. */
  readonly currency: Currency
  /** The foreign money of the bill, where what is paid is in another. */
  readonly billedIn?: Currency
  /** The sum as it was typed, where the bill was calculated: `12x25+8`. */
  readonly sum?: string
  /** What was paid without its money and read in another one than the bill's. */
  readonly guessed?: { readonly amount: Decimal; readonly in: ChargeRequest['bill']['in'] }
  /** Whether the tax on foreign money is charged; as the chat has set it, if not given. */
  readonly isTaxed?: boolean
}

export type ChargeFault =
  | 'no_amount'
  | 'bad_sum'
  | 'not_positive'
  | 'too_much'
  | 'two_moneys'
  | 'not_understood'
  | 'too_long'

export type ReadCharge =
  | { readonly kind: 'charge'; readonly request: ChargeRequest }
  | Unreadable<ChargeFault>

const SUM_TOKENS_MAX = 60

/** Whether anything is paid. */
export const isPaid = ({ paid }: Pick<ChargeRequest, 'paid'>): boolean =>
  isPositive(paid.foreign) || isPositive(paid.bolivares)

/** The bill as it was before anything was paid. */
export const unpaid = ({ billedIn, guessed: _, ...request }: ChargeRequest): ChargeRequest => ({
  ...request,
  currency: billedIn ?? request.currency,
  paid: NOTHING,
})
const NOTHING = { foreign: '0', bolivares: '0' }

/** Reads what follows `/charge`. */
export const parseCharge = (line: string, options: LineOptions = {}): ReadCharge =>
  readLine(line, options, readCharge)

/** Reads `20`, `12x25+8`, `20 paga 15 usd`, `16.000 bs pagan 10$ y 2000 bs`, `20 con igtf`. */
export function readCharge(line: readonly Token[]): ReadCharge {
  const { tokens, isTaxed } = withoutTax(withSaleTax(withoutRest(line)))
  const { billed, paid } = partsOf(tokens)
  const bill = readBill(billed)
  if ('kind' in bill) return bill
  const payments = readPayments(paid ?? [])
  if ('kind' in payments) return payments
  if (paid && payments.length === 0) return unreadable('no_amount')
  return charged(bill, payments, isTaxed)
}

/** Reads what more is paid for a bill, or whether it is taxed: `paga 15 usd`, `y 2.000 bs con igtf`, `sin igtf`. */
export function readPayment(line: readonly Token[], bill: ChargeRequest): ReadCharge {
  const { tokens, isTaxed } = withoutTax(withoutRest(line))
  const payments = readPayments(withoutFollowUp(tokens))
  if ('kind' in payments) return payments
  if (payments.length === 0 && isTaxed === undefined) return unreadable('no_amount')
  return charged(billOf(bill), [...paymentsOf(bill), ...payments], isTaxed ?? bill.isTaxed)
}

/** Reads another bill in the money of one before, if it names none: `y 50?`. */
export function readNextBill(line: readonly Token[], before: ChargeRequest): ReadCharge {
  const { tokens, isTaxed = before.isTaxed } = withoutTax(withSaleTax(line))
  const bill = readBill(withoutFollowUp(tokens))
  if ('kind' in bill) return bill
  return charged({ ...bill, money: bill.money ?? billOf(before).money }, [], isTaxed)
}

function withoutFollowUp(tokens: readonly Token[]): readonly Token[] {
  const first = tokens.findIndex(({ kind }) => kind !== 'sign')
  return WORDS.followUp.has(tokens[first]?.text ?? '') ? tokens.slice(first + 1) : tokens
}

function charged(bill: Bill, payments: readonly Payment[], isTaxed: boolean | undefined): ReadCharge {
  const request = requestOf(bill, payments)
  if (!request) return unreadable('two_moneys')
  const guessed = guessedOf(bill, payments)
  return {
    kind: 'charge',
    request: { ...request, ...(guessed && { guessed }), ...(isTaxed !== undefined && { isTaxed }) },
  }
}

const hasAmount = (tokens: readonly Token[]): boolean => inSigns(tokens).some(({ kind }) => kind === 'number')

interface Parts {
  readonly billed: readonly Token[]
  readonly paid?: readonly Token[]
}

/** The tokens of the bill, and of what is paid where that is said: `20 paga 50`, `me pagan 50 por 20`. */
function partsOf(tokens: readonly Token[]): Parts {
  const pays = tokens.findIndex(({ text }) => WORDS.pays.has(text))
  if (pays < 0) return partsOfChange(tokens)
  const [billed, paid] = [tokens.slice(0, pays), tokens.slice(pays + 1)]
  if (hasAmount(billed)) return { billed, paid }
  const bill = paid.findLastIndex(({ text }, at) => WORDS.forBill.has(text) && hasAmount(paid.slice(0, at)))
  return bill < 0 ? { billed, paid } : { billed: paid.slice(bill + 1), paid: paid.slice(0, bill) }
}

/** `vuelto de 20 si son 13,40`: the bill stands behind. */
function partsOfChange(tokens: readonly Token[]): Parts {
  const bill = tokens.findIndex(({ text }) => WORDS.billIs.has(text))
  const [paid, billed] = [tokens.slice(0, bill), tokens.slice(bill + 1)]
  return bill > 0 && hasAmount(paid) && hasAmount(billed) ? { billed, paid } : { billed: tokens }
}

/** Leaves out `y el resto en bolívares`, which is what the answer says. */
function withoutRest(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(({ text }) => WORDS.rest.has(text))
  return at < 0 ? tokens : tokens.slice(0, at)
}

/** Takes `con igtf` and `sin igtf` out of a line. */
function withoutTax(tokens: readonly Token[]): { tokens: readonly Token[]; isTaxed?: boolean } {
  const at = tokens.findIndex(({ text }) => WORDS.foreignTax.has(text))
  if (at < 0) return { tokens }
  const before = tokens[at - 1]?.text ?? ''
  const isWithout = WORDS.without.has(before)
  const from = isWithout || WORDS.pays.has(before) || WORDS.plus.has(before) ? at - 1 : at
  return { tokens: [...tokens.slice(0, from), ...tokens.slice(at + 1)], isTaxed: !isWithout }
}

interface Bill {
  readonly amount: Decimal
  readonly money: Money | undefined
  readonly sum: string | undefined
}

function readBill(tokens: readonly Token[]): Bill | Unreadable<ChargeFault> {
  const [money, ...otherMoneys] = new Set(tokens.flatMap((token) => moneyOf(token) ?? []))
  const said = inSigns(tokens.filter((token) => moneyOf(token) === undefined))
  const sum = said.filter(isOfSum)
  if (!sum.some(({ kind }) => kind === 'number')) return unreadable('no_amount')
  const strange = said.find((token) => !isOfSum(token) && !isFiller(token))
  if (strange) return unreadable('not_understood', typedOf(strange))
  if (otherMoneys.length > 0) return unreadable('two_moneys')
  const amount = sum.length > SUM_TOKENS_MAX ? undefined : calculate(sum)
  if (amount === undefined) return unreadable('bad_sum', sum.map(typedOf).join(' '))
  const fault = faultOf(amount)
  if (fault) return unreadable(fault)
  const isSlang = tokens.some(({ text }) => WORDS.slangScales.has(text))
  return {
    amount,
    money: money ?? (isSlang ? 'bolivares' : undefined),
    sum: sum.length > 1 ? typedSum(sum) : undefined,
  }
}

const billOf = ({ bill, billedIn, currency, sum }: ChargeRequest): Bill => ({
  amount: bill.amount,
  money: bill.in === 'bolivares' ? bill.in : (billedIn ?? currency),
  sum,
})

const paymentsOf = ({ paid, currency }: ChargeRequest): readonly Payment[] =>
  [
    { amount: paid.foreign, money: currency },
    { amount: paid.bolivares, money: 'bolivares' as const },
  ].filter(({ amount }) => isPositive(amount))

/** Undefined where several foreign moneys are paid. What is paid without its money is in that of the bill. */
function requestOf(bill: Bill, payments: readonly Payment[]): ChargeRequest | undefined {
  const billed = bill.money === 'bolivares' ? undefined : bill.money
  const sums: { foreign: Decimal; bolivares: Decimal } = { foreign: '0', bolivares: '0' }
  const foreign = new Set<Currency>()
  for (const payment of payments) {
    const isInBolivares = isPaidInBolivares(payment, bill)
    const column: keyof Both = isInBolivares ? 'bolivares' : 'foreign'
    sums[column] = add(sums[column], payment.amount)
    const money = isInBolivares ? undefined : (payment.money ?? billed)
    if (money !== undefined && money !== 'bolivares') foreign.add(money)
  }
  const [currency = billed ?? 'dollar', ...others] = foreign
  if (others.length > 0) return undefined
  return {
    bill: { amount: bill.amount, in: bill.money === 'bolivares' ? 'bolivares' : 'foreign' },
    currency,
    ...(billed !== undefined && billed !== currency && { billedIn: billed }),
    paid: sums,
    ...(bill.sum !== undefined && { sum: bill.sum }),
  }
}

/** The last payment without its money that was read in another one than the bill's. */
function guessedOf(bill: Bill, payments: readonly Payment[]): ChargeRequest['guessed'] {
  const isOther = (payment: Payment): boolean =>
    payment.money === undefined && isPaidInBolivares(payment, bill) !== (bill.money === 'bolivares')
  const guessed = payments.findLast(isOther)
  return guessed && { amount: guessed.amount, in: bill.money === 'bolivares' ? 'foreign' : 'bolivares' }
}
