import { compare, type Decimal, divide, isPositive } from '../domain/decimal.ts'
import { isUsable } from './amounts.ts'
import { isYearAt, namesTime, YEAR } from './days.ts'
import type { AmountOfUnit, Request } from './request.ts'
import { amountsIn, type Speech, type SpokenAmount, UNKNOWN_MAX } from './speech.ts'
import {
  currencyNamedBy,
  type DatedToken,
  isPunctuation,
  isThing,
  isUnit,
  isUnitOrName,
  means,
  PHRASE_WORDS,
  PHRASES,
  textAt,
  typedOf,
  USD,
  unitOf,
  WORDS,
} from './tokens.ts'

/** No money of ours is so cheap: a smaller number behind `a` is the price of a thing. */
export const RATE_MIN = '100'

const RATE_MAX = '50000'

/** `mi tasa es 900`, `use 800 as my rate`; `20 a mi tasa` is a sum. */
export function readMyRate({ tokens, marked, says, names, days, unknown }: Speech): Request | undefined {
  const [price, ...more] = amountsIn(tokens)
  const isElse = names.length + days.length + more.length > 0 || isAtMyRate(marked)
  if (!says(PHRASES.myRate) || isElse || unknown() > 0) return undefined
  const isMine = price && isRate(price) && compare(price.value, RATE_MIN) >= 0
  return isMine ? { kind: 'my_rate', price: price.value } : undefined
}

/** `a mi tasa`, where a sum needs no money. */
const isAtMyRate = (tokens: Speech['marked']): boolean =>
  tokens.some(
    ({ text }, at) =>
      PHRASES.myRate.includes(`${text} ${textAt(tokens, at + 1)}`) && means(tokens[at - 1], WORDS.at),
  )

/** `20$ a 900`, `20 dólares a tasa euro`: dollars or euros at a price that the writer says. */
export function readOwnRate(speech: Speech): Request | undefined {
  const { tokens, marked, days, says, unknown } = speech
  if (says(PHRASES.thatRate) || isPriceFirst(speech) || isDifferenceAsked(speech)) return readThatRate(speech)
  const sold = readSoldFor(speech)
  if (sold) return sold
  const [sum, price, ...more] = amountsIn(tokens)
  const amount = sum && foreignSum(sum, isAtMyRate(marked) || isOnlyAtEuroRate(speech))
  if (!amount || more.length + days.length > 0 || unknown(WORDS.at) > UNKNOWN_MAX) return undefined
  const rest = tokens.slice(sum.at + 1).filter((token) => token !== sum.unit && !isPunctuation(token))
  if (price) return readPriceBehind(speech, rest, price, amount)
  if (says(PHRASES.myRate)) return { kind: 'own_rate', amount, price: 'mine' }
  return isAtEuroRate(speech) ? { kind: 'own_rate', amount, price: 'euro' } : undefined
}

/** `300 a tasa euro`: no other rate or money is asked. */
const isOnlyAtEuroRate = (speech: Speech): boolean =>
  isAtEuroRate(speech) &&
  speech.names.every(currencyNamedBy) &&
  !speech.tokens.some(
    (token, at) => unitOf(token)?.kind === 'currency' && means(speech.tokens[at - 1], WORDS.to),
  )

/** `quiere que le pague a 950 y yo le digo que a bcv, son 340 dólares, ¿cuánto es la diferencia?` */
const isDifferenceAsked = ({ tokens, has, names }: Speech): boolean =>
  has(WORDS.gap) &&
  names.length > 0 &&
  amountsIn(tokens).some((one) => one.unit === undefined && isPriceOfDollar(tokens, one))

/** `me pone el dólar a 450, si son 9 dólares, ¿cuánto me cobra?`, `a 850, ¿cuánto son 23 dólares?`, `con la tasa en 850 …` */
const isPriceFirst = ({ tokens, names, says }: Speech): boolean => {
  const [price, sum] = amountsIn(tokens)
  const isAtOther =
    !names.every(currencyNamedBy) || says(PHRASES.official, PHRASES.parallel, PHRASES.exchange)
  if (isAtOther || !price || price.unit || unitOf(sum?.unit)?.kind !== 'currency') return false
  const [before, behind] = [tokens.slice(0, price.at), tokens[price.at + 1]]
  return (
    means(before.at(-1), WORDS.at) &&
    compare(price.value ?? '0', RATE_MIN) >= 0 &&
    !isYearAt(tokens, price.at) &&
    (isEndOfPrice(behind) || means(behind, WORDS.to)) &&
    (before.length === 1
      ? behind !== undefined && (isPunctuation(behind) || means(behind, WORDS.asking))
      : before.some((token) => unitOf(token)?.kind === 'currency') || means(before.at(-2), WORDS.rateItself))
  )
}

