import { SALE_TAX_PERCENT, TAX_PERCENT } from '../domain/deal/charge.ts'
import { add, type Decimal } from '../domain/decimal.ts'
import { isTaxDenied } from './after-bill.ts'
import { isUsable } from './amounts.ts'
import { asRequest, readCharge, withRate } from './charge.ts'
import type { Request } from './request.ts'
import { amountsIn, type Speech, type SpokenAmount } from './speech.ts'
import { percentTokens } from './sums.ts'
import { asTypedIn } from './till.ts'
import {
  currencyNamedBy,
  type DatedToken,
  isSaleTax,
  means,
  numberToken,
  PHRASE_WORDS,
  PHRASES,
  saysAnyOf,
  signToken,
  type Token,
  textAt,
  WORDS,
  wordOf,
} from './tokens.ts'

/**
 * The taxes of the only sum of a text, in whatever order both are said: `46,20 sin IVA, ¿cuánto es con IVA?`, `116$ con IVA, ¿cuánto
 * es la base?`, `¿cuánto es el IGTF si pago 80$ con Zelle?`.
 */
export function readTaxes(speech: Speech): Request | undefined {
  const { typed, names, days, unknown } = speech
  const [sum, ...others] = amountsIn(typed).filter((one) => !isOfTax(typed, one))
  if (sum?.value === undefined || !isUsable(sum.value) || others.length + days.length > 0) return undefined
  // `con IVA y 10% de descuento`
  if (textAt(typed, sum.at + 1) === '%') return undefined
  const isOfSale = typed.some(isSaleTax)
  const isForeign = isForeignTaxed(speech, isOfSale)
  // `¿cuánto es el IVA y el IGTF de 80$?`
  if (isOfSale && isForeign && asksTax(typed)) return undefined
  const price = isOfSale ? saleTaxed(speech, sum.value) : isForeign ? [numberToken(sum.value)] : undefined
  const [rate, ...rates] = names.filter((name) => !currencyNamedBy(name))
  if (!price || rates.length > 0 || unknown(...BESIDE_TAX) > UNKNOWN_MAX) return undefined
  const unit = sum.unit && sum.unit.kind !== 'day' ? [sum.unit] : []
  const tax = isForeign ? [wordOf(WORDS.foreignTax)] : []
  return asRequest(withRate(readCharge([...price.map(asTypedIn(speech.numbers)), ...unit, ...tax]), rate))
}

/** `más IGTF`, `¿cuánto es el IGTF?` */
function isForeignTaxed(speech: Speech, isOfSale: boolean): boolean {
  const { typed, has } = speech
  const isAsked = isOfSale || has(WORDS.asking)
  const said = typed.filter((_, at) => isAsked || isAdded(typed, at))
  const isInCash = paysForeign(speech) && (isOfSale || typed.some((_, at) => isTaxPercent(typed, at)))
  return !isTaxDenied(speech) && (saysForeignTax(said) || isInCash)
}

/** `la pago en dólares`, on which the tax on foreign money is charged. */
export const paysForeign = ({ has, says }: Speech): boolean =>
  has(WORDS.pays, WORDS.toPay) && says(PHRASES.inForeign)

/** `me cobran 3% si pago en divisas` */
const isTaxPercent = (typed: readonly Token[], at: number): boolean =>
  typed[at]?.kind === 'number' && textAt(typed, at) === TAX_PERCENT && textAt(typed, at + 1) === '%'

/** Whether the tax on foreign money is said by its name: `tax` may be another one. */
export const saysForeignTax = (tokens: readonly DatedToken[]): boolean =>
  tokens.some(({ text }) => text === IGTF)

const [IGTF] = WORDS.foreignTax

const UNKNOWN_MAX = 4

const BESIDE_TAX = [WORDS.saleTax, WORDS.foreignTax, PHRASE_WORDS.addedTo, PHRASE_WORDS.takenOff]

/** `16 % de IVA`, `IVA 16`: the percentage of a tax. */
const isOfTax = (typed: readonly Token[], { at, value, unit }: SpokenAmount): boolean =>
  !unit && (value === SALE_TAX_PERCENT || isTaxPercent(typed, at))

/** The price with its tax, the price without it, or the tax alone. */
function saleTaxed(speech: Speech, price: Decimal): Token[] | undefined {
  const { typed, has, says } = speech
  const mentions = [...typed.keys()].filter((at) => isSaleTax(typed[at] as Token))
  const without = mentions.filter((at) => means(beforeTax(typed, at), ...NOT_WITH))
  if (isBaseAsked(speech, mentions, without)) return part(price, '100', WHOLE)
  if (says(PHRASES.taxWithin)) return asksTax(typed) ? part(price, SALE_TAX_PERCENT, WHOLE) : undefined
  // `100$ con IVA o sin IVA`
  if (without.length === mentions.length || has(WORDS.or)) return undefined
  if (asksTax(typed) && !has(WORDS.inTotal)) return part(price, SALE_TAX_PERCENT, '100')
  const isPlus = without.length > 0 || has(WORDS.inTotal) || says(PHRASES.addedTo)
  return isPlus || mentions.some((at) => isAdded(typed, at))
    ? [numberToken(price), ...percentTokens('+', SALE_TAX_PERCENT)]
    : undefined
}

/** `116$ con IVA, ¿cuánto es sin IVA?`, `quítale el IVA a 116$` */
function isBaseAsked(
  { typed, has, says }: Speech,
  [first = 0]: readonly number[],
  without: readonly number[],
): boolean {
  const isTakenOff = !without.includes(first) || means(beforeTax(typed, first), ...TAKEN_OFF)
  return (
    says(PHRASES.untaxed) ||
    (says(PHRASES.taxWithin) && says(PHRASES.takenOut)) ||
    (without.length > 0 && isTakenOff && !has(WORDS.or) && !means(beforeTax(typed, first), WORDS.plus)) ||
    (says(PHRASES.taxWithin) && has(WORDS.without) && !has(WORDS.negation) && without.length === 0)
  )
}

/** Hundredths of a price with its tax. */
const WHOLE = add('100', SALE_TAX_PERCENT)

const part = (price: Decimal, times: Decimal, over: Decimal): Token[] => [
  ...[numberToken(price), signToken('x'), numberToken(times)],
  ...[signToken('/'), numberToken(over)],
]

/** `quítale el IVA` */
const TAKEN_OFF = [WORDS.remove, WORDS.minus]

/** `sin el IVA`, `before tax` */
const NOT_WITH = [WORDS.without, WORDS.earlier, ...TAKEN_OFF]

/** The word before a tax and its article. */
const beforeTax = (typed: readonly DatedToken[], at: number): DatedToken | undefined =>
  typed.slice(0, at).findLast((token) => !means(token, WORDS.glue, WORDS.is))

const isAdded = (typed: readonly DatedToken[], at: number): boolean =>
  means(beforeTax(typed, at), WORDS.plus, WORDS.with)

/** `¿cuánto es el IVA?`, `¿cuánto le sumo de IVA?`, `tengo que sacar el IVA` */
export const asksTax = (tokens: readonly DatedToken[]): boolean =>
  saysAnyOf(tokens, PHRASES.findsTax) ||
  tokens.some((token, at) => {
    const isPart = means(tokens[at - 1], WORDS.of) && tokens.slice(0, at).some(isAsking)
    return isSaleTax(token) && (isPart || means(beforeTax(tokens, at), WORDS.asking))
  })

const isAsking = (token: DatedToken): boolean => means(token, WORDS.asking)
