import type { Both } from '../domain/deal/charge.ts'
import { add, compare, type Decimal, divide, isPositive, multiply, subtract } from '../domain/decimal.ts'
import { type Currency, MONEY_OF } from '../domain/monitor.ts'
import { AMOUNT_MAX, amountOf, TIMES_PAID_MAX, withOnes } from './amounts.ts'
import { isAtRate, RATE_MIN } from './own-rate.ts'
import type { ChargeFault, ChargeRequest, Request } from './request.ts'
import { type LineOptions, readLine, type SpokenAmount, type UnreadableWords, unreadable } from './speech.ts'
import { calculate, inSigns, isOfSum, typedSum, withSaleTax } from './sums.ts'
import {
  type DatedToken,
  isPunctuation,
  isUnit,
  means,
  PHRASES,
  type Token,
  textAt,
  typedOf,
  unitOf,
  WORDS,
  withoutAccents,
} from './tokens.ts'

type Money = 'bolivares' | Currency

/** An amount that is handed over; without its money where none was said. */
interface Payment {
  readonly amount: Decimal
  readonly money: Money | undefined
}

const CENT = '0.01'

/** Why nobody charges or pays an amount. */
function faultOf(amount: Decimal): 'not_positive' | 'too_much' | undefined {
  if (compare(amount, CENT) < 0) return 'not_positive'
  return compare(amount, AMOUNT_MAX) > 0 ? 'too_much' : undefined
}

/** Whether a word or sign of a bill has no meaning. */
export const isFiller = (token: Token): boolean =>
  isPunctuation(token) || (token.kind === 'word' && means(token, WORDS.besideBill, WORDS.fillers))

/** Amounts with their money before or after them: `$20 y 5000 bs`, `20 usd por zelle`. */
function readPayments(tokens: readonly Token[]): readonly Payment[] | UnreadableWords<ChargeFault> {
  const said = withOnes(tokens).filter(
    (token) => !means(token, WORDS.pays) && !means(token, WORDS.plus) && (moneyOf(token) ?? !isFiller(token)),
  )
  const payments: Payment[] = []
  let end = 0
  for (const [at, token] of said.entries()) {
    if (moneyOf(token) !== undefined) continue
    const amount = token.kind === 'number' ? amountOf(token)?.value : undefined
    if (amount === undefined) return unreadable('not_understood', typedOf(token))
    const fault = faultOf(amount)
    if (fault) return unreadable(fault)
    const before = at > end ? moneyOf(said[at - 1]) : undefined
    const after = moneyOf(said[at + 1])
    payments.push({ amount, money: before ?? after })
    end = before === undefined && after !== undefined ? at + 2 : at + 1
  }
  return payments
}

/** Undefined for what names no money. */
export function moneyOf(token: DatedToken | undefined): Money | undefined {
  if (token && WORDS.paidAsDollars.has(typedOf(token))) return 'dollar'
  const unit = unitOf(token)
  if (unit?.kind === 'bolivares') return 'bolivares'
  return unit?.kind === 'currency' ? MONEY_OF[unit.code] : undefined
}

/** A payment without its money is in the bill's, unless it would be far too much, or far too little of bolivares. */
function isPaidInBolivares({ amount, money }: Payment, bill: Payment): boolean {
  if (money !== undefined) return money === 'bolivares'
  return bill.money === 'bolivares'
    ? compare(amount, divide(bill.amount, TIMES_PAID_MAX)) >= 0
    : compare(amount, multiply(bill.amount, TIMES_PAID_MAX)) > 0
}

export type ReadCharge =
  | { readonly kind: 'charge'; readonly request: ChargeRequest }
  | UnreadableWords<ChargeFault>

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

/** Reads what follows `/charge`, which may name a rate: `20 al paralelo`, `20 a 900`. */
export const parseCharge = (line: string, options: LineOptions = {}): ReadCharge =>
  readLine(line, options, readChargeAtRate)

export function readChargeAtRate(line: readonly Token[]): ReadCharge {
  const { rest, ...rates } = takeRate(line)
  const read = readCharge(rest)
  return read.kind === 'charge' ? { ...read, request: { ...read.request, ...rates } } : read
}

