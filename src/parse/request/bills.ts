import { CODE_OF } from '../../rates/monitor.ts'
import {
  type ChargeRequest,
  isPaid,
  parseCharge,
  parseNextBill,
  parsePayment,
  type ReadCharge,
} from '../charge/charge-line.ts'
import type { Conversion } from '../conversion.ts'
import { WORDS } from '../lexicon.ts'
import { isConnector } from '../pieces.ts'
import type { Request } from './request.ts'
import { amountsIn, beginsAsFollowUp, isUnit, type Speech } from './speech.ts'

/** `cobrar 20 paga 15 usd`, `cóbrame 12x25+8`, `cuánto es el vuelto de 20 si pagan 50`. */
export function readCharge(speech: Speech): Request | undefined {
  const { tokens, text, numbers } = speech
  const isCharge = WORDS.charge.has(tokens[0]?.text ?? '')
  if (!isCharge && !speech.has(WORDS.changeDue) && !isPaidBill(speech)) return undefined
  const rate = isCharge ? rateNamed(speech) : undefined
  const bill = (rate ? text.replace(rate.said, ' ') : text).replace(AT_RATE_OF_MONEY, ' $<money>')
  const read = parseCharge(isCharge ? bill.replace(/\S+/, '') : bill, numbers)
  if (read.kind === 'charge' || isCharge) return charged(read, rate?.name) ?? questionIf(tokens.length === 1)
  return undefined
}

/** `a tasa euro`: so many of that money. */
const AT_RATE_OF_MONEY =
  /\s(?:al?|at)\s(?:la\s|the\s)?(?:tasa|rate)\s(?:(?:del?|el|of|the)\s)*(?<money>euros?|d[oó]lar(?:es)?|dollars?)/iu

/** `al paralelo`, `a tasa bcv`: the rate that a bill is asked at, and what says so. */
function rateNamed({ tokens }: Speech): { readonly name: string; readonly said: RegExp } | undefined {
  const name = tokens.find((token) => token.kind === 'name' && !token.isMoney)
  if (name?.kind !== 'name') return undefined
  const words = name.raw.replace(/[^\p{L}\p{N}]+/gu, '\\W+')
  const said = `\\s(?:al?|at)\\s(?:(?:la|the|tasa|del?|el|dolar)\\s)*(?:${words}|\\p{L}+)(?:\\srate)?`
  return { name: name.raw, said: new RegExp(said, 'iu') }
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
  return isBillSaid && has(WORDS.pays) && before.length > 1 && !before.some((text) => isConnector(text))
}

/** The word before each amount and its unit. */
const wordsBeforeAmounts = (tokens: Speech['tokens']): string[] =>
  amountsIn(tokens).map(({ at }) => (isUnit(tokens[at - 1]) ? tokens[at - 2] : tokens[at - 1])?.text ?? '')

/** What answers the question of how much is charged: `20`, `12x25+8`, `20 paga 15 usd`, `veinte dólares`. */
export function readBill(speech: Speech): Request | undefined {
  const { text, numbers, tokens, names, days, unknown } = speech
  if (isPhone(tokens)) return undefined
  const read = parseCharge(text, numbers)
  if (read.kind === 'charge') return { kind: 'charge', charge: read.request }
  const [amount, ...more] = amountsIn(tokens)
  const units = tokens.filter(isUnit).length
  const isAlone = more.length + names.length + days.length + unknown() === 0 && units < 2
  return isAlone && amount?.value ? spelled(amount.value, amount.unit) : undefined
}

function spelled(amount: string, unit: Speech['tokens'][number] | undefined): Request | undefined {
  const read = parseCharge(`${amount.replace('.', ',')} ${unit?.text ?? ''}`)
  return read.kind === 'charge' ? { kind: 'charge', charge: read.request } : undefined
}

/** Nobody writes an amount with a zero before it. */
export const isPhone = (tokens: Speech['tokens']): boolean => tokens.some(({ text }) => /^0\d/.test(text))

/** What is paid for the bill before, or another bill: `paga 15 usd`, `y paga 5000 bs`, `25 paga 30`, `vuelto de 50`, `sin igtf`, `y 50?`. */
export function readAfterBill(speech: Speech, bill: ChargeRequest): Request | undefined {
  const { text, numbers, has, tokens } = speech
  const goesOn = beginsAsFollowUp(tokens)
  // `85$ + igtf` is another bill; what is paid is called that, or goes on from the bill.
  if (has(WORDS.foreignTax) && speech.hasNumber && !goesOn && !tokens.some(isPaidWord))
    return charged(parseCharge(text, numbers))
  const isAboutPayment = [WORDS.pays, WORDS.changeDue, WORDS.foreignTax].some(has)
  if (isOffer(tokens) || (!isAboutPayment && !goesOn)) return undefined
  const isPayment = isAboutPayment || isPaid(bill)
  const anew = isPayment ? parseCharge(text, numbers) : parseNextBill(text, bill, numbers)
  if (anew.kind === 'charge' && isPaid(anew.request) === isPayment) return charged(anew)
  return isPayment ? addedTo(bill, charged(parsePayment(text, bill, numbers))) : undefined
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
  wordsBeforeAmounts(tokens).some((text) => isConnector(text) || WORDS.at.has(text)) ||
  tokens.some(({ text }, at) => WORDS.forBill.has(text) && isUnit(tokens[at + 1]))

/** A bill as an amount that is converted: `¿y en euros?`, `¿y ayer?`. */
export const conversionOfBill = ({ bill, currency, billedIn = currency }: ChargeRequest): Conversion => ({
  amount: bill.amount,
  from: bill.in === 'bolivares' ? { kind: 'bolivares' } : { kind: 'currency', code: CODE_OF[billedIn] },
  at: [],
})
