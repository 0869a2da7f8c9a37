import { isDeepStrictEqual } from 'node:util'
import { compare, type Decimal, divide, isPositive } from '../domain/decimal.ts'
import { isUsable } from './amounts.ts'
import { isYearAt, msOfPeriod, namesTime } from './days.ts'
import type { AmountOfUnit, Request } from './request.ts'
import { amountsIn, endOf, isPhone, type Speech, type SpokenAmount, sumOf, UNKNOWN_MAX } from './speech.ts'
import {
  currencyNamedBy,
  type DatedToken,
  isBesideAmount,
  isForeignMoney,
  isPunctuation,
  isThing,
  isUnit,
  isUnitOrName,
  means,
  PHRASE_WORDS,
  PHRASES,
  textAt,
  typedOf,
  type Unit,
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
  return price && isRate(price) ? { kind: 'my_rate', price: price.value } : undefined
}

/** `a mi tasa`, where a sum needs no money. */
const isAtMyRate = (tokens: Speech['marked']): boolean =>
  tokens.some(
    ({ text }, at) =>
      PHRASES.myRate.includes(`${text} ${textAt(tokens, at + 1)}`) && means(tokens[at - 1], WORDS.at),
  )

/**
 * `20$ a 900`, `50.000 bs con el dólar a 930`, `20 dólares a tasa euro`: money at a price that the writer says, or at that of a
 * rate; and what comes out of it in another money: `el alquiler es 80$ a tasa bcv, ¿cuántos usdt vendo?`
 */
export function readOwnRate(speech: Speech): Request | undefined {
  const { tokens, marked, days, has, unknown } = speech
  const said = pricedSum(tokens)
  const out = moneyAsked(tokens)
  const price = said?.price ?? rateIn(speech, out)
  const [sum, ...more] = amountsIn(tokens)
  const amount =
    said?.amount ?? (sum && sumOf(sum, isAtMyRate(marked) || isOnlyAtEuroRate(speech) ? USD : undefined))
  if (price === undefined || !amount || tokens.some(isForeignMoney) || has(WORDS.alert)) return undefined
  const isOfForeign = amount.unit.kind === 'currency'
  const isUnclear = out === undefined && unknown(WORDS.at) > UNKNOWN_MAX
  const isElse = said
    ? !isAtNoOther(speech, amount, out) || dealtSide(speech)
    : more.length + days.length > 0 || isUnclear || !(isOfForeign || price === 'mine')
  return isElse
    ? undefined
    : { kind: 'own_rate', amount, price, ...(isOfForeign && out !== undefined && { out }) }
}

/** The rate that a sum is counted at: the writer's own, that of the euro, or one that is named beside the money that is asked for. */
function rateIn(speech: Speech, out: string | undefined) {
  const [rate, ...rates] = speech.tokens.flatMap((token) =>
    token.kind === 'name' && !token.isMoney ? [token.raw] : [],
  )
  if (out !== undefined && rate !== undefined && rates.length === 0) return { name: rate }
  return speech.says(PHRASES.myRate) ? 'mine' : isAtEuroRate(speech) ? 'euro' : undefined
}

/** True if a text names no rate but the one that it says, `100 usdt a 950`, or asks how far that is from another. */
const isAtNoOther = (
  { tokens, has, says }: Speech,
  { unit }: AmountOfUnit,
  out: string | undefined,
): boolean =>
  has(WORDS.gap) ||
  (!says(PHRASES.official, PHRASES.parallel) &&
    tokens.every(
      (token) =>
        token.kind !== 'name' || token.raw === out || (unit.kind === 'name' && token.raw === unit.name),
    ))

/** `¿cuántos usdt vendo?`, `en usdt`, `¿cuántos dólares paralelos son?`: the only money that is asked for and has a name. */
export function moneyAsked(tokens: readonly DatedToken[]): string | undefined {
  const [asked, ...others] = tokens.flatMap((token, at) =>
    token.kind === 'name' && token.isMoney && means(tokens[at - 1], WORDS.howMany, WORDS.to)
      ? [token.raw]
      : [],
  )
  return others.every((one) => one === asked) ? asked : undefined
}

