import { PRODUCTS_MAX, type Product, SHOP_NAME_MAX } from '../domain/deal/product.ts'
import type { NumberStyle } from '../domain/number-format.ts'
import { anyOf, WORDS } from './lexicon.ts'
import { DOLLARS, type ProductsFault, parseProductLines, type ReadProducts } from './products.ts'
import { withoutAccents } from './tokens.ts'

/** What a shop wants on its card: a name, products that replace those before, or that are added to them. */
export interface ShopLine {
  readonly shop?: string
  readonly products?: readonly Product[]
  readonly isAdded?: true
}

export type ReadShop =
  | { readonly kind: 'shop'; readonly line: ShopLine }
  | { readonly kind: 'long_shop' }
  | ProductsFault

const AFTER_PRICE = String.raw`(?<=\d\s?(?:${DOLLARS})?)`
/** Semicolons, lines, commas that are in no number, and `y` after a price. */
const BETWEEN = new RegExp(String.raw`[\n;]+|,(?!\d)|${AFTER_PRICE}\s+(?:${anyOf(WORDS.and)})\s+`, 'iu')

/** Reads `Bodega La Esquina; harina pan 1,20; café 4,5`: the name of a shop, which may be missing, and its products. */
export function parseShopLine(text: string, numbers?: NumberStyle): ReadShop {
  const parts = partsOf(text)
  const [first = '', ...others] = parts
  const isNamed = parseProductLines(first, numbers).kind === 'no_price' && others.length > 0
  if (isNamed && [...first].length > SHOP_NAME_MAX) return { kind: 'long_shop' }
  const read = parseProductLines((isNamed ? others : parts).join('\n'), numbers)
  if (read.kind !== 'products') return read
  return { kind: 'shop', line: { ...(isNamed && { shop: first }), products: read.products } }
}

const partsOf = (text: string): string[] =>
  text
    .split(BETWEEN)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')

/** What follows `+` or `agrega`; undefined where a text does not begin so. */
export function textToAdd(text: string): string | undefined {
  const [, sign, word = '', rest = ''] = /^\s*(?:(\+)|(\p{L}+))\s*(.*)$/su.exec(text) ?? []
  const isAdding = sign !== undefined || WORDS.adding.has(bare(word))
  return isAdding ? rest.replace(/\n\s*\+/g, '\n').replace(OBJECT, '') : undefined
}
/** `el producto:`, `a la lista:`. */
const LIST = String.raw`^(?:(?:${anyOf(WORDS.besideList)})\s+)*(?:${anyOf(WORDS.productList)})\b\s*:?\s*`
const OBJECT = new RegExp(LIST, 'iu')

const bare = (word: string): string => withoutAccents(word.toLowerCase())

/** Reads products that replace those before, or are added to them after `+`; one of the same name has its new price. */
export function parseTypedProducts(
  text: string,
  before: readonly Product[],
  numbers?: NumberStyle,
): ReadProducts {
  const added = textToAdd(text)
  if (added === undefined) return parseProductLines(text, numbers)
  const read = parseProductLines(partsOf(added).join('\n'), numbers)
  if (read.kind !== 'products') return read
  const products = addProducts(before, read.products)
  return products.length > PRODUCTS_MAX ? { kind: 'too_many' } : { kind: 'products', products }
}

/** A list with more products; one of the same name has its new price. */
export function addProducts(before: readonly Product[], more: readonly Product[]): readonly Product[] {
  const nameOf = ({ name }: Product): string => bare(name)
  const changed = before.map((one) => more.find((other) => nameOf(other) === nameOf(one)) ?? one)
  const known = new Set(before.map(nameOf))
  return [...changed, ...more.filter((one) => !known.has(nameOf(one)))]
}

/** Products that are named in a sentence about the picture: `hazme una imagen con los precios: arroz 1.5$ y azúcar 2$`. */
export function productsForImage(text: string): string | undefined {
  const said = /:(.*)$/su.exec(text)?.[1] ?? WITH.exec(text)?.[1]
  return said?.trim().replace(PRICES_OF, '')
}
const WITH = new RegExp(String.raw`\s(?:${anyOf(WORDS.with)})\s(.*)$`, 'isu')
const PRICES_OF = new RegExp(String.raw`(?:${LIST}|^)(?:(?:${anyOf(WORDS.besideList)})\s+)*`, 'iu')