/** `el alquiler es 80$ a tasa bcv, ¿cuántos usdt vendo?`: what of one money pays a sum at the rate of another. */
function readSoldFor({ tokens }: Speech): Request | undefined {
  const [sum, ...more] = amountsIn(tokens)
  const amount = sum && foreignSum(sum)
  const [rate, ...rates] = tokens.flatMap((token) =>
    token.kind === 'name' && !token.isMoney ? [token.raw] : [],
  )
  const [out, ...others] = tokens.flatMap((token, at) => {
    const isAsked = means(tokens[at - 1], WORDS.howMany, WORDS.to)
    return token.kind === 'name' && token.isMoney && isAsked ? [token.raw] : []
  })
  const isElse = more.length + rates.length + others.length > 0
  return amount && rate !== undefined && out !== undefined && !isElse
    ? { kind: 'own_rate', amount, price: { name: rate }, out }
    : undefined
}

/** A sum of dollars or euros; of dollars where no money need be said. */
function foreignSum({ value, unit: token }: SpokenAmount, isDollars = false): AmountOfUnit | undefined {
  const unit = token ? unitOf(token) : isDollars ? USD : undefined
  return value !== undefined && isUsable(value) && unit?.kind === 'currency'
    ? { amount: value, unit }
    : undefined
}

/** `a 900`, `a 900 bs`, and nothing else. */
function readPriceBehind(
  { tokens, names }: Speech,
  [first, ...others]: readonly DatedToken[],
  price: SpokenAmount,
  amount: AmountOfUnit,
): Request | undefined {
  if (!first || !means(first, WORDS.at) || means(first, WORDS.inYear)) return undefined
  const said = others.filter(({ text }) => !BESIDE_PRICE.some((words) => words.has(text)))
  const isBare = said.every((token) => token === tokens[price.at] || token === price.unit)
  return isBare && names.length === 0 && isRate(price) && compare(price.value, RATE_MIN) >= 0
    ? { kind: 'own_rate', amount, price: price.value }
    : undefined
}

const BESIDE_PRICE = [WORDS.price, WORDS.glue, WORDS.asking, WORDS.is]

/** Whether an amount may be the price of a money, in bolivares. */
export const isRate = (one: SpokenAmount): one is SpokenAmount & { readonly value: Decimal } =>
  one.value !== undefined && isUsable(one.value) && (!one.unit || unitOf(one.unit)?.kind === 'bolivares')

/** `y a 900`, `y a la tasa de 900 bs`: a price of the dollar; `en 2020` is a year. */
export const isPriceOfDollar = (
  tokens: readonly DatedToken[],
  one: SpokenAmount,
): one is SpokenAmount & { readonly value: Decimal } =>
  isRate(one) && compare(one.value, RATE_MIN) >= 0 && isAtRate(tokens, one.at) && !isYearAt(tokens, one.at)

/** `me manda 200$ y me los paga a 780`: bolivares for each of them. */
export function isSumAtPrice(tokens: readonly DatedToken[]): boolean {
  const [sum, price, ...more] = amountsIn(tokens)
  return (
    price !== undefined &&
    more.length === 0 &&
    unitOf(sum?.unit)?.kind === 'currency' &&
    !price.unit &&
    isPriceOfDollar(tokens, price) &&
    !means(tokens[(sum?.at ?? 0) - 1], WORDS.of) &&
    isEndOfPrice(tokens[price.at + 1])
  )
}

/** What may follow a price: `a 850 cada uno`, `a 850, ¿está bien?`; neither days nor people. */
const isEndOfPrice = (token: DatedToken | undefined): boolean =>
  token === undefined ||
  (!isThing(token) && !namesTime(token.text) && !means(token, WORDS.people, WORDS.to, WORDS.kilo, WORDS.gram))

