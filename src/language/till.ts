import { isDeepStrictEqual } from 'node:util'
import { SALE_TAX_PERCENT } from '../domain/deal/charge.ts'
import { add, compare, type Decimal, divide, multiply } from '../domain/decimal.ts'
import { amountOf, peopleAt, TIMES_PAID_MAX, withOnes } from './amounts.ts'
import { partsIn } from './bill-parts.ts'
import { asRequest, ratesIn, readCharge, withoutMeans, withRate } from './charge.ts'
import { isCount, namesTime } from './days.ts'
import { isOfDollarAt, isPriceOfDollar, isTimeOrPeople, pricedSum } from './own-rate.ts'
import { msOfEach } from './periods.ts'
import type { Request } from './request.ts'
import { amountsIn, endOf, isPhone, type Speech, type SpokenAmount } from './speech.ts'
import { calculate, percentTokens, saysTaxWithin, signSaid, withPercentages } from './sums.ts'
import {
  type DatedToken,
  isForeignMoney,
  isSaleTax,
  isThing,
  isUnit,
  means,
  numberToken,
  PHRASES,
  signToken,
  stemOf,
  type Token,
  textAt,
  unitOf,
  WORDS,
  wordOf,
} from './tokens.ts'

/** An amount that can be counted with. */
interface Counted extends SpokenAmount {
  readonly value: Decimal
}

const GRAMS = '1000'

/** What a shop counts a bill from: `7,5$ el kilo, 300 gramos`, `3 cafés a 1,50`, `entre 3 personas una cuenta de 45$`. */
export function readTill(speech: Speech): Request | undefined {
  if (asksElse(speech)) return undefined
  const { tokens, has } = speech
  if (has(WORDS.deposit) && !has(WORDS.without)) return readInstalments(speech)
  const { said, percent } = takePercentage(speech)
  const typed = withKilos(withOnes(said))
  if (said.some(({ text }) => text === '%')) return undefined
  const [rate] = ratesIn(withoutDays(speech))
  if (isPriceOfMoney(typed)) return undefined
  const amounts = amountsIn(typed)
  // `1kg de queso 9,50$` says what the price is of.
  const isOfOne = ({ at, value }: SpokenAmount): boolean =>
    value === '1' && means(typed[at + 1], WORDS.kilo) && amounts.length > 2
  const counted = amounts.filter((one): one is Counted => one.value !== undefined && !isOfOne(one))
  const moneys = moneysOf(amounts)
  if (counted.length < amounts.filter((one) => !isOfOne(one)).length || moneys.length > 1) return undefined
  const ofTyped = { ...speech, typed }
  const people = peopleIn(ofTyped, counted)
  const bought = withoutHeading(typed, counted).filter((one) => one !== people)
  const isPaid = has(WORDS.pays) && partsIn(typed).some(({ role }) => role === 'paid')
  const sum =
    shareOf(ofTyped, counted) ?? (people ? itemsOf(ofTyped, bought) : boughtIn(ofTyped, bought, isPaid))
  if (!sum) return undefined
  // `4 beers at 900, how much usd`: what is asked in dollars is in bolivares.
  const target = tokens.findLast((token) => isUnit(token))
  const isInBolivares = unitOf(target)?.kind === 'currency' || isOfMany(sum, bought)
  const money = moneys.length === 0 && isInBolivares ? [BOLIVARES] : moneys
  const shared = people
    ? [signToken('('), ...sum, signToken(')'), signToken('/'), numberToken(people.value)]
    : sum
  const bill = [...shared.map(asTypedIn(speech.numbers)), ...percent]
  const read = readCharge([...bill, ...taxesIn(speech, [...said, ...percent]), ...money])
  return asRequest(withRate(read, rate))
}

