import { compare, type Decimal, round } from '../../rates/decimal.ts'
import { calculate, type Mark, signSaid } from '../charge/sum.ts'
import { unitOf } from '../names.ts'
import { SCALES, type Token, wordSet } from '../tokens.ts'

const OF = wordSet('de of')

/** A part of a sum: its marks to calculate with, its currency, and how many tokens it takes. */
interface Part {
  readonly marks: readonly Mark[]
  readonly unit?: Token
  readonly length: number
}

/** Calculates the sums of a text: `20 + 15 usd`, `12x25+8 dólares`, `el 30% de 50 dólares`; `avísame si sube 5%` is none. */
export function joinSums(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const sum = sumAt(tokens, at)
    joined.push(...(sum?.tokens ?? tokens.slice(at, at + 1)))
    at += sum?.length ?? 1
  }
  return joined
}

/** The longest sum at a token that is of one money, or all that was written. */
function sumAt(
  tokens: readonly Token[],
  at: number,
): { readonly tokens: readonly Token[]; readonly length: number } | undefined {
  const parts = partsAt(tokens, at)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const units = parts.flatMap(({ unit }) => unit ?? [])
  const isOne = new Set(units.map((unit) => JSON.stringify(unitOf(unit)))).size === 1
  if (parts.length < 2 || !(isOne || (units.length === 0 && length === tokens.length))) return undefined
  const total = calculate(
    parts.flatMap(({ marks }) => marks),
    'es-VE',
  )
  return total === undefined ? undefined : { tokens: [...written(total), ...units.slice(0, 1)], length }
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
  const scale = SCALES.has(tokens[first + 1]?.text ?? '') ? 1 : 0
  const percent = isPercent(tokens[first + 1 + scale]) ? 1 : 0
  const end = first + 1 + scale + percent
  const after = first > at ? undefined : moneyAt(tokens, end)
  const unit = first > at ? before : after
  const marks = tokens.slice(first, end).map(({ text }) => markOf(text))
  return { marks, ...(unit && { unit }), length: end + (after ? 1 : 0) - at }
}

const markOf = (text: string): Mark => ({
  kind: text === '%' ? 'sign' : SCALES.has(text) ? 'word' : 'number',
  text,
})

/** `+`, `más`, and the `de` of a percentage. */
function signAt(tokens: readonly Token[], at: number): Part | undefined {
  const text = tokens[at]?.text ?? ''
  const isShare = OF.has(text) && isPercent(tokens[at - 1])
  const sign = isShare ? 'x' : signSaid(text)
  return sign === undefined ? undefined : { marks: [{ kind: 'sign', text: sign }], length: 1 }
}

const isPercent = (token: Token | undefined): boolean => token?.text === '%'

/** A currency at a token. */
function moneyAt(tokens: readonly Token[], at: number): Token | undefined {
  const unit = unitOf(tokens[at])
  return unit !== undefined && unit.kind !== 'name' ? tokens[at] : undefined
}
