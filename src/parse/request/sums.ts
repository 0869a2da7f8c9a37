import { compare, type Decimal, round } from '../../rates/decimal.ts'
import { amountAt, isUsable, withFigures } from '../amounts.ts'
import type { AmountOfUnit } from '../conversion.ts'
import { WORDS } from '../lexicon.ts'
import { currencyNamedBy, isUnit, type Unit, unitOf } from '../names.ts'
import { calculate, signSaid } from '../sum.ts'
import type { Token } from '../tokens.ts'
import type { Request } from './request.ts'
import { amountsIn, type Speech } from './speech.ts'

/** A part of a sum: its tokens to calculate with, its currency, and how many tokens it takes. */
interface Part {
  readonly sum: readonly Token[]
  readonly unit?: Token
  readonly length: number
}

/** Calculates the sums of a text: `20 + 15 usd`, `12x25+8 dólares`, `el 30% de 50 dólares`; `avísame si sube 5%` is none. */
export function joinSums(tokens: readonly Token[]): Token[] {
  // `me ofrecen 990 por 200 dólares` multiplies nothing.
  if (tokens.some(({ text }) => WORDS.offering.has(text))) return [...tokens]
  return joinEach(tokens.some(({ text }) => WORDS.dividing.has(text)) ? tokens.map(asDivided) : tokens)
}

function joinEach(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const sum = sumAt(tokens, at)
    joined.push(...(sum?.tokens ?? tokens.slice(at, at + 1)))
    at += sum?.length ?? 1
  }
  return joined
}

/** `divide 45 dólares por 3`, `split 45 dollars by 3`. */
const asDivided = (token: Token): Token =>
  WORDS.dividedBy.has(token.text) ? { kind: 'sign', text: '/' } : token

/** The longest sum at a token that is of one money, or all that was written; an amount before another money stays as it is. */
function sumAt(
  tokens: readonly Token[],
  at: number,
): { readonly tokens: readonly Token[]; readonly length: number } | undefined {
  const all = partsAt(tokens, at)
  const parts = all.slice(0, ofOneMoney(all))
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (parts.length === 1 && all.length > 1) return { tokens: tokens.slice(at, at + length), length }
  const units = parts.flatMap(({ unit }) => unit ?? [])
  const others = [...tokens.slice(0, at), ...tokens.slice(at + length)]
  if (parts.length < 2 || (units.length === 0 && !others.every(isAsking))) return undefined
  const total = calculate(parts.flatMap(({ sum }) => sum))
  return total === undefined ? undefined : { tokens: [...written(total), ...units.slice(0, 1)], length }
}

/** `cuánto es 3 x 4,5`: what stands beside a sum and only asks for it. */
const isAsking = ({ kind, text }: Token): boolean =>
  WORDS.asking.has(text) ||
  WORDS.convert.has(text) ||
  WORDS.fillers.has(text) ||
  (kind === 'sign' && '¿?'.includes(text))

/** How many parts, from the first, are of one money. */
function ofOneMoney(parts: readonly Part[]): number {
  const moneys = parts.map(({ unit }) => unit && JSON.stringify(unitOf(unit)))
  const first = moneys.find((money) => money !== undefined)
  const other = moneys.findIndex((money) => money !== undefined && money !== first)
  return other < 0 ? parts.length : other - 1
}

/** A number with the sign of its decimals in Venezuela. */
function written(total: Decimal): Token[] {
  const rounded = round(total, PLACES)
  const isBelow = compare(rounded, '0') < 0
  const text = rounded.replace('-', '').replace('.', ',')
  return [...(isBelow ? [{ kind: 'sign', text: '-' } as const] : []), { kind: 'number', text }]
}
const PLACES = 2

/** Amounts with the signs between them, as far as they go. */
function partsAt(tokens: readonly Token[], at: number): Part[] {
  const first = operandAt(tokens, at)
  const parts = first ? [first] : []
  for (let end = at + (first?.length ?? 0); parts.length > 0; ) {
    const sign = signAt(tokens, end)
    const next = sign && operandAt(tokens, end + sign.length)
    if (!next) break
    parts.push(sign, next)
    end += sign.length + next.length
  }
  return parts
}

