import { PRODUCT_NAME_MAX, PRODUCTS_MAX, type Product } from '../domain/deal/product.ts'
import { compare, isPositive, parseDecimal } from '../domain/decimal.ts'
import type { NumberStyle } from '../domain/number-format.ts'
import { anyOf, WORDS } from './lexicon.ts'
import { otherNotation } from './tokens.ts'

const PRICE_MAX = '1000000'
const TEXT_MAX = 2_000

/** Why a list of products cannot be read, and the line. */
export type ProductsFault =
  | { readonly kind: 'no_price' | 'bad_price' | 'no_name' | 'long_name'; readonly line: string }
  | { readonly kind: 'too_many' | 'empty' }

export type ReadProducts =
  | { readonly kind: 'products'; readonly products: readonly Product[] }
  | ProductsFault

/** The source of a pattern of the words for dollars, with accents or without. */
export const DOLLARS = anyOf(WORDS.dollars).replaceAll('$', String.raw`\$`).replaceAll('dolar', 'd[oó]lar')

/** `Harina PAN 1,20`, `Harina PAN: $1,20`, `Harina PAN = 1.20 usd`. */
const LINE = new RegExp(
  String.raw`^(?<name>.*?)[\s:=–—-]*(?<![\p{L}\d])\$?\s?(?<price>\d[\d.,]*)\s*(?:${DOLLARS})?$`,
  'iu',
)
const SEPARATORS = /[\n;]+/

/** Reads the products of a shop, one a line or between semicolons: a name and a price in dollars each. */
export function parseProductLines(text: string, numbers: NumberStyle = 'es-VE'): ReadProducts {
  const lines = text
    .slice(0, TEXT_MAX)
    .split(SEPARATORS)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
  if (lines.length === 0) return { kind: 'empty' }
  if (lines.length > PRODUCTS_MAX) return { kind: 'too_many' }
  const products: Product[] = []
  for (const line of lines) {
    const read = parseLine(line, numbers)
    if ('kind' in read) return read
    products.push(read)
  }
  return { kind: 'products', products }
}

function parseLine(line: string, numbers: NumberStyle): Product | ProductsFault {
  const { name = '', price = '' } = LINE.exec(line)?.groups ?? {}
  if (price === '') return { kind: 'no_price', line }
  if (name === '') return { kind: 'no_name', line }
  if ([...name].length > PRODUCT_NAME_MAX) return { kind: 'long_name', line }
  const value = parseDecimal(numbers === 'es-VE' ? price : otherNotation(price), 'spoken')
  if (value === undefined || !isPositive(value) || compare(value, PRICE_MAX) > 0)
    return { kind: 'bad_price', line }
  return { name, price: value }
}
