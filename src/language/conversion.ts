import { isDeepStrictEqual } from 'node:util'
import type { Day } from '../domain/caracas.ts'
import { add, compare, type Decimal, DIGITS_MAX, isPositive, type NumberStyle } from '../domain/decimal.ts'
import { AMOUNT_MAX, amountOf, isArticleAt, isMinusAt, joinAmounts, withThousands } from './amounts.ts'
import { isMonthAloneAt, joinDays, msOfPeriod, YEAR } from './days.ts'
import { isAtEuroRate, RATE_MIN, WORTH_WORDS } from './own-rate.ts'
import {
  type AmountOfUnit,
  type Conversion,
  type ConversionFault,
  OFFICIAL,
  type Refusal,
  type Request,
  rateBeside,
} from './request.ts'
import {
  amountsIn,
  bankIn,
  betweenAmounts,
  correctSpelling,
  isPeriodAt,
  isPhone,
  type LineOptions,
  readLine,
  type Speech,
  type SpokenAmount,
  sumOf,
  UNKNOWN_MAX,
  type UnreadableWords,
  unreadable,
} from './speech.ts'
import { itemSumsIn } from './till.ts'
import {
  type Amount,
  type DatedToken,
  isBolivares,
  isNumber,
  isPunctuation,
  isThing,
  isUnit,
  isUnitOrName,
  means,
  PHRASE_WORDS,
  PHRASES,
  textAt,
  tokensOf,
  typedOf,
  type Unit,
  USD,
  unitOf,
  WORDS,
} from './tokens.ts'

/** Dollars before euros, bolivares last, as an answer converts them. */
const MONEYS: readonly string[] = ['USD', 'EUR', 'VES']

const codeOf = (unit: Unit | undefined): string =>
  unit?.kind === 'bolivares' ? 'VES' : unit?.kind === 'currency' ? unit.code : ''

const JOINING = new Set([...WORDS.plus, ...WORDS.and, ',', '+'])

/** Amounts of several moneys that are added up: `20$ y 5€ cuánto es`, `$20 + €5`, `tengo 20 dólares y 5.000 bs en euros`. */
export function readTotal(speech: Speech): Request | undefined {
  const { tokens, days, rates: at } = speech
  const spoken = amountsIn(tokens)
  const isTotal = isTotalAsked(speech)
  // `en 2000 bolívares o en 5 dólares` is a choice.
  const isSum = isTotal || areJoined(tokens, spoken)
  // What counts as dollars, `45000 bs y 30 usdt`, is in the money of no other amount.
  const isElse = speech.has(WORDS.or, WORDS.left, WORDS.minus, WORDS.foreignMoney, WORDS.paidAsDollars)
  if (spoken.length < 2 || !isSum || isElse) return undefined
  const [target, ...targets] = tokens.filter((token, at) => isUnit(token) && means(tokens[at - 1], WORDS.to))
  const [date, ...dates] = days
  if (targets.length + dates.length > 0 || (date && date.day === undefined)) return undefined
  const isAsked = speech.has(WORDS.asking) || target !== undefined
  const items = isTotal ? (itemSumsIn(speech) ?? spoken) : spoken
  if (speech.unknown(WORDS.convert) > unknownInTotal(items, isTotal, isAsked)) return undefined
  // What is said without its money is in that of the amount before it.
  const inMoney = items.map((one, at) => ({
    ...one,
    unit: items.slice(0, at + 1).findLast(({ unit }) => unit)?.unit,
  }))
  const amounts = amountsOf(isTotal ? inMoney : spoken)
  if (!amounts) return undefined
  const [first, ...plus] = amounts
  const to = unitOf(target)
  const conversion = {
    ...{ amount: first.amount, from: first.unit, at },
    ...(plus.length > 0 && { plus }),
    ...(to && to.kind !== 'name' && { to }),
    ...(date?.day !== undefined && date.day !== speech.today && { date: date.day }),
  }
  return { kind: 'convert', conversion }
}

