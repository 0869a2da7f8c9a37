import { CODE_OF } from '../domain/monitor.ts'
import {
  type ChargeRequest,
  isPaid,
  type ReadCharge,
  readCharge,
  readNextBill,
  readPayment,
} from './charge-line.ts'
import type { Conversion } from './conversion.ts'
import { WORDS } from './lexicon.ts'
import { isUnit } from './names.ts'
import type { Request } from './request.ts'
import { amountsIn, beginsAsFollowUp, type Speech } from './speech.ts'

/** `cobrar 20 paga 15 usd`, `cóbrame 12x25+8 al paralelo`, `cuánto es el vuelto de 20 si pagan 50`. */
export function readBill(speech: Speech): Request | undefined {
  const { tokens, typed } = speech
  const isCharge = WORDS.charge.has(tokens[0]?.text ?? '')
  if (!isCharge && !speech.has(WORDS.changeDue) && !isPaidBill(speech)) return undefined
  const rate = isCharge ? typed.find((token) => token.kind === 'name' && !token.isMoney) : undefined
  const read = readCharge(isCharge ? typed.filter((token, at) => at > 0 && token !== rate) : typed)
  if (read.kind !== 'charge' && !isCharge) return undefined
  return charged(read, rate?.kind === 'name' ? rate.raw : undefined) ?? questionIf(tokens.length === 1)
}

const questionIf = (isAlone: boolean): Request | undefined => (isAlone ? { kind: 'charge' } : undefined)

/** A bill as a request; undefined for what cannot be read. */
function charged(read: ReadCharge, rate?: string): Request | undefined {
  if (read.kind === 'charge')
    return { kind: 'charge', charge: read.request, ...(rate !== undefined && { rate }) }
  return read.reason === 'two_moneys' ? { kind: 'bad_charge', reason: read.reason } : undefined
}

/** `son 8,75 y me paga con un billete de 20`, `me paga 20 dólares y son 13,40`; `son 20$ y me pagan a 990` is an offer. */
function isPaidBill({ has, tokens }: Speech): boolean {
  const before = wordsBeforeAmounts(tokens)
  const isBillSaid = has(WORDS.banknote) || before.some((text) => WORDS.billIs.has(text))
  return isBillSaid && has(WORDS.pays) && before.length > 1 && !before.some((text) => WORDS.to.has(text))
}

/** The word before each amount and its unit. */
const wordsBeforeAmounts = (tokens: Speech['tokens']): string[] =>
  amountsIn(tokens).map(({ at }) => (isUnit(tokens[at - 1]) ? tokens[at - 2] : tokens[at - 1])?.text ?? '')

/** What answers the question of how much is charged: `20`, `12x25+8`, `20 paga 15 usd`, `veinte dólares`. */
export function readAskedBill({ tokens, typed }: Speech): Request | undefined {
  const read = isPhone(tokens) ? undefined : readCharge(typed)
  return read?.kind === 'charge' ? charged(read) : undefined
}

/** Nobody writes an amount with a zero before it. */
export const isPhone = (tokens: Speech['tokens']): boolean => tokens.some(({ text }) => /^0\d/.test(text))

/** What is paid for the bill before, or another bill: `paga 15 usd`, `y paga 5000 bs`, `25 paga 30`, `vuelto de 50`, `sin igtf`, `y 50?`. */
export function readAfterBill(speech: Speech, bill: ChargeRequest): Request | undefined {
  const { typed, has, tokens } = speech
  const goesOn = beginsAsFollowUp(tokens)
  // `85$ + igtf` is another bill; what is paid is called that, or goes on from the bill.
  if (has(WORDS.foreignTax) && speech.hasNumber && !goesOn && !tokens.some(isPaidWord))
    return charged(readCharge(typed))
  const isAboutPayment = [WORDS.pays, WORDS.changeDue, WORDS.foreignTax].some(has)
  if (isOffer(tokens) || (!isAboutPayment && !goesOn)) return undefined
  const isPayment = isAboutPayment || isPaid(bill)
  const anew = isPayment ? readCharge(typed) : readNextBill(typed, bill)
  if (anew.kind === 'charge' && isPaid(anew.request) === isPayment) return charged(anew)
  return isPayment ? addedTo(bill, charged(readPayment(typed, bill))) : undefined
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

/** `me pagan a 990`, `me dan 990 por dólar`. */
const isOffer = (tokens: Speech['tokens']): boolean =>
  wordsBeforeAmounts(tokens).some((text) => WORDS.to.has(text) || WORDS.at.has(text)) ||
  tokens.some(({ text }, at) => WORDS.forBill.has(text) && isUnit(tokens[at + 1]))

/** A bill as an amount that is converted: `¿y en euros?`, `¿y ayer?`. */
export const conversionOfBill = ({ bill, currency, billedIn = currency }: ChargeRequest): Conversion => ({
  amount: bill.amount,
  from: bill.in === 'bolivares' ? { kind: 'bolivares' } : { kind: 'currency', code: CODE_OF[billedIn] },
  at: [],
})
