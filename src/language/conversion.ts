import { isDeepStrictEqual } from 'node:util'
import type { Day } from '../domain/caracas.ts'
import {
  add,
  compare,
  type Decimal,
  DIGITS_MAX,
  divide,
  isPositive,
  type NumberStyle,
} from '../domain/decimal.ts'
import { AMOUNT_MAX, amountOf, isArticleAt, isMinusAt, isUsable, joinAmounts } from './amounts.ts'
import { isMonthAloneAt, joinDays, msOfPeriod, YEAR } from './days.ts'
import type { AmountOfUnit, Conversion, ConversionFault, Refusal, Request } from './request.ts'
import {
  amountsIn,
  correctSpelling,
  isPeriodAt,
  isPhone,
  type LineOptions,
  readLine,
  type Speech,
  type SpokenAmount,
  UNKNOWN_MAX,
  type UnreadableWords,
  unreadable,
} from './speech.ts'
import {
  type Amount,
  currencyNamedBy,
  type DatedToken,
  isBolivares,
  isPunctuation,
  isThing,
  isUnit,
  PHRASE_WORDS,
  PHRASES,
  textAt,
  tokensOf,
  typedOf,
  type Unit,
  unitOf,
  WORDS,
} from './tokens.ts'

const USD: Unit = { kind: 'currency', code: 'USD' }

/** Dollars before euros, bolivares last, as an answer converts them. */
const MONEYS: readonly string[] = ['USD', 'EUR', 'VES']

const codeOf = (unit: Unit | undefined): string =>
  unit?.kind === 'bolivares' ? 'VES' : unit?.kind === 'currency' ? unit.code : ''

const JOINING = new Set([...WORDS.plus, ...WORDS.and, ',', '+'])

/** Amounts of several moneys that are added up: `20$ y 5€ cuánto es`, `$20 + €5`, `tengo 20 dólares y 5.000 bs en euros`. */
export function readTotal(speech: Speech): Request | undefined {
  const { tokens, days, names } = speech
  const spoken = amountsIn(tokens)
  const isTotal = isTotalAsked(speech)
  // `en 2000 bolívares o en 5 dólares` is a choice.
  const isSum = isTotal || areJoined(tokens, spoken)
  if (spoken.length < 2 || !isSum || speech.has(WORDS.or)) return undefined
  const [target, ...targets] = tokens.filter(
    (token, at) => isUnit(token) && WORDS.to.has(textAt(tokens, at - 1)),
  )
  const [date, ...dates] = days
  if (targets.length + dates.length > 0 || (date && date.day === undefined)) return undefined
  if (speech.unknown(WORDS.convert) > (speech.has(WORDS.asking) || target ? UNKNOWN_MAX : 0)) return undefined
  const amounts = amountsOf(
    isTotal ? spoken.map((one, at) => ({ ...one, unit: unitBehind(spoken, at) })) : spoken,
  )
  if (!amounts) return undefined
  const [first, ...plus] = amounts
  const to = unitOf(target)
  const at = names.filter((name) => !currencyNamedBy(name))
  const conversion = {
    ...{ amount: first.amount, from: first.unit, at },
    ...(plus.length > 0 && { plus }),
    ...(to && to.kind !== 'name' && { to }),
    ...(date?.day !== undefined && { date: date.day }),
  }
  return { kind: 'convert', conversion }
}

/** The unit of an amount, or of the one before it. */
const unitBehind = (spoken: SpokenAmounts, at: number): DatedToken | undefined =>
  spoken.slice(0, at + 1).findLast(({ unit }) => unit)?.unit

/** `10, 20 y 50 $ en bs`, `la lista de 1$ 2$ 5$`: amounts of one money side by side. */
export function readEach(speech: Speech): Request | undefined {
  const { typed: tokens, names, days } = speech
  const spoken = amountsIn(tokens)
  const units = spoken.flatMap(({ unit }) => unit ?? [])
  const [unit] = units
  const isBeside = spoken.slice(1).every(({ at }, place) => {
    const between = tokens.slice((spoken[place]?.at ?? 0) + 1, at)
    return between.every((token) => units.includes(token) || token.text === ',' || WORDS.and.has(token.text))
  })
  // `bcv 5 10 20 50`, but `50 100` may be one number
  const isBare = tokens.every(
    (token) =>
      token.kind === 'name' || token.text === ',' || (token.kind === 'number' && !/\s/.test(typedOf(token))),
  )
  const money = unitOf(unit) ?? (isBare && names.length === 1 ? USD : undefined)
  const isOne =
    units.every((one) => isDeepStrictEqual(unitOf(one), money)) &&
    (units.length <= 1 || units.length === spoken.length)
  const amounts = spoken.flatMap(({ value }) => (value !== undefined && isUsable(value) ? [value] : []))
  const others = names.filter((name) => !currencyNamedBy(name))
  const isElse =
    days.length > 0 || others.length > 1 || amounts.length < spoken.length || spoken.length > EACH_MAX
  if (spoken.length < 3 || !isBeside || !isOne || !money || money.kind === 'name' || isElse) return undefined
  const [rate] = others
  return { kind: 'each', amounts, unit: money, ...(rate !== undefined && { rate }) }
}

