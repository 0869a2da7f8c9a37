import { type Both, type Charge, SALE_TAX_PERCENT } from '../../rates/deal/charge.ts'
import { add, type Decimal, isPositive } from '../../rates/decimal.ts'
import type { Currency } from '../../rates/monitor.ts'
import type { NumberStyle } from '../../rates/number-format.ts'
import { WORDS } from '../lexicon.ts'
import { LINE_LENGTH_MAX } from '../tokens.ts'
import {
  faultOf,
  isFiller,
  isPaidInBolivares,
  type Money,
  moneyOf,
  type Payment,
  readPayments,
} from './payments.ts'
import { calculate, isOfSum, type Mark, marksOf, withSigns } from './sum.ts'

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
  | { readonly kind: 'unreadable'; readonly reason: ChargeFault; readonly word?: string }

const SUM_MARKS_MAX = 60

const unreadable = (reason: ChargeFault, word?: string): ReadCharge => ({
  kind: 'unreadable',
  reason,
  ...(word !== undefined && { word }),
})

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

/** Reads `20`, `12x25+8`, `20 paga 15 usd`, `16.000 bs pagan 10$ y 2000 bs`, `20 con igtf`. */
export function parseCharge(line: string, numbers: NumberStyle = 'es-VE'): ReadCharge {
  if (line.length > LINE_LENGTH_MAX) return unreadable('too_long')
  const { marks, isTaxed } = withoutTax(withPercentage(withoutRest(marksOf(line))))
  const { billed, paid } = partsOf(marks)
  const bill = readBill(billed, numbers)
  if ('kind' in bill) return bill
  const payments = readPayments(paid ?? [], numbers)
  if ('kind' in payments) return payments
  if (paid && payments.length === 0) return unreadable('no_amount')
  return charged(bill, payments, isTaxed)
}

/** Reads what more is paid for a bill, or whether it is taxed: `paga 15 usd`, `y 2.000 bs con igtf`, `sin igtf`. */
export function parsePayment(line: string, bill: ChargeRequest, numbers: NumberStyle = 'es-VE'): ReadCharge {
  if (line.length > LINE_LENGTH_MAX) return unreadable('too_long')
  const { marks, isTaxed } = withoutTax(withoutRest(marksOf(line)))
  const payments = readPayments(withoutFollowUp(marks), numbers)
  if ('kind' in payments) return payments
  if (payments.length === 0 && isTaxed === undefined) return unreadable('no_amount')
  return charged(billOf(bill), [...paymentsOf(bill), ...payments], isTaxed ?? bill.isTaxed)
}

/** Reads another bill in the money of one before, if it names none: `y 50?`. */
export function parseNextBill(
  line: string,
  before: ChargeRequest,
  numbers: NumberStyle = 'es-VE',
): ReadCharge {
  const { marks, isTaxed = before.isTaxed } = withoutTax(withPercentage(marksOf(line)))
  const bill = readBill(withoutFollowUp(marks), numbers)
  if ('kind' in bill) return bill
  return charged({ ...bill, money: bill.money ?? billOf(before).money }, [], isTaxed)
}

