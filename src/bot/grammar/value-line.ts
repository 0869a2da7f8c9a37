import type { NumberStyle } from '../../rates/amount.ts'
import { decimalOf, multiply } from '../../rates/decimal.ts'
import { type Amount, amountAt } from '../../rates/grammar/amounts.ts'
import { tokensOf } from '../../rates/grammar/tokens.ts'
import { isBolivares } from './named.ts'

const PERCENT = new Set(['%', 'por', 'ciento', 'percent'])
const SIGNS = new Set(['+', '±', '>', '<', '.'])
const MINUS = new Set(['-', '−', '–'])

/** A number alone on a line, with its unit if need be: `950`, `Bs. 1.234,50`, `-5 %`, `dos mil`; undefined for more. */
export function parseValue(line: string, numbers?: NumberStyle): Amount | undefined {
  const tokens = tokensOf(line, numbers)?.filter((token) => !isBolivares(token) && !SIGNS.has(token.text))
  const isMinus = MINUS.has(tokens?.[0]?.text ?? '')
  const read = tokens && amountAt(tokens, isMinus ? 1 : 0)
  if (!tokens || !read?.amount) return undefined
  const rest = tokens.slice(read.length + (isMinus ? 1 : 0))
  if (!rest.every(({ text }) => PERCENT.has(text))) return undefined
  if (!isMinus) return read.amount
  const value = decimalOf(multiply(read.amount.value, '-1'))
  return value === undefined ? undefined : { value }
}