/** Reads `20`, `12x25+8`, `20 paga 15 usd`, `16.000 bs pagan 10$ y 2000 bs`, `20 con igtf`. */
export function readCharge(line: readonly Token[]): ReadCharge {
  const { tokens, isTaxed } = withoutTax(withSaleTax(withoutRest(line)))
  const { billed, paid } = partsOf(tokens)
  const bill = readBilled(billed)
  if ('kind' in bill) return bill
  // `4 con 20 por ciento menos` pays nothing.
  if (paid?.some(({ text }) => text === '%')) return unreadable('not_understood', '%')
  const payments = readPayments(paid ?? [])
  if ('kind' in payments) return payments
  if (paid && payments.length === 0) return unreadable('no_amount')
  return charged(bill, payments, isTaxed)
}

/** Reads what more is paid for a bill, or whether it is taxed: `paga 15 usd`, `y 2.000 bs con igtf`, `sin igtf`. */
export function readPayment(line: readonly Token[], bill: ChargeRequest): ReadCharge {
  const { tokens, isTaxed } = withoutTax(withoutRest(line))
  const payments = readPayments(withNotes(withoutFollowUp(tokens)))
  if ('kind' in payments) return payments
  if (payments.length === 0 && isTaxed === undefined) return unreadable('no_amount')
  return charged(billOf(bill), [...paymentsOf(bill), ...payments], isTaxed ?? bill.isTaxed)
}

/** Reads another bill in the money of one before, if it names none: `y 50?`. */
export function readNextBill(line: readonly Token[], before: ChargeRequest): ReadCharge {
  const { tokens, isTaxed = before.isTaxed } = withoutTax(withSaleTax(line))
  const bill = readBilled(withoutFollowUp(tokens))
  if ('kind' in bill) return bill
  return charged({ ...bill, money: bill.money ?? billOf(before).money }, [], isTaxed)
}

function withoutFollowUp(tokens: readonly Token[]): readonly Token[] {
  const first = tokens.findIndex(({ kind }) => kind !== 'sign')
  return means(tokens[first], WORDS.followUp) ? tokens.slice(first + 1) : tokens
}

export function charged(told: Bill, payments: readonly Payment[], isTaxed: boolean | undefined): ReadCharge {
  const bill = inMoneyPaid(told, payments)
  const request = requestOf(bill, payments)
  if (!request) return unreadable('two_moneys')
  const guessed = guessedOf(bill, payments)
  return {
    kind: 'charge',
    request: { ...request, ...(guessed && { guessed }), ...(isTaxed !== undefined && { isTaxed }) },
  }
}

/** `pago 4.000 bs y la cuenta es 3.265`: a bill without its money is in the bolivares that pay it, unless they would be far more. */
function inMoneyPaid(bill: Bill, payments: readonly Payment[]): Bill {
  const isInBolivares = payments.length > 0 && payments.every(({ money }) => money === 'bolivares')
  const isLike = payments.every(({ amount }) => compare(multiply(bill.amount, TIMES_PAID_MAX), amount) >= 0)
  // `me dan un billete de 20 por una cuenta de 9.800`
  const isFarMore =
    payments.length > 0 &&
    payments.every(
      ({ money, amount }) => money !== 'bolivares' && compare(bill.amount, multiply(amount, TIMES_FAR)) > 0,
    )
  return bill.money === undefined && ((isInBolivares && isLike) || isFarMore)
    ? { ...bill, money: 'bolivares' }
    : bill
}

/** A bill of so many times what is paid is in another money. */
const TIMES_FAR = '100'

const hasAmount = (tokens: readonly Token[]): boolean => inSigns(tokens).some(({ kind }) => kind === 'number')

interface Parts {
  readonly billed: readonly Token[]
  readonly paid?: readonly Token[]
}

