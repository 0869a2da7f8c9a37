import type { Decimal } from '../domain/decimal.ts'
import { isCountAsked, readToldBill } from './bill.ts'
import { partsIn } from './bill-parts.ts'
import {
  asRequest,
  handedBack,
  isOverpaid,
  isPaid,
  moneyOf,
  ratesIn,
  readCharge,
  readChargeAtRate,
  readNextBill,
  readPayment,
  unpaid,
  withoutTarget,
} from './charge.ts'
import { isPriceOfDollar } from './own-rate.ts'
import type { ChargeRequest, Request } from './request.ts'
import { amountsIn, beginsAsFollowUp, isPhone, mayGoOn, onlyAmountIn, type Speech } from './speech.ts'
import { means, PHRASES, type Token, typedOf, WORDS } from './tokens.ts'

/** What answers the question of how much is charged: `20`, `12x25+8`, `20 paga 15 usd`, `veinte dólares`. */
export function readAskedBill({ tokens, typed }: Speech): Request | undefined {
  const read = isPhone(tokens) ? undefined : readChargeAtRate(typed)
  return read?.kind === 'charge' ? asRequest(read) : undefined
}

/** What is paid for the bill before, or another bill: `paga 15 usd`, `y paga 5000 bs`, `25 paga 30`, `vuelto de 50`, `sin igtf`, `y 50?`. */
export function readAfterBill(
  speech: Speech,
  paidBill: ChargeRequest,
  isSettled = false,
): Request | undefined {
  if (isCountAsked(speech)) return undefined
  const changed =
    readTaxed(speech, paidBill) ??
    readOwnRate(speech, paidBill) ??
    readOfChange(speech, paidBill, isSettled) ??
    readOtherBill(speech, paidBill)
  if (changed) return changed
  const told = speech.has(WORDS.foreignTax) ? undefined : readToldBill(speech)
  if (told) return told
  // `no, pago con 20`, `y si paga con 30` are in place of what was paid.
  const first = speech.tokens.find(({ kind }) => kind !== 'sign')
  const isCorrected =
    means(first, WORDS.excuse) ||
    (speech.has(WORDS.if) && speech.hasNumber && !speech.has(WORDS.gives) && isOverpaid(paidBill))
  const bill = isSettled || isCorrected ? unpaid(paidBill) : paidBill
  const request = readNextPayment(speech, bill)
  const { rate, ownRate } = bill
  const rates = { ...(rate !== undefined && { rate }), ...(ownRate !== undefined && { ownRate }) }
  return request?.kind === 'charge' && request.charge
    ? { ...request, charge: { ...rates, ...request.charge } }
    : request
}

/** `he gave me 3000`, `no tengo de 1, le doy uno de 10`: of the change that is due, and no payment. */
export const isChangeGiven = ({ has, says, tokens }: Speech, bill: ChargeRequest): boolean =>
  ((bill.bill.in === 'bolivares' || isOverpaid(bill)) &&
    isPaid(bill) &&
    has(WORDS.gives) &&
    amountsIn(tokens).length > 1) ||
  (isOverpaid(bill) &&
    says(PHRASES.gaveMe) &&
    amountsIn(tokens).some(({ unit }) => moneyOf(unit) !== bill.currency))

/** `va a pagar en efectivo, ponle el igtf`, `sin igtf` */
const readTaxed = (speech: Speech, bill: ChargeRequest): Request | undefined =>
  speech.has(WORDS.foreignTax) && !speech.hasNumber && !speech.says(PHRASES.taxAsked)
    ? { kind: 'charge', charge: { ...bill, isTaxed: !isTaxDenied(speech) } }
    : undefined

/** `no lleva igtf`, `quítale el igtf` */
export const isTaxDenied = ({ has }: Speech): boolean => has(WORDS.without, WORDS.remove, WORDS.negation)