/** `300$, inicial 40 % y el resto en 4 cuotas`: each instalment; without their number, or where it is asked, what is paid first. */
function readInstalments(speech: Speech): Request | undefined {
  const typed = withOnes(speech.typed)
  const amounts = amountsIn(typed)
  const count = amounts.find(({ at }) => means(typed[at + 1], WORDS.people))
  const deposits = typed.flatMap((token, at) => (means(token, WORDS.deposit) ? [at] : []))
  const ofPrice = amounts.filter((one) => one !== count)
  const deposit =
    ofPrice.find(({ at }) => deposits.some((word) => word < at && isBeside(typed, word + 1, at))) ??
    ofPrice.find((one) =>
      deposits.some((word) => word > one.at && isBeside(typed, endOfShare(typed, one), word)),
    )
  const [price, ...more] = ofPrice.filter((one) => one !== deposit)
  if (!price?.value || !deposit?.value || moneysOf(amounts).length > 1 || more.length > 0) return undefined
  const isShare = textAt(typed, deposit.at + 1) === '%'
  const wordTo = (at: number) => typed.slice(0, at).findLast((token) => !means(token, WORDS.is, WORDS.glue))
  const isAsked = deposits.some((at) => means(wordTo(at), WORDS.asking))
  const share = [numberToken(deposit.value), ...(isShare ? [signToken('%')] : [])]
  // `inicial de 60 y 4 cuotas de 30`
  const isOfEach = count && price.at === count.at + 3 && means(typed[count.at + 2], WORDS.of)
  const rest = [signToken('('), numberToken(price.value), signToken('-'), ...share, signToken(')')]
  const isManyAsked =
    typed.filter((token, at) => means(token, WORDS.asking) && !means(typed[at - 1], WORDS.asking)).length > 1
  const isLeft = isLeftAsked(typed, count?.at)
  if (isOfEach || isManyAsked || !(count?.value || isShare || isLeft)) return undefined
  const sum = isLeft
    ? rest
    : count?.value && !isAsked
      ? [...rest, signToken('/'), numberToken(count.value)]
      : isShare
        ? [numberToken(price.value), signToken('x'), ...share]
        : share
  return asRequest(
    withRate(
      readCharge([...sum.map(asTypedIn(speech.numbers)), ...moneysOf(amounts)]),
      ratesIn(withoutDays(speech))[0],
    ),
  )
}

/** `3 cuotas, ¿cuánto me queda debiendo?`; not `¿cuánto queda cada cuota?` */
function isLeftAsked(typed: readonly Token[], at = -2): boolean {
  const behind = typed.slice(at + 2)
  const isOfEach = behind.some(({ text }) => stemOf(text) === stemOf(textAt(typed, at + 1)))
  return behind.some((token) => means(token, WORDS.left)) && !isOfEach
}

/** `40 % de inicial`, `inicial de 60` */
const isBeside = (typed: readonly Token[], from: number, to: number): boolean =>
  typed.slice(from, to).every((token) => means(token, WORDS.of, WORDS.is) || isUnit(token))

const endOfShare = (typed: readonly Token[], one: SpokenAmount): number =>
  textAt(typed, one.at + 1) === '%' ? one.at + 2 : endOf(typed, one)

/** What several amounts of a bill come to; undefined where it is not clear how. */
export function boughtIn(
  speech: Speech,
  amounts: readonly SpokenAmount[],
  isPaid = false,
): Token[] | undefined {
  const counted = amounts.filter((one): one is Counted => one.value !== undefined)
  if (counted.length < amounts.length) return undefined
  const { typed } = speech
  const [money, ...moneys] = moneysOf(amounts)
  if (moneys.length > 0) return undefined
  const sum =
    weighedOf(typed, counted) ??
    perUnitOf(typed, counted) ??
    profitOf(speech, counted) ??
    (isPaid ? undefined : itemsOf(speech, counted))
  return sum && [...sum, ...(money ? [money] : [])]
}

/** The moneys of some amounts, each once. */
const moneysOf = (amounts: readonly SpokenAmount[]): readonly Token[] =>
  amounts
    .flatMap(({ unit }) => (unit && unit.kind !== 'day' ? [unit] : []))
    .filter((unit, at, all) => all.findIndex((one) => isDeepStrictEqual(unitOf(one), unitOf(unit))) === at)

/** Whether a text asks for something else than a bill of today. */
const asksElse = (speech: Speech): boolean =>
  speech.has(WORDS.alert, WORDS.alertList, WORDS.history, WORDS.gap, WORDS.or) ||
  speech.tokens.some(isForeignMoney) ||
  (speech.has(WORDS.rest) && !speech.has(WORDS.pays, WORDS.deposit)) ||
  // `tabla de 1 a 10 dólares`
  (speech.has(WORDS.listing) && !speech.typed.some(isThing) && !speech.says(PHRASES.each)) ||
  speech.says(PHRASES.eachOfThem) ||
  isPhone(speech.tokens) ||
  // `en 12$ y trae 24, ¿a cuánto los vendo para ganarle 30 %?`
  (speech.has(WORDS.earned) && speech.typed.some(({ text }) => text === '%')) ||
  // `¿cuánto IVA pago por 3 camisas de 20$?`
  speech.typed.some((token, at) => isSaleTax(token) && means(speech.typed[at - 1], WORDS.asking)) ||
  !isOfMoney(speech)