/** `lista de precios: lápiz 0,50, borrador 0,35`: things with their prices, each of which is asked. */
export function readPriceList({ typed, has, days, names }: Speech): Request | undefined {
  const spoken = amountsIn(typed)
  const units = spoken.flatMap(({ unit }) => (unit ? [unitOf(unit)] : []))
  const others = names.filter((name) => !currencyNamedBy(name))
  const colon = typed.findIndex(({ text }) => text === ':')
  const things = spoken.map(({ at }, place) => {
    const before = spoken[place - 1]
    const from = before ? before.at + (before.unit ? 2 : 1) : colon + 1
    const said = typed
      .slice(from, at)
      .filter((token) => token.kind === 'word' && !WORDS.listing.has(token.text))
    return said.some(isThing) ? said.map(typedOf).join(' ') : ''
  })
  const isDollars = units.every((unit) => isDeepStrictEqual(unit, USD))
  const amounts = spoken.flatMap(({ value }) => (value !== undefined && isUsable(value) ? [value] : []))
  const isElse = others.length + days.length > 0 || amounts.length < spoken.length || amounts.length < 2
  if (!has(WORDS.listing) || !isDollars || isElse || things.includes('') || amounts.length > EACH_MAX)
    return undefined
  return { kind: 'each', amounts, unit: USD, names: things }
}

const EACH_MAX = 20

/** The sums of money in a text whose question is not understood: `vi 50 $ y Bs. 45.000`. */
export function moneysIn(text: string, numbers?: NumberStyle): readonly AmountOfUnit[] {
  const tokens = joinAmounts(correctSpelling(tokensOf(text, numbers) ?? []))
  return amountsIn(tokens).flatMap(({ at, value, unit }) => {
    const before = tokens.slice(0, at).findLast((token) => !isPunctuation(token))
    const money = unitOf(unit ?? (before && isBolivares(before) ? before : undefined))
    return value !== undefined && isUsable(value) && money && money.kind !== 'name'
      ? [{ amount: value, unit: money }]
      : []
  })
}

type SpokenAmounts = ReturnType<typeof amountsIn>

/** `la luz son 1.800 bs, el agua 950 y el internet 25$, ¿cuánto es todo?` */
const isTotalAsked = ({ has }: Speech): boolean =>
  has(WORDS.inTotal) && !has(WORDS.left) && !has(WORDS.people)

const areJoined = (tokens: Speech['tokens'], spoken: SpokenAmounts): boolean =>
  spoken.slice(1).every((_, at) => isJoined(tokens, spoken[at], spoken[at + 1]))

/** Whether nothing but `y` or a plus stands between two amounts and their units. */
function isJoined(
  tokens: Speech['tokens'],
  one: SpokenAmounts[number] | undefined,
  other: SpokenAmounts[number] | undefined,
): boolean {
  if (!one || !other) return false
  const units = [one.unit, other.unit]
  const between = tokens.slice(one.at + 1, other.at).filter((token) => !units.includes(token))
  return between.length > 0 && between.every(({ text }) => JOINING.has(text))
}

/** The amounts, each with a money of its own; undefined where one of them cannot be used. */
function amountsOf(spoken: SpokenAmounts): readonly [AmountOfUnit, ...AmountOfUnit[]] | undefined {
  const amounts = spoken.flatMap(({ value, unit: token }) => {
    const unit = token?.kind === 'name' ? undefined : unitOf(token)
    return value !== undefined && isUsable(value) && MONEYS.includes(codeOf(unit)) && unit
      ? [{ amount: value, unit }]
      : []
  })
  if (amounts.length < spoken.length) return undefined
  const [first, ...others] = MONEYS.flatMap((code) => {
    const [one, ...more] = amounts.filter(({ unit }) => codeOf(unit) === code)
    return one
      ? [{ unit: one.unit, amount: more.reduce((sum, { amount }) => add(sum, amount), one.amount) }]
      : []
  })
  return first && [first, ...others]
}