/** `y si la cuenta es 13,20`: another bill, for which as much was paid as for the one before. */
function readOtherBill({ tokens }: Speech, before: ChargeRequest): Request | undefined {
  const amount = onlyAmountIn(tokens)
  const isSaid =
    beginsAsFollowUp(tokens) &&
    tokens.some(({ text }, at) => WORDS.bill.has(text) && means(tokens[at + 1], WORDS.is))
  const isOfBill =
    amount?.unit === undefined || (before.bill.in === 'foreign' && moneyOf(amount.unit) === before.currency)
  if (!isSaid || !isPaid(before) || !amount || !isOfBill) return undefined
  const { sum: _, whole: __, guessed: ___, ...rest } = before
  return { kind: 'charge', charge: { ...rest, bill: { ...rest.bill, amount: amount.value } } }
}

/** `y a 900`, `y a la tasa de 900`: the bill at a price of the dollar that is said. */
function readOwnRate(speech: Speech, { rate: _, ...bill }: ChargeRequest): Request | undefined {
  const ownRate = isGoingOn(speech) ? priceSaid(speech) : undefined
  return ownRate === undefined ? undefined : { kind: 'charge', charge: { ...bill, ownRate } }
}

/** A price of the dollar, where a text has no other amount. */
export function priceSaid({ tokens }: Speech): Decimal | undefined {
  const price = onlyAmountIn(tokens)
  return price && isPriceOfDollar(tokens, price) ? price.value : undefined
}

/** `si el bcv sube a 830` */
const isGoingOn = (speech: Speech): boolean =>
  mayGoOn(speech) || (speech.has(WORDS.if) && speech.names.length > 0)

/** `y si le doy 5$ en efectivo`, `¿y al paralelo cuánto sería?`, `el vuelto va por pago móvil`: change, or another rate, of a paid bill. */
function readOfChange(speech: Speech, bill: ChargeRequest, isSettled: boolean): Request | undefined {
  const [other] = ratesIn(speech.tokens).concat(rateAlone(speech))
  if (amountsIn(speech.tokens).length > 0) {
    const isPart = speech.has(WORDS.gives, WORDS.gave) || speech.says(PHRASES.asChange)
    const [part, ...more] = amountsIn(speech.tokens)
    const isDue = isPart && isPaid(bill) && (isSettled || isOverpaid(bill))
    const charge = isDue && part && more.length === 0 ? handedBack(bill, part) : undefined
    return charge && { kind: 'charge', charge }
  }
  // `el vuelto al paralelo`
  const isChange =
    speech.has(WORDS.changeDue) &&
    speech.tokens.some((token, at) => token.kind === 'name' && means(speech.tokens[at - 1], WORDS.at))
  const isOfBill = mayGoOn(speech) || speech.has(WORDS.if) || isChange
  if (other !== undefined && speech.days.length === 0 && isOfBill) {
    const { ownRate: _, ...rest } = bill
    return { kind: 'charge', charge: { ...rest, rate: other } }
  }
  // The answer is the bill, with a button that copies the change.
  return isPaid(bill) && speech.has(WORDS.changeDue) ? { kind: 'charge', charge: bill } : undefined
}

/** `y si me lo pagan con la del paralelo`: the only rate that is named. */
function rateAlone({ tokens }: Speech): readonly string[] {
  const names = tokens.filter((token) => token.kind === 'name' && !token.isMoney)
  return names.length === 1 ? names.map(typedOf) : []
}

function readNextPayment(speech: Speech, bill: ChargeRequest): Request | undefined {
  const { has, tokens } = speech
  const typed = has(WORDS.changeDue, WORDS.left, WORDS.bill) ? withoutTarget(speech.typed) : speech.typed
  // `me da 50 y le doy 5` is read with the bill.
  if (partsIn(typed).some(({ role }) => role === 'handed')) return undefined
  const goesOn = beginsAsFollowUp(tokens)
  // `85$ + igtf` is another bill; what is paid is called that, or goes on from the bill.
  if (has(WORDS.foreignTax) && speech.hasNumber && !goesOn && !tokens.some(isPaidWord))
    return asRequest(readCharge(typed))
  const isAboutPayment =
    has(WORDS.pays, WORDS.changeDue, WORDS.foreignTax) ||
    // `me mandó 6 mil, ¿cuánto falta?`
    (has(WORDS.left) && isPaid(bill) && speech.hasNumber)
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
    has(WORDS.left, WORDS.changeDue) &&
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
