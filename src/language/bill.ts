import {
  asRequest,
  isFiller,
  MEANS_BESIDE,
  ratesIn,
  readCharge,
  readChargeAtRate,
  withNotes,
  withoutMeans,
  withoutTarget,
  withRate,
} from './charge.ts'
import { namesTime } from './days.ts'
import { pricedSum } from './own-rate.ts'
import type { Request } from './request.ts'
import { amountsIn, endOf, type Speech } from './speech.ts'
import {
  type DatedToken,
  isBolivares,
  isPunctuation,
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
  const { tokens } = speech
  if (isNoBill(speech)) return undefined
  const typed = withoutMeans(speech.typed)
  const isCharge = means(tokens[0], WORDS.charge) || chargeAt(typed) > 0
  if (!isCharge && !speech.has(WORDS.changeDue) && !isPaidBill(speech)) return readToldBill(speech)
  if (!isCharge) {
    const told = readToldBill(speech)
    if (told) return told
    // What is sold changes nothing of a bill.
    const read = readChargeAtRate(withoutTarget(typed.filter((token) => !isThing(token))))
    return read.kind === 'charge' ? asRequest(read) : undefined
  }
  const at = chargeAt(typed)
  const line = lineOf(speech, typed.slice(at + 1))
  const request =
    asRequest(readChargeAtRate(line)) ??
    (line.some(isCountedThing)
      ? undefined
      : asRequest(readChargeAtRate(line.filter((token) => !isThing(token)))))
  // `le tengo que cobrar 12$, ¿cuánto es en bolívares?` is no line of a bill.
  if (at > 0 && request?.kind === 'bad_charge') return undefined
  return request ?? (tokens.length === 1 ? { kind: 'charge' } : undefined)
}

/** What is charged; the money that the rest is asked in is none of it. */
const lineOf = ({ has }: Speech, line: readonly Token[]): readonly Token[] =>
  has(WORDS.left) ? withoutTarget(line) : line

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
export function readToldBill(speech: Speech): Request | undefined {
  const { has } = speech
  const isTold =
    has(WORDS.left) ||
    speech.says(PHRASES.givesBack, PHRASES.enoughFor) ||
    (has(WORDS.gave) && has(WORDS.charged)) ||
    // `paying 20 dollars cash and the rest in bs, the bill is 34`
    (has(WORDS.rest) && has(WORDS.pays) && has(WORDS.bill))
  const isOfPeople = has(WORDS.ofUs, WORDS.weAre)
  if (!isTold || isCountAsked(speech) || isOfPeople || isLeftTold(speech)) return undefined
  const noted = withNotes(withoutMeans(speech.typed, MEANS_BESIDE))
  if (pricedSum(noted) || isChoice(noted)) return undefined
  const amounts = amountsIn(noted)
  const said = amounts.map(({ at, unit }, place) => {
    const words = noted.slice((amounts[place - 1]?.at ?? -1) + 1, at)
    const says = (...some: ReadonlySet<string>[]): boolean =>
      words.some(({ text }) => some.some((one) => one.has(text)))
    // `tengo que pagar 15$` pays nothing yet; `me va a pagar 10$` does.
    const isDue = says(WORDS.toPay) && !says(WORDS.wills)
    // `me mandó 18.450 bs`; not `la luz llegó en 8000 bs`, `no me llegaron los 20.000 bs`
    const isOther = means(noted[at - 1], WORDS.at) || says(WORDS.negation)
    const isSent = unit !== undefined && isBolivares(unit) && says(WORDS.sent) && !isOther
    const isPayment =
      ((says(...OF_PAYMENT) || isSent) && !isBillLast(words)) || (says(WORDS.holds, WORDS.toPay) && !isDue)
    const behind = noted[at + 1]
    const thing = behind?.text ?? ''
    const isCount =
      unit === undefined &&
      (isThing(behind) || WORDS.kilo.has(thing) || (thing.length > 1 && namesTime(thing)))
    return {
      isPayment,
      isCount,
      words,
      tokens: [noted[at] as Token, ...(unit && unit.kind !== 'day' ? [unit] : [])],
    }
  })
  // `20k bs already paid`
  const isPaidBehind = (at: number): boolean =>
    at === amounts.length - 1 &&
    // `10 usd of 30 already paid`
    !means(noted[(amounts[at]?.at ?? 0) - 1], WORDS.of) &&
    noted.slice((amounts[at]?.at ?? 0) + 1).some(({ text }) => WORDS.paidBehind.has(text))
  // `tengo 30$ y 5000 bs`
  const isMore = (at: number): boolean =>
    said[at] !== undefined &&
    means(
      said[at].words.findLast((token) => !isMoneyWord(token)),
      WORDS.and,
    ) &&
    !said[at].words.some((token) => means(token, WORDS.bill, WORDS.is, WORDS.billIs)) &&
    said[at].tokens.length > 1 &&
    (said[at - 1]?.isPayment === true || isMore(at - 1))
  const paid = said.filter(({ isPayment }, at) => isPayment || isMore(at) || isPaidBehind(at))
  if (paid.some((one, at) => isOwnMoney(one, paid.slice(0, at)))) return undefined
  // `¿me alcanzan 4.000 bs para un remedio de 14$?`
  const payments = paid.length === 0 && has(WORDS.enough) ? said.slice(0, 1) : paid
  const bills = said.filter((one) => !payments.includes(one))
  const [rate] = ratesIn(noted)
  // `4,20 con 20 por ciento menos`
  const isOfElse =
    noted.some(({ text }) => text === '%') ||
    bills.every(({ isCount }) => isCount) ||
    (bills.length > 1 && bills.at(-1)?.isCount === true)
  if (isOfElse || bills.length === 0 || payments.length === 0) return undefined
  // `dos kilos a doce dólares`
  const sum = bills.flatMap((bill, at) =>
    at === 0 ? bill.tokens : [bills[at - 1]?.isCount ? signToken('x') : signToken('+'), ...bill.tokens],
  )
  const read = readCharge([...sum, PAYS, ...payments.flatMap((payment) => payment.tokens)])
  return read.kind === 'charge' ? asRequest(withRate(read, rate)) : undefined
}

