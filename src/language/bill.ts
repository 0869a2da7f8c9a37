import { compare } from '../domain/decimal.ts'
import { isMoneyWord, type Part, partsIn, tokensOfAmount } from './bill-parts.ts'
import {
  asRequest,
  handedBack,
  isFiller,
  isOverpaid,
  MEANS_BESIDE,
  type ReadCharge,
  ratesIn,
  readCharge,
  readChargeAtRate,
  withNotes,
  withoutMeans,
  withoutTarget,
  withRate,
} from './charge.ts'
import { isBehindMoney, isPriceOfDollar, pricedSum } from './own-rate.ts'
import type { Request } from './request.ts'
import { amountsIn, endOf, type Speech, type SpokenAmount } from './speech.ts'
import { boughtIn, withKilos } from './till.ts'
import {
  isNumber,
  isPunctuation,
  isSaleTax,
  isThing,
  isUnit,
  means,
  PHRASES,
  signToken,
  type Token,
  textAt,
  WORDS,
  wordOf,
} from './tokens.ts'

/** `cobrar 20 paga 15 usd`, `cóbrame 12x25+8 al paralelo`, `cuánto es el vuelto de 20 si pagan 50`. */
export function readBill(speech: Speech): Request | undefined {
  if (isNoBill(speech)) return undefined
  const typed = withoutMeans(speech.typed)
  const at = chargeAt(typed)
  if (at < 0) return readToldBill(speech) ?? readBillAlone(speech, typed)
  const line = lineOf(speech, typed.slice(at + 1))
  const request =
    asRequest(readChargeAtRate(line)) ??
    (line.some(isCountedThing)
      ? undefined
      : asRequest(readChargeAtRate(line.filter((token) => !isThing(token)))))
  // `le tengo que cobrar 12$, ¿cuánto es en bolívares?` is no line of a bill.
  if (at > 0 && request?.kind === 'bad_charge') return undefined
  return request ?? (speech.tokens.length === 1 ? { kind: 'charge' } : undefined)
}

/** `la cuenta es 15$`, `vuelto de 20`: a bill without its payments, of which the things that are sold change nothing. */
function readBillAlone(speech: Speech, typed: readonly Token[]): Request | undefined {
  const parts = partsIn(typed)
  const isPaid = parts.length > 1 && parts.some(({ role }) => role !== 'due' && role !== 'count')
  const first = parts.find(({ at }) => textAt(typed, at + 1) !== '%')
  const isSaid = first !== undefined && isBilled(first) && first.words.some(isBillWord)
  // `son 80$ más IVA y pago con 100$`
  const isTaxed =
    isPaid && typed.some(isShare) && typed.some(isPaying) && parts.every(({ role }) => role !== 'handed')
  if (!isTaxed && (isPaid || !(isSaid || speech.has(WORDS.changeDue)))) return undefined
  const read = readChargeAtRate(withoutTarget(typed.filter((token) => !isThing(token))))
  return read.kind === 'charge' ? asRequest(read) : undefined
}

/** What is charged; the money that the rest is asked in is none of it. */
const lineOf = ({ has }: Speech, line: readonly Token[]): readonly Token[] =>
  has(WORDS.left) ? withoutTarget(line) : line

/** Where a bill is asked for, behind words that mean nothing: `oye quiero cobrar 15$`. */
function chargeAt(tokens: readonly Token[]): number {
  const at = tokens.findIndex(({ text }) => WORDS.charge.has(text))
  const before = tokens.slice(0, Math.max(at, 0))
  const isOfElse = (token: Token): boolean => means(token, WORDS.asking, WORDS.if, WORDS.self)
  return before.every((token) => isFiller(token) && !isOfElse(token)) ? at : -1
}

/** `2 cafés`, and not `12 manicure`. */
const isCountedThing = (token: Token, at: number, line: readonly Token[]): boolean =>
  token.kind === 'number' && isThing(line[at + 1]) && textAt(line, at + 1).endsWith('s')

/**
 * `me dieron 10$ y el delivery es 6,50, ¿cuánto doy de vuelto?`: a bill told with its payments. The words before an amount say
 * which of both it is; of several bills the sum is meant, and of several payments too.
 */
