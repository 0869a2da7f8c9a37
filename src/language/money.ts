import { isPositive } from '../domain/decimal.ts'
import { isPhone } from './bills.ts'
import { type AmountOfUnit, type Conversion, readConversion } from './conversion.ts'
import { type DatedToken, msOfPeriod } from './days.ts'
import { PHRASE_WORDS, PHRASES, WORDS } from './lexicon.ts'
import { isUnit, type Unit, unitOf } from './names.ts'
import type { Refusal, Request } from './request.ts'
import { amountsIn, type Speech, type SpokenAmount } from './speech.ts'
import { isPunctuation, NUMERALS, typedOf } from './tokens.ts'

const UNKNOWN_MAX = 3
const USD: Unit = { kind: 'currency', code: 'USD' }

/** `si tengo 40 $ cuántos bolívares son`, `100 usd paralelo`, `-5 usd`. */
export function readMoney(speech: Speech): Request | undefined {
  const { tokens, today } = speech
  const kept = tokens.filter((token) => !isPunctuation(token) && !isToday(token, today))
  const missing = missingIn(speech)
  const isConverted =
    missing !== undefined || kept.some((token, at) => WORDS.to.has(token.text) && isUnitOrName(kept[at + 1]))
  const isAsked = speech.has(WORDS.asking) || speech.has(WORDS.convert) || isConverted
  if (speech.unknown(WORDS.convert, WORTH_WORDS) > (isAsked ? UNKNOWN_MAX : 0)) return undefined
  const read = readConversion(kept, true)
  if (read.kind === 'conversion') return withMissing(readAmount(speech, read.conversion), missing)
  const { reason, word, amount } = read
  const isNumberOnly =
    reason === 'not_positive' && kept.every((token) => token.kind !== 'word' || isUnit(token))
  if (isRefusal(reason) && (isNumberOnly || isAmountBesideUnit(kept)))
    return { kind: 'refused', reason, ...(word !== undefined && { word }) }
  const isAlone = reason === 'no_unit' && amount !== undefined && isNumberAlone(speech)
  return isAlone ? { kind: 'amount', amount } : undefined
}

/** `¿cuánto vale un dólar?` asks for its price. */
function readAmount(speech: Speech, conversion: Conversion): Request | undefined {
  const isOne = !speech.hasNumber && conversion.amount === '1' && !conversion.to && speech.has(WORDS.asking)
  return isOne ? undefined : { kind: 'convert', conversion }
}

/** The money that was wanted and has no price of ours: `en pesos colombianos`, `in colombian pesos`. */
function missingIn({ tokens }: Speech): string | undefined {
  const at = tokens.findIndex(({ text }) => WORDS.foreignMoney.has(text))
  const start = [at - 1, at - 2].find((before) => WORDS.to.has(tokens[before]?.text ?? ''))
  if (start === undefined) return undefined
  const words = tokens.slice(start + 1, at + 2)
  return words
    .filter(({ kind, text }) => kind === 'word' && !WORDS.fillers.has(text))
    .map((word) => typedOf(word))
    .join(' ')
}

const withMissing = (request: Request | undefined, missing: string | undefined): Request | undefined =>
  request?.kind === 'convert' && !request.conversion?.to && missing !== undefined
    ? { ...request, missing }
    : request

const isNumberAlone = ({ names, tokens, unknown }: Speech): boolean =>
  names.length === 0 && !isPhone(tokens) && unknown(WORDS.convert) === 0

const REFUSALS: readonly string[] = ['not_positive', 'too_much', 'bad_date', 'bad_number'] satisfies Refusal[]
const isRefusal = (reason: string): reason is Refusal => REFUSALS.includes(reason)

const isToday = (token: DatedToken, today: string): boolean => token.kind === 'day' && token.day === today

const isAmountBesideUnit = (tokens: readonly DatedToken[]): boolean =>
  tokens.some(isUnit) && tokens.some(({ kind, text }) => kind === 'number' || NUMERALS.has(text))

const isUnitOrName = (token: DatedToken | undefined): boolean => token?.kind === 'name' || isUnit(token)

