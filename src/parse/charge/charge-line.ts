import type { Both, Charge } from '../../rates/deal/charge.ts'
import { add, compare, type Decimal, divide, multiply } from '../../rates/decimal.ts'
import { CODE_OF, CURRENCIES, type Currency } from '../../rates/monitor.ts'
import type { NumberStyle } from '../../rates/number-format.ts'
import { wordsFor } from '../lexicon.ts'
import { unitOf } from '../names.ts'
import { LINE_LENGTH_MAX, SCALES } from '../tokens.ts'
import { calculate, isOfSum, type Mark, marksOf, numberOf, withSigns } from './sum.ts'

/** A bill and what is paid for it. */
export interface ChargeRequest extends Pick<Charge, 'bill' | 'paid'> {
  /** The foreign money of the bill and of what is paid. */
  readonly currency: Currency
  /** The sum as it was typed, where the bill was calculated: `12x25+8`. */
  readonly sum?: string
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

const PAYS = wordsFor('pays')
const TAX = wordsFor('foreignTax')
const WITHOUT = wordsFor('without')
const FILLERS = wordsFor('chargeFillers', ', ; : . = ¿ ? ¡ !')
const DISCOUNT = wordsFor('discount')
const SALE_TAX = wordsFor('saleTax')
const FOR_BILL = wordsFor('forBill')
const BILL_IS = wordsFor('billIs')
const REST = wordsFor('rest')
const AS_DOLLARS = wordsFor('paidAsDollars')
/** A billón: there is no more money than that. */
export const BILL_MAX = '1000000000000'
const SUM_MARKS_MAX = 60
/** So many times the bill is never handed over in the same money. */
const TIMES_MAX = '20'

type Money = 'bolivares' | Currency

const unreadable = (reason: ChargeFault, word?: string): ReadCharge => ({
  kind: 'unreadable',
  reason,
  ...(word !== undefined && { word }),
})

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
  const request = requestOf(bill, payments)
  return request
    ? { kind: 'charge', request: { ...request, ...(isTaxed !== undefined && { isTaxed }) } }
    : unreadable('two_moneys')
}

const isNumber = (mark: Mark | undefined): boolean => mark?.kind === 'number'

/** The marks of the bill, and of what is paid where that is said: `20 paga 50`, `me pagan 50 por 20`. */
function partsOf(marks: readonly Mark[]): { billed: readonly Mark[]; paid?: readonly Mark[] } {
  const pays = marks.findIndex(({ text }) => PAYS.has(text))
  if (pays < 0) return partsOfChange(marks)
  const [billed, paid] = [marks.slice(0, pays), marks.slice(pays + 1)]
  if (billed.some(isNumber)) return { billed, paid }
  const bill = paid.findLastIndex(({ text }, at) => FOR_BILL.has(text) && paid.slice(0, at).some(isNumber))
  return bill < 0 ? { billed, paid } : { billed: paid.slice(bill + 1), paid: paid.slice(0, bill) }
}

/** `vuelto de 20 si son 13,40`: the bill stands behind. */
function partsOfChange(marks: readonly Mark[]): { billed: readonly Mark[]; paid?: readonly Mark[] } {
  const bill = marks.findIndex(({ text }) => BILL_IS.has(text))
  const [paid, billed] = [marks.slice(0, bill), marks.slice(bill + 1)]
  return bill > 0 && paid.some(isNumber) && billed.some(isNumber) ? { billed, paid } : { billed: marks }
}

/** Leaves out `y el resto en bolívares`, which is what the answer says. */
function withoutRest(marks: readonly Mark[]): readonly Mark[] {
  const at = marks.findIndex(({ text }) => REST.has(text))
  return at < 0 ? marks : marks.slice(0, at)
}