/** A conversion that cannot be read; amount and unit may be, so that only the rest must be asked for. */
interface Unreadable extends UnreadableWords<ConversionFault> {
  readonly amount?: Decimal
  readonly from?: Unit
}

export type ReadConversion = { readonly kind: 'conversion'; readonly conversion: Conversion } | Unreadable

const MONITORS_MAX = 4

/** No money of ours is so cheap: a smaller number behind `a` is the price of a thing. */
export const RATE_MIN = '50'

/** Reads what follows `/convert`, its parts in any order: `100 usd`, `1.500,50 bs a eur 15-03-2026`, `100$ page_alpha.usd`. */
export function parseConversion(line: string, today: Day, options: LineOptions = {}): ReadConversion {
  return readLine(line, options, (tokens) => readConversion(joinDays(tokens, today)))
}

/** A money with its place among the tokens. */
interface UnitAt {
  readonly unit: Unit
  /** It stands behind `a`, `en`, `to`. */
  readonly isTarget: boolean
  /** It is asked for: `¿cuántos bolívares son 35,50?` */
  readonly isAsked?: boolean
  /** It says where money is traded, and names none: `paralelo`, and not `usdt`. */
  readonly isPlace?: boolean
  readonly at: number
}

interface AmountPart {
  /** The first word of it, as it was typed. */
  readonly text: string
  readonly amount: Amount | undefined
  readonly isNegative: boolean
  readonly at: number
  readonly end: number
}

/** Reads a conversion in a sentence, where words that nobody explained mean nothing, or in a command, where they are names. */
export function readConversion(all: readonly DatedToken[], isSentence = false): ReadConversion {
  const tokens = all.filter((token) => !isPunctuation(token) && token.text !== '+')
  const parts: ConversionParts = {
    amounts: withoutRepeated(tokens),
    units: tokens.flatMap((_, at) => unitAt(tokens, at, isSentence) ?? []),
    days: tokens.filter((token) => token.kind === 'day'),
    strange: tokens.find((token, at) => token.kind === 'sign' && isStrange(tokens, at)),
  }
  return faultOf(parts) ?? conversionOf(parts)
}

/** `pagar 15 en euros, ¿cuánto son 15 dólares?`: the last of equal amounts. */
function withoutRepeated(tokens: readonly DatedToken[]): readonly AmountPart[] {
  const parts = tokens.flatMap((_, at) => amountPartAt(tokens, at) ?? [])
  const isAsked = tokens.some(({ text }) => WORDS.asking.has(text))
  return parts.filter(
    ({ amount }, at) =>
      !isAsked ||
      amount === undefined ||
      !parts.slice(at + 1).some((other) => other.amount?.value === amount.value),
  )
}

interface ConversionParts {
  readonly amounts: readonly AmountPart[]
  readonly units: readonly UnitAt[]
  readonly days: readonly Extract<DatedToken, { kind: 'day' }>[]
  readonly strange: DatedToken | undefined
}

/** Whether a sign has no meaning in a conversion. */
const isStrange = (tokens: readonly DatedToken[], at: number): boolean =>
  !unitOf(tokens[at]) && !WORDS.to.has(textAt(tokens, at)) && !isMinusAt(tokens, at)

/** The money at a token; behind `a` it is the target, and a place there says at which rate: `100 usd a binance`. */
function unitAt(tokens: readonly DatedToken[], at: number, isSentence: boolean): UnitAt | undefined {
  const token = tokens[at] as DatedToken
  if (token.kind === 'number' && token.isBolivares && !isUnit(tokens[at + 1]))
    return { unit: { kind: 'bolivares' }, isTarget: false, at: at + 1 }
  const unit = isFiller(token) || WORDS.to.has(token.text) ? undefined : unitOf(token)
  if (!unit || (isSentence && !isUnitOrName(token))) return undefined
  const isAsked = WORDS.howMany.has(textAt(tokens, at - 1)) && token.kind !== 'name' && isUnit(token)
  const isTarget =
    isAsked || (WORDS.to.has(textAt(tokens, at - 1)) && (token.kind !== 'name' || token.isMoney))
  return { unit, isTarget, isAsked, isPlace: token.kind === 'name' && !token.isMoney, at }
}

