import {
  add,
  compare,
  type Decimal,
  decimalOf,
  divide,
  isPositive,
  multiply,
  parseDecimal,
  round,
} from '../domain/decimal.ts'
import type { NumberStyle } from '../domain/number-format.ts'
import { WORDS } from './lexicon.ts'
import {
  type DatedToken,
  DOUBTFUL,
  isBolivares,
  isMinusSign,
  NUMERALS,
  otherNotation,
  SCALES,
  type Token,
  tokensOf,
  typedOf,
  unitOf,
  wordSet,
} from './tokens.ts'

/** A billón: there is no more money than that. */
export const AMOUNT_MAX = '1000000000000'

/** Scales that mean bolivares if no unit is said. */

/** An amount, and its value in the other notation if the first is in doubt: `1,500` is 1,5 to Venezuelans and 1500 to others. */
export interface Amount {
  readonly value: Decimal
  readonly otherReading?: Decimal
}

/** An amount and the number of tokens it takes; `amount` is undefined if it is no number or has over 30 digits. */
export interface AmountAt {
  readonly length: number
  readonly amount: Amount | undefined
  /** A word of it means bolivares if no unit is said: `dos palos`. */
  readonly isBolivares: boolean
}

type Step =
  | { readonly add: string; readonly typed: boolean }
  | { readonly times: Decimal }
  | { readonly half: true }

/** Reads the amount at a token: `1.500,50`, `5 mil`, `1,2 millones`, `medio millón de`, `5k`; undefined if there is none. */
export function amountAt(tokens: readonly DatedToken[], at: number): AmountAt | undefined {
  const steps: Step[] = []
  let next = at
  for (;;) {
    const taken = stepAt(tokens, next, steps)
    if (!taken) break
    steps.push(taken.step)
    next += taken.length
  }
  if (steps.length === 0) return undefined
  const of = tokens[next]
  const isBolivares = tokens.slice(at, next).some(({ text }) => WORDS.slangScales.has(text))
  if ('times' in (steps.at(-1) ?? {}) && of?.kind === 'word' && WORDS.ofAmount.has(of.text)) next++
  return { length: next - at, amount: amountOf(steps), isBolivares }
}

function stepAt(
  tokens: readonly DatedToken[],
  at: number,
  before: readonly Step[],
): { step: Step; length: number } | undefined {
  const token = tokens[at]
  const last = before.at(-1)
  if (token?.kind === 'number' && mayAdd(last, token.text))
    return { step: { add: token.text, typed: true }, length: 1 }
  if (token?.kind !== 'word') return undefined
  if (WORDS.and.has(token.text) && before.length > 0) return afterAnd(tokens, at + 1, last)
  const scale = SCALES.get(token.text)
  if (scale !== undefined) return mayMultiply(last, scale) ? { step: { times: scale }, length: 1 } : undefined
  const numeral = NUMERALS.get(token.text)
  const isFirstOrSpelled = last === undefined || 'times' in last || ('add' in last && !last.typed)
  return numeral !== undefined && isFirstOrSpelled
    ? { step: { add: numeral, typed: false }, length: 1 }
    : undefined
}

/** Digits begin an amount, or follow a scale: `5 mil 500`. */
const mayAdd = (last: Step | undefined, text: string): boolean =>
  last === undefined || ('times' in last && /^\d{1,3}$/.test(text))

/** The only scale that follows a scale is `mil millones`. */
const mayMultiply = (last: Step | undefined, scale: Decimal): boolean =>
  last === undefined || !('times' in last) || (isMillions(scale) && !isMillions(last.times))

/** `millón y medio`, `treinta y cinco`. */
function afterAnd(
  tokens: readonly DatedToken[],
  at: number,
  last: Step | undefined,
): { step: Step; length: number } | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  if (WORDS.halves.has(token.text)) return { step: { half: true }, length: 2 }
  const numeral = NUMERALS.get(token.text)
  const isSpelled = last !== undefined && 'add' in last && !last.typed
  return numeral !== undefined && isSpelled ? { step: { add: numeral, typed: false }, length: 2 } : undefined
}

function amountOf(steps: readonly Step[]): Amount | undefined {
  const value = evaluate(steps, readSpoken)
  const isAmbiguous = steps.some((step) => 'add' in step && step.typed && DOUBTFUL.test(step.add))
  const other = isAmbiguous ? evaluate(steps, readOtherwise) : undefined
  if (value === undefined) return undefined
  return other === undefined ? { value } : { value, otherReading: other }
}

const readSpoken = (text: string): Decimal | undefined => parseDecimal(ungrouped(text), 'spoken')

const readOtherwise = (text: string): Decimal | undefined => readSpoken(otherNotation(text))