/** `me venden 100$ en 1020`, `¿me conviene vender a 995?`. */
export function readWorth(speech: Speech): Request | undefined {
  const { isSold, isBought } = sidesOf(speech)
  if ((!isSold && !isBought) || speech.has(WORDS.banknote) || speech.says(PHRASES.amountAsked))
    return undefined
  if (speech.unknown(WORTH_WORDS) > UNKNOWN_MAX) return undefined
  const amounts = amountsIn(speech.tokens)
  const named = amounts.find(({ unit }) => unit !== undefined && unitOf(unit)?.kind !== 'bolivares')
  // `me venden 100 a 1020`: of two amounts without a unit the first is the quantity.
  const quantity = named ?? (amounts.length > 1 ? amounts[0] : undefined)
  const price = amounts.find((one) => one !== quantity)
  if (price?.value === undefined || !isPositive(price.value) || amounts.length > 2) return undefined
  if (!isOffered(speech, price)) return undefined
  const side = isSold || isOfferOfDollars(speech, price) ? 'sold' : 'bought'
  const asked = quantity && ofUnit(quantity)
  return { kind: 'worth', side, price: price.value, ...(asked && { quantity: asked }) }
}
/** Whether somebody sells dollars to the writer, or buys them. */
function sidesOf({ says }: Speech): { readonly isSold: boolean; readonly isBought: boolean } {
  const [theySell, theyBuy] = [says(PHRASES.theySell), says(PHRASES.theyBuy)]
  return {
    isSold: theySell || (says(PHRASES.sold) && !theyBuy),
    isBought: theyBuy || (says(PHRASES.bought) && !theySell),
  }
}

/** `con 50 mil bs, ¿cuántos dólares compro?` asks what they come to. */
const isOffered = ({ has, tokens }: Speech, { at }: SpokenAmount): boolean =>
  has(WORDS.offer) || WORDS.to.has(tokens[at - 1]?.text ?? '') || WORDS.at.has(tokens[at - 1]?.text ?? '')
const WORTH_WORDS: ReadonlySet<string> = new Set([
  ...PHRASE_WORDS.sold,
  ...PHRASE_WORDS.bought,
  ...PHRASE_WORDS.theySell,
  ...PHRASE_WORDS.theyBuy,
  ...WORDS.besideOffer,
])

/** `me ofrecen dólares a 980`: dollars before the price; after it they are what the price is for. */
const isOfferOfDollars = ({ says, tokens }: Speech, { at }: SpokenAmount): boolean =>
  says(PHRASES.offered) && tokens.slice(0, at).some((token) => isUnit(token))

const ofUnit = ({ value, unit }: SpokenAmount): AmountOfUnit | undefined =>
  value !== undefined && isPositive(value) ? { amount: value, unit: unitOf(unit) ?? USD } : undefined

/** `convertir`, `calculadora`: what and how much is asked. */
export const readConvertAlone = (speech: Speech): Request | undefined =>
  speech.has(WORDS.convertAlone) && !speech.hasNumber && speech.unknown(WORDS.convert, WORDS.price) === 0
    ? { kind: 'convert' }
    : undefined

/** `peso colombiano`, `100 pesos colombianos`: money that we have no price of, about which the writer is told. */
export function readForeignMoney({ tokens, names, days, unknown }: Speech): Request | undefined {
  const at = tokens.findIndex(({ text }) => WORDS.foreignMoney.has(text))
  const [money, kind] = [tokens[at], tokens[at + 1]]
  if (money?.kind !== 'word' || names.length + days.length > 0 || isPhone(tokens)) return undefined
  const words = kind?.kind === 'word' && !WORDS.fillers.has(kind.text) ? [money, kind] : [money]
  const [amount, ...more] = amountsIn(tokens)
  const { value = '1' } = amount ?? {}
  if (more.length > 0 || !isPositive(value) || unknown() !== words.length) return undefined
  const name = words.map(({ raw }) => raw).join(' ')
  return { kind: 'convert', conversion: { amount: value, from: { kind: 'name', name }, at: [] } }
}

/** `100 cop`, `cuánto es 100 cop`: an amount and one word that names no money we know, about which the writer is told. */
export function readUnknownUnit({ tokens, unknown }: Speech): Request | undefined {
  const [amount, ...more] = amountsIn(tokens)
  const rest = tokens.slice(amount?.end).filter((token) => !isPunctuation(token))
  const [unit] = rest
  const isNumber = tokens[amount?.at ?? 0]?.kind === 'number'
  const isWhole = isNumber && more.length === 0 && rest.length === 1
  if (!isWhole || unit?.kind !== 'word' || isUnit(unit) || unknown(WORDS.convert) !== 1) return undefined
  if (msOfPeriod(1, unit.text) !== undefined) return undefined
  if (amount?.value === undefined || !isPositive(amount.value) || isPhone(tokens)) return undefined
  return {
    kind: 'convert',
    conversion: { amount: amount.value, from: { kind: 'name', name: unit.raw }, at: [] },
  }
}