/** How many words may be unknown: each thing of a list has its name. */
function unknownInTotal(spoken: SpokenAmounts, isTotal: boolean, isAsked: boolean): number {
  if (isTotal && spoken.every(({ unit }) => unit)) return UNKNOWN_MAX + spoken.length
  return isAsked ? UNKNOWN_MAX : 0
}

/** The sums of money in a text whose question is not understood: `vi 50 $ y Bs. 45.000`; a price alone is one of dollars: `6,80`. */
export function moneysIn(text: string, numbers?: NumberStyle): readonly AmountOfUnit[] {
  const tokens = withThousands(joinAmounts(correctSpelling(tokensOf(text, numbers) ?? [])))
  const amount = tokens.some(isUnit) ? undefined : priceAlone(tokens)?.value
  if (amount !== undefined && isOfDollars(amount)) return [{ amount, unit: USD }]
  return amountsIn(tokens).flatMap((one) => {
    const before = tokens.slice(0, one.at).findLast((token) => !isPunctuation(token))
    const sum = sumOf(one, before && isBolivares(before) ? unitOf(before) : undefined)
    return sum && sum.unit.kind !== 'name' ? [sum] : []
  })
}

/** Whether the writer of a text may have changed what was asked before: by a number, or by `y si pago en efectivo`. */
export const mayChangeBefore = (text: string): boolean => {
  const tokens = joinAmounts(correctSpelling(tokensOf(text) ?? []))
  return tokens.some(isNumber) || (means(tokens[0], WORDS.and) && means(tokens[1], WORDS.if))
}

type SpokenAmounts = ReturnType<typeof amountsIn>

/** `la luz son 1.800 bs, el agua 950 y el internet 25$, ¿cuánto es todo?` */
const isTotalAsked = ({ tokens, has, says }: Speech): boolean =>
  (has(WORDS.inTotal) || says(PHRASES.howMuchMade)) &&
  !has(WORDS.left, WORDS.people) &&
  // `compré 50$ a 940, ¿cuánto gasté?`
  !amountsIn(tokens).some(({ at, unit }) => !unit && means(tokens[at - 1], WORDS.each))

/** Whether nothing but `y` or a plus stands between amounts and their units. */
const areJoined = (tokens: Speech['tokens'], spoken: SpokenAmounts): boolean =>
  betweenAmounts(tokens, spoken).every(
    (between) => between.length > 0 && between.every(({ text }) => JOINING.has(text)),
  )