/** Reads `con 10% de descuento` as a percentage taken off, `con 16% de IVA` as one added. */
function withPercentage(marks: readonly Mark[]): readonly Mark[] {
  const isOff = marks.some(({ text }) => DISCOUNT.has(text))
  if (!isOff && !marks.some(({ text }) => SALE_TAX.has(text))) return marks
  const said = marks.filter(({ text }) => !DISCOUNT.has(text) && !SALE_TAX.has(text) && !FILLERS.has(text))
  return said.map((mark, at) =>
    PAYS.has(mark.text) && said[at + 1]?.kind === 'number' && said[at + 2]?.text === '%'
      ? { kind: 'sign', text: isOff ? '-' : '+' }
      : mark,
  )
}

/** Takes `con igtf` and `sin igtf` out of a line. */
function withoutTax(marks: readonly Mark[]): { marks: readonly Mark[]; isTaxed?: boolean } {
  const at = marks.findIndex(({ text }) => TAX.has(text))
  if (at < 0) return { marks }
  const before = marks[at - 1]?.text ?? ''
  const isWithout = WITHOUT.has(before)
  const from = isWithout || PAYS.has(before) || before === '+' ? at - 1 : at
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
  const strange = said.find((mark) => !isOfSum(mark) && !FILLERS.has(mark.text))
  if (strange) return unreadable('not_understood', strange.text)
  if (otherMoneys.length > 0) return unreadable('two_moneys')
  const typed = sum.map(({ text }) => text).join('')
  const amount = sum.length > SUM_MARKS_MAX ? undefined : calculate(sum, numbers)
  if (amount === undefined) return unreadable('bad_sum', sum.map(({ text }) => text).join(' '))
  const fault = faultOf(amount)
  if (fault) return unreadable(fault)
  return { amount, money, sum: sum.length > 1 ? typed : undefined }
}

const CENT = '0.01'
function faultOf(amount: Decimal): 'not_positive' | 'too_much' | undefined {
  if (compare(amount, CENT) < 0) return 'not_positive'
  return compare(amount, BILL_MAX) > 0 ? 'too_much' : undefined
}

interface Payment {
  readonly amount: Decimal
  readonly money: Money | undefined
}

/** Amounts with their money before or after them. */
function readPayments(marks: readonly Mark[], numbers: NumberStyle): readonly Payment[] | ReadCharge {
  const payments: Payment[] = []
  const said = marks.filter(({ text }) => !FILLERS.has(text) && !PAYS.has(text) && text !== '+')
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
): { readonly payment: Payment; readonly next: number } | ReadCharge {
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
function moneyOf(mark: Mark | undefined): Money | undefined {
  if (!mark || mark.kind === 'number') return undefined
  const { text } = mark
  if (AS_DOLLARS.has(text)) return 'dollar'
  const unit = unitOf({ kind: 'word', text, raw: text })
  if (unit?.kind === 'bolivares') return 'bolivares'
  if (unit?.kind !== 'currency') return undefined
  return CURRENCIES.find((currency) => CODE_OF[currency] === unit.code)
}

/** Undefined where dollars meet euros. */
function requestOf(bill: Bill, payments: readonly Payment[]): ChargeRequest | undefined {
  const isInBolivares = bill.money === 'bolivares'
  const sums: { foreign: Decimal; bolivares: Decimal } = { foreign: '0', bolivares: '0' }
  for (const payment of payments) {
    const column: keyof Both = isPaidInBolivares(payment, bill) ? 'bolivares' : 'foreign'
    sums[column] = add(sums[column], payment.amount)
  }
  const named = [bill, ...payments].flatMap(({ money }) =>
    money === undefined || money === 'bolivares' ? [] : money,
  )
  const [currency = 'dollar', ...others] = new Set(named)
  if (others.length > 0) return undefined
  return {
    bill: { amount: bill.amount, in: isInBolivares ? 'bolivares' : 'foreign' },
    currency,
    paid: sums,
    ...(bill.sum !== undefined && { sum: bill.sum }),
  }
}

/** A payment without its money is in the bill's, unless it would be far too much, or far too little of bolivares. */
function isPaidInBolivares({ amount, money }: Payment, bill: Bill): boolean {
  if (money !== undefined) return money === 'bolivares'
  return bill.money === 'bolivares'
    ? compare(amount, divide(bill.amount, TIMES_MAX)) >= 0
    : compare(amount, multiply(bill.amount, TIMES_MAX)) > 0
}