/** The tokens of the bill, and of what is paid where that is said: `20 paga 50`, `me pagan 50 por 20`. */
function partsOf(tokens: readonly Token[]): Parts {
  const pays = tokens.findIndex(({ text }) => WORDS.pays.has(text))
  if (pays < 0) return partsOfChange(tokens)
  const [billed, rest] = [tokens.slice(0, pays), tokens.slice(pays + 1)]
  const paid = withNotes(rest)
  if (hasAmount(billed)) return { billed, paid }
  const bill = paid.findLastIndex(({ text }, at) => FOR_BILL.has(text) && hasAmount(paid.slice(0, at)))
  return bill < 0 ? { billed, paid } : { billed: paid.slice(bill + 1), paid: paid.slice(0, bill) }
}

/** Counts notes: `dos de 20`, `3 billetes de 10`, `two 20s`. */
export function withNotes(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((_, at) => isNoteNamed(tokens, at))
  const isOf = means(tokens[at - 1], WORDS.of)
  const isWord = isOf && means(tokens[at - 2], WORDS.banknote)
  const from = at - 1 - Number(isOf) - Number(isWord)
  const count = tokens[from]
  if (at < 0) return tokens
  const value = count?.kind === 'number' ? amountOf(count)?.value : undefined
  if (value === undefined) return [...tokens.slice(0, at + 1), ...withNotes(tokens.slice(at + 1))]
  const text = multiply(value, textAt(tokens, at))
  return [
    ...tokens.slice(0, from),
    { kind: 'number', text },
    ...withNotes(tokens.slice(isOf ? at + 1 : at + 2)),
  ]
}

/** `de 20`, `20s` behind their count. */
const isNoteNamed = (tokens: readonly Token[], at: number): boolean =>
  means(tokens[at], NOTES) &&
  (means(tokens[at - 1], WORDS.of) ||
    (means(tokens[at + 1], WORDS.notesBehind) && tokens[at - 1]?.kind === 'number'))

/** What dollar notes are worth. */
export const NOTES: ReadonlySet<string> = new Set(['1', '2', '5', '10', '20', '50', '100'])

/** `vuelto de 20 si son 13,40`: the bill stands behind. */
function partsOfChange(tokens: readonly Token[]): Parts {
  // `vuelto de 20 por 13`
  const isOfChange = tokens.some(({ text }) => WORDS.changeDue.has(text))
  const bill = tokens.findIndex(
    ({ text }, at) =>
      (BILL_IS.has(text) || (isOfChange && WORDS.forBill.has(text))) &&
      hasAmount(tokens.slice(0, at)) &&
      hasAmount(tokens.slice(at + 1)),
  )
  return bill < 0 ? { billed: tokens } : { billed: tokens.slice(bill + 1), paid: tokens.slice(0, bill) }
}

const BILL_IS: ReadonlySet<string> = new Set([...WORDS.billIs, ...WORDS.is])

const FOR_BILL: ReadonlySet<string> = new Set([...WORDS.forBill, ...WORDS.is])

/** Leaves out `y el resto en bolívares`, which is what the answer says. */
function withoutRest(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(({ text }) => WORDS.rest.has(text))
  return at < 0 ? tokens : tokens.slice(0, at)
}

/** Takes `con igtf` and `sin igtf` out of a line. */
function withoutTax(tokens: readonly Token[]): { tokens: readonly Token[]; isTaxed?: boolean } {
  const at = tokens.findIndex(({ text }) => WORDS.foreignTax.has(text))
  if (at < 0) return { tokens }
  const before = textAt(tokens, at - 1)
  const isWithout = WORDS.without.has(before)
  const from = isWithout || WORDS.pays.has(before) || WORDS.plus.has(before) ? at - 1 : at
  return { tokens: [...tokens.slice(0, from), ...tokens.slice(at + 1)], isTaxed: !isWithout }
}

interface Bill extends Payment, Pick<ChargeRequest, 'sum' | 'whole'> {}

function readBilled(tokens: readonly Token[]): Bill | UnreadableWords<ChargeFault> {
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
  const isSlang = tokens.some((token) => token.kind === 'number' && token.isBolivares)
  return {
    amount,
    money: money ?? (isSlang ? 'bolivares' : undefined),
    ...(sum.length > 1 && { sum: typedSum(sum) }),
    ...(isShared(sum) && { whole: calculate([...sum.slice(0, 1), ...sum.slice(3)]) }),
  }
}