export function readToldBill(speech: Speech): Request | undefined {
  const { has } = speech
  const isAsked =
    has(WORDS.left) ||
    speech.says(PHRASES.givesBack, PHRASES.enoughFor) ||
    (has(WORDS.gave) && has(WORDS.charged)) ||
    // `paying 20 dollars cash and the rest in bs, the bill is 34`
    (has(WORDS.rest) && has(WORDS.pays) && has(WORDS.bill))
  const isOfPeople = has(WORDS.ofUs, WORDS.weAre)
  if (isCountAsked(speech) || isOfPeople || isLeftTold(speech)) return undefined
  const noted = withNotes(withKilos(withoutMeans(speech.typed, MEANS_BESIDE)))
  if (amountsIn(noted).some((one) => isRateTold(noted, one)) || pricedSum(noted) || isChoice(noted))
    return undefined
  // `4,20 con 20 por ciento menos`
  if (noted.some(isShare)) return undefined
  const told = partsIn(noted)
  // `¿me alcanzan 4.000 bs para un remedio de 14$?`
  const isEnough = has(WORDS.enough) && told.every(({ role }) => role !== 'paid')
  const parts = told.map((part, at): Part => (isEnough && at === 0 ? { ...part, role: 'paid' } : part))
  const sum = sumOf({ ...speech, typed: noted }, parts, isAsked)
  const payments = parts.filter(({ role }) => role === 'paid')
  const [handed, ...others] = parts.filter(({ role }) => role === 'handed' || role === 'unclear')
  if (!sum || payments.length === 0 || others.length > 0) return undefined
  const read = readCharge([...sum, PAYS, ...payments.flatMap((one) => tokensOfAmount(noted, one))])
  const left = handed ? lessHanded(read, handed) : read
  const [rate] = ratesIn(noted)
  return left?.kind === 'charge' ? asRequest(withRate(left, rate)) : undefined
}

/** `me pagan el dólar a 940`, `la cuenta es 20 a tasa 930`, `son 20 a 930`, `vuelto a 930` */
const isRateTold = (noted: readonly Token[], one: SpokenAmount): boolean =>
  isBehindMoney(noted, one) ||
  (!one.unit &&
    isPriceOfDollar(noted, one) &&
    (means(noted[one.at - 1], WORDS.price) ||
      isNumber(noted[one.at - 2]) ||
      means(noted[one.at - 2], WORDS.dollars, WORDS.changeDue, WORDS.price)))

/** Nobody hands back more than the change. */
function lessHanded(read: ReadCharge, handed: Part): ReadCharge | undefined {
  const isDue = read.kind === 'charge' && handed.role === 'handed' && isOverpaid(read.request)
  const request = isDue ? handedBack(read.request, handed) : undefined
  return request && isOverpaid(request) ? { kind: 'charge', request } : undefined
}

/** What is due of a told bill; of several amounts where what is paid is asked for, or is clear by itself. */
function sumOf(speech: Speech, parts: readonly Part[], isAsked: boolean): readonly Token[] | undefined {
  const payments = parts.filter(({ role }) => role === 'paid')
  const due = parts.filter(({ role }) => role === 'due' || role === 'count')
  const bills = billsOf(payments, due)
  // `3 dives at 45, gear 12, total 147`
  const isApart = bills.some(({ words }) => isTotal(words.at(-1))) || speech.has(WORDS.deposit)
  // `la cuenta es 64, me da 50 y tiene 10`
  const isElse = isBillLater(bills, payments[0])
  // `2 panes a 1 y 3 jugos a 2 son 8`
  const isSummed =
    bills.some(({ role }) => role === 'count') && means(bills.at(-1)?.words.at(-1), WORDS.billIs)
  if (bills.length > 1 && (isApart || isElse || isSummed)) return undefined
  const bought = bills.length > 1 ? boughtIn(speech, bills) : undefined
  // `pago 18 con 20`
  const isHanded = payments.every(isHandedOver) || bills.some(({ words }) => isPaying(words.at(-1)))
  const isNamed = bills.length < due.length
  const isSaid = speech.has(WORDS.bill, WORDS.banknote, WORDS.changeDue) || bills.some(isBilled)
  const isTold = isNamed || (isSaid && isHanded)
  return isAsked || isTold || (bought && isHanded) ? (bought ?? addedUp(speech.typed, bills)) : undefined
}

/** An amount behind a payment for a bill that was named before. */
const isBillLater = ([first, ...more]: readonly Part[], payment?: Part): boolean =>
  payment !== undefined &&
  first?.words.some(isBillWord) === true &&
  first.at < payment.at &&
  more.some(({ at, words }) => at > payment.at && !words.some(isBillWord))

