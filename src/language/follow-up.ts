import { isDeepStrictEqual } from 'node:util'
import { addDays, type Day } from '../domain/caracas.ts'
import { SALE_TAX_PERCENT } from '../domain/deal/charge.ts'
import { add, compare, type Decimal, divide, multiply, round, subtract } from '../domain/decimal.ts'
import { CODE_OF, MONEY_OF } from '../domain/monitor.ts'
import { isChangeGiven, isTaxDenied, priceSaid, readAfterBill, readAskedBill } from './after-bill.ts'
import { isThatRemoved, readValued } from './alert.ts'
import { isUsable, peopleAt, withOnes } from './amounts.ts'
import { isPaid } from './charge.ts'
import { besideOther, differenceAt, offeredFor, ofSameSum, resoldAt } from './compared-sum.ts'
import { isCorrection } from './correction.ts'
import { dayBefore, isCount, namesPeriod, WEEK_DAYS, YEAR } from './days.ts'
import { chartOf, chartOther, NAMES_MAX, rangeBefore } from './history.ts'
import { isPriceOfDollar, moneyAsked, RATE_MIN } from './own-rate.ts'
import { gapOf, gapSince, openingIn } from './rate.ts'
import {
  type AlertChange,
  type AlertRequest,
  type AlertSignal,
  type AmountOfUnit,
  type ChargeRequest,
  type Conversion,
  dayOfRequest,
  type HistoryRequest,
  type Question,
  type Request,
} from './request.ts'
import {
  amountsIn,
  beginsAsFollowUp,
  endOf,
  isOfThose,
  isPeriodAt,
  mayGoOn,
  onlyAmountIn,
  type Speech,
  type SpokenAmount,
  sumOf,
  UNKNOWN_MAX,
} from './speech.ts'
import { PART_WORDS, PARTS } from './sums.ts'
import { daysLeftOut } from './talk.ts'
import { readTill, withKilos } from './till.ts'
import {
  currencyNamedBy,
  type DatedToken,
  isForeignMoney,
  isNumber,
  isPunctuation,
  isThing,
  isUnit,
  means,
  PHRASE_WORDS,
  PHRASES,
  textAt,
  typedOf,
  type Unit,
  USD,
  unitOf,
  valuesOf,
  WORDS,
} from './tokens.ts'

/** A bill as an amount that is converted: `¿y en euros?`, `¿y ayer?`. */
const sumOfBill = ({ bill, currency, billedIn = currency }: ChargeRequest): Conversion => ({
  amount: bill.amount,
  from: bill.in === 'bolivares' ? BOLIVARES : { kind: 'currency', code: CODE_OF[billedIn] },
  at: [],
})

/** A sum as a bill that nothing was paid for: `y si lo pago en efectivo con el igtf`, `me pagan con 50`. */
function billOfSum({ amount, from, at }: Conversion): ChargeRequest {
  // `23,50 a tasa del banco`
  const [rate] = from.kind === 'name' ? [from.name] : at
  const isEuro =
    from.kind === 'currency' ? from.code === 'EUR' : rate?.split(' ').some((word) => WORDS.euros.has(word))
  return {
    bill: { amount, in: from.kind === 'bolivares' ? from.kind : 'foreign' },
    currency: isEuro ? 'euro' : 'dollar',
    paid: { foreign: '0', bolivares: '0' },
    ...(rate !== undefined && { rate }),
  }
}

/** What a text asks for as one that goes on from a question; undefined where it stands by itself. */
export function readFollowUp(speech: Speech, before: Question): Request | undefined {
  const other = movedSince(speech, before) ?? toldOther(speech, before)
  if (other) return other
  if (before.kind === 'charge') return afterCharge(speech, before)
  if (before.kind === 'alert') return alertOther(speech, alertMade(before.alert), before.alert)
  if (before.kind === 'alert_change') return alertChanged(speech, before.change)
  if (before.kind === 'amount') return afterAmount(speech, { amount: before.amount, from: USD, at: [] })
  if (before.kind === 'convert') return before.conversion && afterConversion(speech, before.conversion)
  if (before.kind === 'each') return eachAt(speech, before)
  if (before.kind === 'own_rate') return afterPrice(speech, before)
  if (before.kind === 'worth') return afterDeal(speech, before)
  if (before.kind === 'gap') return gapOther(speech, before.names)
  if (before.kind === 'history') return chartAnew(speech, before)
  return before.kind === 'rate' ? afterRate(speech, before) : undefined
}

/** `y al paralelo`, `en bs` after `20`. */
const afterAmount = (speech: Speech, sum: Conversion): Request | undefined =>
  convertAmount(speech, sum.amount) ??
  (isAtRate(speech) ? convertOther(speech, sum) : undefined) ??
  paidOf(speech, sum)

/** `¿y cuál es la diferencia con el bcv?` after the rate of another monitor. */
const gapFrom = ({ names, rates, has, hasNumber }: Speech, before: readonly string[]): Request | undefined =>
  has(WORDS.gap) && !hasNumber && [before, names, rates].every(({ length }) => length === 1)
    ? gapOf([...before, ...rates])
    : undefined

const afterRate = (speech: Speech, before: Extract<Question, { kind: 'rate' }>): Request | undefined =>
  gapFrom(speech, before.names) ??
  onSameDay(speech, before) ??
  sumAtRate(speech, before) ??
  rateOther(speech, before)

/** `y si vendo 35`, `tengo 80, ¿cuánto es?` after a rate. */
function sumAtRate(speech: Speech, { names, day }: Extract<Request, { kind: 'rate' }>): Request | undefined {
  const { tokens, has, says, days, times, unknown } = speech
  const [sum, ...more] = amountsIn(tokens)
  // `cuánto es 35 en euros`
  const moneys = tokens.filter((token) => unitOf(token)?.kind === 'currency' || isForeignMoney(token))
  const isElse = [more, days, times, speech.names, moneys].flat().length > 0 || has(...OF_NO_SUM)
  // `si vendo 60, ¿cuánto me queda?`; not `¿cuánto falta para 900?`
  const isSaid = says(PHRASES.iSell) || (has(WORDS.asking, WORDS.holds, WORDS.convert) && !has(WORDS.left))
  const isAsked = isSaid && !isElse && !says(PHRASES.cheated) && unknown() <= UNKNOWN_MAX
  if (sum?.value === undefined || names.length !== 1 || !isAsked) return undefined
  const [before, behind] = [tokens[sum.at - 1], tokens[sum.at + 1]]
  const isOfPrice = means(before, WORDS.of, WORDS.at, WORDS.beforeLastDay)
  const isOther = isOfPrice || isThing(behind) || isPeriodAt(tokens, sum.at) || behind?.text === '%'
  // Thousands may be of bolivares.
  return isOther || compare(sum.value, '1000') >= 0 ? undefined : convertAtRate(sum, names, day)
}

