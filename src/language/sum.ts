import { add, type Decimal, divide, multiply, parseDecimal, subtract } from '../domain/decimal.ts'
import { withFigures } from './amounts.ts'
import { WORDS } from './lexicon.ts'
import { type Token, typedOf, wordSet } from './tokens.ts'

/** The letters and signs of a sum as it was typed, in one line. */
export const SUM_TYPED = /^[\d.,+\-x/%()]+$/

const OPERATORS: ReadonlyMap<string, string> = new Map(
  ['+', '-−–', 'x×*·', '/÷'].flatMap((signs) => [...signs].map((sign) => [sign, signs.charAt(0)] as const)),
)
const SIGN_SAID: ReadonlyMap<string, string> = new Map(
  (
    [
      ['plus', '+'],
      ['minus', '-'],
      ['times', 'x'],
      ['over', '/'],
    ] as const
  ).flatMap(([meaning, sign]) => [...WORDS[meaning]].map((word) => [word, sign] as const)),
)

/** The sign of a sum that a sign or word stands for: `+` for `más`, `x` for `*`. */
export const signSaid = (text: string): string | undefined => OPERATORS.get(text) ?? SIGN_SAID.get(text)

const IN_SUM: ReadonlySet<string> = wordSet('+ - x / % ( )')

/** Whether a token belongs to a sum: a number, or a sign between numbers. */
export const isOfSum = ({ kind, text }: Token): boolean =>
  kind === 'number' || (kind === 'sign' && IN_SUM.has(text))

/** The tokens of a text that may be a sum, with its amounts in figures, and with signs for words: `12 por 25 más 8`. */
export function inSigns(tokens: readonly Token[]): Token[] {
  const figures = withFigures(tokens.flatMap(dateAsFraction))
  return figures.map((token, at) => {
    const [before, next] = [figures[at - 1], figures[at + 1]]
    const isBetween = before !== undefined && isOfSum(before) && next?.kind === 'number'
    const isShare = before?.text === '%' && WORDS.of.has(token.text)
    const said = isBetween ? (isShare ? 'x' : SIGN_SAID.get(token.text)) : undefined
    // The `x` of `12x` is a sign without its number.
    const sign = said ?? (token.kind === 'sign' || token.text === 'x' ? OPERATORS.get(token.text) : undefined)
    return sign === undefined ? token : { kind: 'sign', text: sign }
  })
}

/** A sum has no dates: `12/5` is divided. */
const dateAsFraction = (token: Token): readonly Token[] =>
  token.kind === 'date'
    ? token.text
        .split(/([-/])/)
        .map((text) => ({ kind: text === '-' || text === '/' ? 'sign' : 'number', text }) as const)
    : [token]

/** A sum as it was typed. */
export const typedSum = (tokens: readonly Token[]): string => tokens.map(typedOf).join('')

/** What is read of a sum so far. */
interface Reading {
  readonly tokens: readonly Token[]
  at: number
}

/** A number that may be a percentage. */
interface Factor {
  readonly value: Decimal
  readonly isPercent: boolean
}

/**
 * Calculates `12x25+8`: products before sums. A percentage after + or − is one of what stands before it: `120-10%` is 108.
 * Undefined for what is no sum, and for a division by zero.
 */
export function calculate(tokens: readonly Token[]): Decimal | undefined {
  const reading: Reading = { tokens, at: 0 }
  const total = takeSum(reading)
  return reading.at === tokens.length ? total : undefined
}

function takeSum(reading: Reading): Decimal | undefined {
  const first = takeTerm(reading)
  if (!first || first.isPercent) return undefined
  let total = first.value
  for (let sign = takeSign(reading, '+-'); sign; sign = takeSign(reading, '+-')) {
    const term = takeTerm(reading)
    if (!term) return undefined
    const value = term.isPercent ? percentOf(total, term.value) : term.value
    total = sign === '+' ? add(total, value) : subtract(total, value)
  }
  return total
}

const percentOf = (whole: Decimal, percent: Decimal): Decimal => divide(multiply(whole, percent), '100')

function takeTerm(reading: Reading): Factor | undefined {
  const first = takeFactor(reading)
  if (!first) return undefined
  let product = first
  for (let sign = takeSign(reading, 'x/'); sign; sign = takeSign(reading, 'x/')) {
    const factor = takeFactor(reading)
    if (!factor) return undefined
    const [a, b] = [plain(product), plain(factor)]
    if (sign === '/' && b === '0') return undefined
    product = { value: sign === 'x' ? multiply(a, b) : divide(a, b), isPercent: false }
  }
  return product
}

const plain = ({ value, isPercent }: Factor): Decimal => (isPercent ? divide(value, '100') : value)

function takeFactor(reading: Reading): Factor | undefined {
  if (takeSign(reading, '(')) {
    const value = takeSum(reading)
    return value !== undefined && takeSign(reading, ')') ? { value, isPercent: false } : undefined
  }
  const token = reading.tokens[reading.at]
  const value =
    token?.kind === 'number' ? parseDecimal(token.text.replace(/[ ’']/g, ''), 'spoken') : undefined
  if (value === undefined) return undefined
  reading.at++
  return { value, isPercent: takeSign(reading, '%') !== undefined }
}

/** Takes the next token if it is one of some signs. */
function takeSign(reading: Reading, signs: string): string | undefined {
  const token = reading.tokens[reading.at]
  if (token?.kind !== 'sign' || !signs.includes(token.text)) return undefined
  reading.at++
  return token.text
}
