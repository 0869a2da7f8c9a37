import { SALE_TAX_PERCENT, TAX_PERCENT } from '../domain/deal/charge.ts'
import { WORDS } from './lexicon.ts'
import type { Token } from './tokens.ts'

const isArticle = ({ text }: Token): boolean => WORDS.glue.has(text) || WORDS.one.has(text)
/** Stand between an amount and what is added to it or taken off. */
const JOINS: ReadonlySet<string> = new Set([...WORDS.plus, ...WORDS.minus, ...WORDS.with])

const percent = (sign: string, figure: string): Token[] => [
  ...(sign === '' ? [] : [{ kind: 'sign', text: sign } as const]),
  { kind: 'number', text: figure },
  { kind: 'sign', text: '%' },
]

const TAXES = [
  [WORDS.saleTax, SALE_TAX_PERCENT],
  [WORDS.foreignTax, TAX_PERCENT],
] as const

/** A percentage at the end of some tokens, or at their beginning, and the rest of them. */
function percentIn(before: readonly Token[], after: readonly Token[]) {
  if (before.at(-1)?.text === '%') return { figure: before.at(-2)?.text, before: before.slice(0, -2), after }
  const at = after.findIndex((token) => !isArticle(token))
  const figure = after[at + 1]?.text === '%' ? after[at]?.text : undefined
  return { figure, before, after: figure === undefined ? after : after.slice(at + 2) }
}

/**
 * Writes taxes and discounts as percentages to calculate with: `más iva` as `+16%`, `con 10% de descuento` as `-10%`,
 * `igtf de 85$` as `3% de 85$`. Undefined where none is said in such a way. A bill keeps the tax on foreign money apart.
 */
export function withPercentages(
  tokens: readonly Token[],
  taxes: number = TAXES.length,
): readonly Token[] | undefined {
  const usual = TAXES.slice(0, taxes)
  const taxOf = (word: string) => usual.find(([words]) => words.has(word))?.[1]
  const at = tokens.findIndex(({ text }) => WORDS.discount.has(text) || taxOf(text) !== undefined)
  const [head, tax, rest] = [tokens.slice(0, at), taxOf(tokens[at]?.text ?? ''), tokens.slice(at + 1)]
  if (at < 0) return undefined
  if (tax !== undefined && WORDS.of.has(rest[0]?.text ?? '') && !head.some(({ kind }) => kind === 'number'))
    return [...head, ...percent('', tax), ...rest]
  const said = head.slice(0, head.findLastIndex((token) => !isArticle(token)) + 1)
  if (WORDS.without.has(said.at(-1)?.text ?? '')) return [...said.slice(0, -1), ...rest]
  const { figure, before, after } = percentIn(said, rest)
  const isJoined = JOINS.has(before.at(-1)?.text ?? '')
  const added = figure ?? (isJoined ? tax : undefined)
  if (added === undefined) return undefined
  return [
    ...(isJoined ? before.slice(0, -1) : before),
    ...percent(tax === undefined ? '-' : '+', added),
    ...after,
  ]
}

/** The same without the tax on foreign money. */
export const withSaleTax = (tokens: readonly Token[]): readonly Token[] =>
  withPercentages(tokens, 1) ?? tokens