/** `at 520 per dollar`, `cuando el dólar estaba en 410`, `me compra los dólares a 940` */
const isPriceOfMoney = (typed: readonly Token[]): boolean =>
  pricedSum(typed) !== undefined ||
  typed.some((token, at) => isUnit(token) && means(typed[at + 1], WORDS.past)) ||
  amountsIn(typed).some(
    (one) =>
      isOfDollarAt(typed, endOf(typed, one)) ||
      (isUnit(typed[one.at - 2]) && typed[one.at - 3]?.kind !== 'number' && isPriceOfDollar(typed, one)),
  )

/** `somos 14 y caben 32, ¿cuántos puestos sobran?`, `ganó 2 a 0`: no bill, as no money is said and no price is asked. */
const isOfMoney = ({ typed, has, says }: Speech): boolean => {
  const isCountAsked = typed.some(
    ({ text }, at) =>
      WORDS.howMany.has(text) && (isThing(typed[at + 1]) || means(typed[at + 1], WORDS.kilo, WORDS.gram)),
  )
  const isAsked =
    has(WORDS.asking, WORDS.charge, WORDS.inTotal, WORDS.bill, WORDS.telling) || says(PHRASES.each)
  const isPriced = typed.some(({ kind }, at) => kind === 'number' && means(typed[at - 1], WORDS.at))
  const isClear = typed.some(
    ({ kind, text }, at) => DECIMALS.test(text) || (kind === 'number' && isUnit(typed[at + 1])),
  )
  const isList = typed.at(-1)?.kind === 'number' && isThing(typed.at(-2))
  const isSharedOut = typed.some(({ text }) => WORDS.over.has(text))
  return isClear || (!isCountAsked && (isAsked || isSharedOut || isList || (has(WORDS.kilo) && isPriced)))
}

/** `menos 10%`, `plus 10% tip`: a percentage of the whole bill, and the text without it. */
function takePercentage({ typed }: Speech): { said: readonly Token[]; percent: readonly Token[] } {
  const written = withPercentages(typed, 0) ?? typed
  const at = written.findIndex(({ text }) => text === '%') - 2
  const sign = signSaid(textAt(written, at))
  return sign === '+' || sign === '-'
    ? {
        said: written.toSpliced(at, 3),
        percent: [signToken(sign), ...written.slice(at + 1, at + 3)],
      }
    : { said: typed, percent: [] }
}

/** Nobody counts so many dollars without saying so: a bill that is shared, or each price. */
function isOfMany([first, sign]: readonly Token[], counted: readonly Counted[]): boolean {
  const isMany = (value: Decimal): boolean => compare(value, '1000') >= 0
  const bill = sign?.text === '/' && first?.kind === 'number' ? amountOf(first)?.value : undefined
  return bill === undefined ? counted.every(({ value }) => isMany(value)) : isMany(bill)
}

/** `más iva`, `con igtf`, behind what is bought; what has a percentage is counted already. */
function taxesIn({ typed }: Speech, said: readonly Token[]): Token[] {
  const has = (words: ReadonlySet<string>): boolean => typed.some(({ text }) => words.has(text))
  const isCounted = [...said, ...typed].some(({ text }) => text === '%') || saysTaxWithin(typed)
  if (isCounted || has(WORDS.without)) return []
  return [
    ...(has(WORDS.saleTax) ? percentTokens('+', SALE_TAX_PERCENT) : []),
    ...(has(WORDS.foreignTax) ? [wordOf(WORDS.foreignTax)] : []),
  ]
}

const withoutDays = ({ tokens }: Speech): readonly Token[] =>
  withoutMeans(tokens.flatMap((token) => (token.kind === 'day' ? [] : [token])))

const BOLIVARES = wordOf(WORDS.bolivares)

