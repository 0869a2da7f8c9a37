import { z } from 'zod'
import { compare, type Decimal, decimalOf } from '../../../domain/decimal.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { isPointer } from '../parse/exact-json.ts'
import { isSelector } from '../parse/html.ts'
import type { ListPrice } from '../parse/json.ts'
import { parsePrice } from '../source.ts'
import { period } from './timing.ts'

const PLACE_LENGTH_MAX = 1_000
const ADDRESS_LENGTH_MAX = 2_048
const KEY_LENGTH_MAX = 64
const CONDITIONS_MAX = 20
const ROWS_MAX = 10_000
const TIMEOUT_MS_MAX = 2 * MINUTE_MS

export const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(ADDRESS_LENGTH_MAX)

/** A value that may be left out, or be null; then it is `other`. */
export const orElse = <Schema extends z.ZodType, Other>(schema: Schema, other: Other) =>
  schema
    .nullish()
    .transform((value): z.output<Schema> | Other => (value ?? other) as z.output<Schema> | Other)

export const headers = z
  .record(
    z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is no name of a header'),
    z.string().regex(/^[\t\x20-\x7e]*$/, 'must be visible ASCII characters'),
  )
  .nullish()
  .transform((value): Readonly<Record<string, string>> => value ?? {})

export const pointer = z
  .string('must be a JSON Pointer, such as /rates/usd')
  .max(PLACE_LENGTH_MAX)
  .refine(isPointer, 'must be a JSON Pointer, such as /rates/usd')
const selector = z
  .string('must be a CSS selector')
  .max(PLACE_LENGTH_MAX)
  .refine(isSelector, 'must be a CSS selector')
const keyThere = z.string('must be the key of the monitor there').min(1).max(KEY_LENGTH_MAX).optional()
const startingPrice = z
  .union([z.string(), z.number().transform(String)], 'must be a price above zero')
  .refine((value) => parsePrice(value) !== undefined, 'must be a price above zero')
  .optional()

const amount = z.union([z.number(), z.string()], 'must be a number').transform((value, context): Decimal => {
  const decimal = decimalOf(value)
  if (decimal !== undefined) return decimal
  context.addIssue('must be a number')
  return z.NEVER
})

/** An object without other members: one with a typing error would leave rows in that should be out. */
const only = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `must have nothing but ${Object.keys(shape).join(', ')}` : undefined,
  })

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

const list = only({
  list: pointer,
  value: pointer,
  where: where.prefault({}),
  take: z
    .enum(['median', 'mean', 'min', 'max', 'first'], 'must be median, mean, min, max or first')
    .default('median'),
  trim: z.number().min(0).lt(0.5, 'must be a share below 0.5').prefault(0).transform(String),
  at_least: z.int().min(1).max(ROWS_MAX).default(3),
}).transform(({ at_least, ...rest }): ListPrice => ({ ...rest, atLeast: at_least }))

/** A union would only say that neither fits. */
const pointerOrList = z.unknown().transform((value, context): string | ListPrice => {
  const read = (typeof value === 'object' && value !== null ? list : pointer).safeParse(value)
  if (read.success) return read.data
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

/** A file of certificates in PEM, relative to the file of sources, that complete its TLS chain. */
export const intermediates = z.string('must be the name of a file').min(1).optional()

const fetched = {
  url: webAddress,
  headers,
  intermediates,
  timeout: period.refine((ms) => ms <= TIMEOUT_MS_MAX, 'must be at most 120s').optional(),
}
const sent = {
  ...fetched,
  method: orElse(z.enum(['GET', 'POST'], 'must be GET or POST'), 'GET' as const),
  body: z
    .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .nullish()
    .transform((value) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null),
    ),
}

/** Gives the time-out of a source the name that it has from here on. */
const inMs = <Fetched extends { timeout?: number | undefined }>({ timeout, ...source }: Fetched) => ({
  ...source,
  timeoutMs: timeout,
})

const places = <Price extends z.ZodType, Time extends z.ZodType>(price: Price, last_update: Time) =>
  z.object({ price, last_update })

export const SOURCE_KINDS = ['json', 'html', 'relay', 'simulated'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** For each kind of source the schema of what it asks, and of the places of a monitor in the answer. */
export const SOURCES = {
  json: {
    source: z.object({ kind: z.literal('json'), ...sent }).transform(inMs),
    places: places(pointerOrList, pointer.nullish()),
  },
  html: {
    source: z.object({ kind: z.literal('html'), ...sent }).transform(inMs),
    places: places(selector, selector.nullish()),
  },
  relay: {
    source: z
      .object({
        kind: z.literal('relay'),
        ...fetched,
        page: z.string().min(1).max(KEY_LENGTH_MAX).optional(),
      })
      .transform(inMs),
    places: places(keyThere, z.string().nullish()),
  },
  simulated: {
    source: z.object({ kind: z.literal('simulated') }),
    places: places(startingPrice, z.string().nullish()),
  },
} as const satisfies Record<SourceKind, { source: z.ZodType; places: z.ZodType }>

const TEXT_LENGTH_MAX = 200

export const text = z
  .string('must be a text')
  .regex(/^(?=.*\S)\P{Cc}*$/u, 'must be a text in one line')
  .max(TEXT_LENGTH_MAX)
  .transform((value) => value.toWellFormed())

/** What every source of a list has: its name, the source that it repeats, and the age that its prices may have. */
export const named = z.object({
  name: text,
  echo_of: z.string().optional(),
  stale_after: period.optional(),
})

/** The kind of a source; the rest is checked by the schema of that kind. */
export const kinded = z.object(
  { kind: z.enum(SOURCE_KINDS, `must be ${SOURCE_KINDS.join(', ')}`) },
  'must be an object with a kind',
)

/** What a source asks, as it is in the file. */
export type SourceInFile = z.output<(typeof SOURCES)[SourceKind]['source']>
