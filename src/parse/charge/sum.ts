import { add, type Decimal, divide, multiply, parseDecimal, subtract } from '../../rates/decimal.ts'
import type { NumberStyle } from '../../rates/number-format.ts'
import { WORDS } from '../lexicon.ts'
import { otherNotation, SCALES, withoutAccents, wordSet } from '../tokens.ts'

/** A number, sign or word of a line that may be a sum. `text` is in lower case, without accents. */
export interface Mark {
  readonly kind: 'number' | 'sign' | 'word'
  readonly text: string
}

/** The letters and signs of a sum as it was typed, in one line. */
export const SUM_TYPED = /^[\d.,+\-x/%()]+$/

const MARK = /(\d+(?:[.,]\d+)*)|(us\$|usd\$|u\$[sd])|(\p{L}[\p{L}\p{M}.]*)|(\S)/giu

/** Splits a line into numbers, signs and words; `12x25` are two numbers with a sign between them. */
export const marksOf = (line: string): Mark[] =>
  [...line.normalize('NFC').matchAll(MARK)].map(([whole, number, dollars, word]) => {
    if (number !== undefined) return { kind: 'number', text: number }
    if (dollars !== undefined) return { kind: 'sign', text: '$' }
    const text = withoutAccents(whole.toLowerCase()).replace(/\.+$/, '')
    const operator = OPERATORS.get(text)
    if (operator !== undefined) return { kind: 'sign', text: operator }
    return { kind: word === undefined ? 'sign' : 'word', text }
  })

const OPERATORS: ReadonlyMap<string, string> = new Map(
  ['+', '-−–', 'x×*·', '/÷', '%'].flatMap((signs) =>
    [...signs].map((sign) => [sign, signs.charAt(0)] as const),
  ),
)
const IN_SUM: ReadonlySet<string> = wordSet('+ - x / % ( )')

/** Whether a mark belongs to a sum: a number, a sign between numbers, or a word such as `mil`. */
export const isOfSum = ({ kind, text }: Mark): boolean =>
  kind === 'number' || (kind === 'sign' ? IN_SUM.has(text) : SCALES.has(text))

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
export const signSaid = (text: string): string | undefined =>
  text === '%' ? undefined : (OPERATORS.get(text) ?? SIGN_SAID.get(text))

/** The same with signs for words between two numbers: `12 por 25 más 8`. */
export const withSigns = (marks: readonly Mark[]): Mark[] =>
  marks.map((mark, at) => {
    const sign = mark.kind === 'word' ? SIGN_SAID.get(mark.text) : undefined
    const [before, next] = [marks[at - 1], marks[at + 1]]
    const isBetween = before !== undefined && isOfSum(before) && next?.kind === 'number'
    return sign !== undefined && isBetween ? { kind: 'sign', text: sign } : mark
  })

/** A number as its writer writes numbers: `12.500` is 12500 in Venezuela. */
export const numberOf = (text: string, numbers: NumberStyle): Decimal | undefined =>
  parseDecimal(numbers === 'es-VE' ? text : otherNotation(text), 'spoken')

/** What is read of a sum so far. */
interface Reading {
  readonly marks: readonly Mark[]
  readonly numbers: NumberStyle
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
export function calculate(marks: readonly Mark[], numbers: NumberStyle): Decimal | undefined {
  const reading: Reading = { marks, numbers, at: 0 }
  const total = takeSum(reading)
  return reading.at === marks.length ? total : undefined
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
  const mark = reading.marks[reading.at]
  const number = mark?.kind === 'number' ? numberOf(mark.text, reading.numbers) : undefined
  if (number === undefined) return undefined
  reading.at++
  const scale = SCALES.get(reading.marks[reading.at]?.text ?? '')
  if (scale !== undefined) reading.at++
  const isPercent = takeSign(reading, '%') !== undefined
  return { value: scale === undefined ? number : multiply(number, scale), isPercent }
}

/** Takes the next mark if it is one of some signs. */
function takeSign(reading: Reading, signs: string): string | undefined {
  const mark = reading.marks[reading.at]
  if (mark?.kind !== 'sign' || !signs.includes(mark.text)) return undefined
  reading.at++
  return mark.text
}