/** `gasto 1,10 y la vendo en 2, ¿cuánto me gano?` */
function profitOf({ has, typed }: Speech, amounts: readonly Counted[]): Token[] | undefined {
  const [spent, sold] = amounts.toSorted((one, other) => compare(one.value, other.value))
  const isShare = typed.some(({ text }) => text === '%')
  // `gano 20$ diarios, trabajo 5 días`
  const isCounted = amounts.some(({ at }) => isThing(typed[at + 1]) || isTimeOrPeople(typed[at + 1]))
  // `le gano el 30`
  const isOfGain = amounts.some(({ at }) => [1, 2].some((back) => means(typed[at - back], WORDS.earned)))
  if (amounts.length !== 2 || !spent || !sold || !has(WORDS.earned) || isShare || isCounted) return undefined
  if (isOfGain || compare(sold.value, multiply(spent.value, TIMES_PAID_MAX)) > 0) return undefined
  return [numberToken(sold.value), signToken('-'), numberToken(spent.value)]
}

/** `25$ la noche, 6 noches`, `1900 bs a kilo, I want 80 kilo`: so many of what a price is of. */
function perUnitOf(typed: readonly Token[], amounts: readonly Counted[]): Token[] | undefined {
  if (amounts.length !== 2) return undefined
  const thingOf = ({ at, unit }: Counted): string | undefined => {
    const behind = typed.slice(at + (unit && unit === typed[at + 1] ? 2 : 1))
    const first = behind.findIndex(({ text }) => !OF_UNIT.some((words) => words.has(text)))
    return behind[first]?.kind === 'word' ? stemOf(textAt(behind, first)) : undefined
  }
  const [one, other] = amounts as [Counted, Counted]
  // `he'd take 280 cash`
  const isCash = PHRASES.inCash.some((cash) => cash.endsWith(` ${textAt(typed, other.at + 1)}`))
  const isWhole = other.unit === undefined && isCount(textAt(typed, other.at)) && !isCash
  const isDivided = typed.some(({ text }) => WORDS.dividing.has(text))
  if (isWhole && !isDivided && isTaken(typed, one, other)) return product(one.value, other.value)
  // `75 euros por niño y tengo dos`
  const [price, count] = isWhole ? [one, other] : [other, one]
  const isPaid = means(typed[count.at - 1], WORDS.pays)
  const isOfPieces = isCount(textAt(typed, count.at)) && !count.unit && !isPaid && !isDivided
  if (price.unit !== undefined && isOfPieces && isOfOneAt(typed, endOf(typed, price)))
    return product(price.value, count.value)
  const counted = thingOf(other)
  // `el saco de cemento está en 11$, ¿cuánto son 20 sacos?`
  const before = typed.slice(0, one.at).find(({ text }) => stemOf(text) === counted)
  const thing = before ? stemOf(before.text) : (thingOf(one) ?? '')
  // `4$ la hora, 38 horas`, `25$ diarios por 6 días`
  const isOfPeriod = msOfEach(thing) !== undefined && msOfEach(thing) === msOfEach(counted ?? '')
  // `2 tazas de harina, 2,5 tazas de agua`
  const isPriced = amounts.some(({ at, unit }) => unit || !isThing(typed[at + 1]))
  if (!isPriced || thing.length < 3 || (counted !== thing && !isOfPeriod)) return undefined
  return product(one.value, other.value)
}

/** `una caja de clavos 2,3$, el cliente lleva 4` */
function isTaken(typed: readonly Token[], price: Counted, count: Counted): boolean {
  const before = textAt(typed, count.at - 1)
  const isAsked = typed.slice(price.at, count.at).some(({ text }) => WORDS.asking.has(text))
  const isOfThing = typed.slice(0, price.at).some(isThing)
  return (
    isOfThing &&
    isClearPrice(typed, price) &&
    (WORDS.takes.has(before) || (WORDS.times.has(before) && isAsked))
  )
}

/** `por niño`, `la noche`; neither `por día` nor `por dólar`, nor `por la tasa`. */
function isOfOneAt(typed: readonly Token[], at: number): boolean {
  const thing = typed[at + 1]
  const isRate = typed
    .slice(at + 1, at + 3)
    .some((token) => token.kind === 'name' || means(token, WORDS.price))
  // `9000 bs por un ruedo y dos cierres` is for both.
  const isArticle = means(thing, WORDS.one)
  const isNamed = thing?.kind === 'word' && !isArticle && !isUnit(thing) && !namesTime(thing.text)
  return means(typed[at], ...OF_ONE) && isNamed && !isRate
}

const OF_ONE = [WORDS.perOne, WORDS.each]

const OF_UNIT = [WORDS.glue, WORDS.per, WORDS.oneAgo, ...OF_ONE]