/** The price of a dollar that a text says, and the only other amount: `100$ a 930`, `930 por dólar, tengo 200`, `a 930, ¿cuánto son 50 mil bs?` */
export function pricedSum(tokens: readonly DatedToken[]) {
  const amounts = amountsIn(tokens)
  const price = amounts.findLast((one) => isPriceSaid(tokens, one))
  const [sum, ...more] = amounts.filter((one) => one !== price)
  if (!price || !sum || more.length > 0 || isPhone(tokens)) return undefined
  const money = moneyPriced(tokens, price)
  const amount = sumOf(sum, isBareSum(tokens, sum) ? money : undefined)
  if (price.value === undefined || !amount) return undefined
  // `a 900 el litro, ¿cuántos litros con 20$?`, `el dólar está a 900 y tengo 50 euros`
  const isOfElse = money
    ? amount.unit.kind === 'currency' && !isDeepStrictEqual(amount.unit, money)
    : sum.at > price.at && !isRateAlone(tokens, price)
  return isOfElse ? undefined : { amount, price: price.value }
}

/** `y son 60`, `tengo 200`; neither `vuelvo en 5` nor `dame 10 min`. */
const isBareSum = (tokens: readonly DatedToken[], { at }: SpokenAmount): boolean =>
  means(tokens[at - 1], ...BEFORE_SUM) &&
  // `¿cuánto falta para 1000?`
  !(means(tokens[at - 1], WORDS.forBill) && tokens.some((token) => means(token, WORDS.left))) &&
  isEndOfPrice(tokens, at + 1)

const BEFORE_SUM = [WORDS.forBill, WORDS.holds, WORDS.pays, WORDS.convert]

/** `a 930`, `la tasa en 930`, `930 por dólar`: bolivares for one of a money. */
function isPriceSaid(tokens: readonly DatedToken[], one: SpokenAmount): boolean {
  const end = endOf(tokens, one)
  // `30 dólares en 29.400 bs`: for all of them.
  const isTotal = one.unit && means(tokens[one.at - 1], WORDS.inYear) && isBesideAmount(tokens, one.at - 2)
  const isAtPrice = isPriceOfDollar(tokens, one) && !isUnit(tokens[one.at - 1]) && isEndOfPrice(tokens, end)
  return !isTotal && isRate(one) && (isOfDollarAt(tokens, end) || isAtPrice)
}

/** `a 850, ¿cuánto son 23 dólares?`, `con la tasa en 850, …`, `me da a 940 los 60 dólares` */
function isRateAlone(tokens: readonly DatedToken[], { at }: SpokenAmount): boolean {
  const behind = tokens[at + 1]
  return at === 1
    ? behind !== undefined && (isPunctuation(behind) || means(behind, WORDS.asking))
    : (means(tokens[at - 2], WORDS.pays) && !means(tokens[at - 2], WORDS.with)) ||
        tokens.slice(0, at).some((token) => means(token, WORDS.rateItself))
}

/** The money that a price is of: `930 por dólar`, `el dólar está a 930`. */
function moneyPriced(tokens: readonly DatedToken[], price: SpokenAmount): Unit | undefined {
  const end = endOf(tokens, price)
  const behind = isOfDollarAt(tokens, end) ? tokens.slice(end).find(isForeign) : undefined
  return unitOf(
    behind ??
      tokens.slice(0, price.at).findLast((token, at) => isForeign(token) && !isBesideAmount(tokens, at)),
  )
}

/** Dollars, euros, or what counts as dollars: `he is offering usdt at 980`. */
const isForeign = (token: DatedToken | undefined): boolean =>
  unitOf(token)?.kind === 'currency' || (token?.kind === 'name' && WORDS.paidAsDollars.has(token.raw))