/** `¿cuánto subió desde las 7?`, `¿cuánto falta para 900?`, `¿cuánto es de comisión por 35?` */
const OF_NO_SUM = [
  ...[WORDS.alert, WORDS.history, WORDS.past, WORDS.moved, WORDS.gain, WORDS.earned],
  ...[WORDS.discount, WORDS.saleTax, WORDS.foreignTax],
]

function afterCharge(speech: Speech, before: Extract<Question, { kind: 'charge' }>): Request | undefined {
  const { charge: bill, isSettled } = before
  if (!bill) return readAskedBill(speech)
  if (isChangeGiven(speech, bill)) return undefined
  const isAsked = isSumAsked(speech)
  const sum = sumOfBill(bill)
  const lost = isPaid(bill)
    ? undefined
    : differenceAt(speech, { ...sum, at: bill.rate === undefined ? [] : [bill.rate] })
  if (lost) return lost
  const read = readAfterBill(speech, bill, isSettled) ?? (isAsked && isPaid(bill) ? before : undefined)
  return read ?? convertOther(speech, sum, isAsked)
}

/** `¿cuánto es todo en bolívares?`, `total in bs`, `¿cuánto queda?`: asks what the sum or the bill before comes to. */
function isSumAsked({ tokens, has, says, hasNumber, days, unknown }: Speech): boolean {
  // `súmame los 2` is of more sums than one.
  const isOfPrice =
    tokens.some(({ kind, text }) => kind === 'name' || WORDS.moved.has(text)) || says(PHRASES.addedTo)
  const isAsked = has(WORDS.asking, WORDS.inTotal, WORDS.rest, WORDS.left)
  const isOfSum = has(...OF_SUM) || tokens.some(isTargetMoney)
  return (
    isAsked &&
    isOfSum &&
    !isOfPrice &&
    !hasNumber &&
    days.length === 0 &&
    unknown(WORDS.inTotal, ...OF_SUM) <= 1
  )
}

const OF_SUM = [WORDS.is, WORDS.billIs, WORDS.convert, WORDS.rest, WORDS.left]

/** `en bolívares` */
const isTargetMoney = (token: DatedToken, at: number, tokens: Speech['tokens']): boolean =>
  isMoney(unitOf(token)) && means(tokens[at - 1], WORDS.to)

/** After a sum at a price that was said: `y al bcv`; by how much it differs is not calculated. */
function afterPrice(speech: Speech, before: Extract<Question, { kind: 'own_rate' }>): Request | undefined {
  const { amount, price } = before
  // `¿qué me conviene a ese precio?`
  const isBare = amountsIn(speech.tokens).length + speech.rates.length === 0
  if (speech.says(PHRASES.thatRate) && isBare) return before
  const isDifference = speech.has(WORDS.gap) || speech.says(PHRASES.howMuchMore)
  const isOfPrice = typeof price === 'string' && price !== 'euro' && price !== 'mine'
  if (isOfPrice && speech.says(PHRASES.fair) && isBare && speech.names.length === 0)
    return { kind: 'worth', side: 'said', price, quantity: amount }
  const other = otherSum(speech, amount.unit)
  if (other) return { ...before, amount: other }
  const out = moneyAsked(speech.tokens)
  if (out !== undefined && amount.unit.kind === 'currency' && !speech.hasNumber) return { ...before, out }
  return isDifference
    ? undefined
    : afterConversion(speech, { amount: amount.amount, from: amount.unit, at: [] })
}

/** `i'm changing 60`, `y si cambio 80$`: the only number of a text, at its end, where it is no price. */
function otherSum({ tokens, rates, unknown }: Speech, usual?: Unit): AmountOfUnit | undefined {
  const said = tokens.filter((token) => !isPunctuation(token))
  const sum = onlyAmountIn(said)
  const amount = sum && sumOf(sum, usual)
  if (!amount || amount.unit.kind === 'name') return undefined
  const isLast = said.slice(endOf(said, sum)).every((token) => means(token, WORDS.asking, WORDS.is))
  const isPrice = means(said[sum.at - 1], WORDS.at, WORDS.or, WORDS.to)
  return isLast && !isPrice && rates.length === 0 && unknown() <= 1 ? amount : undefined
}

/** `¿y eso está bien?`, `¿cuánto me darían al precio de binance?`, `i'm changing 60`: of a deal, or of a price that was said. */
function afterDeal(speech: Speech, before: Extract<Question, { kind: 'worth' }>): Request | undefined {
  const { quantity, price } = before
  const [sum] = amountsIn(speech.tokens)
  const isImplied = before.side === 'said' && quantity !== undefined && speech.says(PHRASES.impliedRate)
  const isSame = isImplied || speech.says(PHRASES.fair, PHRASES.cheated)
  if (!sum && isSame && speech.names.length === 0) return before
  const [rate, ...others] = speech.rates
  if (!sum && quantity && rate !== undefined && others.length === 0)
    return { kind: 'convert', conversion: { amount: quantity.amount, from: quantity.unit, at: [rate] } }
  // `y a 920`
  // `y si me la pagan a 950`
  const isOther = mayGoOn(speech) && speech.has(WORDS.pays) && !isOfElseThanPrice(speech)
  const isShort = speech.tokens.length <= FEW_TOKENS || isOther
  const isPrice = sum && isShort && isPriceOfDollar(speech.tokens, sum)
  if (isPrice) return { ...before, price: sum.value }
  const amount = otherSum(speech, quantity ? undefined : USD)
  if (!amount || (quantity && !isOfSameDeal(speech, amount, quantity.unit))) return undefined
  return quantity ? { ...before, quantity: amount } : { kind: 'own_rate', amount, price }
}

/** `y 200$`; `y 50 euros` after dollars is at no price of theirs. */
const isOfSameDeal = (speech: Speech, { unit }: AmountOfUnit, usual: Unit): boolean =>
  mayGoOn(speech) && (unit.kind !== usual.kind || isDeepStrictEqual(unit, usual))

const isOfElseThanPrice = ({ names, days, has, says }: Speech): boolean =>
  names.length + days.length > 0 || has(WORDS.asking, WORDS.earned) || says(PHRASES.iSell)