/** Writes `medio kilo`, `kilo y medio` and `un cuarto de kilo` with a number. */
export function withKilos<Some extends DatedToken>(tokens: readonly Some[]): readonly (Some | Token)[] {
  const kilos = tokens.findIndex((_, at) => kilosAt(tokens, at) !== undefined)
  const written = kilosAt(tokens, kilos)
  return written
    ? [...tokens.slice(0, kilos), ...written.tokens, ...withKilos(tokens.slice(kilos + written.length))]
    : tokens
}

function kilosAt<Some extends DatedToken>(tokens: readonly Some[], at: number) {
  const [first, second, third] = [at, at + 1, at + 2].map((place) => tokens[place])
  const isKilo = (token: Some | undefined): token is Some => means(token, WORDS.kilo)
  if (isHalf(first) && isKilo(second)) return { tokens: [numberToken('0.5'), second], length: 2 }
  const part = partOfKilo(first, second)
  if (part !== undefined && isKilo(third)) return { tokens: [numberToken(part), third], length: 3 }
  const fourth = tokens[at + 3]
  // `tres cuartos de kilo`
  if (first?.kind === 'number' && means(second, WORDS.quarter) && isKilo(fourth))
    return { tokens: [numberToken(divide(amountOf(first)?.value ?? '0', '4')), fourth], length: 4 }
  if (first?.kind === 'number' && isKilo(second) && means(third, WORDS.and) && isHalf(fourth))
    return { tokens: [numberToken(add(amountOf(first)?.value ?? '0', '0.5')), second], length: 4 }
  // `a 9$ el kilo y medio kilo de queso` is another thing.
  const isMore = isKilo(first) && means(second, WORDS.and) && isHalf(third) && !isKilo(fourth)
  return isMore ? { tokens: [numberToken('1.5'), first], length: 3 } : undefined
}

const HALF = '0,5'

const isHalf = (token: DatedToken | undefined): boolean =>
  means(token, WORDS.halves) || (token?.kind === 'number' && token.text === HALF)

/** `un cuarto de kilo`, `half a kilo` */
function partOfKilo(first: DatedToken | undefined, second: DatedToken | undefined): Decimal | undefined {
  if (means(first, WORDS.quarter)) return '0.25'
  return isHalf(first) && means(second, WORDS.oneAgo) ? '0.5' : undefined
}

/** `4 personas a 50$ cada una`, `20$ per person, 4 people`; `somos 4 a 60$` is a bill. */
function isPriceOfEach(typed: readonly Token[], price: Counted, count: Counted): boolean {
  const end = endOf(typed, price)
  return (
    // `75$ por persona y somos 4`
    (means(typed[end], ...OF_ONE) && means(typed[end + 1], WORDS.people)) ||
    saysEach(typed, end) ||
    (WORDS.each.has(priceWord(typed, price)) && !means(typed[count.at - 1], WORDS.weAre))
  )
}

/** `entre 3 personas una cuenta de 45$`, `somos 4 y la cuenta es 60$`: a bill divided by the number of people. */
function shareOf({ text, typed, has, says }: Speech, amounts: readonly Counted[]): Token[] | undefined {
  if (amounts.length !== 2) return undefined
  const counts = amounts.filter(({ at, unit }) => !unit && isCount(textAt(typed, at)))
  // `100 tornillos en 6,80, ¿a cuánto me sale cada uno?`
  const people = counts.find((one) => isOfPeople({ typed, has }, one))
  const [pieces] = says(PHRASES.unitAsked) && !people ? counts : []
  const price = amounts.find((one) => one !== pieces)
  if (pieces && price) return quotient(price.value, pieces.value)
  const isShared = has(WORDS.people, WORDS.weAre, WORDS.dividing) || says(PHRASES.each)
  if (!isShared) return undefined
  const [fewest] = counts.toSorted((one, other) => compare(one.value, other.value))
  const count = people ?? (says(PHRASES.eachAsked) ? fewest : undefined)
  const bill = amounts.find((one) => one !== count)
  // `a 60 personas les doy 5$`
  if (bill && means(typed[bill.at - 1], WORDS.gives)) return undefined
  return count && bill && sharedBy({ text, typed, says }, bill, count)
}

/** `tres carreras, una de 2, una de 3,50 y otra de 5`: how many are listed is no price. */
function withoutHeading(typed: readonly Token[], [first, ...others]: readonly Counted[]): readonly Counted[] {
  const isHeading =
    first !== undefined &&
    first.unit === undefined &&
    Number(first.value) === others.length &&
    others.every(({ at }) => isOneOf(typed, at))
  return first === undefined || isHeading ? others : [first, ...others]
}