/** The same, whatever is said beside it. */
export function readSumAtPrice(speech: Speech): Request | undefined {
  const { tokens, names, has } = speech
  const [sum, price] = amountsIn(tokens)
  const amount = sum && foreignSum(sum)
  const isElse = names.some((name) => !currencyNamedBy(name)) || has(WORDS.alert)
  const isSaid = price && means(tokens[price.at - 1], WORDS.at) && !dealtSide(speech)
  return amount && isSaid && price.value !== undefined && !isElse && isSumAtPrice(tokens)
    ? { kind: 'own_rate', amount, price: price.value }
    : undefined
}

/** `al bcv`, `a la tasa de 900` */
export function isAtRate(tokens: readonly DatedToken[], at: number): boolean {
  const [before, second] = [textAt(tokens, at - 1), textAt(tokens, at - 2)]
  return WORDS.at.has(before) || WORDS.price.has(before) || (WORDS.of.has(before) && WORDS.price.has(second))
}

/** `dice que el dólar está a 900, ¿cuánto son 12 dólares a esa tasa?` */
function readThatRate({ tokens, days, names, has, unknown }: Speech): Request | undefined {
  const amounts = amountsIn(tokens)
  const sum = amounts.find(({ unit }) => unitOf(unit)?.kind === 'currency')
  const [price, ...more] = amounts.filter((one) => one !== sum)
  const amount = sum && foreignSum(sum)
  const isOther = !has(WORDS.gap) && names.some((name) => !currencyNamedBy(name))
  const isElse = more.length + days.length > 0 || isOther
  return amount && price && isRate(price) && !isElse && unknown(WORDS.gap, WORDS.pays) <= UNKNOWN_MAX
    ? { kind: 'own_rate', amount, price: price.value }
    : undefined
}

/** `45.000 bs por un pollo de 50$, ¿a qué tasa?`, `¿9$ o 6500 bs?`: the price that two sums come to. */
export function readImpliedRate(speech: Speech): Request | undefined {
  const { typed, tokens, has, says } = speech
  const isAsked = says(PHRASES.impliedRate, PHRASES.fair)
  const isCharged = has(WORDS.charged) && !has(WORDS.pays) && !means(tokens[0], WORDS.charge)
  if (!isAsked && !isCharged) return undefined
  const { foreign, paid, others, side } = dealIn(speech)
  const asked = foreign && ofUnit(foreign)
  // `en 2000 bolívares o en 5 dólares`
  const isChoice = typed.some(({ text }, at) => WORDS.or.has(text) && means(typed[at + 1], WORDS.to))
  if (!asked || paid?.value === undefined || others.length > 0 || isChoice) return undefined
  // `50 usd, and he offers 600 per dollar`
  if (isOfDollarAt(typed, paid.at + 1) && isRate(paid))
    return { kind: 'worth', side, price: paid.value, quantity: asked }
  const price = divide(paid.value, asked.amount)
  // `60$ con 30 % de descuento`, `40$ o 48 al bcv`
  const isElse = compare(price, RATE_MIN) < 0 || typed.some(({ text }) => text === '%')
  return isInBolivares(speech, paid, isAsked) && !isElse
    ? { kind: 'worth', side, price, quantity: asked }
    : undefined
}

/** The foreign money of a text and what was paid for it, from the side of the writer where a deal is judged. */
function dealIn(speech: Speech) {
  const { typed } = speech
  const amounts = amountsIn(typed)
  const dealt = dealtSide(speech)
  // `my daughter sent 100 and they gave me 90000 bs`
  const foreign =
    amounts.find(({ unit }) => unitOf(unit)?.kind === 'currency') ??
    (dealt && amounts.find(({ at, unit }) => !unit && !isThing(typed[at + 1])))
  const [paid, ...others] = amounts.filter((one) => one !== foreign)
  // `me pagaron 15600 bs por un repuesto de 22$`
  const isOfThing = means(typed[(foreign?.at ?? 0) - 1], WORDS.of)
  return { foreign, paid, others, side: (!isOfThing && dealt) || 'said' } as const
}

function isInBolivares({ typed }: Speech, { at, unit }: SpokenAmount, isAsked: boolean): boolean {
  const isWeight = means(typed[at + 1], WORDS.kilo, WORDS.gram)
  return unit ? unitOf(unit)?.kind === 'bolivares' : isAsked && !isWeight && !means(typed[at - 1], WORDS.at)
}