const isFiller = ({ text }: DatedToken): boolean => WORDS.asking.has(text) || WORDS.fillers.has(text)

const isUnitOrName = (token: DatedToken | undefined): boolean => token?.kind === 'name' || isUnit(token)

/** The amount at a token, with the sign before it; `un` is one before a money. */
function amountPartAt(tokens: readonly DatedToken[], at: number): AmountPart | undefined {
  if (isMinusAt(tokens, at - 1)) return undefined
  const isNegative = isMinusAt(tokens, at)
  const end = at + (isNegative ? 2 : 1)
  const token = tokens[end - 1]
  const part = { text: token ? typedOf(token) : '', isNegative, at, end }
  if (token?.kind === 'number') return { ...part, amount: amountOf(token) }
  return isArticleAt(tokens, at) && isUnit(tokens[end]) ? { ...part, amount: { value: '1' } } : undefined
}

/** The first fault that no other part can mend. */
function faultOf({ amounts, days, strange }: ConversionParts): ReadConversion | undefined {
  if (strange) return unreadable('strange_sign', typedOf(strange))
  const bad = amounts.find(({ amount }) => amount === undefined)
  if (bad) return unreadable(isLong(bad.text) ? 'too_much' : 'bad_number', bad.text)
  const badDay = days.find(({ day }) => day === undefined)
  if (badDay) return unreadable('bad_date', badDay.text)
  if (amounts.length > 1) return unreadable('two_amounts')
  return days.length > 1 ? unreadable('two_dates') : undefined
}

/** Whether a number has more digits than are read. */
const isLong = (text: string): boolean => text.replace(/\D/g, '').length > DIGITS_MAX

function conversionOf({ amounts: [amount], units, days: [day] }: ConversionParts): ReadConversion {
  const [target] = units.filter(({ isTarget }) => isTarget)
  const said = sourceOf(units, amount)
  // `500 mil en dólares al paralelo`: at a rate, and not of it.
  const isUnsaid = said?.isPlace && target?.unit.kind === 'currency'
  const source = isUnsaid ? BOLIVARES : (said ?? unsaidSource(target))
  if (amount?.amount === undefined)
    return { ...unreadable('no_amount'), ...(source && { from: source.unit }) }
  const { value, otherReading } = amount.amount
  if (amount.isNegative || !isPositive(value)) return unreadable('not_positive', amount.text)
  if (compare(value, AMOUNT_MAX) > 0) return unreadable('too_much', amount.text)
  if (!source) return { ...unreadable('no_unit'), amount: value }
  const targets = targetsOf(units, source)
  if (!targets) return { ...unreadable('too_many_units'), amount: value, from: source.unit }
  return {
    kind: 'conversion',
    conversion: {
      amount: value,
      ...(otherReading !== undefined && { otherReading }),
      from: source.unit,
      ...targets,
      ...(day?.day !== undefined && { date: day.day }),
    },
  }
}

/** What is not said is dollars: `22,50 en bs`; and bolivares where dollars or euros are asked for. */
function unsaidSource(target: UnitAt | undefined): UnitAt | undefined {
  if (target?.unit.kind === 'bolivares') return { unit: USD, isTarget: false, at: -1 }
  return target?.isAsked && target.unit.kind === 'currency' ? BOLIVARES : undefined
}

const BOLIVARES: UnitAt = { unit: { kind: 'bolivares' }, isTarget: false, at: -1 }

/**
 * The unit of the amount: a currency right before it (`Bs. 100`, `$100`), else right after it (`100 usd`), else a name
 * beside it, else the first unit that is not marked as the target.
 */
function sourceOf(units: readonly UnitAt[], amount: AmountPart | undefined): UnitAt | undefined {
  const sources = units.filter(({ isTarget }) => !isTarget)
  const before = sources.find(({ at }) => at + 1 === amount?.at)
  const after = sources.find(({ at }) => at === amount?.end)
  return [before, after].find((one) => one && one.unit.kind !== 'name') ?? after ?? before ?? sources[0]
}

