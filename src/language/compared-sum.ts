import { compare, divide } from '../domain/decimal.ts'
import { ratesIn } from './charge.ts'
import { moneyAsked, RATE_MIN } from './own-rate.ts'
import { isOfficial } from './rate.ts'
import { type Conversion, OFFICIAL, type Request, rateBeside } from './request.ts'
import { mayGoOn, onlyAmountIn, type Speech } from './speech.ts'
import { isForeignMoney, PHRASES, unitOf, WORDS } from './tokens.ts'

/** `sí, pero a tasa euro` */
const atEuro = (speech: Speech, { amount, from }: Conversion): Request | undefined =>
  from.kind === 'currency' && mayGoOn(speech) && ratesIn(speech.tokens).some((rate) => WORDS.euros.has(rate))
    ? { kind: 'own_rate', amount: { amount, unit: from }, price: 'euro' }
    : undefined

/** Of the same sum, without another amount or rate. */
export const ofSameSum = (speech: Speech, before: Conversion): Request | undefined =>
  judgedAt(speech, before) ?? atEuro(speech, before)

/** `me ofrecen 34 mil bs, ¿es buen precio?` for the dollars of the sum before. */
export function offeredFor(
  { tokens, says, names, days }: Speech,
  { amount, from }: Conversion,
): Request | undefined {
  const offer = onlyAmountIn(tokens)
  const isOffer = says(PHRASES.fair) && unitOf(offer?.unit)?.kind === 'bolivares' && from.kind === 'currency'
  if (!isOffer || !offer || names.length + days.length > 0) return undefined
  const price = divide(offer.value, amount)
  return compare(price, RATE_MIN) < 0
    ? undefined
    : { kind: 'worth', side: 'said', price, quantity: { amount, unit: from } }
}

/** `¿me conviene pagarle en dólares o en bs?` */
function judgedAt({ says, days }: Speech, before: Conversion): Request | undefined {
  if (!says(PHRASES.fair) || says(PHRASES.thatRate) || days.length > 0 || before.from.kind !== 'currency')
    return undefined
  const [rate = OFFICIAL, other = rateBeside(rate)] = before.at
  return { kind: 'convert', conversion: { ...before, at: [rate, other] } }
}

/** `y la diferencia, ¿cuánto pierdo si me pagan por el banco?`: the sum at its rate and at another. */
export function differenceAt(
  { tokens, rates: [said, ...others], has, says, hasNumber }: Speech,
  before: Conversion,
): Request | undefined {
  const [rate = OFFICIAL] = before.at
  // `¿cuál es la diferencia entre los dos?` after `y a binance`
  const isOfRates = before.at.length > 1 || before.date !== undefined || before.from.kind === 'bolivares'
  // `¿a cuánto está la brecha?` is of the rates.
  const isOfSum =
    !isOfRates && !has(WORDS.price) && !tokens.some((one) => one.text === '%' || isForeignMoney(one))
  const name = said ?? (isOfSum ? rateBeside(rate) : undefined)
  // `how much more am i paying` after `and at bcv`
  const isAsked = has(WORDS.gap) || (said === undefined && before.at.length > 0 && says(PHRASES.howMuchMore))
  if (!isAsked || hasNumber || name === undefined || others.length > 0) return undefined
  if (before.at.length > 1) return { kind: 'convert', conversion: before }
  const isSame = SAME_RATES.some((same) => same.includes(name) && same.includes(rate))
  return { kind: 'convert', conversion: { ...before, at: [rate, isSame ? rateBeside(rate) : name] } }
}

const SAME_RATES = [[...PHRASES.official, OFFICIAL], PHRASES.parallel, PHRASES.exchange]

/** `how many usdt do I have to sell for that`, `how much less would it be at bcv`: the sum at its rate and at another. */
export function besideOther(
  { tokens, has, says, names, hasNumber }: Speech,
  before: Conversion,
): Request | undefined {
  const [rate = OFFICIAL] = before.at
  const [other, ...others] = names.filter((name) => name !== rate)
  if (hasNumber || other === undefined || others.length > 0) return undefined
  // `60$ a bcv`, and then `y si pago en usdt, ¿cuántos usdt son?`
  const isCounted = before.at.length > 0 && moneyAsked(tokens) !== undefined && has(WORDS.howMany)
  const isSold =
    before.from.kind === 'currency' &&
    tokens.some((token) => token.kind === 'name' && token.isMoney) &&
    (isCounted || says(PHRASES.thatSum))
  const { to, ...sum } = before
  return isSold || says(PHRASES.howMuchMore)
    ? { kind: 'convert', conversion: { ...sum, ...(to && !isSold && { to }), at: [rate, other] } }
    : undefined
}

/** What the bolivares of a sum buy at another rate; and `¿a cuánto lo tengo que poner para no perder?` after a sum at two rates. */
export function resoldAt(
  { rates: [bought, ...others], says, has, hasNumber }: Speech,
  { amount, from, at }: Conversion,
): Request | undefined {
  // What is bought at the parallel rate and sold at the official one keeps its worth so.
  const [rate = OFFICIAL, other] = at.toSorted((a, b) => Number(isOfficial(b)) - Number(isOfficial(a)))
  const isKept = says(PHRASES.notToLose) && has(WORDS.asking) && bought === undefined
  const [price, out] = isKept
    ? [other, rate]
    : [at[0] ?? OFFICIAL, says(PHRASES.withThat) ? bought : undefined]
  const isElse = from.kind !== 'currency' || others.length > 0 || hasNumber
  return price === undefined || out === undefined || isElse
    ? undefined
    : { kind: 'own_rate', amount: { amount, unit: from }, price: { name: price }, out }
}