/** `ahora con la de binance`, `y en total`: several amounts at another rate, or added up. */
function eachAt(speech: Speech, before: Extract<Question, { kind: 'each' }>): Request | undefined {
  const { rates, hasNumber, tokens } = speech
  const [rate, ...others] = rates
  if (!hasNumber && isTotalAsked(speech)) {
    const at = before.rate === undefined ? [] : [before.rate]
    return { kind: 'convert', conversion: { amount: before.amounts.reduce(add), from: before.unit, at } }
  }
  if (hasNumber || others.length > 0 || !mayGoOn(speech)) return undefined
  if (rate !== undefined) return { ...before, rate }
  const [money, ...more] = tokens.filter(isTargetMoney)
  const unit = unitOf(money)
  const isOfPrices = unit?.kind === 'currency' && before.unit.kind === 'currency' && more.length === 0
  return isOfPrices && !isDeepStrictEqual(unit, before.unit) ? { ...before, unit } : undefined
}

/** `súmalos` */
const isTotalAsked = ({ tokens, names, has, unknown }: Speech): boolean =>
  has(WORDS.inTotal) && names.length + unknown(WORDS.inTotal) === 0 && !tokens.some(isUnit)

/** After a digest what changes it; after an offer to tell, `sí, el paralelo`. */
function toldOther(speech: Speech, before: Question): Request | undefined {
  if (before.kind === 'digest') return digestOther(speech, before)
  if (before.kind !== 'follow' && before.kind !== 'alert_on') return undefined
  const { tokens, names, days, has, hasNumber } = speech
  const [name, ...others] = names
  const isElse = hasNumber || others.length + days.length > 0 || has(WORDS.howMany)
  const isOther = !isElse && means(tokens[0], WORDS.smallTalk, WORDS.instead)
  return isOther && name !== undefined ? { ...before, name } : undefined
}

/** `solo el bcv` lists what is sent, `not the euro` ends a follow, `y el paralelo también` adds it. */
function digestOther(speech: Speech, before: Extract<Question, { kind: 'digest' }>): Request | undefined {
  const { names, has, says, hasNumber, days, unknown } = speech
  // `los domingos no, que ese día no trabajo`
  const leftOut = daysLeftOut(speech, UNKNOWN_MAX)
  if (leftOut.length > 0) return { kind: 'digest_change', change: { act: 'without', days: leftOut } }
  const [name, ...others] = names
  if (hasNumber || days.length > 0) return undefined
  // `quítalo`
  const isEnded = isThatRemoved(speech) || (has(WORDS.remove) && unknown(WORDS.remove) === 0)
  if (name === undefined) return isEnded ? { kind: 'no_digest' } : undefined
  // `viene también el euro o es nada más el dólar`
  if (has(WORDS.once) || says(PHRASES.onlyThat)) return { kind: 'followed' }
  if (others.length > 0 || has(WORDS.howMany)) return undefined
  if (has(WORDS.negation)) return { kind: 'unfollow', name }
  return has(WORDS.also) ? { ...before, name } : undefined
}

/** `how much has it gone up since then?`, `o sea que cuánto subió` after the price of a day. */
function movedSince(
  { tokens, says, has, names: others, days, today, hasNumber }: Speech,
  before: Question,
): Request | undefined {
  const from = dayOfRequest(before)
  const isElse =
    others.length + days.length > 0 ||
    says(PHRASES.sameDay) ||
    tokens.some(
      (token, at) =>
        namesPeriod(token.text) ||
        isThing(token) ||
        (means(token, WORDS.glue) && textAt(tokens, at + 1) !== '%'),
    )
  const isSince = says(PHRASES.sinceThen) || (has(WORDS.moved) && has(WORDS.asking) && !isElse)
  if (!isSince || hasNumber || from === undefined || from >= today) return undefined
  const at = before.kind === 'convert' ? (before.conversion?.at ?? []) : []
  const names = at.length > 0 ? at : namesOf(before)
  return chartOf(names, { kind: 'between', from, to: today })
}

/** `¿cuánto era hace 3 meses?`, `was it bigger last month?`: the gap since then. */
function gapOther(speech: Speech, names: readonly string[]): Request | undefined {
  const isSaid = mayGoOn(speech) || (speech.has(WORDS.past) && !speech.has(WORDS.price))
  const isOfMoney = amountsIn(speech.tokens).some(({ unit }) => unit !== undefined)
  // `y con el usdt`
  const [other, ...others] = speech.names
  const isWith = speech.has(WORDS.with) && !speech.hasNumber
  if (mayGoOn(speech) && isWith && other !== undefined && others.length === 0 && other !== names[0])
    return { kind: 'gap', names: [...names.slice(0, 1), other] }
  if (!isSaid || isOfMoney || speech.names.length > 0) return undefined
  const [past] = speech.days.filter(({ day }) => day !== speech.today)
  return past ? gapSince({ ...speech, names }, past.day) : chartOther(speech, { names, isGap: true })
}

/** `3 months pls` says no more than the days of a chart. */
const FEW_TOKENS = 3

/** The chart before, of other days or of another monitor; its caption says when it was highest: `¿cuál fue el día que más subió?` */
function chartAnew(speech: Speech, before: Extract<Question, { kind: 'history' }>): Request | undefined {
  const { range } = before.history
  const isOfBefore = speech.says(PHRASES.oneBefore, PHRASES.periodBefore)
  if (range && !speech.hasNumber && (isOfBefore || speech.says(PHRASES.samePeriod))) {
    const names = speech.names.length > 0 ? speech.names : before.history.names
    return chartOf(names, isOfBefore ? rangeBefore(range, speech.today) : range, before.history.isGap)
  }
  const added = chartWith(speech, before.history)
  if (added) return added
  const isOfSame = (speech.says(PHRASES.extreme) || speech.has(WORDS.history)) && !speech.hasNumber
  const isOther = isOfSame || isGoingOn(speech) || speech.tokens.length <= FEW_TOKENS
  const other = isOther ? chartOther(speech, before.history) : undefined
  return other ?? (isOfSame && speech.names.length + speech.days.length === 0 ? before : undefined)
}

/** `ponle el bcv también`, `add bcv to it`: the chart before with more monitors. */
function chartWith(speech: Speech, { names, isGap, range }: HistoryRequest): Request | undefined {
  const { has, says, hasNumber, days, unknown } = speech
  const isAdding = says(PHRASES.addedTo) || has(WORDS.adding, WORDS.also, WORDS.compare, WORDS.with)
  const isElse = isGap || names.length === 0 || hasNumber || days.length > 0 || has(WORDS.asking)
  const all = [...new Set([...names, ...speech.names])]
  if (!isAdding || isElse || unknown(WORDS.adding, WORDS.compare, PHRASE_WORDS.addedTo) > 1) return undefined
  return all.length > names.length && all.length <= NAMES_MAX ? chartOf(all, range) : undefined
}