/** The target and the monitors; undefined for more than one target or more than 4 monitors. */
function targetsOf(units: readonly UnitAt[], source: UnitAt): Pick<Conversion, 'to' | 'at'> | undefined {
  const all = units.filter((one) => one !== source)
  // `I am paid in euro: how much is 1200 eur in dollars`
  const unlike = all.filter((one) => !isDeepStrictEqual(one.unit, source.unit))
  const rest = unlike.some(({ isTarget }) => isTarget)
    ? unlike
    : all.filter((one) => one.isTarget || unlike.includes(one))
  const isTo = ({ unit, isTarget }: UnitAt): boolean => isTarget || unit.kind !== 'name'
  // `en bolívares … ¿cuántos bolívares son?`
  const [to, ...others] = rest
    .filter(isTo)
    .map(({ unit }) => unit)
    .filter((unit, at, all) => all.findIndex((one) => isDeepStrictEqual(one, unit)) === at)
  const at = rest.flatMap((one) => (!isTo(one) && one.unit.kind === 'name' ? [one.unit.name] : []))
  return others.length > 0 || at.length > MONITORS_MAX ? undefined : { ...(to && { to }), at }
}

/**
 * `42 a bcv o 36 en efectivo, ¿qué me conviene?`, `10$ a bcv, ¿cuántos dólares de verdad son?`: what a sum at one rate is at the
 * parallel one.
 */
export function readAtParallel({ tokens, names, days, has, says }: Speech): Request | undefined {
  const [rate, ...rates] = names.filter((name) => !currencyNamedBy(name))
  const rateAt = tokens.findIndex((token) => token.kind === 'name' && token.raw === rate && !token.isMoney)
  const amounts = amountsIn(tokens)
  const sum = amounts.findLast(({ at }) => at < rateAt)
  const isForeign = amounts.every(({ unit }) => !unit || unitOf(unit)?.kind === 'currency')
  const isChoice = amounts.length === 2 && has(WORDS.or)
  const isAsked = says(PHRASES.fair)
    ? amounts.length === 1 || isChoice
    : says(PHRASES.reallyWorth) && amounts.length === 1
  const isElse = rate === undefined || rates.length > 1 || days.length > 0 || PHRASES.parallel.includes(rate)
  if (!sum || sum.value === undefined || !isUsable(sum.value) || !isForeign || !isAsked || isElse)
    return undefined
  const unit = unitOf(sum.unit) ?? USD
  return {
    kind: 'convert',
    conversion: { amount: sum.value, from: unit, at: [rate, rates[0] ?? PHRASES.parallel[0] ?? ''] },
  }
}

