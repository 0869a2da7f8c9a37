import {
  asRequest,
  handedBack,
  isFiller,
  isOverpaid,
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
import { isSumAtPrice } from './own-rate.ts'
import type { Request } from './request.ts'
import { amountsIn, endOf, type Speech, type SpokenAmount } from './speech.ts'
import {
  type DatedToken,
  isBolivares,
  isNumber,
  isPunctuation,
  isThing,
  isUnit,
  means,
  PHRASES,
  saysAnyOf,
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
  if (isSumAtPrice(noted) || isChoice(noted)) return undefined
  const parts = partsIn(noted)
  const paid = parts?.filter(({ role }) => role === 'paid') ?? []
  // `¿me alcanzan 4.000 bs para un remedio de 14$?`
  const payments = paid.length === 0 && has(WORDS.enough) ? (parts?.slice(0, 1) ?? []) : paid
  const [handed, ...others] = parts?.filter(({ role }) => role === 'handed') ?? []
  const due = parts?.filter((part) => part.role === 'due' && !payments.includes(part)) ?? []
  // `4,20 con 20 por ciento menos`
  const isOfElse = noted.some(({ text }) => text === '%') || due.every((part) => isCount(noted, part))
  if (isOfElse || due.length === 0 || payments.length === 0 || others.length > 0) return undefined
  const bills = billsOf(payments, due)
  const sum = bills.length === 1 ? bills.flatMap((bill) => tokensOf(noted, bill)) : sumOf(speech, noted, bills)
  if (!sum) return undefined
  const read = readCharge([...sum, PAYS, ...payments.flatMap((payment) => tokensOf(noted, payment))])
  const [rate] = ratesIn(noted)
  if (read.kind !== 'charge') return undefined
  const left = handed && isOverpaid(read.request) ? handedBack(read.request, handed) : undefined
  // Nobody hands back more than the change.
  if (handed && !(left && isOverpaid(left))) return undefined
  return asRequest(withRate(left ? { ...read, request: left } : read, rate))
}

/** An amount of a bill that is told with its payments. */
interface Part extends SpokenAmount {
  /** The words before it. */
  readonly words: readonly Token[]
  /** What is `handed` is change that the writer gives: `me dio 20, le doy 5 y el resto por pago móvil`. */
  readonly role: 'due' | 'paid' | 'handed'
}

/** The amounts of a bill, each with what it is; undefined where that is not clear. */
function partsIn(noted: readonly Token[]): readonly Part[] | undefined {
  const parts: Part[] = []
  for (const amount of amountsIn(noted)) {
    const words = noted.slice((parts.at(-1)?.at ?? -1) + 1, amount.at)
    const role = roleOf(noted, { ...amount, words, role: 'due' }, parts)
    if (!role) return undefined
    parts.push({ ...amount, words, role })
  }
  return parts
}

function roleOf(noted: readonly Token[], part: Part, before: readonly Part[]): Part['role'] | undefined {
  const { at, unit, words } = part
  const says = (...some: ReadonlySet<string>[]): boolean => words.some((word) => means(word, ...some))
  const payer = before.find(({ role }) => role === 'paid')
  const isHeld = says(WORDS.holds) && payer && !payer.words.some((word) => means(word, WORDS.holds))
  // `me pagan con un billete de 100 … y tengo 40 en efectivo`: what the writer has is no payment of the other.
  if (payer && (isHeld || says(WORDS.gives))) return isPaidMe(payer.words) ? 'handed' : isHeld ? undefined : 'paid'
  // `tengo que pagar 15$` pays nothing yet; `me va a pagar 10$` does.
  const isDue = says(WORDS.toPay) && !says(WORDS.wills)
  // `me mandó 18.450 bs`; not `la luz llegó en 8000 bs`, `no me llegaron los 20.000 bs`
  const isOther = means(noted[at - 1], WORDS.at) || says(WORDS.negation)
  const isSent = unit !== undefined && isBolivares(unit) && says(WORDS.sent) && !isOther
  const isPayment =
    ((says(...OF_PAYMENT) || isSent) && !isBillLast(words)) || (says(WORDS.holds, WORDS.toPay) && !isDue)
  return isPayment || isMore(part, before.at(-1)) || isPaidBehind(noted, part) ? 'paid' : 'due'
}

const isPaidMe = (words: readonly Token[]): boolean =>
  saysAnyOf(words, PHRASES.paidMe) || words.some((word) => means(word, WORDS.banknote))

/** `tengo 30$ y 5000 bs` */
const isMore = ({ words, unit }: Part, before: Part | undefined): boolean =>
  before?.role === 'paid' &&
  unit !== undefined &&
  means(
    words.findLast((token) => !isMoneyWord(token)),
    WORDS.and,
  ) &&
  !words.some((token) => means(token, WORDS.bill, WORDS.is, WORDS.billIs))

/** `20k bs already paid`; not `10 usd of 30 already paid`. */
const isPaidBehind = (noted: readonly Token[], { at }: Part): boolean =>
  !noted.slice(at + 1).some(isNumber) &&
  !means(noted[at - 1], WORDS.of) &&
  noted.slice(at + 1).some(({ text }) => WORDS.paidBehind.has(text))

/** Of what is due, the bill of the one who pays: `sra carmen 4,20, el sr luis 11 …, el sr luis ya abonó 5000 bs`. */
function billsOf(payments: readonly Part[], due: readonly Part[]): readonly Part[] {
  const payers = payments.flatMap(({ words }) => words.filter(isThing))
  const named = due.filter(({ words }) => payers.some(({ text }) => words.some((word) => word.text === text)))
  return named.length === 1 ? named : due
}

/** `dos kilos a doce dólares` */
function sumOf(speech: Speech, noted: readonly Token[], bills: readonly Part[]): readonly Token[] | undefined {
  if (isCount(noted, bills.at(-1) as Part)) return undefined
  return bills.flatMap((bill, at) => {
    const before = bills[at - 1]
    const sign = before && signToken(isCount(noted, before) ? 'x' : '+')
    return [...(sign ? [sign] : []), ...tokensOf(noted, bill)]
  })
}

const tokensOf = (noted: readonly Token[], { at, unit }: SpokenAmount): readonly Token[] => [
  noted[at] as Token,
  ...(unit && unit.kind !== 'day' ? [unit] : []),
]

const isCount = (noted: readonly Token[], { at, unit }: SpokenAmount): boolean => {
  const behind = noted[at + 1]
  const thing = behind?.text ?? ''
  return !unit && (isThing(behind) || WORDS.kilo.has(thing) || (thing.length > 1 && namesTime(thing)))
}

/** `me mandó 5000 bs y aún debe 10$`; `¿cuánto debe todavía?` asks for it. */
const isLeftTold = ({ says, has }: Speech): boolean => says(PHRASES.stillOwed) && !has(WORDS.asking)

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
