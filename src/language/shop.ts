import { PRODUCT_NAME_MAX, PRODUCTS_MAX, type Product, SHOP_NAME_MAX } from '../domain/deal/charge.ts'
import { compare, isPositive, type NumberStyle, parseDecimal } from '../domain/decimal.ts'
import type { Request, ShopLine } from './request.ts'
import { type Speech, UNKNOWN_MAX } from './speech.ts'
import { anyOf, otherNotation, PHRASES, WORDS, withoutAccents } from './tokens.ts'

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

export type ReadShop =
  | { readonly kind: 'shop'; readonly line: ShopLine }
  | { readonly kind: 'long_shop' }
  | ProductsFault

const AFTER_PRICE = String.raw`(?<=\d\s?(?:${DOLLARS})?)`

/** Semicolons, lines, commas that are in no number, and `y` after a price. */
const BETWEEN = new RegExp(String.raw`[\n;]+|,(?!\d)|${AFTER_PRICE}\s+(?:${anyOf(WORDS.and)})\s+`, 'iu')

/** Between a price and the next name. */
const WITHOUT_COMMA = new RegExp(String.raw`${AFTER_PRICE}\s+(?=\p{L}{3})`, 'giu')

/** Reads `Bodega La Esquina; harina pan 1,20; café 4,5`: the name of a shop, which may be missing, and its products. */
export function parseShopLine(text: string, numbers?: NumberStyle): ReadShop {
  const parts = partsOf(text)
  const [first = '', ...others] = parts
  const isNamed = parseProductLines(first, numbers).kind === 'no_price' && others.length > 0
  if (isNamed && [...first].length > SHOP_NAME_MAX) return { kind: 'long_shop' }
  const lines = (isNamed ? others : parts).join('\n')
  // `café 1,50 cachito 2 jugo 1,80`
  const spaced =
    parts.length === 1 ? parseProductLines(lines.replace(WITHOUT_COMMA, '\n'), numbers) : undefined
  const read = spaced?.kind === 'products' ? spaced : parseProductLines(lines, numbers)
  if (read.kind !== 'products') return read
  return { kind: 'shop', line: { ...(isNamed && { shop: first }), products: read.products } }
}

const partsOf = (text: string): string[] =>
  text
    .split(BETWEEN)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')

/** What follows `+` or `agrega`; undefined where a text does not begin so. */
function textToAdd(text: string): string | undefined {
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
function productsForImage(text: string): string | undefined {
  const said = /:(.*)$/su.exec(text)?.[1] ?? WITH.exec(text)?.[1]
  return said?.trim().replace(PRICES_OF, '')
}

const WITH = new RegExp(String.raw`\s(?:${anyOf(WORDS.with)})\s(.*)$`, 'isu')

const PRICES_OF = new RegExp(String.raw`(?:${LIST}|^)(?:(?:${anyOf(WORDS.besideList)})\s+)*`, 'iu')

/** `imagen`, `manda la imagen de hoy`: a picture, and neither a chart nor an alert. */
export const readImage = ({ text, has, unknown, days, today }: Speech): Request | undefined =>
  has(WORDS.image) &&
  !has(WORDS.history) &&
  days.every(({ day }) => day === today) &&
  unknown(...ABOUT_IMAGE) <= (has(WORDS.send) ? UNKNOWN_MAX : 0)
    ? { kind: 'image', text }
    : undefined

/** The words that are said of a picture. */
export const ABOUT_IMAGE = [
  ...[WORDS.image, WORDS.square, WORDS.tall, WORDS.dark, WORDS.light],
  ...[WORDS.auto, WORDS.off, WORDS.shop],
]

const PERCENT_FIRST = /^\s*[\d.,]+\s*%/

/** `hazme una imagen con los precios: arroz 1.5$ y azúcar 2$`, `agrega harina 1,20`. */
export function readShop({ text, has, says, hasNumber, names, numbers }: Speech): Request | undefined {
  if (!hasNumber || names.length > 0 || has(WORDS.history, WORDS.alert)) return undefined
  if (says(PHRASES.digest)) return undefined
  const added = has(WORDS.image) ? undefined : textToAdd(text)
  const said = has(WORDS.image) ? productsForImage(text) : added
  // `agrega 16% a 100$`
  if (said === undefined || PERCENT_FIRST.test(said)) return undefined
  const read = parseShopLine(said, numbers)
  if (read.kind !== 'shop' || read.line.shop !== undefined) return undefined
  return { kind: 'shop', line: { ...read.line, ...(added !== undefined && { isAdded: true }) } }
}
