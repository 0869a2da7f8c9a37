import { SALE_TAX_PERCENT, TAX_PERCENT } from '../../rates/deal/charge.ts'
import { WORDS } from '../lexicon.ts'
import type { Token } from '../tokens.ts'

const [FOREIGN_TAX, SALE_TAX, DISCOUNT] = [WORDS.foreignTax, WORDS.saleTax, WORDS.discount]
const [OF, WITHOUT] = [WORDS.of, WORDS.without]
const isArticle = ({ text }: Token): boolean => WORDS.glue.has(text) || WORDS.one.has(text)
/** Stand between an amount and what is added to it or taken off. */
const JOINS: ReadonlySet<string> = new Set([...WORDS.plus, ...WORDS.minus, ...WORDS.with])

const isTax = (word: string): boolean => FOREIGN_TAX.has(word) || SALE_TAX.has(word)
const percentOfTax = (word: string): string => (SALE_TAX.has(word) ? SALE_TAX_PERCENT : TAX_PERCENT)

const percent = (sign: string, figure: string): Token[] => [
  ...(sign === '' ? [] : [{ kind: 'sign', text: sign } as const]),
  { kind: 'number', text: figure },
  { kind: 'sign', text: '%' },
]

/**
 * Writes taxes and discounts as percentages to calculate with: `más iva` as `+16%`, `con 10% de descuento` as `-10%`,
 * `igtf de 85$` as `3% de 85$`. Undefined where none is said in such a way.
 */
export function withPercentages(tokens: readonly Token[]): readonly Token[] | undefined {
  const at = tokens.findIndex(({ text }) => DISCOUNT.has(text) || isTax(text))
  const [before, word, after] = [tokens.slice(0, at), tokens[at]?.text ?? '', tokens.slice(at + 1)]
  if (at < 0) return undefined
  const isOfAmount = OF.has(after[0]?.text ?? '') && !before.some(({ kind }) => kind === 'number')
  if (isTax(word) && isOfAmount) return [...before, ...percent('', percentOfTax(word)), ...after]
  const said = before.slice(0, before.findLastIndex((token) => !isArticle(token)) + 1)
  if (WITHOUT.has(said.at(-1)?.text ?? '')) return [...said.slice(0, -1), ...after]
  const added = withAdded(said, word)
  return added && [...added, ...after]
}

/** An amount with the percentage that is said behind it, or that a tax has. */
function withAdded(said: readonly Token[], word: string): readonly Token[] | undefined {
  const figure = said.at(-1)?.text === '%' ? said.at(-2)?.text : undefined
  const amount = figure === undefined ? said : said.slice(0, -2)
  const isJoined = JOINS.has(amount.at(-1)?.text ?? '')
  if (figure === undefined && !(isJoined && isTax(word))) return undefined
  const sign = isTax(word) ? '+' : '-'
  return [...(isJoined ? amount.slice(0, -1) : amount), ...percent(sign, figure ?? percentOfTax(word))]
}
