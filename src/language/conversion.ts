import type { Day } from '../domain/caracas.ts'
import { add, compare, type Decimal, DIGITS_MAX, decimalOf, isPositive } from '../domain/decimal.ts'
import { AMOUNT_MAX, type Amount, amountAt, halfAt, isArticleAt, isMinusAt } from './amounts.ts'
import { type DatedToken, joinDays } from './days.ts'
import { WORDS } from './lexicon.ts'
import { type LineOptions, readLine } from './line.ts'
import { isUnit, type Unit, unitOf } from './names.ts'
import { isPunctuation, SCALES, typedOf } from './tokens.ts'

/** An amount with its money. */
export interface AmountOfUnit {
  readonly amount: Decimal
  readonly unit: Unit
}

/** A conversion as it was typed. */
export interface Conversion {
  readonly amount: Decimal
  /** The amount in the other notation if the text is ambiguous; `amount` is in Venezuelan notation. */
  readonly otherReading?: Decimal
  readonly from: Unit
  /** Amounts of other moneys, with which it is added up: `$20 + €5`. */
  readonly plus?: readonly AmountOfUnit[]
  readonly to?: Unit
  /** Names of the monitors to convert by, at most 4; if empty, the chat's preferred ones are used. */
  readonly at: readonly string[]
  readonly date?: Day
}

export type ConversionFault =
  | 'too_long'
  | 'no_amount'
  | 'bad_number'
  | 'not_positive'
  | 'too_much'
  | 'two_amounts'
  | 'no_unit'
  | 'too_many_units'
  | 'bad_date'
  | 'two_dates'
  | 'strange_sign'

export type ReadConversion =
  | { readonly kind: 'conversion'; readonly conversion: Conversion }
  /** `word` could not be read; amount and unit could, so only the rest must be asked for. */
  | {
      readonly kind: 'unreadable'
      readonly reason: ConversionFault
      readonly word?: string
      readonly amount?: Decimal
      readonly from?: Unit
    }

const MONITORS_MAX = 4

const unreadable = (
  reason: ConversionFault,
  rest: { word?: string; amount?: Decimal; from?: Unit } = {},
): ReadConversion => ({
  kind: 'unreadable',
  reason,
  ...rest,
})

/** Reads what follows `/convert`, its parts in any order: `100 usd`, `1.500,50 bs a eur 15-03-2026`, `100$ page_alpha.usd`. */
export function parseConversion(line: string, today: Day, options: LineOptions = {}): ReadConversion {
  return readLine(line, options, (tokens) => readConversion(joinDays(tokens, today)))
}