function withoutFollowUp(marks: readonly Mark[]): readonly Mark[] {
  const first = marks.findIndex(({ kind }) => kind !== 'sign')
  return WORDS.followUp.has(marks[first]?.text ?? '') ? marks.slice(first + 1) : marks
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

const isNumber = (mark: Mark | undefined): boolean => mark?.kind === 'number'

/** The marks of the bill, and of what is paid where that is said: `20 paga 50`, `me pagan 50 por 20`. */
function partsOf(marks: readonly Mark[]): { billed: readonly Mark[]; paid?: readonly Mark[] } {
  const pays = marks.findIndex(({ text }) => WORDS.pays.has(text))
  if (pays < 0) return partsOfChange(marks)
  const [billed, paid] = [marks.slice(0, pays), marks.slice(pays + 1)]
  if (billed.some(isNumber)) return { billed, paid }
  const bill = paid.findLastIndex(
    ({ text }, at) => WORDS.forBill.has(text) && paid.slice(0, at).some(isNumber),
  )
  return bill < 0 ? { billed, paid } : { billed: paid.slice(bill + 1), paid: paid.slice(0, bill) }
}

/** `vuelto de 20 si son 13,40`: the bill stands behind. */
function partsOfChange(marks: readonly Mark[]): { billed: readonly Mark[]; paid?: readonly Mark[] } {
  const bill = marks.findIndex(({ text }) => WORDS.billIs.has(text))
  const [paid, billed] = [marks.slice(0, bill), marks.slice(bill + 1)]
  return bill > 0 && paid.some(isNumber) && billed.some(isNumber) ? { billed, paid } : { billed: marks }
}

/** Leaves out `y el resto en bolívares`, which is what the answer says. */
function withoutRest(marks: readonly Mark[]): readonly Mark[] {
  const at = marks.findIndex(({ text }) => WORDS.rest.has(text))
  return at < 0 ? marks : marks.slice(0, at)
}

/** Reads `con 10% de descuento` as a percentage taken off, `con 16% de IVA` as one added, `más IVA` as its 16%. */
function withPercentage(marks: readonly Mark[]): readonly Mark[] {
  const isOff = marks.some(({ text }) => WORDS.discount.has(text))
  const tax = marks.findIndex(({ text }) => WORDS.saleTax.has(text))
  if (!isOff && tax < 0) return marks
  if (!isOff && !marks.some(({ text }) => text === '%')) {
    const before = marks.slice(0, tax).filter((mark) => !isFiller(mark))
    const isJoined = isAdding(before.at(-1)?.text)
    return [...(isJoined ? before.slice(0, -1) : before), ...SALE_TAX_ADDED, ...marks.slice(tax + 1)]
  }
  const said = marks.filter(
    (mark) => !WORDS.discount.has(mark.text) && !WORDS.saleTax.has(mark.text) && !isFiller(mark),
  )
  return said.map((mark, at) =>
    WORDS.pays.has(mark.text) && said[at + 1]?.kind === 'number' && said[at + 2]?.text === '%'
      ? { kind: 'sign', text: isOff ? '-' : '+' }
      : mark,
  )
}

const isAdding = (text = ''): boolean => WORDS.pays.has(text) || WORDS.plus.has(text)
const SALE_TAX_ADDED: readonly Mark[] = [
  { kind: 'sign', text: '+' },
  { kind: 'number', text: SALE_TAX_PERCENT },
  { kind: 'sign', text: '%' },
]

/** Takes `con igtf` and `sin igtf` out of a line. */
function withoutTax(marks: readonly Mark[]): { marks: readonly Mark[]; isTaxed?: boolean } {
  const at = marks.findIndex(({ text }) => WORDS.foreignTax.has(text))
  if (at < 0) return { marks }
  const before = marks[at - 1]?.text ?? ''
  const isWithout = WORDS.without.has(before)
  const from = isWithout || isAdding(before) ? at - 1 : at
  return { marks: [...marks.slice(0, from), ...marks.slice(at + 1)], isTaxed: !isWithout }
}

interface Bill {
  readonly amount: Decimal
  readonly money: Money | undefined
  readonly sum: string | undefined
}

function readBill(marks: readonly Mark[], numbers: NumberStyle): Bill | ReadCharge {
  const [money, ...otherMoneys] = new Set(marks.flatMap((mark) => moneyOf(mark) ?? []))
  const said = withSigns(marks.filter((mark) => moneyOf(mark) === undefined))
  const sum = said.filter(isOfSum)
  if (!sum.some(({ kind }) => kind === 'number')) return unreadable('no_amount')
  const strange = said.find((mark) => !isOfSum(mark) && !isFiller(mark))
  if (strange) return unreadable('not_understood', strange.text)
  if (otherMoneys.length > 0) return unreadable('two_moneys')
  const typed = sum.map(({ text }) => text).join('')
  const amount = sum.length > SUM_MARKS_MAX ? undefined : calculate(sum, numbers)
  if (amount === undefined) return unreadable('bad_sum', sum.map(({ text }) => text).join(' '))
  const fault = faultOf(amount)
  if (fault) return unreadable(fault)
  const isSlang = sum.some(({ text }) => WORDS.slangScales.has(text))
  return {
    amount,
    money: money ?? (isSlang ? 'bolivares' : undefined),
    sum: sum.length > 1 ? typed : undefined,
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