/** `una de 2`, `otra de 5` */
const isOneOf = (typed: readonly Token[], at: number): boolean =>
  means(typed[at - 1], WORDS.of) && means(typed[at - 2], WORDS.one, WORDS.another)

/** `entre 3`, `somos 4`, `3 personas`, `3 of us`; `por 3 cosas de 12$ cada una` multiplies. */
function isOfPeople({ typed, has }: Pick<Speech, 'typed' | 'has'>, { at }: Counted): boolean {
  const isOver =
    means(typed[at - 1], WORDS.over) || (has(WORDS.dividing) && means(typed[at - 1], WORDS.dividedBy))
  const isOfUs = means(typed[at + 2], WORDS.ofUs) && !has(WORDS.rest)
  return isOver || means(typed[at - 1], WORDS.weAre) || means(typed[at + 1], WORDS.people) || isOfUs
}

/** Of several things, how many share them: the last amount, or whom `somos` counts. */
const peopleIn = (speech: Speech, amounts: readonly Counted[]): Counted | undefined =>
  amounts.find(
    (one, place) =>
      amounts.length > 2 &&
      !one.unit &&
      isCount(textAt(speech.typed, one.at)) &&
      isOfPeople(speech, one) &&
      (place === amounts.length - 1 || means(speech.typed[one.at - 1], WORDS.weAre)),
  )

/** A bill divided by people, or the price of each times them. */
function sharedBy(
  { text, typed, says }: Pick<Speech, 'text' | 'typed' | 'says'>,
  bill: Counted,
  count: Counted,
): Token[] {
  // `3 cuotas de 26,40, ¿cuánto es cada una?`
  const isPart = means(typed[count.at + 2], WORDS.of) && bill.at === count.at + 3
  if (isPart && says(PHRASES.each)) return [numberToken(bill.value)]
  // `4 personas a 50$ cada una`, `20$ per person, 4 people`
  const isOfEach = isPriceOfEach(typed, bill, count) && !says(PHRASES.eachAsked)
  // `6 usd x 4 ppl`
  if (isPart || isOfEach || TIMES.test(text)) return product(bill.value, count.value)
  return quotient(bill.value, peopleAt(typed, count.at, count.value))
}

const TIMES = /\bx\s*\d/i

/** `350 gramos de queso a 8$ el kilo`, `2 kilos a 7$`: a weight at the price of a kilo. */
function weighedOf(typed: readonly Token[], amounts: readonly Counted[]): Token[] | undefined {
  const isWeight = (one: Counted): boolean => isWeighed(typed, one) || means(typed[one.at - 1], WORDS.weighs)
  // `1 kg a 8$, ¿cuánto son 350 gramos?`
  const isPriced = (one: Counted): boolean =>
    one.value === '1' && means(typed[one.at + 1], WORDS.kilo) && amounts.filter(isWeight).length > 1
  const [weight, ...weights] = amounts.filter((one) => isWeight(one) && !isPriced(one))
  const [price, ...prices] = amounts.filter((one) => !isWeight(one))
  if (!weight || !price || weights.length + prices.length > 0) return undefined
  const isOfKilo =
    means(typed[price.at - 1], WORDS.each) ||
    typed.some(({ text }, at) => WORDS.kilo.has(text) && at !== weight.at + 1)
  const kilos = kilosOf(typed, weight)
  // `24 kilos en 22$, ¿a cómo me sale el kilo?`
  const asked = typed.findIndex(({ text }) => WORDS.asking.has(text))
  const loneAt = typed.findLastIndex(({ text }, at) => WORDS.kilo.has(text) && at !== weight.at + 1)
  const isPriceAsked = asked > Math.max(weight.at, price.at) && loneAt > asked
  if (isPriceAsked) return quotient(price.value, kilos)
  return isOfKilo ? product(price.value, kilos) : undefined
}

const isWeighed = (typed: readonly Token[], { at }: Counted): boolean =>
  means(typed[at + 1], WORDS.kilo, WORDS.gram)

/** `3 cafés`, `2 kilos`; `300 gramos de jamón 2,40` may be the price of that. */
const countsNext = (typed: readonly Token[], one: Counted): boolean =>
  !one.unit &&
  (isWeighed(typed, one) ? typed.some((token) => means(token, WORDS.kilo)) : isCount(textAt(typed, one.at)))

const kilosOf = (typed: readonly Token[], { at, value }: Counted): Decimal =>
  means(typed[at + 1], WORDS.gram) ? divide(value, GRAMS) : value