/** `60/4`, `60/4+10%` */
const isShared = (sum: readonly Token[]): boolean =>
  sum[1]?.text === '/' && (sum.length === 3 || (sum.length === 6 && sum[5]?.text === '%'))

const billOf = ({ bill, billedIn, currency, sum, whole }: ChargeRequest): Bill => ({
  amount: bill.amount,
  money: bill.in === 'bolivares' ? bill.in : (billedIn ?? currency),
  ...(sum !== undefined && { sum }),
  ...(whole !== undefined && { whole }),
})

const paymentsOf = ({ paid, currency }: ChargeRequest): readonly Payment[] =>
  [
    { amount: paid.foreign, money: currency },
    { amount: paid.bolivares, money: 'bolivares' as const },
  ].filter(({ amount }) => isPositive(amount))

/** Undefined where several foreign moneys are paid. Payments without a currency use the bill's. */
function requestOf(bill: Bill, payments: readonly Payment[]): ChargeRequest | undefined {
  const { amount, money, ...calculated } = bill
  const billed = money === 'bolivares' ? undefined : money
  const sums: { foreign: Decimal; bolivares: Decimal } = { foreign: '0', bolivares: '0' }
  const foreign = new Set<Currency>()
  for (const payment of payments) {
    const isInBolivares = isPaidInBolivares(payment, bill)
    const column: keyof Both = isInBolivares ? 'bolivares' : 'foreign'
    sums[column] = add(sums[column], payment.amount)
    const paidIn = isInBolivares ? undefined : (payment.money ?? billed)
    if (paidIn !== undefined && paidIn !== 'bolivares') foreign.add(paidIn)
  }
  const [currency = billed ?? 'dollar', ...others] = foreign
  if (others.length > 0) return undefined
  return {
    bill: { amount, in: money === 'bolivares' ? 'bolivares' : 'foreign' },
    currency,
    ...(billed !== undefined && billed !== currency && { billedIn: billed }),
    paid: sums,
    ...calculated,
  }
}

/** The last payment without its money that was read in another one than the bill's. */
function guessedOf(bill: Bill, payments: readonly Payment[]): ChargeRequest['guessed'] {
  const isOther = (payment: Payment): boolean =>
    payment.money === undefined && isPaidInBolivares(payment, bill) !== (bill.money === 'bolivares')
  const guessed = payments.findLast(isOther)
  return guessed && { amount: guessed.amount, in: bill.money === 'bolivares' ? 'foreign' : 'bolivares' }
}

/** Whether more dollars were paid than the bill has, so that change is due. */
export const isOverpaid = ({ bill, billedIn, paid }: ChargeRequest): boolean =>
  bill.in === 'foreign' && billedIn === undefined && compare(paid.foreign, bill.amount) > 0

/** `y si le doy 5$ en efectivo`: a part of the change that is handed back, so that the rest of it is left. */
export function handedBack(bill: ChargeRequest, { value, unit }: SpokenAmount): ChargeRequest | undefined {
  const isForeign = unit === undefined || moneyOf(unit) === bill.currency
  const foreign = value !== undefined && isForeign ? subtract(bill.paid.foreign, value) : '0'
  return isPositive(foreign) ? { ...bill, paid: { ...bill.paid, foreign } } : undefined
}

/** The rates that a bill is charged at: `al paralelo`, `a tasa euro`. */
export const ratesIn = (tokens: readonly DatedToken[]): readonly string[] =>
  tokens.flatMap((token, at) => {
    const isEuro = means(token, WORDS.euros) && !means(tokens[at - 1], WORDS.at)
    return isAtRate(tokens, at) && (token.kind === 'name' || isEuro) ? [typedOf(token)] : []
  })

/** A bill at a rate. */
export const withRate = (read: ReadCharge, rate: string | undefined): ReadCharge =>
  rate === undefined || read.kind !== 'charge' ? read : { ...read, request: { ...read.request, rate } }