function onSameDay(
  speech: Speech,
  { day, names: at }: Extract<Request, { kind: 'rate' }>,
): Request | undefined {
  const [amount, ...more] = amountsIn(speech.tokens)
  const from = unitOf(amount?.unit)
  // `eran 60 dólares`
  const isAtThat = speech.says(PHRASES.thatRate) && isDeepStrictEqual(from, USD)
  const isOfDay = isAtThat || speech.says(PHRASES.sameDay) || isPlainSum(speech)
  if (!isOfDay || day === undefined || more.length + speech.days.length > 0) return undefined
  if (amount?.value === undefined || !from || !isUsable(amount.value)) return undefined
  return { kind: 'convert', conversion: { amount: amount.value, from, at, date: day } }
}

/** `y el día anterior`, `and a year before that`, `3 meses antes`: a day before the one that was asked for. */
function dayEarlier({ marked, has, says }: Speech, day: Day): Day | undefined {
  // `los de la semana anterior`
  if (has(WORDS.history, WORDS.moved, WORDS.plural)) return undefined
  const [earlier] = marked.flatMap((token, at) => {
    const [before, behind] = [marked[at - 1], marked[at + 1]]
    const count = before?.kind === 'number' ? Number(before.text) : 1
    const isEarlier = means(behind, WORDS.beforeThat) || means(before, WORDS.beforeThat)
    // `y antes`
    return isEarlier && !means(token, WORDS.and) ? (dayBefore(day, count, token.text) ?? []) : []
  })
  return earlier ? earlier.day : says(PHRASES.oneBefore) ? addDays(day, -1) : undefined
}

/** `eran 60 dólares`, `son 25$`: says an amount of money and nothing else. */
const isPlainSum = ({ tokens, names, unknown }: Speech): boolean =>
  means(tokens[0], WORDS.billIs) && names.length === 0 && unknown(WORDS.billIs) === 0

/** `mejor cada 5 minutos`, `mejor hasta el 30`, `mejor tengo 2000 bs`: no value of an alert. */
function isOfOther({ tokens, has }: Speech, at: number): boolean {
  const behind = tokens[at + 1]
  const isThingBehind = behind?.kind === 'word' && !isUnit(behind) && !means(behind, WORDS.instead)
  // `mejor la 3`
  const isNumbered =
    means(tokens[at - 1], WORDS.glue) && /^\d\d?$/.test(textAt(tokens, at)) && behind?.text !== '%'
  return isThingBehind || isNumbered || has(WORDS.until, WORDS.holds)
}

/** Says which alert is meant. */
type ThatAlert = Omit<AlertChange, 'act' | 'value'>

const alertMade = ({ condition, signal }: AlertRequest): ThatAlert => ({
  isAll: false,
  at: 'percent' in condition ? condition.percent : condition.threshold,
  ...(signal.kind === 'monitor' && { name: signal.name }),
})

/** `quita esa` after an alert was edited or paused. */
function alertChanged(speech: Speech, { act, value, ...that }: AlertChange): Request | undefined {
  const isEnded = act === 'remove' || that.isAll
  return alertOther(speech, isEnded ? { isAll: false } : { ...that, ...(value && { at: value }) })
}

/** `sorry meant 1,250`, `no, mejor cuando llegue a 1100`: the alert before with another value. */
function alertOther(speech: Speech, that: ThatAlert, made?: AlertRequest): Request | undefined {
  const { tokens, names, has } = speech
  const [value, ...more] = amountsIn(tokens)
  if (has(WORDS.except)) return undefined
  if (isThatRemoved(speech)) return { kind: 'alert_change', change: { act: 'remove', ...that } }
  const another = anotherAlert(speech, that.name)
  if (another) return another
  // `sorry, how much is 20 usd`, `cambia 100 dólares a bs`
  const isOfElse = has(WORDS.asking, WORDS.telling, WORDS.image) || isOtherMoney(value?.unit)
  if (!isOtherValue(speech) || isOfElse || value?.value === undefined || more.length + names.length > 0)
    return undefined
  if (isOfOther(speech, value.at)) return undefined
  const isPercent = tokens.some(({ text }) => text === '%')
  const isOfPercent = made && ('percent' in made.condition || made.signal.kind === 'gap')
  // `no, 900` after `si sube 5%`
  const isTooHigh = made && 'percent' in made.condition && compare(value.value, '100') >= 0
  if (isTooHigh || (isPercent && !isOfPercent)) return undefined
  return { kind: 'alert_change', change: { act: 'edit', ...that, value: value.value } }
}

/** `mejor a 1100`, `no, 950`; `mejor quítame el de mil` is none. */
const isOtherValue = ({ tokens, has, says }: Speech): boolean =>
  (has(WORDS.instead, WORDS.edit) || says(PHRASES.meant) || isCorrection(tokens, new Set('%'))) &&
  !has(WORDS.remove, WORDS.pays)

/** `also bcv at 800`, `y el usdt si llega a 1000`, `y ponme otra en 1000`; neither `y 20 al bcv` nor `y el usdt llegó a 1000?` */
function anotherAlert(speech: Speech, before: string | undefined): Request | undefined {
  const { tokens, names, has } = speech
  const [value, ...more] = amountsIn(tokens)
  const isSame = names.length === 0 && has(WORDS.another, WORDS.also) && !has(WORDS.edit, WORDS.remove)
  const isNamedFirst =
    isSame || tokens.findIndex(({ kind }) => kind === 'name') < (value?.at ?? tokens.length)
  const isMore = beginsAsFollowUp(tokens) || means(tokens[0], WORDS.also)
  const name = isSame ? before : names[0]
  if (!isMore || !isNamedFirst || name === undefined || names.length + more.length > 1) return undefined
  // `y el euro también`
  const words = tokens.filter((token) => ['sign', 'word'].includes(token.kind) && !isUnit(token))
  const isOfReaching = words.every((token) => means(token, ...OF_REACHING))
  const isNamed = isOfReaching && !isSame && speech.days.length === 0
  if (!value) return has(WORDS.also) && !has(WORDS.if) && isNamed ? { kind: 'alert_on', name } : undefined
  return !tokens.some(isUnit) || (isOfReaching && has(WORDS.if))
    ? readValued({ ...speech, topic: { kind: 'monitor', name } })
    : undefined
}

const OF_REACHING = [WORDS.and, WORDS.also, WORDS.if, WORDS.glue, WORDS.at, WORDS.besideCondition]

const isOtherMoney = (unit: DatedToken | undefined): boolean =>
  unit !== undefined && unitOf(unit)?.kind !== 'bolivares'

