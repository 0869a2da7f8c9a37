import { z } from 'zod'
import { readBy } from '../../../api/record.ts'
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  divide,
  medianOf,
  multiply,
  parseDecimal,
  round,
} from '../../../domain/decimal.ts'
import {
  PageProblem,
  type PriceRead,
  parsePrice,
  priceIn,
  type Reading,
  readMonitors,
  type Wanted,
} from '../source.ts'

/** Parses JSON and keeps every number as its source text, so that no digit is lost. Throws a PageProblem. */
export function parseExactJson(text: string): unknown {
  const keepDigits = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' ? context?.source : value
  try {
    return JSON.parse(text, keepDigits)
  } catch {
    throw new PageProblem('the page is not JSON')
  }
}

const ARRAY_INDEX = /^(0|[1-9]\d{0,8})$/

/** Whether a text is a JSON Pointer of RFC 6901. */
export const isPointer = (text: string): boolean => /^(\/([^~/]|~[01])*)*$/.test(text)

/** The value that a JSON Pointer points at; undefined where there is none. */
export function pointAt(page: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1)
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, step) => {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
      if (Array.isArray(at) && !ARRAY_INDEX.test(step)) return undefined
      return (at as Record<string, unknown>)[step]
    }, page)
}

/**
 * The text or number that a pointer points at; undefined where there is none. An object or a list is an empty text, so
 * that the reason is "no price", not "nothing".
 */
function textAt(page: unknown, pointer: string): string | undefined {
  const found = pointAt(page, pointer)
  if (found === undefined || found === null) return undefined
  return typeof found === 'string' ? found : ''
}

export const PLACE_LENGTH_MAX = 1_000
const CONDITIONS_MAX = 20
const ROWS_MAX = 10_000

/** The schema of a JSON Pointer. */
export const pointer = z
  .string('must be a JSON Pointer, such as /rates/usd')
  .max(PLACE_LENGTH_MAX)
  .refine(isPointer, 'must be a JSON Pointer, such as /rates/usd')

export const amount = readBy(
  z.union([z.number(), z.string()], 'must be a number'),
  decimalOf,
  'must be a number',
)

/** An object without other members: one with a typing error would leave rows in that should be out. */
const only = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `must have nothing but ${Object.keys(shape).join(', ')}` : undefined,
  })

/** What a value of a row must be. Amounts are compared as numbers, also where the page writes them as text. */
const condition = only({
  min: amount.optional(),
  max: amount.optional(),
  equals: z.union([z.string(), z.number(), z.boolean()]).transform(String).optional(),
})
  .refine((given) => Object.keys(given).length > 0, 'must have min, max or equals')
  .refine(
    ({ min, max }) => min === undefined || max === undefined || compare(min, max) <= 0,
    'must have a min that is not above its max',
  )

const where = z
  .record(z.string(), condition)
  .refine((all) => Object.keys(all).length <= CONDITIONS_MAX, `must be at most ${CONDITIONS_MAX}`)
  .superRefine((all, context) => {
    const wrong = Object.keys(all).filter((place) => !isPointer(place))
    for (const place of wrong)
      context.addIssue({ code: 'custom', path: [place], message: 'must be a JSON Pointer' })
  })

/** A price that is made of the rows of a list. Every place is a JSON Pointer; `list` into the page, the others into a row. */
export const LIST_PRICE = only({
  list: pointer,
  value: pointer,
  where: where.prefault({}),
  /** How one price is taken from those of the rows that hold every condition. */
  take: z
    .enum(['median', 'mean', 'min', 'max', 'first'], 'must be median, mean, min, max or first')
    .default('median'),
  /** The share of the rows that is cut off at either end. */
  trim: z.number().min(0).lt(0.5, 'must be a share below 0.5').prefault(0).transform(String),
  /** With fewer rows there is no price. */
  at_least: z.int().min(1).max(ROWS_MAX).default(3),
})
export type ListPrice = z.output<typeof LIST_PRICE>