/** What was done to the writer in a deal that is judged: `cambié 40 dólares a 920, ¿me tumbaron?`. */
const dealtSide = ({ says }: Speech): 'sold' | 'bought' | undefined =>
  !says(PHRASES.fair)
    ? undefined
    : says(PHRASES.soldAway)
      ? 'bought'
      : says(PHRASES.boughtIn)
        ? 'sold'
        : undefined

/** `¿me tumbaron?`, `is that a good deal`: the deal is asked for. */
export const readUnsaidDeal = ({ says, hasNumber, names, unknown }: Speech): Request | undefined =>
  says(PHRASES.cheated) && !hasNumber && names.every(currencyNamedBy) && unknown(PHRASE_WORDS.cheated) <= 1
    ? { kind: 'deal' }
    : undefined

/** `¿640 por dólar?`, `me dijo a 720 el dólar`, `dicen que el dólar está en 900, ¿es verdad?`: a price that was said. */
export function readSaidPrice(speech: Speech): Request | undefined {
  const { tokens, names, has, says } = speech
  const charged = priceCharged(speech)
  const [price, ...more] = charged ?? amountsIn(tokens)
  if (!price || !isRate(price) || compare(price.value, RATE_MIN) < 0) return undefined
  const isElse = has(WORDS.alert, WORDS.alertNoun, WORDS.if) || says(PHRASES.myRate) || isAtEuroRate(speech)
  if (more.length > 0 || isElse) return undefined
  // `me pagan los dólares a 500`
  const isBehind =
    means(tokens[price.at - 1], WORDS.at) &&
    unitOf(tokens[price.at - 2])?.kind === 'currency' &&
    !YEAR.test(textAt(tokens, price.at))
  const isOfDollar =
    (charged ?? names).length > 0 ||
    tokens.some((token) => unitOf(token)?.kind === 'currency' || isMoneyName(token)) ||
    has(WORDS.price)
  const isBare = isBehind || (says(PHRASES.fair) && isOfDollar)
  return isOfDollarAt(tokens, price.at + 1) || (isBare && !price.unit)
    ? { kind: 'worth', side: 'said', price: price.value }
    : undefined
}

/** `they are charging me at 957, is that right? thought it was 798`: the price that was asked for. */
function priceCharged({ tokens, says }: Speech): readonly [SpokenAmount] | undefined {
  const chargedAt = tokens.findIndex(({ text }) => WORDS.charged.has(text))
  const amounts = amountsIn(tokens)
  const price = amounts.find(({ at }) => at > chargedAt)
  if (!says(PHRASES.fair) || chargedAt < 0 || !price || !means(tokens[price.at - 1], WORDS.at))
    return undefined
  return amounts.every((one) => !one.unit && isRate(one)) ? [price] : undefined
}

/** `por dólar`, `a dollar` */
export const isOfDollarAt = (tokens: readonly DatedToken[], at: number): boolean =>
  (means(tokens[at], WORDS.perOne) && unitOf(tokens[at + 1])?.kind === 'currency') ||
  (textAt(tokens, at) === 'a' && means(tokens[at + 1], ONE_OF))

/** `380 a dollar`, which `a usd` is not. */
const ONE_OF: ReadonlySet<string> = new Set(['dollar', 'euro'])

/** `a tasa euro`, `a la tasa del euro bcv`, `at the euro rate`: the price of another money; `en euros` is what is converted to. */
export function isAtEuroRate({ tokens }: Speech): boolean {
  const words = tokens.flatMap((token) => typedOf(token).split(' ')).filter((word) => !isArticle(word))
  return words.some((word, at) => {
    const beside = [words[at - 1], words[at + 1]].some((one = '') => WORDS.price.has(one))
    const isOfficial = PHRASES.official.includes(words[at + 1] ?? '')
    return currencyNamedBy(word) === 'EUR' && (beside || isOfficial)
  })
}

const isArticle = (word: string): boolean => WORDS.glue.has(word) && !WORDS.to.has(word)