/** `15`, `$20`, `20 usd`, `2 mil bs`, `30%`. A number with a zero before it is that of a phone. */
function operandAt(tokens: readonly Token[], at: number): Part | undefined {
  const before = moneyAt(tokens, at)
  const first = before?.kind === 'sign' ? at + 1 : at
  const number = tokens[first]
  if (number?.kind !== 'number' || /^0\d/.test(number.text)) return undefined
  const read = amountAt(tokens, first)
  const percent = isPercent(tokens[first + (read?.length ?? 1)]) ? 1 : 0
  const end = first + (read?.length ?? 1) + percent
  const after = first > at ? undefined : moneyAt(tokens, end)
  const unit = first > at ? before : after
  return {
    sum: withFigures(tokens.slice(first, end)),
    ...(unit && { unit }),
    length: end + (after ? 1 : 0) - at,
  }
}

/** `+`, `más`, and the `de` of a percentage. */
function signAt(tokens: readonly Token[], at: number): Part | undefined {
  const text = tokens[at]?.text ?? ''
  const isShare = WORDS.of.has(text) && isPercent(tokens[at - 1])
  const sign = isShare ? 'x' : signSaid(text)
  return sign === undefined ? undefined : { sum: [{ kind: 'sign', text: sign }], length: 1 }
}

const isPercent = (token: Token | undefined): boolean => token?.text === '%'

/** A currency at a token, or what counts as one: `usdt`. */
function moneyAt(tokens: readonly Token[], at: number): Token | undefined {
  const unit = unitOf(tokens[at])
  const isMoney = unit !== undefined && (unit.kind !== 'name' || WORDS.paidAsDollars.has(unit.name))
  return isMoney ? tokens[at] : undefined
}

/** Dollars before euros, bolivares last, as an answer converts them. */
const MONEYS: readonly string[] = ['USD', 'EUR', 'VES']
const codeOf = (unit: Unit | undefined): string =>
  unit?.kind === 'bolivares' ? 'VES' : unit?.kind === 'currency' ? unit.code : ''
const JOINING = new Set([...WORDS.plus, ...WORDS.and, ',', '+'])
const UNKNOWN_MAX = 3

/** Amounts of several moneys that are added up: `20$ y 5€ cuánto es`, `$20 + €5`, `tengo 20 dólares y 5.000 bs en euros`. */
export function readTotal(speech: Speech): Request | undefined {
  const { tokens, days, names } = speech
  const spoken = amountsIn(tokens)
  if (spoken.length < 2 || !spoken.slice(1).every((_, at) => isJoined(tokens, spoken[at], spoken[at + 1])))
    return undefined
  const [target, ...targets] = tokens.filter(
    (token, at) => isUnit(token) && WORDS.to.has(tokens[at - 1]?.text ?? ''),
  )
  const [date, ...dates] = days
  if (targets.length + dates.length > 0 || (date && date.day === undefined)) return undefined
  if (speech.unknown(WORDS.convert) > (speech.has(WORDS.asking) || target ? UNKNOWN_MAX : 0)) return undefined
  const amounts = amountsOf(spoken)
  if (!amounts) return undefined
  const [first, ...plus] = amounts
  const to = unitOf(target)
  const at = names.filter((name) => !currencyNamedBy(name))
  const conversion = {
    ...{ amount: first.amount, from: first.unit, plus, at },
    ...(to && to.kind !== 'name' && { to }),
    ...(date?.day !== undefined && { date: date.day }),
  }
  return { kind: 'convert', conversion }
}

type SpokenAmounts = ReturnType<typeof amountsIn>

/** Whether nothing but `y` or a plus stands between two amounts and their units. */
function isJoined(
  tokens: Speech['tokens'],
  one: SpokenAmounts[number] | undefined,
  other: SpokenAmounts[number] | undefined,
): boolean {
  if (!one || !other) return false
  const units = [one.unit, other.unit]
  const between = tokens.slice(one.end, other.at).filter((token) => !units.includes(token))
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
  const codes = new Set(amounts.map(({ unit }) => codeOf(unit)))
  if (amounts.length < spoken.length || codes.size < spoken.length) return undefined
  const [first, ...others] = amounts.toSorted(
    (a, b) => MONEYS.indexOf(codeOf(a.unit)) - MONEYS.indexOf(codeOf(b.unit)),
  )
  return first && [first, ...others]
}