/** Of what is due, the bill of the one who pays: `sra carmen 4,20, el sr luis 11 …, el sr luis ya abonó 5000 bs`. */
function billsOf(payments: readonly Part[], due: readonly Part[]): readonly Part[] {
  const payers = payments.flatMap(({ words }) => words.filter(isThing))
  const named = due.filter(({ words }) => payers.some(({ text }) => words.some((word) => word.text === text)))
  // `me dieron un billete de 5 y el pasaje es a 80 bs, son dos pasajes`
  const counts = due.filter(({ role }) => role === 'count')
  // `4 empanadas y 2 jugos son 6`
  const total = due.at(-1)
  if (counts.length === due.length - 1 && means(total?.words.at(-1), WORDS.billIs)) return due.slice(-1)
  if (counts.length > 0) return due
  return named.length === 1 ? named : due
}

const isPaying = (word: Token | undefined): boolean => means(word, WORDS.pays) && !means(word, WORDS.with)

/** `tres cafés a 1,20 y dos cachitos a 1,80, me paga con 10`; not `paying half cash`. */
function isHandedOver({ words, value = '0' }: Part): boolean {
  const pays = words.findLastIndex(isPaying)
  const between = words.slice(pays + 1)
  return (
    (pays >= 0 || words.every((word) => means(word, WORDS.and, WORDS.one, WORDS.of))) &&
    compare(value, '1') >= 0 &&
    !means(between[0], WORDS.to) &&
    !between.some((word) => isThing(word) || isPunctuation(word))
  )
}

/** `dos kilos a doce dólares`; undefined where the last one has no price. */
function addedUp(noted: readonly Token[], bills: readonly Part[]): readonly Token[] | undefined {
  if (bills.at(-1)?.role !== 'due') return undefined
  return bills.flatMap((bill, at) => {
    const before = bills[at - 1]
    const sign = before && signToken(before.role === 'count' ? 'x' : '+')
    return [...(sign ? [sign] : []), ...tokensOfAmount(noted, bill)]
  })
}

/** `me mandó 5000 bs y aún debe 10$`; `¿cuánto debe todavía?` asks for it. */
const isLeftTold = ({ says, has, tokens }: Speech): boolean =>
  says(PHRASES.stillOwed) && !has(WORDS.asking) && !tokens.some(({ text }) => text === '?')

/** `45$ en efectivo o 40 más el resto` */
const isChoice = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ text }, at) =>
      WORDS.or.has(text) && tokens.slice(at + 1, at + 3).some(({ kind }) => kind === 'number'),
  )

/** `¿para cuántos kilos me alcanza?`, `¿cuánto jamón le doy si el kilo está en 9$?` */
export const isCountAsked = ({ tokens, has }: Speech): boolean =>
  tokens.some(
    ({ text }, at) =>
      (has(WORDS.enough) && WORDS.howMany.has(text) && !isUnit(tokens[at + 1])) ||
      (has(WORDS.kilo) && WORDS.howMuch.has(text) && isThing(tokens[at + 1])),
  )

/** `20mil pesos y 1000 bolívares`; `he gave me 2500 bs change from a 20 and the bill was 16.80` says the change and asks for none. */
const isNoBill = ({ tokens, has, says }: Speech): boolean =>
  has(WORDS.foreignMoney) ||
  (amountsIn(tokens).length > 2 && says(PHRASES.handedBack)) ||
  (amountsIn(tokens).length > 2 && amountsIn(tokens).some((one) => isChangeTold(tokens, endOf(tokens, one))))

/** `2500 bs change`; of `me pagan con 20, vuelto en bolívares` it is asked. */
const isChangeTold = (tokens: Speech['tokens'], at: number): boolean =>
  means(tokens[at], WORDS.changeDue, WORDS.edit) && !means(tokens[at + 1], WORDS.to)

/** The word that a payment is written with. */
export const PAYS = wordOf(WORDS.pays)

/** `son 8,75`, `la cuenta es 15$`, `pago 18 con 20` */
const isBilled = ({ words }: Part): boolean =>
  means(
    words.findLast((token) => !isMoneyWord(token)),
    ...OF_BILL,
  )

/** `20%`, `IVA`, `entre 4` */
const isShare = (token: Token, at: number, all: readonly Token[]): boolean =>
  token.text === '%' || isSaleTax(token) || (means(token, WORDS.over) && isNumber(all[at + 1]))

const isBillWord = (word: Token): boolean => means(word, WORDS.bill)

const isTotal = (word: Token | undefined): boolean => means(word, WORDS.bill) && means(word, WORDS.inTotal)

const OF_BILL = [WORDS.billIs, WORDS.is, WORDS.pays]