/** `y a 900`, `y si me los compran a 930`: the sum before at a price of the dollar that is said. */
function atOwnRate(speech: Speech, { amount, from }: Conversion): Request | undefined {
  const goesOn = mayGoOn(speech) || means(speech.tokens[0], WORDS.at)
  const price = goesOn ? priceSaid(speech) : undefined
  return price !== undefined && (from.kind !== 'name' || WORDS.paidAsDollars.has(from.name))
    ? { kind: 'own_rate', amount: { amount, unit: from }, price }
    : undefined
}

function afterConversion(speech: Speech, before: Conversion): Request | undefined {
  const { says, rates } = speech
  const isBare = amountsIn(speech.tokens).length + rates.length === 0
  const lost = differenceAt(speech, before)
  if (lost) return lost
  // `¿cuánto es la diferencia?` after a sum at two rates
  if (isBare && speech.has(WORDS.gap) && before.at.length === 2) return gapOf(before.at)
  // `y si lo pago en efectivo con el igtf`
  if (isBare && isTaxWanted(speech))
    return before.from.kind === 'currency'
      ? { kind: 'charge', charge: { ...billOfSum(before), isTaxed: true } }
      : undefined
  // `¿y con eso cuántos dólares compro en la calle?`
  const resold = resoldAt(speech, before)
  if (resold) return resold
  if (isBare && says(PHRASES.whichRate)) return { kind: 'convert', conversion: before }
  // The rest is of what was paid.
  const isAsked = isSumAsked(speech) && !speech.has(WORDS.rest) && !speech.has(WORDS.left)
  return (
    (isBare ? ofSameSum(speech, before) : offeredFor(speech, before)) ??
    besideOther(speech, before) ??
    atOwnRate(speech, before) ??
    paidOf(speech, before) ??
    convertOther(speech, before, isAsked)
  )
}

/** `al paralelo`; `el paralelo` asks for the rate. */
const isAtRate = ({ tokens, names, unknown }: Speech): boolean =>
  names.length === 1 &&
  unknown(WORDS.followUp) === 0 &&
  tokens.some((token, at) => token.kind === 'name' && !token.isMoney && means(tokens[at - 1], WORDS.at))

/** `con igtf`; not `¿quién paga el igtf?` */
const isTaxWanted = (speech: Speech): boolean =>
  speech.has(WORDS.foreignTax) && !isTaxDenied(speech) && !speech.says(PHRASES.taxAsked)

/** `I paid him $50, how much do I still owe?` after `90$ al bcv`; `eran 17$, ¿falta?` after `me pasaron 13500 bs`. */
function paidOf(speech: Speech, sum: Conversion): Request | undefined {
  const { tokens, has } = speech
  const isShare = tokens.some(({ text }) => text === '%')
  if (!(has(WORDS.left, WORDS.banknote, WORDS.rest) || isPaidWith(speech)) || sum.plus || isShare)
    return undefined
  if (sum.from.kind === 'bolivares' && has(WORDS.billIs)) {
    const said = onlyAmountIn(tokens)
    const from = unitOf(said?.unit)
    if (!said || from?.kind !== 'currency') return undefined
    const bill = billOfSum({ ...sum, amount: said.value, from })
    return { kind: 'charge', charge: { ...bill, paid: { foreign: '0', bolivares: sum.amount } } }
  }
  const read = has(WORDS.pays) && amountsIn(tokens).length > 0 && readAfterBill(speech, billOfSum(sum))
  return read && read.kind === 'charge' && read.charge && isPaid(read.charge) ? read : undefined
}

/** `me pagan con 50`; neither `me pagan con 850`, a price, nor `por 3 y me pagan con 100` */
function isPaidWith({ tokens }: Speech): boolean {
  const paid = onlyAmountIn(tokens)
  if (!paid || means(tokens[endOf(tokens, paid)], WORDS.perOne)) return false
  const before = tokens.slice(0, paid.at).filter((token) => !isUnit(token))
  const isSaid = means(before.at(-1), WORDS.with) && means(before.at(-2), WORDS.pays)
  return isSaid && (paid.unit !== undefined || compare(paid.value, NOTE_MAX) <= 0)
}

/** The largest note of a dollar. */
export const NOTE_MAX = '100'

/** The only price or gap that a question is about: `euro` after `y el euro?` and `20 euros`. */
export function topicOf(before: Question): AlertSignal | undefined {
  if (before.kind === 'alert') return before.alert.signal
  const names = namesOf(before)
  const isGap = before.kind === 'history' ? before.history.isGap : before.kind === 'gap'
  if (isGap) return { kind: 'gap', names }
  const [name, ...others] = names
  return name === undefined || others.length > 0 ? undefined : { kind: 'monitor', name }
}

function namesOf(before: Question): readonly string[] {
  switch (before.kind) {
    case 'rate':
    case 'gap':
      return before.names
    case 'history':
      return before.history.names
    case 'alert_change':
      return [before.change.name ?? []].flat()
    case 'alert_on':
    case 'follow':
      return [before.name ?? []].flat()
    case 'convert':
      return namesOfSum(before.conversion)
    default:
      return []
  }
}

/** `usdt` of `20 usdt`, and `paralelo` of `100$ al paralelo`. */
function namesOfSum({ from, at }: Partial<Conversion> = {}): readonly string[] {
  if (from?.kind !== 'currency') return from?.kind === 'name' ? [from.name] : []
  return at && at.length > 0 && from.code === 'USD' ? at : [MONEY_OF[from.code]]
}

/** `y si son 2 cajas` */
const isCountOfThing = ({ tokens }: Speech): boolean =>
  tokens.some(({ kind }, at) => kind === 'number' && (isThing(tokens[at + 1]) || isOfThose(tokens, at + 1)))

/** Whether a text goes on from a question, and has no word that nobody explained. */
const isGoingOn = (speech: Speech): boolean => {
  const unknownMax = !speech.hasNumber
    ? 2
    : isPriceOfThing(speech)
      ? UNKNOWN_MAX
      : Number(isCountOfThing(speech))
  // `perdón, eran 21 mil`, `y si fueran 35`
  const isAnew = speech.has(WORDS.if, WORDS.sorry)
  const known = [WORDS.followUp, WORDS.pays, WORDS.kilo, PHRASE_WORDS.thatSum]
  return (
    (mayGoOn(speech) || (speech.has(WORDS.beforeThat) && speech.tokens.length <= FEW_TOKENS)) &&
    speech.unknown(...known, ...(isAnew ? [WORDS.besideCorrection] : [])) <= unknownMax
  )
}

/** `y las uñas acrílicas en 18` */
const isPriceOfThing = ({ tokens }: Speech): boolean =>
  tokens.at(-1)?.kind === 'number' && means(tokens.at(-2), WORDS.at) && isThing(tokens.at(-3))