/** The amounts, each with a money of its own; undefined where one of them cannot be used. */
function amountsOf(spoken: SpokenAmounts): readonly [AmountOfUnit, ...AmountOfUnit[]] | undefined {
  const amounts = spoken.flatMap((one) => sumOf(one) ?? []).filter(({ unit }) => unit.kind !== 'name')
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
  !unitOf(tokens[at]) && !means(tokens[at], WORDS.to) && !isMinusAt(tokens, at)

/** The money at a token; behind `a` it is the target, and a place there says at which rate: `100 usd a binance`. */
function unitAt(tokens: readonly DatedToken[], at: number, isSentence: boolean): UnitAt | undefined {
  const token = tokens[at] as DatedToken
  if (token.kind === 'number' && token.isBolivares && !isUnit(tokens[at + 1]))
    return { unit: { kind: 'bolivares' }, isTarget: false, at: at + 1 }
  const unit = isFiller(token) || means(token, WORDS.to) ? undefined : unitOf(token)
  if (!unit || (isSentence && !isUnitOrName(token))) return undefined
  const isAsked = means(tokens[at - 1], WORDS.howMany) && token.kind !== 'name' && isUnit(token)
  const isTarget = isAsked || (means(tokens[at - 1], WORDS.to) && (token.kind !== 'name' || token.isMoney))
  return { unit, isTarget, isAsked, isPlace: token.kind === 'name' && !token.isMoney, at }
}

const isFiller = ({ text }: DatedToken): boolean => WORDS.asking.has(text) || WORDS.fillers.has(text)

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
  const source = isUnsaid ? BOLIVARES : (said ?? unsaidSource(units, amount))
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
function unsaidSource(units: readonly UnitAt[], amount: AmountPart | undefined): UnitAt | undefined {
  const [target, other, ...more] = units.filter(({ isTarget }) => isTarget)
  // `tengo 1500 en dólares, ¿cuánto es en bs?`
  if (target?.unit.kind === 'currency' && other?.unit.kind === 'bolivares' && more.length === 0)
    return { ...target, isTarget: false }
  if (target?.unit.kind === 'bolivares') return { unit: USD, isTarget: false, at: -1 }
  const isMany = compare(amount?.amount?.value ?? '0', OF_BOLIVARES) >= 0
  return target?.unit.kind === 'currency' && (target.isAsked || isMany) ? BOLIVARES : undefined
}

/** So much without its money is bolivares: `5000 en dólares`. */
const OF_BOLIVARES = '1000'

/** A price with cents and without its money. */
const isOfDollars = (amount: Decimal): boolean => compare(amount, RATE_MIN) < 0

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
export function readAtParallel({ tokens, typed, rates: all, has, says }: Speech): Request | undefined {
  const [rate, ...rates] = all
  const rateAt = tokens.findIndex((token) => token.kind === 'name' && token.raw === rate && !token.isMoney)
  const amounts = amountsIn(tokens)
  const spoken = amounts.findLast(({ at }) => at < rateAt)
  const sum = spoken && sumOf(spoken, USD)
  const isForeign = amounts.every(({ unit }) => !unit || unitOf(unit)?.kind === 'currency')
  const isChoice = amounts.length === 2 && has(WORDS.or)
  const isAsked = says(PHRASES.fair)
    ? amounts.length === 1 || isChoice
    : says(PHRASES.reallyWorth) && amounts.length === 1
  const isShare = typed.some(({ text }) => text === '%')
  const isElse = rate === undefined || rates.length > 1 || isShare || PHRASES.parallel.includes(rate)
  if (!sum || !isForeign || !isAsked || isElse) return undefined
  const at = [rate, rates[0] ?? PHRASES.parallel[0] ?? '']
  return { kind: 'convert', conversion: { amount: sum.amount, from: sum.unit, at } }
}

/** `si tengo 40 $ cuántos bolívares son`, `100 usd paralelo`, `-5 usd`. */
export function readMoney(speech: Speech): Request | undefined {
  const { tokens, today, days } = speech
  if (isOfElse(speech)) return undefined
  // `me deben 40$ desde el lunes, si me pagan hoy`
  const isLeftOut = (token: DatedToken, at: number): boolean =>
    isToday(token, today)
      ? days.length === 1 || tokens.some((_, other) => isSince(tokens, other))
      : days.length === 2 && days.some((day) => isToday(day, today)) && isSince(tokens, at)
  const kept = tokens.filter((token, at) => !isPunctuation(token) && !isLeftOut(token, at))
  const missing = missingIn(speech)
  const isAsked = missing !== undefined || isSumAsked(speech, kept)
  if (speech.unknown(WORDS.convert, WORTH_WORDS, WORDS.gap) > (isAsked ? UNKNOWN_MAX : 0)) return undefined
  const read = readConversion(kept, true)
  if (read.kind === 'conversion') return readAmount(speech, read.conversion, missing)
  const { reason, word, amount } = read
  const isNumberOnly =
    reason === 'not_positive' && kept.every((token) => token.kind !== 'word' || isUnit(token))
  if (isRefusal(reason) && (isNumberOnly || isAmountBesideUnit(kept)))
    return { kind: 'refused', reason, ...(word !== undefined && { word }) }
  return reason === 'no_unit' && amount !== undefined ? readUnitless(speech, amount, isAsked) : undefined
}

/** `una harina en 1,35, ¿cuánto es?` is in dollars; of a number alone each money is shown. */
function readUnitless(speech: Speech, amount: Decimal, isAsked: boolean): Request | undefined {
  const isInDollars = isAsked && isPriceOfThing(speech.typed) && isOfDollars(amount)
  if (isInDollars) return readAmount(speech, { amount, from: USD, at: [] })
  return isNumberAlone(speech) ? { kind: 'amount', amount } : undefined
}

/** Whether a sum is asked for: by a word, by the money it is to be in, by a rate, or by how it is paid. */
function isSumAsked(speech: Speech, kept: readonly DatedToken[]): boolean {
  const { names, typed, has, says } = speech
  const isConverted = kept.some((token, at) => means(token, WORDS.to) && isUnitOrName(kept[at + 1]))
  // `cestaticket 40$ bcv`
  const isAtRate = names.length > 0 && amountsIn(kept).some(({ unit }) => unit !== undefined)
  // `presupuesto de la pintura: 350 dólares más IVA`
  const isPriced = has(WORDS.inTotal, WORDS.bill) && typed.some(isOfShare)
  return has(WORDS.asking, WORDS.convert) || isConverted || isAtRate || isPriced || says(PHRASES.byPhone)
}

/** `me transfirieron el 15, ¿cuánto estaba el bcv el día 15?` */
const isDayAgain = ({ tokens, days }: Speech): boolean =>
  amountsIn(tokens).some(({ value, unit }) => !unit && days.some(({ text }) => text === `día ${value}`))

/** A month, a choice (`efectivo o 18500 bs`), or an amount of money that we have no price of. */
const isOfElse = (speech: Speech): boolean =>
  amountsIn(speech.tokens).some(
    ({ at, unit }) => !unit && (isRisenTo(speech.tokens, at) || isYearAt(speech.tokens, at)),
  ) ||
  // `¿cuánto falta para que el bcv llegue a 1000?`
  speech.says(PHRASES.untilThen) ||
  isDayAgain(speech) ||
  // `15$ a tasa euro` is at its price.
  (isAtEuroRate(speech) &&
    amountsIn(speech.tokens).some(({ unit }) => isDeepStrictEqual(unitOf(unit), USD))) ||
  speech.tokens.some((_, at) => isMonthAloneAt(speech.tokens, at)) ||
  (speech.has(WORDS.foreignMoney) && missingIn(speech) === undefined)

/** `en el 2019` */
const isYearAt = (tokens: Speech['tokens'], at: number): boolean =>
  YEAR.test(textAt(tokens, at)) && means(tokens[at - 1], WORDS.glue) && means(tokens[at - 2], WORDS.inYear)

/** `si el bcv sube a 830` */
const isRisenTo = (tokens: Speech['tokens'], at: number): boolean =>
  means(tokens[at - 1], WORDS.at) &&
  means(tokens[at - 2], WORDS.above, WORDS.below) &&
  tokens.slice(0, at).some(({ kind }) => kind === 'name')

/** `¿cuánto vale un dólar?` asks for its price. */
function readAmount(speech: Speech, conversion: Conversion, missing?: string): Request | undefined {
  const isOne = !speech.hasNumber && conversion.amount === '1' && !conversion.to && speech.has(WORDS.asking)
  const whole = wholeIn(speech)
  const isOfOne = !whole && isPriceOfThing(speech.tokens)
  // `¿cuánto es la diferencia en 100$?`
  const isGap =
    isGapAsked(speech) && !conversion.to && conversion.from.kind === 'currency' && !conversion.plus
  const { to, ...rest } = conversion
  const [rate = OFFICIAL] = rest.at
  // `450 dólares y la pago en dólares`
  const isPaidIn = isDeepStrictEqual(rest.from, to) && rest.at.length < 2
  return isOne
    ? undefined
    : {
        kind: 'convert',
        conversion: {
          ...(isPaidIn ? rest : conversion),
          ...(isGap && rest.at.length < 2 && { at: [rate, rateBeside(rate)] }),
          ...(whole && { whole }),
          ...(isOfOne && { priceOfOne: rest.amount }),
        },
        ...(missing !== undefined && !to && { missing }),
      }
}

/** `¿cuánto es la diferencia?`; not `la diferencia es de 5$, ¿cuánto es?` */
const isGapAsked = ({ tokens }: Speech): boolean => {
  const gap = tokens.findIndex((token) => means(token, WORDS.gap))
  // `¿cuánto pago por la diferencia de 20$?`
  const isKnown = means(tokens[gap + 1], WORDS.of)
  return !isKnown && tokens.slice(0, Math.max(gap, 0)).some((token) => means(token, WORDS.asking))
}

/** `una harina en 1,35` */
function isPriceOfThing(tokens: readonly DatedToken[]): boolean {
  const before = tokens.slice(0, priceAlone(tokens)?.at ?? 0)
  return before.some(isThing) && before.some((token) => means(token, ...OF_ONE))
}

/** The only number of a text, where it has cents: `6,80`. */
function priceAlone(tokens: readonly DatedToken[]): SpokenAmount | undefined {
  const [price, ...more] = amountsIn(tokens)
  if (!price || more.length > 0 || !/[.,]\d\d?$/.test(textAt(tokens, price.at))) return undefined
  const behind = tokens[price.at + 1]
  // `un terreno de 12,5 metros`, `un refresco de 1,5`
  const isSize = means(tokens[price.at - 1], WORDS.of) && !/[.,]\d\d$/.test(textAt(tokens, price.at))
  // `a las 7.30`, `2,5 kilos`
  const isOther = means(tokens[price.at - 1], WORDS.plural) || means(behind, WORDS.kilo, WORDS.gram)
  return isOther || isSize || isThing(behind) || behind?.text === '%' ? undefined : price
}

/** `la harina vale 1,20`; `delivery 2,50$` is followed by another price: `y 3`. */
const OF_ONE = [WORDS.glue, WORDS.one, WORDS.at, WORDS.costs, WORDS.price]

/** What is shared: `60$ entre 3`. */
function wholeIn({ typed }: Speech): Decimal | undefined {
  const [whole, people, ...more] = amountsIn(typed)
  const isShared = people?.unit === undefined && means(typed[(people?.at ?? 0) - 1], WORDS.over)
  return isShared && more.length === 0 ? whole?.value : undefined
}

/** The money that was wanted and has no price of ours: `en pesos colombianos`, `in colombian pesos`. */
function missingIn({ tokens }: Speech): string | undefined {
  const { at, words } = foreignMoneyIn(tokens)
  return means(tokens[at - 1], WORDS.to) ? words.map(typedOf).join(' ') : undefined
}

const isNumberAlone = ({ names, tokens, typed, unknown }: Speech): boolean =>
  names.length === 0 &&
  !isPhone(tokens) &&
  !tokens.some((_, at) => isPeriodAt(tokens, at)) &&
  unknown(WORDS.convert) <= (typed.some(isOfShare) ? UNKNOWN_MAX : 0)

/** `la cuenta dio 34,90 y le hago 10 % de descuento` */
const isOfShare = (token: DatedToken): boolean => means(token, WORDS.discount, WORDS.gain, WORDS.saleTax)

const REFUSALS: readonly string[] = ['not_positive', 'too_much', 'bad_date', 'bad_number'] satisfies Refusal[]

const isRefusal = (reason: string): reason is Refusal => REFUSALS.includes(reason)

/** A day behind `desde`, with an article or without. */
export const isSince = (tokens: Speech['tokens'], at: number): boolean =>
  tokens[at]?.kind === 'day' && [at - 1, at - 2].some((before) => means(tokens[before], WORDS.since))

const isToday = (token: DatedToken, today: string): boolean => token.kind === 'day' && token.day === today

const isAmountBesideUnit = (tokens: readonly DatedToken[]): boolean =>
  tokens.some(isUnit) && tokens.some(({ kind, text }) => kind === 'number' || WORDS.one.has(text))

/** `convertir`, `calculadora`: what and how much is asked. */
export const readConvertAlone = (speech: Speech): Request | undefined =>
  speech.has(WORDS.convertAlone) && !speech.hasNumber && speech.unknown(WORDS.convert, WORDS.price) === 0
    ? { kind: 'convert' }
    : undefined

/** `peso colombiano`, `100 pesos colombianos`, `100 cop`: money that we have no price of, about which the writer is told. */
export function readUnknownMoney(speech: Speech): Request | undefined {
  const { tokens } = speech
  const [amount, ...more] = amountsIn(tokens)
  const words = foreignMoneyAsked(speech) ?? bankAsked(speech) ?? unknownUnitIn(speech, amount)
  const value = amount ? amount.value : '1'
  if (!words || more.length > 0 || isPhone(tokens) || value === undefined || !isPositive(value))
    return undefined
  const name = words.map(typedOf).join(' ')
  return { kind: 'convert', conversion: { amount: value, from: { kind: 'name', name }, at: [] } }
}

/** `pesos colombianos`, `colombian pesos`: money that we have no price of, and where its words begin. */
function foreignMoneyIn(tokens: readonly DatedToken[]) {
  const money = tokens.findIndex((token) => means(token, WORDS.foreignMoney))
  const isOf = (token: DatedToken | undefined): boolean =>
    token?.kind === 'word' && !isUnit(token) && !means(token, WORDS.fillers, WORDS.price, WORDS.to)
  const at = isOf(tokens[money - 1]) ? money - 1 : money
  return { at, words: money < 0 ? [] : tokens.slice(at, isOf(tokens[money + 1]) ? money + 2 : money + 1) }
}

/** `pesos colombianos`, where nothing else is said, or asked. */
function foreignMoneyAsked(speech: Speech): readonly DatedToken[] | undefined {
  const { tokens, rates, days, today, hasNumber, unknown } = speech
  const { words } = foreignMoneyIn(tokens)
  if (words.length === 0 || rates.length > 0 || days.some(({ day }) => day !== today)) return undefined
  // `pesos colombianos los manejas? me llegó un cliente de cúcuta`
  const isAsked = !hasNumber && tokens.some(({ text }) => text === '?')
  return isAsked || unknown() <= words.length ? words : undefined
}

/** `¿a cómo está el dólar en banesco?`: no bank's own price is known. */
function bankAsked(speech: Speech): readonly DatedToken[] | undefined {
  const bank = bankIn(speech)
  return bank && !speech.hasNumber && speech.days.length === 0 && speech.has(WORDS.price) ? [bank] : undefined
}

const NO_MONEY = [WORDS.instead, WORDS.asking, WORDS.kilo, WORDS.gram, PHRASE_WORDS.inCash]

/** The one word behind an amount that names no money we know. */
function unknownUnitIn(
  { tokens, hasNumber, unknown }: Speech,
  amount: SpokenAmount | undefined,
): readonly DatedToken[] | undefined {
  const rest = tokens.slice((amount?.at ?? -1) + 1).filter((token) => !isPunctuation(token))
  const [unit] = rest
  const isWhole = hasNumber && amount !== undefined && rest.length === 1 && unknown(WORDS.convert) === 1
  const isMoney = unit?.kind === 'word' && !isUnit(unit) && !means(unit, ...NO_MONEY)
  if (!isWhole || !isMoney) return undefined
  return msOfPeriod(1, unit.text) === undefined ? rest : undefined
}