/** A money with its place among the tokens. */
interface UnitAt {
  readonly unit: Unit
  /** It stands behind `a`, `en`, `to`. */
  readonly isTarget: boolean
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

/** The parts of a conversion, collected before they are checked. */
interface ConversionParts {
  readonly amounts: AmountPart[]
  readonly units: UnitAt[]
  readonly days: Extract<DatedToken, { kind: 'day' }>[]
  readonly strange: string[]
}

/** Reads a conversion in a sentence, where words that nobody explained mean nothing, or in a command, where they are names. */
export function readConversion(all: readonly DatedToken[], isSentence = false): ReadConversion {
  const tokens = all.filter((token) => !isPunctuation(token) && token.text !== '+')
  const parts: ConversionParts = { amounts: [], units: [], days: [], strange: [] }
  for (let at = 0; at < tokens.length; ) at = takeAt(tokens, at, parts, isSentence)
  return faultOf(parts) ?? conversionOf(parts)
}

/** Adds the part at a token; returns where the next one begins. */
function takeAt(
  tokens: readonly DatedToken[],
  at: number,
  { amounts, units, days, strange }: ConversionParts,
  isSentence: boolean,
): number {
  const token = tokens[at] as DatedToken
  if (token.kind === 'day') return days.push(token) && at + 1
  if (WORDS.to.has(token.text)) return takeTarget(tokens, at, units, isSentence)
  const amount = isArticle(tokens, at) ? undefined : amountPartAt(tokens, at)
  if (amount) {
    amounts.push(amount.part)
    units.push(...amount.units)
    return amount.end
  }
  const unit = isFiller(token) ? undefined : unitOf(token)
  if (unit && (!isSentence || isUnitOrName(token))) units.push({ unit, isTarget: false, at })
  else if (token.kind === 'sign' && !unit) strange.push(typedOf(token))
  return at + 1
}

const isFiller = ({ text }: DatedToken): boolean => WORDS.asking.has(text) || WORDS.fillers.has(text)
const isUnitOrName = (token: DatedToken): boolean => token.kind === 'name' || isUnit(token)

/** `un` and `medio` are amounts before a money, and `medio` behind `y`. */
function isArticle(tokens: readonly DatedToken[], at: number): boolean {
  const isHalf = WORDS.halves.has(tokens[at]?.text ?? '') && !SCALES.has(tokens[at + 1]?.text ?? '')
  const isJoined = isHalf && WORDS.and.has(tokens[at - 1]?.text ?? '')
  return (isHalf || isArticleAt(tokens, at)) && !isJoined && !isUnit(tokens[at + 1])
}

/** The amount at a token, with the money that its slang means, or that `10 dólares y medio` has in between. */
function amountPartAt(tokens: readonly DatedToken[], at: number) {
  const isNegative = isMinusAt(tokens, at)
  const start = isNegative ? at + 1 : at
  const read = amountAt(tokens, start)
  if (!read) return undefined
  const end = start + read.length
  const unit = isUnit(tokens[end]) ? unitOf(tokens[end]) : undefined
  const half = unit ? halfAt(tokens, end + 1) : 0
  const part = { text: tokens[start]?.text ?? '', isNegative, at, end }
  if (unit && half > 0)
    return {
      part: { ...part, amount: read.amount && withHalf(read.amount) },
      units: [{ unit, isTarget: false, at: end }],
      end: end + 1 + half,
    }
  const slang: UnitAt[] =
    read.isBolivares && !unit ? [{ unit: { kind: 'bolivares' }, isTarget: false, at: end }] : []
  return { part: { ...part, amount: read.amount }, units: slang, end }
}

function withHalf({ value, otherReading }: Amount): Amount | undefined {
  const [more, other] = [value, otherReading].map((one) => one && decimalOf(add(one, '0.5')))
  return more === undefined ? undefined : { value: more, ...(other !== undefined && { otherReading: other }) }
}

/** A money behind `a` is the target; a place there says at which rate: `100 usd a binance`. */
function takeTarget(tokens: readonly DatedToken[], at: number, units: UnitAt[], isSentence: boolean): number {
  const next = tokens[at + 1]
  if (!next || isFiller(next) || (isSentence && !isUnitOrName(next))) return at + 1
  const unit = unitOf(next)
  if (!unit) return at + 1
  units.push({ unit, isTarget: next.kind !== 'name' || next.isMoney, at: at + 1 })
  return at + 2
}

/** The first fault that no other part can mend. */
function faultOf({ amounts, days, strange }: ConversionParts): ReadConversion | undefined {
  if (strange[0] !== undefined) return unreadable('strange_sign', { word: strange[0] })
  const bad = amounts.find(({ amount }) => amount === undefined)
  if (bad) return unreadable(isLong(bad.text) ? 'too_much' : 'bad_number', { word: bad.text })
  const badDay = days.find(({ day }) => day === undefined)
  if (badDay) return unreadable('bad_date', { word: badDay.text })
  if (amounts.length > 1) return unreadable('two_amounts')
  return days.length > 1 ? unreadable('two_dates') : undefined
}

/** Whether a number has more digits than are read. */
const isLong = (text: string): boolean => text.replace(/\D/g, '').length > DIGITS_MAX

function conversionOf({ amounts: [amount], units, days: [day] }: ConversionParts): ReadConversion {
  const source = sourceOf(units, amount)
  if (amount?.amount === undefined) return unreadable('no_amount', source ? { from: source.unit } : {})
  const { value, otherReading } = amount.amount
  if (amount.isNegative || !isPositive(value)) return unreadable('not_positive', { word: amount.text })
  if (compare(value, AMOUNT_MAX) > 0) return unreadable('too_much', { word: amount.text })
  if (!source) return unreadable('no_unit', { amount: value })
  const targets = targetsOf(units, source)
  if (!targets) return unreadable('too_many_units', { amount: value, from: source.unit })
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
  const rest = units.filter((one) => one !== source)
  const isTo = ({ unit, isTarget }: UnitAt): boolean => isTarget || unit.kind !== 'name'
  const [to, ...others] = rest.filter(isTo).map(({ unit }) => unit)
  const at = rest.flatMap((one) => (!isTo(one) && one.unit.kind === 'name' ? [one.unit.name] : []))
  return others.length > 0 || at.length > MONITORS_MAX ? undefined : { ...(to && { to }), at }
}