/** `y con 10% de descuento`, `plus 10% tip`, `y entre 3`, `agrégale 2$`: the amount or the unpaid bill before, less, more or shared. */
export function readAmountAnew(speech: Speech, before: Question): Request | undefined {
  if (before.kind === 'convert' && before.conversion && !before.conversion.plus) {
    const { otherReading: _, whole, ...conversion } = before.conversion
    const changed = anewOf(speech, { ...conversion, whole })
    return changed && { kind: 'convert', conversion: { ...conversion, ...changed } }
  }
  if (before.kind === 'own_rate') {
    const { amount, unit } = before.amount
    const changed = anewOf(speech, { amount, from: unit })
    return changed && { ...before, amount: { amount: changed.amount, unit } }
  }
  return before.kind === 'charge' && before.charge ? billAnew(speech, before.charge) : undefined
}

function billAnew(speech: Speech, charge: ChargeRequest): Request | undefined {
  const { sum, whole, ...rest } = charge
  const { bill, paid } = rest
  const added = speech.says(PHRASES.addedTo) ? readTill(speech) : undefined
  const item = added?.kind === 'charge' ? added.charge?.bill : undefined
  // What is paid of a bill stands, whatever is added to it; but `y 5$` is paid too.
  if (isPaid(charge)) {
    const changed = sum?.includes(SALE_TAX_PERCENT) ? undefined : taxed(speech, bill)
    return changed && { kind: 'charge', charge: { ...rest, bill: { ...bill, ...changed } } }
  }
  // `me pagó la mitad`
  const part = speech.has(WORDS.pays) ? partOf(speech, bill) : undefined
  if (part && compare(part.amount, bill.amount) < 0)
    return { kind: 'charge', charge: { ...charge, paid: { ...paid, [bill.in]: part.amount } } }
  const changed =
    item?.in === bill.in
      ? { amount: add(bill.amount, item.amount) }
      : anewOf(speech, { ...sumOfBill(charge), whole })
  return (
    changed && { kind: 'charge', charge: { ...rest, ...changed, bill: { ...bill, amount: changed.amount } } }
  )
}

type Changed = Pick<Conversion, 'amount' | 'whole'>

function anewOf(speech: Speech, before: Changed & Pick<Conversion, 'from'>): Changed | undefined {
  const { tokens, rates, days, times, unknown } = speech
  const isOfElse = rates.length + days.length + times.length > 0
  const isLess = speech.says(PHRASES.paysNothing)
  if (isOfElse || isOfAlert(speech) || (!isLess && unknown() > UNKNOWN_MAX)) return undefined
  const [one, ...others] = amountsIn(withOnes(tokens))
  const isOfMoney = one?.unit === undefined || isDeepStrictEqual(unitOf(one.unit), before.from)
  if (others.length > 0 || !isOfMoney) return undefined
  const changed =
    (speech.has(WORDS.pays) ? undefined : partOf(speech, before)) ??
    (one
      ? (timesOf(speech, one, before) ?? changedBy(speech, one, before))
      : (taxed(speech, before) ?? sharedByLess(speech, before)))
  return changed && isUsable(changed.amount) ? changed : undefined
}

/** `uno no va a pagar, es el cumpleañero`: one less of those who share a sum. */
function sharedByLess({ says }: Speech, { amount, whole }: Changed): Changed | undefined {
  const people = whole && says(PHRASES.paysNothing) ? round(divide(whole, amount), 0) : '0'
  return whole && compare(people, '2') > 0
    ? { amount: round(divide(whole, subtract(people, '1')), 2), whole }
    : undefined
}

/** `la mitad`, `el doble`, `what about half of that`; `la mitad en bolívares` is asked of another money. */
function partOf({ tokens, has, unknown }: Speech, { amount, whole }: Changed): Changed | undefined {
  const parts = tokens.flatMap((token) => PARTS.get(typedOf(token)) ?? [])
  const isOther = (token: DatedToken): boolean =>
    (isNumber(token) && !PARTS.has(typedOf(token))) ||
    isUnit(token) ||
    means(token, ADDING, WORDS.minus, WORDS.moved)
  const known = [PART_WORDS, WORDS.once, WORDS.pays, PHRASE_WORDS.thatSum, PHRASE_WORDS.meant]
  const unknownMax = has(WORDS.pays) ? UNKNOWN_MAX : 0
  return parts.length !== 1 || tokens.some(isOther) || unknown(...known) > unknownMax
    ? undefined
    : { amount: round(multiply(amount, String(parts[0])), 2), ...(whole && { whole }) }
}

/** `y 5$` is another amount. */
export const ADDING: ReadonlySet<string> = new Set([...WORDS.plus].filter((word) => !WORDS.and.has(word)))

/** `y con iva` */
const taxed = ({ tokens, has, says }: Speech, { amount }: Changed): Changed | undefined =>
  has(WORDS.saleTax) &&
  !tokens.some(isTargetMoney) &&
  // `con iva incluido` says what the price has.
  (beginsAsFollowUp(tokens) ||
    says(PHRASES.addedTo) ||
    (means(tokens[0], WORDS.plus, WORDS.with) && !says(PHRASES.taxWithin))) &&
  !has(WORDS.asking, WORDS.without, WORDS.foreignTax)
    ? { amount: withPercent(amount, SALE_TAX_PERCENT) }
    : undefined

/** `por 3` */
const timesOf = (
  { tokens, names }: Speech,
  { at, value, unit }: SpokenAmount,
  { amount }: Changed,
): Changed | undefined => {
  if (value === undefined || unit || at !== 1 || !means(tokens[0], WORDS.times)) return undefined
  // `por 850` and `por 24,50` are prices, `por 5 %` is a share, `por 4 personas` may share.
  const isTimes = isCount(textAt(tokens, at)) && compare(value, RATE_MIN) < 0
  const isOther =
    names.length > 0 || means(tokens[2], WORDS.people) || tokens.some(({ text }) => text === '%')
  return isTimes && !isOther && !tokens.some(isTargetMoney) ? { amount: multiply(amount, value) } : undefined
}