/** `me mandó 5000 bs y aún debe 10$`; `¿cuánto debe todavía?` asks for it. */
const isLeftTold = ({ says, has }: Speech): boolean => says(PHRASES.stillOwed) && !has(WORDS.asking)

/** `me pagan con un billete de 100 … y tengo 40 en efectivo`: what the writer has is no payment of the other. */
const isOwnMoney = ({ words }: Told, [before]: readonly Told[]): boolean => {
  const isHeld = (some: readonly Token[]): boolean => some.some((token) => means(token, WORDS.holds))
  return before !== undefined && isHeld(words) && !isHeld(before.words)
}

interface Told {
  /** Before an amount. */
  readonly words: readonly Token[]
}

/** `45$ en efectivo o 40 más el resto` */
const isChoice = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ text }, at) =>
      WORDS.or.has(text) && tokens.slice(at + 1, at + 3).some(({ kind }) => kind === 'number'),
  )

/** `¿para cuántos kilos me alcanza?` */
export const isCountAsked = ({ tokens, has }: Speech): boolean =>
  has(WORDS.enough) && tokens.some(({ text }, at) => WORDS.howMany.has(text) && !isUnit(tokens[at + 1]))

/** `20mil pesos y 1000 bolívares`; `he gave me 2500 bs change from a 20 and the bill was 16.80` says the change and asks for none. */
const isNoBill = ({ tokens, has, says }: Speech): boolean =>
  has(WORDS.foreignMoney) ||
  (amountsIn(tokens).length > 2 && says(PHRASES.handedBack)) ||
  (amountsIn(tokens).length > 2 &&
    amountsIn(tokens).some((one) => means(tokens[endOf(tokens, one)], WORDS.changeDue, WORDS.edit)))

/** `… el resto pago móvil, la cuenta son 11,40`: the last word says what the amount is. */
function isBillLast(words: readonly Token[]): boolean {
  const lastOf = (some: readonly ReadonlySet<string>[]): number =>
    words.findLastIndex(({ text }) => some.some((one) => one.has(text)))
  return lastOf([WORDS.bill]) > lastOf(OF_PAYMENT)
}

const isMoneyWord = (token: DatedToken): boolean => isUnit(token) || isPunctuation(token)

/** Words before what is paid. */
const OF_PAYMENT = [WORDS.gave, WORDS.pays, WORDS.banknote, WORDS.paidBy]

/** The word that a payment is written with. */
export const PAYS = wordOf(WORDS.pays)

/** `son 8,75 y me paga con un billete de 20`, `me paga 20 dólares y son 13,40`; `son 20$ y me pagan a 990` is an offer. */
function isPaidBill({ has, tokens }: Speech): boolean {
  const before = wordsBeforeAmounts(tokens)
  const isBillSaid = has(WORDS.banknote, WORDS.bill) || before.some((text) => WORDS.billIs.has(text))
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