/** Leaves out `por pago móvil`, `en efectivo`. */
export function withoutMeans(tokens: readonly Token[], means = MEANS): readonly Token[] {
  const words = tokens.map((token) => withoutAccents(typedOf(token)))
  const lengthAt = (at: number): number =>
    means.find((phrase) => phrase.every((word, place) => words[at + place] === word))?.length ?? 0
  const at = tokens.findIndex((_, place) => lengthAt(place) > 0)
  return at < 0 ? tokens : withoutMeans(tokens.toSpliced(at, lengthAt(at)), means)
}

const MEANS: readonly (readonly string[])[] = PHRASES.byPhone.map((phrase) => phrase.split(' '))

/** Of these, those that are no payment: `el pago móvil fue de 3.250` is one. */
export const MEANS_BESIDE = MEANS.filter(([first = '']) => !WORDS.pays.has(first) || WORDS.with.has(first))

/** Takes the rate of a bill out of its line: `al paralelo`, `a 900`, `a mi tasa`. */
function takeRate(typed: readonly Token[]): Rates & { readonly rest: readonly Token[] } {
  const said = typed.filter((token) => !isPunctuation(token))
  const at = said.findLastIndex(({ text }, place) => place > 0 && WORDS.at.has(text))
  const [before, after] = [said.slice(0, at), said.slice(at + 1)]
  // `la compra es 2,80`: behind an article it is no rate.
  const isBought = (at: number): boolean =>
    means(typed[at - 1], WORDS.glue) &&
    ![textAt(typed, at - 1), textAt(typed, at - 2)].some((text) => WORDS.at.has(text) || WORDS.of.has(text))
  const isRate = (token: Token, at: number): boolean =>
    token.kind === 'name' && (!token.isMoney || means(typed[at - 1], WORDS.at)) && !isBought(at)
  const name = typed.find(isRate)
  if (name?.kind === 'name') return { rate: name.raw, rest: typed.filter((token) => token !== name) }
  const text = after.map((token) => token.text).join(' ')
  if (at > 0 && PHRASES.myRate.includes(text)) return { ownRate: 'mine', rest: before }
  // `cobrar 20$ a euro`: behind its money, another one is the rate.
  const [lent, ...others] = after
  const money = moneyOf(before.find((token) => moneyOf(token) !== undefined))
  const isLent = lent && others.length === 0 && unitOf(lent)?.kind === 'currency' && moneyOf(lent) !== money
  if (isLent && money !== undefined && hasAmount(before)) return { rate: typedOf(lent), rest: before }
  const [number, unit, ...more] = after
  const isAlone = more.length === 0 && (unit === undefined || moneyOf(unit) === 'bolivares')
  const price = at > 0 && isAlone && number?.kind === 'number' ? amountOf(number)?.value : undefined
  const isOwn = price !== undefined && compare(price, RATE_MIN) >= 0 && hasAmount(before)
  return isOwn ? { ownRate: price, rest: before } : { rest: typed }
}

type Rates = Pick<ChargeRequest, 'rate' | 'ownRate'>

/** Leaves out the money at the end that the change is asked in: `en bs`. */
export function withoutTarget(tokens: readonly Token[]): readonly Token[] {
  // `… en bs de vuelto`
  const isSaid = (token: Token, at: number): boolean =>
    !isPunctuation(token) && !means(token, WORDS.changeDue) && !means(tokens[at + 1], WORDS.changeDue)
  const said = tokens.slice(0, tokens.findLastIndex(isSaid) + 1)
  const isTarget = isUnit(said.at(-1)) && means(said.at(-2), WORDS.to)
  return isTarget ? said.slice(0, -2) : tokens
}

/** A bill as a request; undefined for what cannot be read. */
export function asRequest(read: ReadCharge): Request | undefined {
  if (read.kind === 'charge') return { kind: 'charge', charge: read.request }
  return read.reason === 'two_moneys' ? { kind: 'bad_charge', reason: read.reason } : undefined
}