/** `la harina 1,20 el arroz 1,35`, `3 cafés a 1,50 y 2 jugos a 2`: what is bought, each thing with its price. */
function itemsOf(speech: Speech, amounts: readonly Counted[]): Token[] | undefined {
  const items = itemsIn(speech, amounts)
  if (items?.some(({ price }) => isMeantInBolivares(amounts, price))) return undefined
  // `3 x 4,5` alone is a sum.
  const isBought = items && (items.length > 1 || (items[0]?.sum.length === 3 && !speech.typed.some(isTimes)))
  return isBought ? items.flatMap(({ sum }, at) => (at === 0 ? sum : [signToken('+'), ...sum])) : undefined
}

interface Item {
  readonly price: Counted
  /** The price, or so many times it. */
  readonly sum: Token[]
}

function itemsIn(speech: Speech, amounts: readonly Counted[]): Item[] | undefined {
  const items: Item[] = []
  for (let at = 0; at < amounts.length; ) {
    const sum = itemAt(speech, amounts, at)
    if (!sum) return undefined
    at += sum.length === 1 ? 1 : 2
    items.push({ price: amounts[at - 1] as Counted, sum })
  }
  return items
}

/** `7 carreras a 1500 bs y 3 deliverys a 3 dólares`: what each thing comes to in the money of its price. */
export function itemSumsIn(speech: Speech): readonly SpokenAmount[] | undefined {
  const typed = withKilos(withOnes(speech.typed))
  const amounts = amountsIn(typed).filter((one): one is Counted => one.value !== undefined)
  return itemsIn({ ...speech, typed }, amounts)?.map(({ price, sum }) => ({
    ...price,
    value: calculate(sum),
    unit: isMeantInBolivares(amounts, price) ? BOLIVARES : price.unit,
  }))
}

/** `la luz 3210, internet 25$`: in bolivares, as nobody says. */
const isMeantInBolivares = (amounts: readonly Counted[], { unit, value }: Counted): boolean =>
  !unit &&
  amounts.some(
    (other) =>
      unitOf(other.unit)?.kind === 'currency' && compare(value, multiply(other.value, TIMES_PAID_MAX)) > 0,
  )

/** Pieces and the price of one, `3 cafés a 1,50`, or a thing and its price, `la harina 1,20`, `10 de mano de obra`. */
function itemAt(speech: Speech, amounts: readonly Counted[], at: number): Token[] | undefined {
  const { typed } = speech
  const [before, one, next] = [amounts[at - 1], amounts[at], amounts[at + 1]]
  if (!one) return undefined
  if (next && countsNext(typed, one) && isOfEach(speech, amounts, [one, next]))
    return product(kilosOf(typed, one), next.value)
  // `desayuno 5$ x 3`, `45 a night, 3 nights`
  const end = endOf(typed, one)
  if (next && isThingOf(typed, end, next)) return product(one.value, next.value)
  if (next?.at === end + 1 && isTimes(typed[end]) && isCount(textAt(typed, next.at)))
    return product(one.value, next.value)
  const isOfThing = means(typed[end], WORDS.of) && typed[end + 1]?.kind === 'word'
  const isNamed =
    isOfThing || isOneOf(typed, one.at) || typed.slice((before?.at ?? -1) + 1, one.at).some(isThing)
  return isNamed && isPrice(speech, amounts, one) ? [numberToken(one.value)] : undefined
}

/** Whether behind `a`, `por` or `la` stands what the next amount counts. */
const isThingOf = (typed: readonly Token[], end: number, { at, unit }: Counted): boolean =>
  !unit &&
  isCount(textAt(typed, at)) &&
  means(typed[end], WORDS.oneAgo, WORDS.glue, ...OF_ONE) &&
  typed[end + 1]?.kind === 'word' &&
  stemOf(textAt(typed, end + 1)) === stemOf(textAt(typed, at + 1))

const isTimes = (token: Token | undefined): boolean => token?.text === 'x'

