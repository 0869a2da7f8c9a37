import { z } from 'zod'
import { MINUTE_MS, parseDatetime, parseMoment } from '../domain/caracas.ts'
import { type Decimal, decimalOf, isPositive, round } from '../domain/decimal.ts'
import { type Change, changeBetween } from '../domain/in-force.ts'
import type { MonitorId, Quote } from '../domain/monitor.ts'

/** A price dated further ahead would count as the newest until then. */
const AHEAD_MS_MAX = 5 * MINUTE_MS

/** The moment (ms) that a server gave; now if it gave none, or one too far ahead. */
export const asOfOrNow = (dated: number | undefined, now: number): number =>
  dated !== undefined && dated >= 0 && dated <= now + AHEAD_MS_MAX ? Math.floor(dated) : now

/** When an answer was made: an object or a text, depending on the server. */
export const wireDatetime = z
  .union([z.string(), z.object({ date: z.string(), time: z.string() })])
  .optional()
  .catch(undefined)

/** The instant (ms) of a `datetime`; undefined if it cannot be read. */
export const instantOf = (datetime: z.output<typeof wireDatetime>): number | undefined =>
  typeof datetime === 'object' ? parseDatetime(datetime) : parseMoment(datetime ?? '')

/** Table 2.2 of the specification, with more fields where they apply: `sources` are the names of what the price was made of. Amounts in bolivares. */
export const monitorRecord = z.object({
  change: z.number(),
  color: z.enum(['green', 'red', 'neutral']),
  image: z.string().catch(''), // what an earlier version stored may have null
  last_update: z.string(),
  percent: z.number(),
  price: z.number(),
  price_old: z.number(),
  symbol: z.enum(['▲', '▼', '']),
  title: z.string(),
  in_force: z.object({ price: z.number(), last_update: z.string() }).optional(),
  aliases: z.array(z.string()).optional(),
  least_change: z.number().optional(),
  effective_day: z.boolean().optional(),
  sources: z.array(z.string()).optional(),
  simulated: z.literal(true).optional(),
  stale: z.literal(true).optional(),
})
type MonitorRecord = z.output<typeof monitorRecord>

const COLORS = { up: 'green', down: 'red', same: 'neutral' } as const
const SYMBOLS = { up: '▲', down: '▼', same: '' } as const

/** The record of a quote; `formatTime` turns ms into text. */
export function toRecord(quote: Quote, formatTime: (instantMs: number) => string): MonitorRecord {
  const change: Change = changeBetween(quote.priceOld, quote.price)
  return {
    change: Number(round(change.amount, 2)),
    color: COLORS[change.direction],
    image: quote.image ?? '',
    last_update: formatTime(quote.lastUpdate),
    percent: Number(change.percent),
    price: Number(quote.price),
    price_old: Number(quote.priceOld),
    symbol: SYMBOLS[change.direction],
    title: quote.title,
    ...(quote.inForce && {
      in_force: { price: Number(quote.inForce.price), last_update: formatTime(quote.inForce.lastUpdate) },
    }),
    ...(quote.aliases && { aliases: [...quote.aliases] }),
    ...(quote.leastChange !== undefined && { least_change: quote.leastChange }),
    ...(quote.effectiveDay !== undefined && { effective_day: quote.effectiveDay }),
    ...(quote.sources && { sources: [...quote.sources] }),
    ...(quote.simulated && { simulated: true }),
    ...(quote.stale && { stale: true }),
  }
}

/** A schema that reads values by a function, which gives undefined for those that are not as `expected`. */
export const readBy = <Input extends z.ZodType, Output>(
  input: Input,
  read: (value: z.output<Input>) => Output | undefined,
  expected: string,
) =>
  input.transform((value, context): Output => {
    const output = read(value)
    if (output !== undefined) return output
    context.addIssue(expected)
    return z.NEVER
  })

/** JSON as a value; undefined for text that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The schema of JSON that is stored. Text that is no JSON is an issue like any other, and not thrown. */
export const storedJson = readBy(z.string(), parseJson, 'is not JSON')

const textOrNumber = z.union([z.string(), z.number()])

/** A price above zero, as a number or a text. */
export const wirePrice = readBy(textOrNumber, parsePrice, 'must be a price above zero')

function parsePrice(value: string | number): Decimal | undefined {
  const price = decimalOf(value)
  return price !== undefined && isPositive(price) ? price : undefined
}

export const wireMoment = readBy(textOrNumber, parseMoment, 'must be a date or time')

/**
 * Keys and pages of any server (`usd`, `b.i.d`): all characters but those that separate the parts of our own names. A slash
 * separates the two monitors of a gap.
 */
export const FOREIGN_NAME = /^[^\s:/\p{C}]{1,64}$/u
export const FOREIGN_PAGE = /^[^\s.:/\p{C}]{1,64}$/u

const TITLE_LENGTH_MAX = 200
const IMAGE_LENGTH_MAX = 2_048
const ALIAS_LENGTH_MAX = 40
const ALIASES_MAX = 20
const SOURCES_MAX = 20
const PERCENT_MAX = 100

/** Lone surrogates are replaced: Redis cannot decode JSON with them. */
const wireText = (lengthMax: number) =>
  z
    .string()
    .max(lengthMax)
    .transform((text) => text.toWellFormed())

/** Control characters, white space, and marks that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\s\u202a-\u202e\u2066-\u2069]+/gu
const printable = (text: string): string => text.toWellFormed().replace(UNPRINTABLE, ' ').trim()
const wireTitle = z.string().max(TITLE_LENGTH_MAX).transform(printable)

/** The fields of a record that we read, from any server of the interface. */
export const tolerantRecord = z.object({
  price: wirePrice,
  last_update: wireMoment,
  price_old: wirePrice.nullish().catch(null),
  image: wireText(IMAGE_LENGTH_MAX).nullish().catch(null),
  title: wireTitle.nullish().catch(null),
  in_force: z.object({ price: wirePrice, last_update: wireMoment }).optional().catch(undefined),
  effective_day: z.boolean().optional().catch(undefined),
  aliases: z.array(wireText(ALIAS_LENGTH_MAX)).max(ALIASES_MAX).optional().catch(undefined),
  least_change: z.number().min(0).max(PERCENT_MAX).optional().catch(undefined),
  sources: z.array(wireTitle).max(SOURCES_MAX).optional().catch(undefined),
  simulated: z.boolean().optional().catch(undefined),
  stale: z.boolean().optional().catch(undefined),
})
export type TolerantRecord = z.output<typeof tolerantRecord>

export function toQuote(monitor: MonitorId, record: TolerantRecord): Quote {
  return {
    monitor,
    title: record.title || monitor.key,
    ...(record.aliases && { aliases: record.aliases }),
    ...(record.effective_day !== undefined && { effectiveDay: record.effective_day }),
    ...(record.least_change !== undefined && { leastChange: record.least_change }),
    ...(record.sources && { sources: record.sources }),
    image: record.image || null,
    price: record.price,
    priceOld: record.price_old ?? record.price,
    lastUpdate: record.last_update,
    ...(record.in_force && {
      inForce: { price: record.in_force.price, lastUpdate: record.in_force.last_update },
    }),
    simulated: record.simulated ?? false,
    stale: record.stale ?? false,
  }
}