/** Where a page has a price: a JSON Pointer (RFC 6901), or a list to make it of. */
export type JsonPrice = string | ListPrice

/** Reads a JSON page. Throws a PageProblem. */
export function readJson(text: string, wanted: readonly Wanted<JsonPrice>[]): Reading {
  const page = parseExactJson(text)
  const lookUp = (pointer: string): string | undefined => textAt(page, pointer)
  return readMonitors(wanted, {
    lookUp,
    priceAt: (place) =>
      typeof place === 'string' ? priceIn(lookUp(place), place) : readListPrice(page, place),
  })
}

/** Decimal places of a mean, as the official rate has them. */
const MEAN_PLACES = 8

/** Makes one price of the rows of a list. `page` is parsed JSON whose numbers are texts. */
function readListPrice(page: unknown, wanted: ListPrice): PriceRead {
  const rows = pointAt(page, wanted.list)
  if (!Array.isArray(rows)) return { reason: `no list at ${wanted.list || 'the top of the page'}` }
  if (rows.length === 0) return { reason: 'the list is empty' }
  const prices = rows
    .filter((row) => holdsAll(row, wanted.where))
    .flatMap((row) => priceOf(row, wanted.value))
  if (prices.length < wanted.at_least) {
    const found = `${rows.length} rows, ${prices.length} fit, ${wanted.at_least} are needed`
    return { reason: `too few rows left after the filters: ${found}` }
  }
  const price = parsePrice(takePrice(prices, wanted))
  return price === undefined ? { reason: 'no price above zero in the list' } : { price }
}

function priceOf(row: unknown, pointer: string): Decimal[] {
  const price = parsePrice(textOf(pointAt(row, pointer)) ?? '')
  return price === undefined ? [] : [price]
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined

const amountOf = (text: string): Decimal | undefined => decimalOf(text) ?? parseDecimal(text)

const holdsAll = (row: unknown, where: ListPrice['where']): boolean =>
  Object.entries(where).every(([pointer, condition]) => holds(textOf(pointAt(row, pointer)), condition))

function holds(text: string | undefined, { min, max, equals }: z.output<typeof condition>): boolean {
  if (text === undefined) return false
  if (equals !== undefined && !isEqual(text, equals)) return false
  if (min === undefined && max === undefined) return true
  const amount = amountOf(text)
  if (amount === undefined) return false
  return (min === undefined || compare(amount, min) >= 0) && (max === undefined || compare(amount, max) <= 0)
}

function isEqual(text: string, wanted: string): boolean {
  const [amount, other] = [amountOf(text), amountOf(wanted)]
  return amount !== undefined && other !== undefined ? compare(amount, other) === 0 : text === wanted
}

/** `prices` are in the order of the page and not empty. */
function takePrice(prices: readonly Decimal[], { take, trim }: ListPrice): Decimal {
  const kept = trimmed(prices, trim)
  const byPrice = kept.map(({ price }) => price)
  switch (take) {
    case 'median':
      return medianOf(byPrice)
    case 'mean':
      return round(divide(byPrice.reduce(add), String(byPrice.length)), MEAN_PLACES)
    case 'min':
      return byPrice[0] ?? ''
    case 'max':
      return byPrice.at(-1) ?? ''
    case 'first':
      return kept.reduce((first, one) => (one.row < first.row ? one : first)).price
  }
}

interface RowPrice {
  readonly row: number
  readonly price: Decimal
}

/** Sorts by price, and cuts the share off at both ends; one always stays, as the share is below a half. */
function trimmed(prices: readonly Decimal[], trim: Decimal): RowPrice[] {
  const sorted = prices.map((price, row) => ({ row, price })).sort((a, b) => compare(a.price, b.price))
  const cut = Math.floor(Number(multiply(trim, String(sorted.length))))
  return sorted.slice(cut, sorted.length - cut)
}