/** Whether a number counts what the next one is the price of. */
function isOfEach(
  { typed, has, says }: Speech,
  amounts: readonly Counted[],
  [one, price]: readonly [Counted, Counted],
) {
  const isClear = isClearPrice(typed, price)
  const isOnly = amounts.length === 2 && says(PHRASES.each) && !says(PHRASES.eachAsked) && !has(WORDS.ofUs)
  if (isOnly || (isClear && saysEach(typed, endOf(typed, price)))) return true
  const before = priceWord(typed, price)
  const isPriced = [WORDS.each, WORDS.of, WORDS.at].some((words) => words.has(before)) || before === 'x'
  if (isWeighed(typed, one)) return isClear || isPriced
  // `1 juice 2` beside a price
  const isBeside = price.at - one.at === 2
  const isListed = isBeside && amounts.some((other) => isClearPrice(typed, other))
  if (isBeside && isPriced) return isBareOfEach(typed, amounts, [one, price])
  const isNamed = isCountable(typed, one.at + 1) || isNamedBetween(typed, one.at, price.at)
  return isNamed && (isPriced || (one.value === '1' && (isClear || isListed)))
}

/** `harina 2 x 1,15`, `3 a 2,50`; behind other things `4 de 3$`. */
const isBareOfEach = (
  typed: readonly Token[],
  amounts: readonly Counted[],
  [one, price]: readonly [Counted, Counted],
): boolean =>
  WORDS.of.has(priceWord(typed, price))
    ? isClearPrice(typed, price) && amounts.indexOf(one) > 1
    : amounts.some((other) => isClearPrice(typed, other))

/** `6 open water courses at 380` */
function isNamedBetween(typed: readonly Token[], from: number, to: number): boolean {
  const words = typed.slice(from + 1, to)
  return (
    words.every(({ kind }) => kind === 'word') &&
    words.some(isThing) &&
    !means(words[0], ...JOINTS) &&
    means(words.at(-1), WORDS.each, WORDS.at)
  )
}

const JOINTS = [WORDS.and, WORDS.glue, WORDS.plus, WORDS.minus, WORDS.at, WORDS.one]

/** A thing, `noches` and `1 de maíz a 19` */
function isCountable(typed: readonly Token[], at: number): boolean {
  const isOf = means(typed[at], WORDS.of)
  const thing = typed[isOf ? at + 1 : at]
  return isThing(thing) || (isOf && thing?.kind === 'word') || means(thing, WORDS.night)
}

/** `cada uno`, `each` */
function saysEach(typed: readonly Token[], at: number): boolean {
  const line = typed.slice(at).map(({ text }) => text)
  return PHRASES.each.some((phrase) => `${line.join(' ')} `.startsWith(`${phrase} `))
}

/** A price with its money or with cents. */
const isClearPrice = (typed: readonly Token[], { at, unit }: Counted): boolean =>
  unit !== undefined || DECIMALS.test(textAt(typed, at))

/** Whether an amount may be a price: with its money or cents, beside one that is, or in a list whose total is asked. */
const isPrice = (speech: Speech, amounts: readonly Counted[], one: Counted): boolean => {
  const { typed, has } = speech
  // `rice 2.50 chicken 6 cheese 4.80`
  const isListed = amounts.length > 2 && amounts.every(({ at }) => isThing(typed[at - 1]))
  if (isClearPrice(typed, one) || isListed || means(typed[0], WORDS.charge)) return true
  const isOfThing = isThing(typed[one.at + 1])
  // `una malta de 1`, `un pantalón a 22`, `y 10 de mano de obra`
  const isBehind = means(typed[one.at - 1], WORDS.of, WORDS.each, WORDS.at, WORDS.plus)
  if (amounts.length > 2 && isBehind && !isOfThing) return true
  const isClear = amounts.some((other) => isClearPrice(typed, other))
  // `pizza familiar 18, dos jugos a 3,5`
  if (isClear && !isOfThing && (isBehind || isThing(typed[one.at - 1]))) return true
  return has(WORDS.inTotal) && !isOfThing
}

const DECIMALS = /[.,]\d/

/** The word before a price and its sign. */
const priceWord = (typed: readonly Token[], { at }: Counted): string =>
  textAt(typed, isUnit(typed[at - 1]) ? at - 2 : at - 1)

/** The sum is shown in the notation of the writer. */
export const asTypedIn =
  (style: Speech['numbers']) =>
  (token: Token): Token =>
    token.kind === 'number' && style === 'en-US' ? { ...token, raw: token.text.replace(',', '.') } : token

/** `2x1,5` */
const product = (one: Decimal, other: Decimal): Token[] => [
  numberToken(one),
  signToken('x'),
  numberToken(other),
]

/** `45/3` */
const quotient = (one: Decimal, other: Decimal): Token[] => [
  numberToken(one),
  signToken('/'),
  numberToken(other),
]