/** `300 a tasa euro`: no other rate or money is asked. */
const isOnlyAtEuroRate = (speech: Speech): boolean =>
  isAtEuroRate(speech) &&
  speech.names.every(currencyNamedBy) &&
  !speech.tokens.some((token, at, all) => isForeign(token) && means(all[at - 1], WORDS.to))

/** Whether an amount may be the price of a money, in bolivares. */
export const isRate = (one: SpokenAmount): one is SpokenAmount & { readonly value: Decimal } =>
  one.value !== undefined &&
  isUsable(one.value) &&
  compare(one.value, RATE_MIN) >= 0 &&
  compare(one.value, RATE_MAX) <= 0 &&
  (!one.unit || unitOf(one.unit)?.kind === 'bolivares')

/** `y a 900`, `y a la tasa de 900 bs`: a price of the dollar; `en 2020` is a year. */
export const isPriceOfDollar = (
  tokens: readonly DatedToken[],
  one: SpokenAmount,
): one is SpokenAmount & { readonly value: Decimal } =>
  isRate(one) && (isAtRate(tokens, one.at) || isRateItselfAt(tokens, one.at)) && !isYearAt(tokens, one.at)

/** `me pagan el dólar a 940` */
export const isBehindMoney = (tokens: readonly DatedToken[], one: SpokenAmount): boolean =>
  isForeign(tokens[one.at - 2]) && isPriceOfDollar(tokens, one)

/** `if the rate is 930`, `el dólar es 930` */
const isRateItselfAt = (tokens: readonly DatedToken[], at: number): boolean =>
  means(tokens[at - 1], WORDS.is) &&
  (means(tokens[at - 2], WORDS.rateItself) ||
    (isForeign(tokens[at - 2]) && !isBesideAmount(tokens, at - 2))) &&
  // `how many dollars is 45,000`
  !means(tokens[at - 3], WORDS.howMany)

/** What may follow a price: `a 850 cada uno`, `a 850, ¿está bien?`, `a 930 en dólares`; neither days nor people. */
function isEndOfPrice(tokens: readonly DatedToken[], at: number): boolean {
  const token = tokens[at]
  if (means(token, WORDS.to)) return isUnit(tokens[at + 1]) || means(tokens[at + 1], WORDS.one)
  return !isThing(token) && !isTimeOrPeople(token) && !means(token, WORDS.kilo, WORDS.gram)
}

/** `60 cuotas`, `60 días`; `y` is no year. */
export const isTimeOrPeople = (token: DatedToken | undefined): boolean =>
  token !== undefined &&
  !means(token, WORDS.and) &&
  (namesTime(token.text) || msOfPeriod(1, token.text) !== undefined || means(token, WORDS.people))

/** `al bcv`, `a la tasa de 900` */
export function isAtRate(tokens: readonly DatedToken[], at: number): boolean {
  const [before, second] = [textAt(tokens, at - 1), textAt(tokens, at - 2)]
  return WORDS.at.has(before) || WORDS.price.has(before) || (WORDS.of.has(before) && WORDS.price.has(second))
}

/** `45.000 bs por un pollo de 50$, ¿a qué tasa?`, `¿9$ o 6500 bs?`: the price that two sums come to. */
export function readImpliedRate(speech: Speech): Request | undefined {
  const { typed, tokens, has, says } = speech
  const isAsked = says(PHRASES.impliedRate, PHRASES.fair)
  const isCharged = has(WORDS.charged) && !has(WORDS.pays) && !means(tokens[0], WORDS.charge)
  if (!isAsked && !isCharged) return undefined
  const { asked, paid, side } = dealIn(speech)
  // `en 2000 bolívares o en 5 dólares`
  const isChoice = typed.some(({ text }, at) => WORDS.or.has(text) && means(typed[at + 1], WORDS.to))
  if (!asked || paid?.value === undefined || isChoice) return undefined
  // `50 usd, and he offers 600 per dollar`
  const isOfOne = isOfDollarAt(typed, paid.at + 1) && isRate(paid)
  const price = isOfOne ? paid.value : divide(paid.value, asked.amount)
  // `60$ con 30 % de descuento`, `40$ o 48 al bcv`
  const isElse = compare(price, RATE_MIN) < 0 || typed.some(({ text }) => text === '%')
  return (isOfOne || isInBolivares(speech, paid, isAsked)) && !isElse
    ? { kind: 'worth', side, price, quantity: asked }
    : undefined
}

