import type { Both } from '../domain/deal/charge.ts'
import { add, compare, type Decimal, divide, isPositive, multiply, subtract } from '../domain/decimal.ts'
import { type Currency, MONEY_OF } from '../domain/monitor.ts'
import { AMOUNT_MAX, amountOf, TIMES_PAID_MAX, withOnes } from './amounts.ts'
import { RATE_MIN } from './own-rate.ts'
import type { ChargeFault, ChargeRequest, Request } from './request.ts'
import {
  amountsIn,
  beginsAsFollowUp,
  isPhone,
  type LineOptions,
  mayGoOn,
  readLine,
  type Speech,
  type UnreadableWords,
  unreadable,
} from './speech.ts'
import { calculate, inSigns, isOfSum, typedSum, withSaleTax } from './sums.ts'
import {
  type DatedToken,
  isPunctuation,
  isThing,
  isUnit,
  PHRASES,
  type Token,
  textAt,
  typedOf,
  unitOf,
  WORDS,
  withoutAccents,
  wordToken,
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
const isFiller = (token: Token): boolean =>
  isPunctuation(token) ||
  (token.kind === 'word' && (WORDS.besideBill.has(token.text) || WORDS.fillers.has(token.text)))

/** Amounts with their money before or after them: `$20 y 5000 bs`, `20 usd por zelle`. */
function readPayments(tokens: readonly Token[]): readonly Payment[] | UnreadableWords<ChargeFault> {
  const said = withOnes(tokens).filter(
    (token) =>
      !WORDS.pays.has(token.text) && !WORDS.plus.has(token.text) && (moneyOf(token) ?? !isFiller(token)),
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
function moneyOf(token: Token | undefined): Money | undefined {
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

function readChargeAtRate(line: readonly Token[]): ReadCharge {
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
  const payments = readPayments(withoutFollowUp(tokens))
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
  return WORDS.followUp.has(textAt(tokens, first)) ? tokens.slice(first + 1) : tokens
}

function charged(told: Bill, payments: readonly Payment[], isTaxed: boolean | undefined): ReadCharge {
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
  return bill.money === undefined && isInBolivares && isLike ? { ...bill, money: 'bolivares' } : bill
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
  const [billed, rest] = [tokens.slice(0, pays), tokens.slice(pays + 1)]
  const paid = withNotes(rest)
  if (hasAmount(billed)) return { billed, paid }
  // `pago 37,80 con 40`: the bill stands between.
  const handed = paid.findIndex(({ text }, at) => WORDS.with.has(text) && hasAmount(paid.slice(0, at)))
  if (handed > 0 && hasAmount(paid.slice(handed)))
    return { billed: paid.slice(0, handed), paid: paid.slice(handed + 1) }
  const bill = paid.findLastIndex(({ text }, at) => FOR_BILL.has(text) && hasAmount(paid.slice(0, at)))
  return bill < 0 ? { billed, paid } : { billed: paid.slice(bill + 1), paid: paid.slice(0, bill) }
}

/** Counts notes: `dos de 20`, `3 billetes de 10`, `two 20s`. */
function withNotes(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((_, at) => isNoteNamed(tokens, at))
  const isOf = WORDS.of.has(textAt(tokens, at - 1))
  const isWord = isOf && WORDS.banknote.has(textAt(tokens, at - 2))
  const from = at - 1 - Number(isOf) - Number(isWord)
  const count = tokens[from]
  const value = at > 0 && count?.kind === 'number' ? amountOf(count)?.value : undefined
  if (value === undefined) return tokens
  const text = multiply(value, textAt(tokens, at))
  return [...tokens.slice(0, from), { kind: 'number', text }, ...tokens.slice(isOf ? at + 1 : at + 2)]
}

/** `de 20`, `20s` behind their count. */
const isNoteNamed = (tokens: readonly Token[], at: number): boolean =>
  NOTES.has(textAt(tokens, at)) &&
  (WORDS.of.has(textAt(tokens, at - 1)) ||
    (WORDS.notesBehind.has(textAt(tokens, at + 1)) && tokens[at - 1]?.kind === 'number'))

const NOTES: ReadonlySet<string> = new Set(['1', '2', '5', '10', '20', '50', '100'])

/** `vuelto de 20 si son 13,40`: the bill stands behind. */
function partsOfChange(tokens: readonly Token[]): Parts {
  const bill = tokens.findIndex(
    ({ text }, at) => BILL_IS.has(text) && hasAmount(tokens.slice(0, at)) && hasAmount(tokens.slice(at + 1)),
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
    ...(sum.length === 3 && sum[1]?.text === '/' && { whole: calculate(sum.slice(0, 1)) }),
  }
}

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

/** Undefined where several foreign moneys are paid. What is paid without its money is in that of the bill. */
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

/** `cobrar 20 paga 15 usd`, `cóbrame 12x25+8 al paralelo`, `cuánto es el vuelto de 20 si pagan 50`. */
export function readBill(speech: Speech): Request | undefined {
  const { tokens } = speech
  const typed = withoutMeans(speech.typed)
  const isCharge = WORDS.charge.has(textAt(tokens, 0)) || chargeAt(typed) > 0
  if (!isCharge && !speech.has(WORDS.changeDue) && !isPaidBill(speech)) return readToldBill(speech)
  if (!isCharge) {
    const told = readToldBill(speech)
    if (told) return told
    // What is sold changes nothing of a bill.
    const read = readChargeAtRate(withoutTarget(typed.filter((token) => !isThing(token))))
    return read.kind === 'charge' ? asRequest(read) : undefined
  }
  const at = chargeAt(typed)
  const line = typed.slice(at + 1)
  const request =
    asRequest(readChargeAtRate(line)) ??
    (line.some(isCountedThing)
      ? undefined
      : asRequest(readChargeAtRate(line.filter((token) => !isThing(token)))))
  // `le tengo que cobrar 12$, ¿cuánto es en bolívares?` is no line of a bill.
  if (at > 0 && request?.kind === 'bad_charge') return undefined
  return request ?? (tokens.length === 1 ? { kind: 'charge' } : undefined)
}

/** Where a bill is asked for, behind words that mean nothing: `oye quiero cobrar 15$`. */
function chargeAt(tokens: readonly Token[]): number {
  const at = tokens.findIndex(({ text }) => WORDS.charge.has(text))
  const before = tokens.slice(0, Math.max(at, 0))
  const isOfElse = ({ text }: Token): boolean =>
    [WORDS.asking, WORDS.if, WORDS.self].some((words) => words.has(text))
  return before.every((token) => isFiller(token) && !isOfElse(token)) ? at : -1
}

/** `2 cafés`, and not `12 manicure`. */
const isCountedThing = (token: Token, at: number, line: readonly Token[]): boolean =>
  token.kind === 'number' && isThing(line[at + 1]) && textAt(line, at + 1).endsWith('s')

/**
 * `me dieron 10$ y el delivery es 6,50, ¿cuánto doy de vuelto?`: a bill told with its payments. The words before an amount say
 * which of both it is; of several bills the sum is meant, and of several payments too.
 */
function readToldBill(speech: Speech): Request | undefined {
  const { days, has } = speech
  const isTold =
    has(WORDS.left) ||
    [PHRASES.givesBack, PHRASES.enoughFor].some(speech.says) ||
    (has(WORDS.gave) && has(WORDS.charged))
  if (!isTold || days.length > 0) return undefined
  const noted = withNotes(withoutMeans(speech.typed, MEANS_BESIDE))
  const amounts = amountsIn(noted)
  const said = amounts.map(({ at, unit }, place) => {
    const words = noted.slice((amounts[place - 1]?.at ?? -1) + 1, at)
    const says = (...some: ReadonlySet<string>[]): boolean =>
      words.some(({ text }) => some.some((one) => one.has(text)))
    // `tengo que pagar 15$` pays nothing yet; `me va a pagar 10$` does.
    const isDue = says(WORDS.toPay) && !says(WORDS.wills)
    const isPayment = says(...OF_PAYMENT) || (says(WORDS.holds, WORDS.toPay) && !isDue)
    const behind = noted[at + 1]
    const isCount = unit === undefined && (isThing(behind) || WORDS.kilo.has(behind?.text ?? ''))
    return {
      isPayment,
      isCount,
      words,
      tokens: [noted[at] as Token, ...(unit && unit.kind !== 'day' ? [unit] : [])],
    }
  })
  // `20k bs already paid`
  const isPaidBehind = (at: number): boolean => {
    const from = (amounts[at]?.at ?? 0) + 1
    return noted.slice(from, amounts[at + 1]?.at ?? from + 3).some(({ text }) => WORDS.paidBehind.has(text))
  }
  // `tengo 30$ y 5000 bs`
  const isMore = (at: number): boolean =>
    said[at]?.words.every((token) => isMoneyWord(token) || WORDS.and.has(token.text)) === true &&
    said[at].tokens.length > 1 &&
    (said[at - 1]?.isPayment === true || isMore(at - 1))
  const paid = said.filter(({ isPayment }, at) => isPayment || isMore(at) || isPaidBehind(at))
  // `¿me alcanzan 4.000 bs para un remedio de 14$?`
  const payments = paid.length === 0 && has(WORDS.enough) ? said.slice(0, 1) : paid
  const bills = said.filter((one) => !payments.includes(one))
  const [rate] = ratesIn(noted)
  // `4,20 con 20 por ciento menos`
  const isOfElse =
    noted.some(({ text }) => text === '%') || (bills.length > 1 && bills.at(-1)?.isCount === true)
  if (isOfElse || bills.length === 0 || payments.length === 0) return undefined
  // `dos kilos a doce dólares`
  const sum = bills.flatMap((bill, at) =>
    at === 0 ? bill.tokens : [bills[at - 1]?.isCount ? TIMES : PLUS, ...bill.tokens],
  )
  const read = readCharge([...sum, PAYS, ...payments.flatMap((payment) => payment.tokens)])
  return read.kind === 'charge' ? asRequest(withRate(read, rate)) : undefined
}

const isMoneyWord = (token: DatedToken): boolean => isUnit(token) || isPunctuation(token)

const PLUS: Token = { kind: 'sign', text: '+' }
const TIMES: Token = { kind: 'sign', text: 'x' }

/** Words before what is paid. */
const OF_PAYMENT = [WORDS.gave, WORDS.pays, WORDS.banknote, WORDS.paidBy]

const PAYS = wordToken([...WORDS.pays][0] ?? '')

/** The rates that a bill is charged at: `al paralelo`, `a tasa euro`. */
export const ratesIn = (tokens: readonly DatedToken[]): readonly string[] =>
  tokens.flatMap((token, at) => {
    const [before, second] = [textAt(tokens, at - 1), textAt(tokens, at - 2)]
    const isAt =
      WORDS.at.has(before) || WORDS.price.has(before) || (WORDS.of.has(before) && WORDS.price.has(second))
    const isEuro = WORDS.euros.has(token.text) && !WORDS.at.has(before)
    return isAt && (token.kind === 'name' || isEuro) ? [typedOf(token)] : []
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
const MEANS_BESIDE = MEANS.filter(([first = '']) => !WORDS.pays.has(first) || WORDS.with.has(first))

/** Takes the rate of a bill out of its line: `al paralelo`, `a 900`, `a mi tasa`. */
function takeRate(typed: readonly Token[]): Rates & { readonly rest: readonly Token[] } {
  const said = typed.filter((token) => !isPunctuation(token))
  const at = said.findLastIndex(({ text }, place) => place > 0 && WORDS.at.has(text))
  const [before, after] = [said.slice(0, at), said.slice(at + 1)]
  // `la compra es 2,80`: behind an article it is no rate.
  const isBought = (at: number): boolean =>
    WORDS.glue.has(textAt(typed, at - 1)) &&
    ![textAt(typed, at - 1), textAt(typed, at - 2)].some((text) => WORDS.at.has(text) || WORDS.of.has(text))
  const isRate = (token: Token, at: number): boolean =>
    token.kind === 'name' && (!token.isMoney || WORDS.at.has(textAt(typed, at - 1))) && !isBought(at)
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
function withoutTarget(tokens: readonly Token[]): readonly Token[] {
  // `… en bs de vuelto`
  const isSaid = (token: Token, at: number): boolean =>
    !isPunctuation(token) && !WORDS.changeDue.has(token.text) && !WORDS.changeDue.has(textAt(tokens, at + 1))
  const said = tokens.slice(0, tokens.findLastIndex(isSaid) + 1)
  const isTarget = isUnit(said.at(-1)) && WORDS.to.has(said.at(-2)?.text ?? '')
  return isTarget ? said.slice(0, -2) : tokens
}

/** A bill as a request; undefined for what cannot be read. */
export function asRequest(read: ReadCharge): Request | undefined {
  if (read.kind === 'charge') return { kind: 'charge', charge: read.request }
  return read.reason === 'two_moneys' ? { kind: 'bad_charge', reason: read.reason } : undefined
}

/** `son 8,75 y me paga con un billete de 20`, `me paga 20 dólares y son 13,40`; `son 20$ y me pagan a 990` is an offer. */
function isPaidBill({ has, tokens }: Speech): boolean {
  const before = wordsBeforeAmounts(tokens)
  const isBillSaid = has(WORDS.banknote) || has(WORDS.bill) || before.some((text) => WORDS.billIs.has(text))
  // `pago 18 con 20`
  const [first = '', second = '', ...more] = before
  if (WORDS.pays.has(first) && WORDS.with.has(second) && !WORDS.with.has(first) && more.length === 0)
    return true
  // `la cuenta es 15$`
  if (has(WORDS.bill) && before.length === 1 && before.some((text) => WORDS.is.has(text))) return true
  return isBillSaid && has(WORDS.pays) && before.length > 1 && !before.some((text) => WORDS.to.has(text))
}

/** The word before each amount and its unit. */
const wordsBeforeAmounts = (tokens: Speech['tokens']): string[] =>
  amountsIn(tokens).map(({ at }) => (isUnit(tokens[at - 1]) ? tokens[at - 2] : tokens[at - 1])?.text ?? '')

/** What answers the question of how much is asRequest: `20`, `12x25+8`, `20 paga 15 usd`, `veinte dólares`. */
export function readAskedBill({ tokens, typed }: Speech): Request | undefined {
  const read = isPhone(tokens) ? undefined : readCharge(typed)
  return read?.kind === 'charge' ? asRequest(read) : undefined
}

/** What is paid for the bill before, or another bill: `paga 15 usd`, `y paga 5000 bs`, `25 paga 30`, `vuelto de 50`, `sin igtf`, `y 50?`. */
export function readAfterBill(
  speech: Speech,
  paidBill: ChargeRequest,
  isSettled = false,
): Request | undefined {
  const changed = readOfChange(speech, paidBill, isSettled) ?? readOtherBill(speech, paidBill)
  if (changed) return changed
  const told = speech.has(WORDS.foreignTax) ? undefined : readToldBill(speech)
  if (told) return told
  const bill = isSettled ? unpaid(paidBill) : paidBill
  const request = readNextPayment(speech, bill)
  const { rate, ownRate } = bill
  const rates = { ...(rate !== undefined && { rate }), ...(ownRate !== undefined && { ownRate }) }
  return request?.kind === 'charge' && request.charge
    ? { ...request, charge: { ...rates, ...request.charge } }
    : request
}

/** `y si la cuenta es 13,20`: another bill, for which as much was paid as for the one before. */
function readOtherBill({ tokens }: Speech, before: ChargeRequest): Request | undefined {
  const [amount, ...more] = amountsIn(tokens)
  const isSaid =
    beginsAsFollowUp(tokens) &&
    tokens.some(({ text }, at) => WORDS.bill.has(text) && WORDS.is.has(textAt(tokens, at + 1)))
  const isOfBill =
    amount?.unit === undefined || (before.bill.in === 'foreign' && isOfCurrency(amount.unit, before.currency))
  if (!isSaid || !isPaid(before) || amount?.value === undefined || more.length > 0 || !isOfBill)
    return undefined
  const { sum: _, whole: __, guessed: ___, ...rest } = before
  return { kind: 'charge', charge: { ...rest, bill: { ...rest.bill, amount: amount.value } } }
}

/** `y si le doy 5$ en efectivo`, `¿y al paralelo cuánto sería?`, `el vuelto va por pago móvil`: of a bill with what was paid for it. */
function readOfChange(speech: Speech, bill: ChargeRequest, isSettled: boolean): Request | undefined {
  const [other] = ratesIn(speech.tokens)
  if (amountsIn(speech.tokens).length > 0) {
    const isPart = speech.has(WORDS.gives) || speech.says(PHRASES.asChange)
    return isPart && isPaid(bill) && (isSettled || isOverpaid(bill)) ? handedBack(speech, bill) : undefined
  }
  if (other !== undefined && speech.days.length === 0 && mayGoOn(speech)) {
    const { ownRate: _, ...rest } = bill
    return { kind: 'charge', charge: { ...rest, rate: other } }
  }
  if (!isPaid(bill)) return undefined
  // The answer is the bill, with a button that copies the change.
  return speech.has(WORDS.changeDue) ? { kind: 'charge', charge: bill } : undefined
}

const isOfCurrency = (token: DatedToken, currency: Currency): boolean => {
  const unit = unitOf(token)
  return unit?.kind === 'currency' && MONEY_OF[unit.code] === currency
}

/** Whether more dollars were paid than the bill has, so that change is due. */
const isOverpaid = ({ bill, billedIn, paid }: ChargeRequest): boolean =>
  bill.in === 'foreign' && billedIn === undefined && compare(paid.foreign, bill.amount) > 0

/** `y si le doy 5$ en efectivo`: a part of the change that is handed back, so that the rest of it is left. */
function handedBack({ tokens }: Speech, bill: ChargeRequest): Request | undefined {
  const [part, ...more] = amountsIn(tokens)
  const isForeign = part?.unit === undefined || isOfCurrency(part.unit, bill.currency)
  if (part?.value === undefined || more.length > 0 || !isForeign) return undefined
  const foreign = subtract(bill.paid.foreign, part.value)
  return isPositive(foreign)
    ? { kind: 'charge', charge: { ...bill, paid: { ...bill.paid, foreign } } }
    : undefined
}

function readNextPayment(speech: Speech, bill: ChargeRequest): Request | undefined {
  const { has, tokens } = speech
  const typed = has(WORDS.changeDue) ? withoutTarget(speech.typed) : speech.typed
  const goesOn = beginsAsFollowUp(tokens)
  // `85$ + igtf` is another bill; what is paid is called that, or goes on from the bill.
  if (has(WORDS.foreignTax) && speech.hasNumber && !goesOn && !tokens.some(isPaidWord))
    return asRequest(readCharge(typed))
  const isAboutPayment = [WORDS.pays, WORDS.changeDue, WORDS.foreignTax].some(has)
  if (!isAboutPayment && !goesOn) return undefined
  const isPayment = isAboutPayment || (isPaid(bill) && !has(WORDS.instead))
  const anew = isPayment ? readCharge(typed) : readNextBill(typed, bill)
  if (anew.kind === 'charge' && isPaid(anew.request) === isPayment) return asRequest(anew)
  return isPayment && bill.whole === undefined
    ? addedTo(bill, readPaymentSaid(speech, typed, bill))
    : undefined
}

/** `i gave them 20000 bs how much back`: where the change or the rest is asked for, other words change nothing. */
function readPaymentSaid(
  { has, tokens, names, unknown }: Speech,
  typed: readonly Token[],
  bill: ChargeRequest,
): Request | undefined {
  const isAsked =
    (has(WORDS.left) || has(WORDS.changeDue)) &&
    amountsIn(tokens).length === 1 &&
    names.length === 0 &&
    unknown(WORDS.pays, WORDS.besideBill, WORDS.left) <= 2
  const said = amountsIn(typed).flatMap(({ at, unit }) => [
    typed[at] as Token,
    ...(unit && unit.kind !== 'day' ? [unit] : []),
  ])
  return asRequest(readPayment(typed, bill)) ?? (isAsked ? asRequest(readPayment(said, bill)) : undefined)
}

const isPaidWord = ({ text }: Speech['tokens'][number]): boolean =>
  (WORDS.pays.has(text) && !WORDS.with.has(text)) || WORDS.changeDue.has(text)

/** A bill for which something was paid before, and more now. */
function addedTo({ paid }: ChargeRequest, read: Request | undefined): Request | undefined {
  const now = read?.kind === 'charge' ? read.charge?.paid : undefined
  const isMore = now && (now.foreign !== paid.foreign || now.bolivares !== paid.bolivares)
  const isFirst = paid.foreign === '0' && paid.bolivares === '0'
  return read?.kind === 'charge' && isMore && !isFirst ? { ...read, isAdded: true } : read
}
