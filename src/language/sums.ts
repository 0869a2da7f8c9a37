import { isDeepStrictEqual } from 'node:util'
import { compare, type Decimal, round } from '../domain/decimal.ts'
import { isUsable } from './amounts.ts'
import type { AmountOfUnit } from './conversion.ts'
import { WORDS } from './lexicon.ts'
import { currencyNamedBy, isUnit, type Unit, unitOf } from './names.ts'
import type { Request } from './request.ts'
import { amountsIn, type Speech } from './speech.ts'
import { calculate, inSigns, signSaid } from './sum.ts'
import { SCALES, type Token } from './tokens.ts'

/** Calculates the sums of a text: `20 + 15 usd`, `12x25+8 dólares`, `el 30% de 50 dólares`; `avísame si sube 5%` is none. */
export function joinSums(tokens: readonly Token[]): readonly Token[] {
  // `me ofrecen 990 por 200 dólares` multiplies nothing.
  if (tokens.some(({ text }) => WORDS.offering.has(text))) return tokens
  return joinEach(tokens.some(({ text }) => WORDS.dividing.has(text)) ? tokens.map(asDivided) : tokens)
}

function joinEach(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const run = ofOneMoney(tokens.slice(at, endOfRun(tokens, at)))
    const sum = sumOf(run, [...tokens.slice(0, at), ...tokens.slice(at + run.length)])
    const length = Math.max(run.length, 1)
    joined.push(...(sum ?? tokens.slice(at, at + length)))
    at += length
  }
  return joined
}

/** `divide 45 dólares por 3`, `split 45 dollars by 3`. */
const asDivided = (token: Token): Token =>
  WORDS.dividedBy.has(token.text) ? { kind: 'sign', text: '/' } : token

/** Where the numbers, their moneys and the signs between them end that begin at a token with a number: `$20 más 5`. */
function endOfRun(tokens: readonly Token[], at: number): number {
  const first = isMoney(tokens[at]) && tokens[at]?.kind === 'sign' ? at + 1 : at
  if (!isNumber(tokens[first])) return at
  let end = first
  while (isInRun(tokens, end)) end++
  return end
}

/** A number with a zero before it is that of a phone. */
const isNumber = (token: Token | undefined): boolean => token?.kind === 'number' && !/^0\d/.test(token.text)

function isInRun(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token === undefined) return false
  if (isNumber(token)) return !endsAmount(tokens, at - 1)
  const isShare = WORDS.of.has(token.text) && tokens[at - 1]?.text === '%'
  return isShare || isMoney(token) || token.text === '%' || isSign(token) || SCALES.has(token.text)
}

/** Whether an amount ends at a token, so that a sign must stand before the next one. */
const endsAmount = (tokens: readonly Token[], at: number): boolean =>
  isNumber(tokens[at]) || tokens[at]?.text === '%' || (isMoney(tokens[at]) && endsAmount(tokens, at - 1))

const isSign = ({ text }: Token): boolean => signSaid(text) !== undefined

/** A currency, or what counts as one: `usdt`. */
function isMoney(token: Token | undefined): boolean {
  const unit = unitOf(token)
  return unit !== undefined && (unit.kind !== 'name' || WORDS.paidAsDollars.has(unit.name))
}

/** A run up to its first amount of another money, without signs at its end. */
function ofOneMoney(run: readonly Token[]): readonly Token[] {
  const unit = unitOf(run.find(isMoney))
  const other = run.findIndex((token) => isMoney(token) && !isDeepStrictEqual(unitOf(token), unit))
  const same =
    other < 0
      ? run
      : run.slice(
          0,
          run.findLastIndex((token, at) => at < other && isSign(token)),
        )
  return same.slice(0, same.findLastIndex((token) => !isSign(token)) + 1)
}

/** What a run of one money comes to, with its money; undefined for no sum. */
function sumOf(run: readonly Token[], others: readonly Token[]): readonly Token[] | undefined {
  const unit = run.find(isMoney)
  const sum = inSigns(run.filter((token) => !isMoney(token)))
  if (sum.length < 3 || (!unit && !others.every(isAsking))) return undefined
  const total = calculate(sum)
  return total === undefined ? undefined : [...written(total), ...(unit ? [unit] : [])]
}

/** `cuánto es 3 x 4,5`: what stands beside a sum and only asks for it. */
const isAsking = ({ kind, text }: Token): boolean =>
  [WORDS.asking, WORDS.convert, WORDS.fillers].some((words) => words.has(text)) ||
  (kind === 'sign' && '¿?'.includes(text))

/** A number with the sign of its decimals in Venezuela. */
function written(total: Decimal): Token[] {
  const rounded = round(total, PLACES)
  const isBelow = compare(rounded, '0') < 0
  const text = rounded.replace('-', '').replace('.', ',')
  return [...(isBelow ? [{ kind: 'sign', text: '-' } as const] : []), { kind: 'number', text }]
}
const PLACES = 2

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