function changedBy(
  speech: Speech,
  one: SpokenAmount,
  { amount, whole = amount }: Changed,
): Changed | undefined {
  const { tokens, typed, has, says } = speech
  const { at, value, unit } = one
  if (value === undefined) return undefined
  // `súmale el 16 de iva`
  const isTax = has(WORDS.saleTax) && value === SALE_TAX_PERCENT
  if (isTax || textAt(tokens, at + 1) === '%') {
    const sign = signOfChange(speech)
    if (sign === undefined) return undefined
    const anew = (before: Decimal): Decimal => withPercent(before, `${sign}${value}`)
    return { amount: anew(amount), ...(whole !== amount && { whole: anew(whole) }) }
  }
  if (says(PHRASES.addedTo) || isPlus(speech, one)) return { amount: add(amount, value) }
  if (says(PHRASES.takenOff) || means(typed[0], WORDS.minus)) return { amount: subtract(amount, value) }
  const isShared =
    has(WORDS.people, WORDS.weAre, WORDS.over, WORDS.ofUs, WORDS.dividing) || says(PHRASES.weAreSo)
  const isMany = !unit && isCount(textAt(tokens, at)) && compare(value, '1') > 0
  // `¿y si somos cinco?` shares anew what was shared before.
  return isShared && isMany
    ? { amount: round(divide(whole, peopleAt(tokens, at, value)), 2), whole }
    : undefined
}

/** `más 2$`, `y veinte mil más` */
function isPlus({ tokens, typed }: Speech, one: SpokenAmount): boolean {
  const end = endOf(tokens, one)
  return means(typed[0], ADDING) || (end === tokens.length - 1 && means(tokens[end], ADDING))
}

/** `add an alert at 900`, `quita la de 5 %` */
const isOfAlert = ({ has, says }: Speech): boolean =>
  has(WORDS.alert, WORDS.alertNoun) || (has(WORDS.remove) && says(PHRASES.thatOne))

const withPercent = (amount: Decimal, percent: Decimal): Decimal =>
  round(divide(multiply(amount, add('100', percent)), '100'), 2)

/** Whether a percentage is taken off or added; undefined where neither is said. */
function signOfChange({ has, says, tokens }: Speech): '-' | '' | undefined {
  const isLess = has(WORDS.discount, WORDS.minus) || says(PHRASES.takenOff)
  const isMore =
    has(WORDS.gain, WORDS.raise, WORDS.saleTax) ||
    says(PHRASES.addedTo) ||
    tokens.some(({ text }) => ADDING.has(text) || text === '+')
  return isLess === isMore ? undefined : isLess ? '-' : ''
}

/** `son 2 muchachas`; of `son 24 piezas, ¿a cómo cada una?` a part is asked. */
export const isOfThings = (speech: Speech): boolean =>
  means(speech.tokens[0], WORDS.billIs) && isCountOfThing(speech) && !speech.says(PHRASES.each)

/** The conversion before with another currency, rate, day or amount: `¿y en euros?`, `y al paralelo`, `y ayer?`. */
function convertOther(heard: Speech, before: Conversion, isAsked = false): Request | undefined {
  // `y kilo y medio`
  const speech = { ...heard, tokens: withKilos(heard.tokens) }
  // `y la paca de 20`
  const isOfMore = mayGoOn(speech) || means(speech.tokens[0], WORDS.billIs)
  const isOfOne = before.priceOfOne !== undefined && isOfMore && speech.unknown(WORDS.followUp) <= 1
  const isCount = isOfOne || isOfThings(speech)
  // `y si vendo solo 120`
  const isSold = before.from.kind === 'name' && speech.has(WORDS.if) && speech.says(PHRASES.iSell)
  const changed =
    (isAsked || isCount || isSold || isGoingOn(speech) || isPastAsked(speech)) &&
    changesIn(speech, before.date ?? speech.today, isOfOne)
  if (!changed) return undefined
  const { date, amount, to: target } = changed
  const names = speech.tokens.filter((token) => token.kind === 'name')
  const [bought] = before.from.kind === 'bolivares' ? names.filter(({ isMoney }) => isMoney) : []
  const to = unitOf(target ?? bought)
  const at = names.filter((name) => name !== bought && name !== amount?.unit).map(({ raw }) => raw)
  // `y el euro cómo está hoy` asks for its price.
  const isOfDay = date !== undefined && !speech.names.some(currencyNamedBy)
  const isOther = isOfDay || to !== undefined || at.length > 0 || amount?.value !== undefined
  return isAsked || isOther
    ? {
        kind: 'convert',
        conversion: {
          ...withAmount(speech, amount, before),
          ...ratesOf(to, at, before),
          ...(date && { date }),
        },
      }
    : undefined
}

/** `¿cuánto era hace un mes?`; `¿a cuánto estaba?` asks for the rate. */
const isPastAsked = ({ tokens, names, days, has, hasNumber, unknown }: Speech): boolean =>
  days.length === 1 &&
  has(WORDS.past) &&
  has(WORDS.asking) &&
  !hasNumber &&
  names.length === 0 &&
  unknown(WORDS.past) === 0 &&
  !tokens.some((token, at) => means(token, WORDS.asking) && means(tokens[at - 1], WORDS.at))

/** What a sum is converted to, and at which rates: bolivares at those of before, where no other is named. */
const ratesOf = (to: Unit | undefined, at: readonly string[], before: Conversion): Partial<Conversion> => ({
  ...(to && { to, at: to.kind === 'bolivares' ? before.at : [] }),
  ...(at.length > 0 && { at }),
})

/** The conversion before of another amount, where one is said. */
function withAmount(speech: Speech, amount: SpokenAmount | undefined, before: Conversion): Conversion {
  const { otherReading: _, ...same } = before
  if (amount === undefined) return same
  const { plus: __, whole: ___, ...single } = same
  const isAsked = speech.has(WORDS.howMany) && isOfBolivares(amount, before)
  const from = unitOf(amount.unit) ?? (isAsked ? BOLIVARES : undefined)
  const { to, ...ofMoney } = single
  const kept = from === undefined ? single : { ...ofMoney, from, at: from === BOLIVARES ? before.at : [] }
  return { ...kept, amount: amountOrTimes(speech, amount, before) }
}

const BOLIVARES: Unit = { kind: 'bolivares' }

/** `necesito 50 mil` after `43 usdt`: so many more of no money that is said are bolivares. */
const isOfBolivares = ({ value = '0' }: SpokenAmount, { amount, from }: Conversion): boolean =>
  (from.kind === 'currency' || (from.kind === 'name' && WORDS.paidAsDollars.has(from.name))) &&
  compare(value, multiply(amount, '100')) > 0 &&
  compare(value, '10000') >= 0

/** `y si son dos cajas`: so many times the amount before; any other amount is in its place. */
const amountOrTimes = (
  { tokens }: Speech,
  { at, value = '1', unit }: SpokenAmount,
  { amount: before, priceOfOne }: Conversion,
): Decimal =>
  (priceOfOne && !unit && isCount(textAt(tokens, at)) && isCountedAt(tokens, at)) ||
  isThing(tokens[at + 1]) ||
  isOfThose(tokens, at + 1) ||
  means(tokens[at + 1], WORDS.kilo, WORDS.night)
    ? multiply(priceOfOne ?? before, means(tokens[at + 1], WORDS.gram) ? divide(value, '1000') : value)
    : value