/**
 * `150 dólares, ¿alcanzan para 130 mil bs?`, `11.200 bs en la tienda y 13,50$ bcv en el mercado, ¿cuál me sale mejor?`: foreign
 * money in bolivares, which are to be compared with others.
 */
export function readBesideBolivares(speech: Speech): Request | undefined {
  const { typed, rates: at, has, says } = speech
  const { asked, foreign, paid } = dealIn(speech)
  const to = unitOf(paid?.unit)
  if (!asked || !paid || to?.kind !== 'bolivares') return undefined
  const isHeld = (foreign?.at ?? 0) > paid.at || means(typed[paid.at - 1], WORDS.pays, WORDS.holds)
  const isCompared = has(WORDS.enough)
    ? at.length === 0 && !isHeld
    : at.length === 1 && says(PHRASES.fair) && !dealtSide(speech)
  return isCompared
    ? { kind: 'convert', conversion: { amount: asked.amount, from: asked.unit, to, at } }
    : undefined
}

/** The foreign money of a text and what was paid for it, from the side of the writer where a deal is judged. */
function dealIn(speech: Speech) {
  const { typed } = speech
  const amounts = amountsIn(typed)
  const dealt = dealtSide(speech)
  // `my daughter sent 100 and they gave me 90000 bs`
  const foreign =
    amounts.find(isOfForeign) ?? (dealt && amounts.find(({ at, unit }) => !unit && !isThing(typed[at + 1])))
  const [paid, ...others] = amounts.filter((one) => one !== foreign)
  // `me pagaron 15600 bs por un repuesto de 22$`
  const isOfThing = means(typed[(foreign?.at ?? 0) - 1], WORDS.of)
  const asked = foreign && others.length === 0 ? sumOf(foreign, USD) : undefined
  return { asked, foreign, paid, side: (!isOfThing && dealt) || 'said' } as const
}

/** Dollars, euros or `usdt`. */
const isOfForeign = ({ unit }: SpokenAmount): boolean =>
  unit !== undefined && unitOf(unit)?.kind !== 'bolivares'

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
  const isFair = says(PHRASES.fair)
  // `they are charging me at 957, is that right? thought it was 798`
  const chargedAt = isFair ? tokens.findIndex((token) => means(token, WORDS.charged)) : -1
  const amounts = amountsIn(tokens)
  const charged =
    chargedAt < 0 ? undefined : amounts.find((one) => one.at > chargedAt && isPriceSaid(tokens, one))
  const [price, ...more] = charged ? [charged] : amounts
  if (!price || !isRate(price)) return undefined
  const isElse = has(WORDS.alert, WORDS.alertNoun, WORDS.if) || says(PHRASES.myRate) || isAtEuroRate(speech)
  if (more.length > 0 || isElse) return undefined
  const isBehind = isBehindMoney(tokens, price)
  const isOfDollar =
    charged !== undefined || names.length > 0 || has(WORDS.price, WORDS.paidAsDollars) || tokens.some(isUnit)
  return isOfDollarAt(tokens, price.at + 1) || ((isBehind || (isFair && isOfDollar)) && !price.unit)
    ? { kind: 'worth', side: 'said', price: price.value }
    : undefined
}