/** `me venden 100$ en 1020`, `¿me conviene vender a 995?`. */
export function readWorth(speech: Speech): Request | undefined {
  const { isSold, isBought } = sidesOf(speech)
  const isElse =
    speech.has(WORDS.alert, WORDS.earned, WORDS.banknote, WORDS.foreignTax) || isAmountAsked(speech)
  if (isSold === isBought || isElse) return undefined
  if (speech.unknown(WORTH_WORDS) > UNKNOWN_MAX) return undefined
  const amounts = amountsIn(speech.tokens)
  const named = amounts.find(({ unit }) => unit !== undefined && unitOf(unit)?.kind !== 'bolivares')
  // `me venden 100 a 1020`: of two amounts without a unit the first is the quantity.
  const quantity = named ?? (amounts.length > 1 ? amounts[0] : undefined)
  const price = amounts.find((one) => one !== quantity)
  if (price?.value === undefined || !isPositive(price.value) || amounts.length > 2) return undefined
  if (isOtherThing(speech, price, quantity) || !isOffered(speech, price)) return undefined
  const side = isSold || isOfferOfDollars(speech, price) ? 'sold' : 'bought'
  const asked = quantity && ofUnit(quantity)
  return { kind: 'worth', side, price: price.value, ...(asked && { quantity: asked }) }
}

/** `me compra 3 de 2,5`, `vendo 90 usdt`: no price of a dollar. */
const isOtherThing = (
  { tokens, typed, has }: Speech,
  price: SpokenAmount,
  quantity: SpokenAmount | undefined,
): boolean =>
  isMoneyName(tokens[price.at + 1]) ||
  // `una señora me compró 12,50, ¿cuánto es?`
  (compare(price.value ?? '0', RATE_MIN) < 0 && (quantity !== undefined || has(WORDS.asking))) ||
  // `me dan 15 % de descuento si pago en dólares, la cuenta es 32`
  typed.some(({ text }) => text === '%') ||
  // `me pagan 120.000 bs quincenales`
  (quantity === undefined &&
    !means(tokens[price.at - 1], WORDS.at) &&
    compare(price.value ?? '0', RATE_MAX) > 0)

/** `vendo 90 usdt`, which are no price. */
const isMoneyName = (token: DatedToken | undefined): boolean =>
  token !== undefined && (WORDS.paidAsDollars.has(typedOf(token)) || (token.kind === 'name' && token.isMoney))

/** `¿cuántos dólares compro?`, `¿cuánto es eso en dólares?`: what an amount comes to, and no price is compared. */
const isAmountAsked = ({ tokens, says }: Speech): boolean =>
  (says(PHRASES.thatSum) && !says(PHRASES.fair)) ||
  tokens.some(
    ({ text }, at) =>
      (WORDS.howMany.has(text) && isUnitOrName(tokens[at + 1])) ||
      (WORDS.asking.has(text) && tokens[at + 1]?.kind === 'name') ||
      (WORDS.to.has(text) &&
        means(tokens[at - 2], WORDS.howMuch) &&
        unitOf(tokens[at + 1])?.kind === 'currency'),
  )

/** Whether somebody sells dollars to the writer, or buys them. */
function sidesOf(speech: Speech): { readonly isSold: boolean; readonly isBought: boolean } {
  const { says } = speech
  const [theySell, theyBuy] = [says(PHRASES.theySell), says(PHRASES.theyBuy)]
  const dealt = dealtSide(speech)
  if (dealt) return { isSold: dealt === 'sold', isBought: dealt === 'bought' }
  return {
    isSold: theySell || (says(PHRASES.sold) && !theyBuy),
    isBought: theyBuy || (says(PHRASES.bought) && !theySell),
  }
}

/** `con 50 mil bs, ¿cuántos dólares compro?` asks what they come to. */
const isOffered = ({ has, tokens }: Speech, { at }: SpokenAmount): boolean =>
  has(WORDS.offer) || means(tokens[at - 1], WORDS.to, WORDS.at)

/** What an offer is told with. */
export const WORTH_WORDS: ReadonlySet<string> = new Set([
  ...PHRASE_WORDS.sold,
  ...PHRASE_WORDS.bought,
  ...PHRASE_WORDS.theySell,
  ...PHRASE_WORDS.theyBuy,
])

/** `me ofrecen dólares a 980`: dollars before the price; after it they are what the price is for. */
const isOfferOfDollars = ({ says, tokens }: Speech, { at }: SpokenAmount): boolean =>
  says(PHRASES.offered) && tokens.slice(0, at).some((token) => isUnit(token))

const ofUnit = ({ value, unit }: SpokenAmount): AmountOfUnit | undefined =>
  value !== undefined && isPositive(value) ? { amount: value, unit: unitOf(unit) ?? USD } : undefined
