import { Cron } from 'croner'
import { z } from 'zod'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../rates/durations.ts'
import { CURRENCIES } from '../../rates/monitor.ts'
import { isSelector } from './html.ts'
import { isPointer } from './json.ts'
import { parsePrice } from './source.ts'

const UNITS_MS: ReadonlyMap<string, number> = new Map([
  ['s', SECOND_MS],
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
])
const PERIOD = /^(\d{1,9})([smhd])$/

/** Parses `90s`, `15m`, `36h`, `2d` as ms; undefined for anything else, and for less than a second. */
export function parsePeriod(text: string): number | undefined {
  const [, count = '', unit = ''] = PERIOD.exec(text) ?? []
  const ms = Number(count) * (UNITS_MS.get(unit) ?? Number.NaN)
  return ms >= SECOND_MS ? ms : undefined
}

export const TIME_ZONE = 'America/Caracas'

/** The times to collect at: every `everyMs`, or by a cron expression in Caracas time. */
export type Timing = { readonly everyMs: number } | { readonly cron: string }

const createCron = (expression: string): Cron => new Cron(expression, { paused: true, timezone: TIME_ZONE })

/** Whether a text is a cron expression, without the dates and nicknames that the library also accepts. */
export function isCron(text: string): boolean {
  if (!/\S\s+\S/.test(text)) return false
  try {
    createCron(text) // the library has no other check than to throw
    return true
  } catch {
    return false
  }
}

/** Returns the first time after `now` to run again after a run that started then (ms). Missed times are skipped. */
export function nextAfter(every: Timing, startedAt: number): (now: number) => number {
  if ('cron' in every) {
    const cron = createCron(every.cron)
    return (now) => cron.nextRun(new Date(now))?.getTime() ?? Number.POSITIVE_INFINITY
  }
  const { everyMs } = every
  return (now) => startedAt + Math.max(1, Math.ceil((now - startedAt) / everyMs)) * everyMs
}

const TEXT_LENGTH_MAX = 200
const PLACE_LENGTH_MAX = 1_000
const ADDRESS_LENGTH_MAX = 2_048
const EVERY_DEFAULT = '15m'
const STALE_AFTER_DEFAULT = '36h'

const optional = <Value, Other>(value: Value | null | undefined, other: Other): Value | Other =>
  value ?? other

const text = z
  .string()
  .min(1)
  .max(TEXT_LENGTH_MAX)
  .transform((value) => value.toWellFormed())
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(ADDRESS_LENGTH_MAX)

const period = z.string().transform((value, context): number => {
  const ms = parsePeriod(value)
  if (ms !== undefined) return ms
  context.addIssue('must be a period from 1s up, such as 90s, 15m, 36h or 2d')
  return z.NEVER
})

const timing = z.string().transform((value, context): Timing => {
  const everyMs = parsePeriod(value)
  if (everyMs !== undefined) return { everyMs }
  if (isCron(value)) return { cron: value }
  context.addIssue('must be a period from 1s up, such as 15m, or a cron expression')
  return z.NEVER
})

const headers = z
  .record(
    z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is no name of a header'),
    z.string().regex(/^[\t\x20-\x7e]*$/, 'must be visible ASCII characters'),
  )
  .nullish()
  .transform((value) => optional(value, {}))

const fetched = {
  url: webAddress,
  headers,
  method: z
    .enum(['GET', 'POST'], 'must be GET or POST')
    .nullish()
    .transform((value) => optional(value, 'GET' as const)),
  body: z
    .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .nullish()
    .transform((value) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null),
    ),
}

const PLACES = {
  json: z.string().max(PLACE_LENGTH_MAX).refine(isPointer, 'must be a JSON Pointer'),
  html: z.string().max(PLACE_LENGTH_MAX).refine(isSelector, 'must be a CSS selector'),
}
const keyThere = z.string().min(1).max(64).optional()
const startingPrice = z
  .union([z.string(), z.number().transform(String)])
  .refine((value) => parsePrice(value) !== undefined, 'must be a price above zero')
  .optional()

const MONITORS_MAX = 200
const KINDS = ['json', 'html', 'relay', 'simulated'] as const

/** The schema of a page with one kind of source. Names are checked elsewhere: here they would hide other problems. */
function pageOf<Source extends z.ZodType, Price extends z.ZodType, Time extends z.ZodType>(
  source: Source,
  price: Price,
  last_update: Time,
) {
  const monitor = z.object({
    currency: z.enum(CURRENCIES, `must be ${CURRENCIES.join(' or ')}`),
    title: text.optional(),
    image: z
      .string()
      .max(ADDRESS_LENGTH_MAX)
      .nullish()
      .transform((value) => optional(value, null)),
    price,
    last_update,
  })
  return z.object({
    title: text.optional(),
    every: timing.prefault(EVERY_DEFAULT),
    stale_after: period.prefault(STALE_AFTER_DEFAULT),
    source,
    monitors: z
      .record(z.string(), monitor, 'must be an object of monitors')
      .refine((monitors) => Object.keys(monitors).length > 0, 'must not be empty')
      .refine((monitors) => Object.keys(monitors).length <= MONITORS_MAX, `must be at most ${MONITORS_MAX}`),
  })
}

const relay = z.object({
  kind: z.literal('relay'),
  url: webAddress,
  headers,
  page: z.string().min(1).max(64).optional(),
})

/** The schema of a page by the kind of its source. */
const PAGES = {
  json: pageOf(z.object({ kind: z.literal('json'), ...fetched }), PLACES.json, PLACES.json.nullish()),
  html: pageOf(z.object({ kind: z.literal('html'), ...fetched }), PLACES.html, PLACES.html.nullish()),
  relay: pageOf(relay, keyThere, z.string().nullish()),
  simulated: pageOf(z.object({ kind: z.literal('simulated') }), startingPrice, z.string().nullish()),
}
const NO_KIND = pageOf(
  z.object({ kind: z.enum(KINDS, `must be ${KINDS.join(', ')}`) }, 'must be an object with a kind'),
  z.unknown().optional(),
  z.unknown().optional(),
)

const KIND = z.object({ source: z.object({ kind: z.enum(KINDS) }) }).transform(({ source }) => source.kind)

export type Page = z.output<(typeof PAGES)[keyof typeof PAGES]>
/** A source as it is in the file. */
export type SourceInFile = Page['source']

/** The schema for a page by the kind of its source; one that fails for an unknown kind. */
export function schemaFor(page: unknown): z.ZodType<Page> {
  const kind = KIND.safeParse(page)
  return kind.success ? PAGES[kind.data] : NO_KIND.pipe(z.never())
}