/** `por dólar`, `por cada dólar`, `a dollar` */
export const isOfDollarAt = (tokens: readonly DatedToken[], at: number): boolean =>
  (means(tokens[at], WORDS.perOne) &&
    (unitOf(tokens[at + 1])?.kind === 'currency' || isOfDollarAt(tokens, at + 1))) ||
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
  const dealt = sideOf(speech)
  const isElse =
    speech.has(WORDS.alert, WORDS.earned, WORDS.banknote, WORDS.foreignTax) || isAmountAsked(speech)
  if (!dealt || isElse || speech.unknown(WORTH_WORDS) > UNKNOWN_MAX) return undefined
  const { price, quantity } = offerIn(speech.tokens) ?? {}
  if (price?.value === undefined || !isPositive(price.value)) return undefined
  if (isOtherThing(speech, price, quantity) || !isOffered(speech, price)) return undefined
  const side = isOfferOfDollars(speech, price) ? 'sold' : dealt
  const asked = quantity && sumOf(quantity, USD)
  return { kind: 'worth', side, price: price.value, ...(asked && { quantity: asked }) }
}

/** A price, and how much money it is for: `me dan 930 por dólar y tengo 200`; of `me venden 100 a 1020` the last is the price. */
function offerIn(tokens: readonly DatedToken[]) {
  const amounts = amountsIn(tokens)
  const said = amounts.findLast((one) => isPriceSaid(tokens, one)) ?? amounts.at(-1)
  const quantity = amounts.find(isOfForeign) ?? amounts.find((one) => one !== said)
  const [price, ...more] = amounts.filter((one) => one !== quantity)
  // `vendo el carro en 5000 dólares a 60 cuotas`
  if (price && isTimeOrPeople(tokens[endOf(tokens, price)])) return undefined
  const isSum =
    !quantity ||
    isOfForeign(quantity) ||
    (!quantity.unit && (quantity.at < (price?.at ?? 0) || isBareSum(tokens, quantity)))
  return isSum && more.length === 0 ? { price, quantity } : undefined
}

/** `me compra 3 de 2,5`, `vendo 90 usdt`, `me deben 100 a paralelo`: no price of a dollar. */
function isOtherThing(
  { tokens, typed, has, names }: Speech,
  { at, value = '0' }: SpokenAmount,
  quantity: SpokenAmount | undefined,
): boolean {
  const isFew = compare(value, RATE_MIN) < 0
  // `una señora me compró 12,50, ¿cuánto es?`, `el saco me cuesta 42 paralelo, ¿a cuánto lo vendo en bcv?`
  const isSum = !names.every(currencyNamedBy) || has(WORDS.asking)
  return (
    tokens[at + 1]?.kind === 'name' ||
    means(tokens[at + 1], WORDS.paidAsDollars) ||
    (isFew && (quantity !== undefined || isSum)) ||
    // `me dan 15 % de descuento si pago en dólares, la cuenta es 32`
    typed.some(({ text }) => text === '%') ||
    // `me pagan 120.000 bs quincenales`
    (quantity === undefined && !means(tokens[at - 1], WORDS.at) && compare(value, RATE_MAX) > 0)
  )
}

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
function sideOf(speech: Speech): 'sold' | 'bought' | undefined {
  const { says } = speech
  const [theySell, theyBuy] = [says(PHRASES.theySell), says(PHRASES.theyBuy)]
  const isSold = theySell || (says(PHRASES.sold) && !theyBuy)
  const isBought = theyBuy || (says(PHRASES.bought) && !theySell)
  return dealtSide(speech) ?? (isSold === isBought ? undefined : isSold ? 'sold' : 'bought')
}

/** `con 50 mil bs, ¿cuántos dólares compro?` asks what they come to. */
const isOffered = ({ has, tokens }: Speech, { at }: SpokenAmount): boolean =>
  has(WORDS.offer) || means(tokens[at - 1], WORDS.to, WORDS.at)

const { sold, bought, theySell, theyBuy } = PHRASE_WORDS

/** What an offer is told with. */
export const WORTH_WORDS: ReadonlySet<string> = new Set([...sold, ...bought, ...theySell, ...theyBuy])

/** `me ofrecen dólares a 980`: dollars before the price; after it they are what the price is for. */
const isOfferOfDollars = ({ says, tokens }: Speech, { at }: SpokenAmount): boolean =>
  says(PHRASES.offered) && tokens.slice(0, at).some((token) => isUnit(token))