/** `y 6?`, `y la paca de 20`; `y una de 2` is another price. */
const isCountedAt = (tokens: Speech['tokens'], at: number): boolean =>
  !means(tokens[at - 1], WORDS.at) && (!means(tokens[at - 1], WORDS.of) || isThing(tokens[at - 2]))

/** The day, if it is another one, the amount and the target that a text names; undefined where it names several, or one that cannot be used. */
function changesIn(speech: Speech, asked: Day | undefined, isPriceKnown = false) {
  const earlier = asked !== undefined && asked < speech.today ? dayEarlier(speech, asked) : undefined
  return earlier ? { date: earlier, amount: undefined, to: undefined } : namedIn(speech, asked, isPriceKnown)
}

function namedIn({ tokens, days, has, today }: Speech, asked: Day | undefined, isPriceKnown: boolean) {
  const [said, ...dates] = days
  const date = asked !== undefined && asked < today ? afterPast(said, tokens, today) : said
  const [amount, ...amounts] = amountsIn(tokens)
  if (dates.length + amounts.length > 0 || (date && date.day === undefined)) return undefined
  if (amount?.value !== undefined && !isUsable(amount.value)) return undefined
  const year = amount && yearAt(tokens, amount)
  if (year) return { date: inYear(asked ?? today, year), amount: undefined, to: undefined }
  if (amount && isPriceOfDollar(tokens, amount)) return undefined
  if (amount && isUnpriced({ tokens, has }, amount, isPriceKnown)) return undefined
  const to = tokens.findLast(
    (token, at) => isMoney(unitOf(token)) && means(tokens[at - 1], WORDS.to, WORDS.howMany),
  )
  return { date: date?.day === asked ? undefined : date?.day, amount, to }
}

/** After a past day `y ahora` is today, and `y el viernes` is over too. */
function afterPast(said: Speech['days'][number] | undefined, tokens: Speech['tokens'], today: Day) {
  const isNow =
    tokens.some(({ text }) => WORDS.now.has(text)) &&
    tokens.every(({ text }) => WORDS.and.has(text) || WORDS.now.has(text))
  if (!said) return isNow ? { day: today } : undefined
  return said.day === today && !means(said, TODAY) ? { day: addDays(today, -WEEK_DAYS) } : said
}

/** `y 50 mangos` may be a money that we have no price of; grams are of the price of a kilo, and `y hace dos` of months. */
const isUnpriced = (
  { tokens, has }: Pick<Speech, 'tokens' | 'has'>,
  { at, unit }: SpokenAmount,
  isPriceKnown: boolean,
): boolean =>
  means(tokens[at - 1], WORDS.before) ||
  (!isPriceKnown && means(tokens[at + 1], WORDS.gram)) ||
  (!unitOf(unit) && isThing(tokens[at + 1]) && !isCounted(tokens, has))

/** `y si son 2 cajas`, `son 2 muchachas` */
const isCounted = (tokens: Speech['tokens'], has: Speech['has']): boolean =>
  has(WORDS.if) || means(tokens[0], WORDS.billIs)

/** `¿y el de 2023?`, `y en 2020` */
function yearAt(tokens: Speech['tokens'], { at, unit }: SpokenAmount): string | undefined {
  const [before, year] = [textAt(tokens, at - 1), textAt(tokens, at)]
  return !unit && YEAR.test(year) && (WORDS.inYear.has(before) || WORDS.of.has(before)) ? year : undefined
}

/** The same day of another year; February 28 where it has no 29. */
const inYear = (day: Day, year: string): Day => `${year}${day.slice(4).replace('-02-29', '-02-28')}`

/** `hoy`, `today` */
const TODAY: ReadonlySet<string> = new Set(
  [...valuesOf('days')].flatMap(([word, day]) => (day === 0 ? [word] : [])),
)

const isMoney = (unit: ReturnType<typeof unitOf>): boolean => unit !== undefined && unit.kind !== 'name'

/** The money of an amount that was given without it: `dólares`, `en bs`, `y en euros?`. */
function convertAmount({ tokens }: Speech, amount: string): Request | undefined {
  const said = tokens.filter((token) => !isPunctuation(token) && !means(token, ...BESIDE_MONEY))
  const [unit] = said.filter(isUnit).map(unitOf)
  if (!unit || said.length !== 1) return undefined
  // `y en bolívares`
  const isTarget = unit.kind === 'bolivares' && means(tokens[0], WORDS.and)
  return {
    kind: 'convert',
    conversion: { amount, at: [], ...(isTarget ? { from: USD, to: unit } : { from: unit }) },
  }
}

const BESIDE_MONEY = [WORDS.followUp, WORDS.glue, WORDS.polite, WORDS.excuse]

/** The rate before on another day, of another name, or for an amount: `¿y ayer?`, `¿y el euro?`, `¿y 50?`. */
function rateOther(speech: Speech, before: Extract<Request, { kind: 'rate' }>): Request | undefined {
  const changed = isGoingOn(speech) && changesIn(speech, before.day)
  if (!changed) return undefined
  const { names, today } = speech
  const { date, amount } = changed
  // `y la semana pasada`
  if (names.length + speech.days.length === 0 && !amount && !date)
    return chartOther(speech, { names: before.names, isGap: false })
  const meant = names.length > 0 ? names : before.names
  const day = date ?? before.day
  if (amount) return convertAtRate(amount, meant, day)
  if (!date && names.length === 0) return undefined
  if (day === undefined || day === today) return { kind: 'rate', names: meant, ...openingIn(speech) }
  return { kind: 'rate', names: meant.length > 0 ? meant : ['dollar'], day }
}

/** An amount without its money, at the rates that are meant; with its money it stands by itself. */
function convertAtRate(
  { value, unit }: SpokenAmount,
  [name = 'dollar', ...others]: readonly string[],
  date: Day | undefined,
): Request | undefined {
  if (value === undefined || unit) return undefined
  const from = unitNamed(others.length > 0 ? 'dollar' : name)
  const at = others.length > 0 ? [name, ...others] : []
  return { kind: 'convert', conversion: { amount: value, from, at, ...(date && { date }) } }
}

/** The unit of an amount that is converted at a rate of this name. */
export function unitNamed(name: string): Unit {
  const code = currencyNamedBy(name)
  return code === undefined ? { kind: 'name', name } : { kind: 'currency', code }
}