const ungrouped = (text: string): string => text.replace(/[ ’']/g, '')

interface Sum {
  readonly total: Decimal
  /** The part that the next scale multiplies. */
  readonly open?: Decimal
  /** The last scale; `y medio` adds half of it. */
  readonly scale: Decimal
}

function evaluate(steps: readonly Step[], read: (text: string) => Decimal | undefined): Decimal | undefined {
  let sum: Sum = { total: '0', scale: '1' }
  for (const step of steps) {
    if ('half' in step) sum = { ...sum, total: add(sum.total, divide(sum.scale, '2')) }
    else if ('times' in step) sum = multiplied(sum, step.times)
    else {
      const value = read(step.add)
      if (value === undefined) return undefined
      sum = { ...sum, open: add(sum.open ?? '0', value) }
    }
  }
  return decimalOf(add(sum.total, sum.open ?? '0'))
}

/** Thousands multiply the number right before them, millions the whole sum; without a number, one of them is meant. */
function multiplied({ total, open }: Sum, scale: Decimal): Sum {
  const counted = open ?? (total === '0' ? '1' : '0')
  return isMillions(scale)
    ? { total: multiply(add(total, counted), scale), scale }
    : { total: add(total, multiply(counted, scale)), scale }
}

/** Reads a fraction right before money as an amount, and no day: `1/2 dólar`, `2 1/2 usd`; `el 1/2 dólar` stays one. */
export function joinFractions(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (const [at, token] of tokens.entries()) {
    const before = joined.at(-1)
    const cents = token.kind === 'date' ? FRACTIONS.get(token.text) : undefined
    const unit = unitOf(tokens[at + 1])
    const isAmount = unit !== undefined && unit.kind !== 'name' && !WORDS.beforeDate.has(before?.text ?? '')
    if (cents === undefined || !isAmount) {
      joined.push(token)
      continue
    }
    const whole = before?.kind === 'number' && /^\d+$/.test(before.text) ? before.text : '0'
    if (before?.text === whole) joined.pop()
    joined.push({ kind: 'number', text: `${whole},${cents}` })
  }
  return joined
}

const FRACTIONS: ReadonlyMap<string, string> = new Map([
  ['1/2', '5'],
  ['1/4', '25'],
  ['3/4', '75'],
])

/** Writes amounts of several words as figures: `5 mil`, `veinte`; `un` and `una` alone are articles. */
export function withFigures<Some extends DatedToken>(tokens: readonly Some[]): (Some | NumberToken)[] {
  const written: (Some | NumberToken)[] = []
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Some
    const read = isArticleAt(tokens, at) ? undefined : amountAt(tokens, at)
    const length = read?.length ?? 1
    const value = length > 1 || token.kind === 'word' ? read?.amount?.value : undefined
    if (value === undefined) written.push(...tokens.slice(at, at + length))
    else {
      const raw = tokens
        .slice(at, at + length)
        .map(typedOf)
        .join(' ')
      written.push({ kind: 'number', text: value.replace('.', ','), raw })
    }
    at += length
  }
  return written
}

type NumberToken = Extract<Token, { kind: 'number' }>

/** Whether `un` or `una` stands there and begins no number: `un millón`. */
export const isArticleAt = (tokens: readonly DatedToken[], at: number): boolean =>
  WORDS.one.has(tokens[at]?.text ?? '') && !SCALES.has(tokens[at + 1]?.text ?? '')

/** Whether a minus sign with a number stands at a token. */
export const isMinusAt = (tokens: readonly DatedToken[], at: number): boolean =>
  isMinusSign(tokens[at]) && tokens[at + 1]?.kind === 'number'

const isMillions = (scale: Decimal): boolean => compare(scale, '1000') > 0

/** The half that follows a unit: `10 dólares y medio`; the number of its tokens. */
export function halfAt(tokens: readonly DatedToken[], at: number): number {
  return WORDS.and.has(tokens[at]?.text ?? '') && WORDS.halves.has(tokens[at + 1]?.text ?? '') ? 2 : 0
}

/** The amount of a line that has nothing else but what may stand beside it. */
function amountAlone(
  line: string,
  numbers: NumberStyle | undefined,
  mayBeside: (token: Token) => boolean,
): AmountAt | undefined {
  const tokens = tokensOf(line, numbers)?.filter((token) => !mayBeside(token)) ?? []
  const read = amountAt(tokens, 0)
  return read?.length === tokens.length ? read : undefined
}

const BESIDE_VALUE = [wordSet('+ ± > < .'), WORDS.minus, WORDS.percent, WORDS.per]

/** Reads a number alone on a line, with or without its unit: `950`, `Bs. 1.234,50`, `-5 %`, `dos mil`; undefined otherwise. */
export function parseValue(line: string, numbers?: NumberStyle): Amount | undefined {
  const isBeside = (token: Token): boolean =>
    isBolivares(token) || BESIDE_VALUE.some((words) => words.has(token.text))
  const { amount } = amountAlone(line, numbers, isBeside) ?? {}
  const value = amount && /^\s*[-−–]/.test(line) ? decimalOf(multiply(amount.value, '-1')) : undefined
  return value === undefined ? amount : { value }
}

/** Whether an amount is above zero, and not too much to be converted. */
export const isUsable = (amount: Decimal): boolean => isPositive(amount) && compare(amount, AMOUNT_MAX) <= 0

/** Reads a sum of foreign money alone on a line, to its cents, with or without its unit: `150`, `$1.500,50`, `dos mil dólares`. */
export function parseForeignSum(line: string, numbers?: NumberStyle): Decimal | undefined {
  const read = amountAlone(line, numbers, (token) => unitOf(token)?.kind === 'currency')
  const sum = read?.amount && !read.isBolivares ? round(read.amount.value, 2) : undefined
  return sum !== undefined && isUsable(sum) ? sum : undefined
}