/** `si tengo 40 $ cuántos bolívares son`, `100 usd paralelo`, `-5 usd`. */
export function readMoney(speech: Speech): Request | undefined {
  const { tokens, today, days } = speech
  if (isOfElse(speech)) return undefined
  const isOfToday = (token: DatedToken): boolean => days.length === 1 && isToday(token, today)
  const kept = tokens.filter((token) => !isPunctuation(token) && !isOfToday(token))
  const missing = missingIn(speech)
  const isConverted =
    missing !== undefined || kept.some((token, at) => WORDS.to.has(token.text) && isUnitOrName(kept[at + 1]))
  // `cestaticket 40$ bcv`
  const isAtRate = speech.names.length > 0 && amountsIn(kept).some(({ unit }) => unit !== undefined)
  const isAsked = speech.has(WORDS.asking) || speech.has(WORDS.convert) || isConverted || isAtRate
  if (speech.unknown(WORDS.convert, WORTH_WORDS, WORDS.gap) > (isAsked ? UNKNOWN_MAX : 0)) return undefined
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

/** `me transfirieron el 15, ¿cuánto estaba el bcv el día 15?` */
const isDayAgain = ({ tokens, days }: Speech): boolean =>
  amountsIn(tokens).some(({ value, unit }) => !unit && days.some(({ text }) => text === `día ${value}`))

/** A month, a choice (`efectivo o 18500 bs`), or an amount of money that we have no price of. */
const isOfElse = (speech: Speech): boolean =>
  isDayAgain(speech) ||
  // `15$ a tasa euro` is at its price.
  (isAtEuroRate(speech) &&
    amountsIn(speech.tokens).some(({ unit }) => isDeepStrictEqual(unitOf(unit), USD))) ||
  speech.tokens.some((_, at) => isMonthAloneAt(speech.tokens, at)) ||
  (speech.names.length === 1 && speech.tokens.some((_, at) => isChoiceAt(speech.tokens, at))) ||
  speech.tokens.some((_, at) => isOfThing(speech.marked, at)) ||
  (speech.has(WORDS.foreignMoney) && missingIn(speech) === undefined)

/** `efectivo o 18.500 bs`; `más o menos` is none. */
const isChoiceAt = (tokens: Speech['tokens'], at: number): boolean =>
  WORDS.or.has(textAt(tokens, at)) && !WORDS.moreOrLess.has(textAt(tokens, at - 1))

/** `100 canadian dollars`: a word that nobody explained stands between an amount and its money. */
const isOfThing = (tokens: Speech['marked'], at: number): boolean =>
  tokens[at]?.kind === 'number' && isThing(tokens[at + 1]) && isUnit(tokens[at + 2])

/** `¿cuánto vale un dólar?` asks for its price. */
function readAmount(speech: Speech, conversion: Conversion): Request | undefined {
  const isOne = !speech.hasNumber && conversion.amount === '1' && !conversion.to && speech.has(WORDS.asking)
  return isOne ? undefined : { kind: 'convert', conversion }
}

/** The money that was wanted and has no price of ours: `en pesos colombianos`, `in colombian pesos`. */
function missingIn({ tokens }: Speech): string | undefined {
  const at = tokens.findIndex(({ text }) => WORDS.foreignMoney.has(text))
  const start = [at - 1, at - 2].find((before) => WORDS.to.has(textAt(tokens, before)))
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
  names.length === 0 &&
  !isPhone(tokens) &&
  !tokens.some((_, at) => isPeriodAt(tokens, at)) &&
  unknown(WORDS.convert) === 0

const REFUSALS: readonly string[] = ['not_positive', 'too_much', 'bad_date', 'bad_number'] satisfies Refusal[]

const isRefusal = (reason: string): reason is Refusal => REFUSALS.includes(reason)

const isToday = (token: DatedToken, today: string): boolean => token.kind === 'day' && token.day === today

const isAmountBesideUnit = (tokens: readonly DatedToken[]): boolean =>
  tokens.some(isUnit) && tokens.some(({ kind, text }) => kind === 'number' || WORDS.one.has(text))

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
      PHRASES.myRate.includes(`${text} ${textAt(tokens, at + 1)}`) && WORDS.at.has(textAt(tokens, at - 1)),
  )

/** `20$ a 900`, `20 dólares a tasa euro`: dollars or euros at a price that the writer says. */
export function readOwnRate(speech: Speech): Request | undefined {
  const { tokens, marked, days, says, unknown } = speech
  if (says(PHRASES.thatRate) || isPriceFirst(speech)) return readThatRate(speech)
  const sold = readSoldFor(speech)
  if (sold) return sold
  const [sum, price, ...more] = amountsIn(tokens)
  const amount = sum && foreignSum(sum, isAtMyRate(marked))
  if (!amount || more.length + days.length > 0 || unknown(WORDS.at) > UNKNOWN_MAX) return undefined
  const rest = tokens.slice(sum.at + 1).filter((token) => token !== sum.unit && !isPunctuation(token))
  if (price) return readPriceBehind(speech, rest, price, amount)
  if (says(PHRASES.myRate)) return { kind: 'own_rate', amount, price: 'mine' }
  return isAtEuroRate(speech) ? { kind: 'own_rate', amount, price: 'euro' } : undefined
}

/** `me pone el dólar a 450, si son 9 dólares, ¿cuánto me cobra?` */
const isPriceFirst = ({ tokens }: Speech): boolean => {
  const [price, sum] = amountsIn(tokens)
  return (
    price !== undefined &&
    !price.unit &&
    WORDS.at.has(textAt(tokens, price.at - 1)) &&
    unitOf(tokens[price.at - 2])?.kind === 'currency' &&
    unitOf(sum?.unit)?.kind === 'currency'
  )
}

/** `el alquiler es 80$ a tasa bcv, ¿cuántos usdt vendo?`: what of one money pays a sum at the rate of another. */
function readSoldFor({ tokens, days }: Speech): Request | undefined {
  const [sum, ...more] = amountsIn(tokens)
  const amount = sum && foreignSum(sum)
  const [rate, ...rates] = tokens.flatMap((token) =>
    token.kind === 'name' && !token.isMoney ? [token.raw] : [],
  )
  const [out, ...others] = tokens.flatMap((token, at) => {
    const isAsked = [WORDS.howMany, WORDS.to].some((words) => words.has(textAt(tokens, at - 1)))
    return token.kind === 'name' && token.isMoney && isAsked ? [token.raw] : []
  })
  const isElse = more.length + rates.length + others.length + days.length > 0
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
  if (!first || !WORDS.at.has(first.text) || WORDS.inYear.has(first.text)) return undefined
  const said = others.filter((token) => !WORDS.price.has(token.text) && !WORDS.glue.has(token.text))
  const isBare = said.every((token) => token === tokens[price.at] || token === price.unit)
  return isBare && names.length === 0 && isRate(price)
    ? { kind: 'own_rate', amount, price: price.value }
    : undefined
}

/** Whether an amount may be the price of a money, in bolivares. */
const isRate = (one: SpokenAmount): one is SpokenAmount & { readonly value: Decimal } =>
  one.value !== undefined && isUsable(one.value) && (!one.unit || unitOf(one.unit)?.kind === 'bolivares')

/** `dice que el dólar está a 900, ¿cuánto son 12 dólares a esa tasa?` */
function readThatRate({ tokens, days, names, unknown }: Speech): Request | undefined {
  const amounts = amountsIn(tokens)
  const sum = amounts.find(({ unit }) => unitOf(unit)?.kind === 'currency')
  const [price, ...more] = amounts.filter((one) => one !== sum)
  const amount = sum && foreignSum(sum)
  const isElse = more.length + days.length > 0 || names.some((name) => !currencyNamedBy(name))
  return amount && price && isRate(price) && !isElse && unknown() <= UNKNOWN_MAX
    ? { kind: 'own_rate', amount, price: price.value }
    : undefined
}

/** `45.000 bs por un pollo de 50$, ¿a qué tasa?`, `¿9$ o 6500 bs?`: the price that two sums come to. */
export function readImpliedRate(speech: Speech): Request | undefined {
  const { typed, tokens, has, says } = speech
  const isAsked = says(PHRASES.impliedRate) || says(PHRASES.fair)
  const isCharged = has(WORDS.charged) && !has(WORDS.pays) && !WORDS.charge.has(textAt(tokens, 0))
  if (!isAsked && !isCharged) return undefined
  const amounts = amountsIn(typed)
  const foreign = amounts.find(({ unit }) => unitOf(unit)?.kind === 'currency')
  const [paid, ...others] = amounts.filter((one) => one !== foreign)
  const asked = foreign && ofUnit(foreign)
  // `en 2000 bolívares o en 5 dólares`
  const isChoice = typed.some(({ text }, at) => WORDS.or.has(text) && WORDS.to.has(textAt(typed, at + 1)))
  if (!asked || paid?.value === undefined || others.length > 0 || isChoice) return undefined
  // `50 usd, and he offers 600 per dollar`
  const isOfOne =
    WORDS.perOne.has(textAt(typed, paid.at + 1)) && unitOf(typed[paid.at + 2])?.kind === 'currency'
  if (isOfOne && isRate(paid)) return { kind: 'worth', side: 'said', price: paid.value, quantity: asked }
  const isWeight = [WORDS.kilo, WORDS.gram].some((words) => words.has(textAt(typed, paid.at + 1)))
  const isInBolivares = paid.unit
    ? unitOf(paid.unit)?.kind === 'bolivares'
    : isAsked && !isWeight && !WORDS.at.has(textAt(typed, paid.at - 1))
  const price = divide(paid.value, asked.amount)
  // `60$ con 30 % de descuento`, `40$ o 48 al bcv`
  const isElse = compare(price, RATE_MIN) < 0 || typed.some(({ text }) => text === '%')
  return isInBolivares && !isElse ? { kind: 'worth', side: 'said', price, quantity: asked } : undefined
}

/** `¿640 por dólar?`, `me dijo a 720 el dólar`, `dicen que el dólar está en 900, ¿es verdad?`: a price that was said. */
export function readSaidPrice({ tokens, names, days, has, says }: Speech): Request | undefined {
  const [price, ...more] = amountsIn(tokens)
  const isElse = [WORDS.alert, WORDS.alertNoun, WORDS.if].some(has) || says(PHRASES.myRate)
  if (!price || !isRate(price) || more.length + days.length > 0 || isElse) return undefined
  if (compare(price.value, RATE_MIN) < 0) return undefined
  const [joint, money] = [textAt(tokens, price.at + 1), tokens[price.at + 2]]
  const isOfOne =
    (WORDS.perOne.has(joint) && unitOf(money)?.kind === 'currency') ||
    (joint === 'a' && ONE_OF.has(money?.text ?? ''))
  // `me pagan los dólares a 500`
  const isBehind =
    WORDS.at.has(textAt(tokens, price.at - 1)) &&
    unitOf(tokens[price.at - 2])?.kind === 'currency' &&
    !YEAR.test(textAt(tokens, price.at))
  const isOfDollar =
    names.length > 0 || tokens.some((token) => unitOf(token)?.kind === 'currency') || has(WORDS.price)
  return isOfOne || (isBehind && !price.unit) || (says(PHRASES.fair) && isOfDollar && !price.unit)
    ? { kind: 'worth', side: 'said', price: price.value }
    : undefined
}

/** `380 a dollar`, which `a usd` is not. */
const ONE_OF: ReadonlySet<string> = new Set(['dollar', 'euro'])

/** `a tasa euro`, `a la tasa del euro bcv`, `at the euro rate`: the price of another money; `en euros` is what is converted to. */
function isAtEuroRate({ tokens }: Speech): boolean {
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
  if ((!isSold && !isBought) || speech.has(WORDS.banknote) || isAmountAsked(speech)) return undefined
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
const isOtherThing = ({ tokens }: Speech, price: SpokenAmount, quantity: SpokenAmount | undefined): boolean =>
  isMoneyName(tokens[price.at + 1]) || (quantity !== undefined && compare(price.value ?? '0', RATE_MIN) < 0)

/** `vendo 90 usdt`, which are no price. */
const isMoneyName = (token: DatedToken | undefined): boolean =>
  token !== undefined && (WORDS.paidAsDollars.has(typedOf(token)) || (token.kind === 'name' && token.isMoney))

/** `¿cuántos dólares compro?`: what an amount comes to, and no price is compared. */
const isAmountAsked = ({ tokens }: Speech): boolean =>
  tokens.some(({ text }, at) => WORDS.howMany.has(text) && isUnitOrName(tokens[at + 1]))

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
  has(WORDS.offer) || WORDS.to.has(textAt(tokens, at - 1)) || WORDS.at.has(textAt(tokens, at - 1))

const WORTH_WORDS: ReadonlySet<string> = new Set([
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

/** `convertir`, `calculadora`: what and how much is asked. */
export const readConvertAlone = (speech: Speech): Request | undefined =>
  speech.has(WORDS.convertAlone) && !speech.hasNumber && speech.unknown(WORDS.convert, WORDS.price) === 0
    ? { kind: 'convert' }
    : undefined

/** `peso colombiano`, `100 pesos colombianos`, `100 cop`: money that we have no price of, about which the writer is told. */
export function readUnknownMoney(speech: Speech): Request | undefined {
  const { tokens } = speech
  const [amount, ...more] = amountsIn(tokens)
  const words = foreignMoneyIn(speech) ?? unknownUnitIn(speech, amount)
  const value = amount ? amount.value : '1'
  if (!words || more.length > 0 || isPhone(tokens) || value === undefined || !isPositive(value))
    return undefined
  const name = words.map(typedOf).join(' ')
  return { kind: 'convert', conversion: { amount: value, from: { kind: 'name', name }, at: [] } }
}

/** `pesos colombianos`, where nothing else is said. */
function foreignMoneyIn({ tokens, names, days, unknown }: Speech): readonly DatedToken[] | undefined {
  const at = tokens.findIndex(({ text }) => WORDS.foreignMoney.has(text))
  const [before, money, kind] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  const others = names.filter((name) => !currencyNamedBy(name))
  if (money?.kind !== 'word' || others.length + days.length > 0) return undefined
  // `pesos colombianos`, `colombian pesos`
  const isOf = (token: DatedToken | undefined): token is DatedToken =>
    token?.kind === 'word' &&
    !isUnit(token) &&
    ![WORDS.fillers, WORDS.price].some((words) => words.has(token.text))
  const words = [before, money, kind].filter((token) => token === money || isOf(token))
  return unknown() <= words.length ? words : undefined
}

/** The one word behind an amount that names no money we know. */
function unknownUnitIn(
  { tokens, hasNumber, unknown }: Speech,
  amount: SpokenAmount | undefined,
): readonly DatedToken[] | undefined {
  const rest = tokens.slice((amount?.at ?? -1) + 1).filter((token) => !isPunctuation(token))
  const [unit] = rest
  const isWhole = hasNumber && amount !== undefined && rest.length === 1 && unknown(WORDS.convert) === 1
  if (!isWhole || unit?.kind !== 'word' || isUnit(unit)) return undefined
  return msOfPeriod(1, unit.text) === undefined ? rest : undefined
}
