import { Cron } from 'croner'
import { z } from 'zod'
import { readBy } from '../../../api/record.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../domain/caracas.ts'
import { CURRENCIES } from '../../../domain/monitor.ts'
import { isSelector } from '../parse/html.ts'
import { amount, LIST_PRICE, type ListPrice, PLACE_LENGTH_MAX, pointer } from '../parse/json.ts'
import { PAST_NAMES } from '../shipped/past.ts'
import { parsePrice } from '../source.ts'

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

const TIME_ZONE = 'America/Caracas'

/** The times to collect at: every `everyMs`, or whenever one of the cron expressions says so, in Caracas time. */
export type Timing = { readonly everyMs: number } | { readonly crons: readonly string[] }

const createCron = (expression: string): Cron => new Cron(expression, { paused: true, timezone: TIME_ZONE })

/** Whether a text is a cron expression, without the dates and nicknames that the library also accepts. */
export function isCron(text: string): boolean {
  if (!/\S\s+\S/.test(text)) return false
  try {
    // The library has no other check than to throw. One that never comes (31 February) would leave a page unread.
    return createCron(text).nextRun() !== null
  } catch {
    return false
  }
}

/** Returns the first time after `now` to run again after a run that started then (ms). Missed times are skipped. */
export function nextAfter(every: Timing, startedAt: number): (now: number) => number {
  if ('crons' in every) {
    const crons = every.crons.map(createCron)
    return (now) => Math.min(...crons.map((cron) => nextRun(cron, now)))
  }
  const { everyMs } = every
  return (now) => startedAt + Math.max(1, Math.ceil((now - startedAt) / everyMs)) * everyMs
}

const nextRun = (cron: Cron, now: number): number =>
  cron.nextRun(new Date(now))?.getTime() ?? Number.POSITIVE_INFINITY

const CRONS_MAX = 20

/** The schema of a period such as `stale_after`, in ms. */
const period = readBy(z.string(), parsePeriod, 'must be a period from 1s up, such as 90s, 15m, 36h or 2d')

/** How long a price may stay the same: so many ms, or a time of day (ms from midnight) for prices of effective days. */
export type StandsStillAfter = { readonly periodMs: number } | { readonly timeOfDayMs: number }

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/
const STANDS_STILL_EXPECTED =
  'must be a period such as 24h, or for prices with effective_day a time of day such as 22:00'

/** Parses `24h` or `22:00`; undefined for anything else. */
function parseStandsStillAfter(text: string): StandsStillAfter | undefined {
  const [, hours, minutes] = TIME_OF_DAY.exec(text) ?? []
  if (hours !== undefined) return { timeOfDayMs: Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS }
  const periodMs = parsePeriod(text)
  return periodMs === undefined ? undefined : { periodMs }
}

/** The schema of `stands_still_after`. */
const standsStillAfter = readBy(z.string(STANDS_STILL_EXPECTED), parseStandsStillAfter, STANDS_STILL_EXPECTED)

/** The schema of `every`: a period, a cron expression, or a list of those. */
const timing = z
  .union(
    [z.string(), z.array(z.string()).min(1).max(CRONS_MAX)],
    'must be a period, a cron expression or a list of cron expressions',
  )
  .transform((value, context): Timing => {
    const everyMs = typeof value === 'string' ? parsePeriod(value) : undefined
    if (everyMs !== undefined) return { everyMs }
    const crons = typeof value === 'string' ? [value] : value
    const wrong = crons.find((cron) => !isCron(cron))
    if (wrong === undefined) return { crons }
    context.addIssue(
      typeof value === 'string'
        ? 'must be a period from 1s up, such as 15m, or a cron expression'
        : `must be a list of cron expressions: ${JSON.stringify(wrong)} is none`,
    )
    return z.NEVER
  })

const ADDRESS_LENGTH_MAX = 2_048
const KEY_LENGTH_MAX = 64
const TIMEOUT_MS_MAX = 2 * MINUTE_MS

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(ADDRESS_LENGTH_MAX)

/** A value that may be left out, or be null; then it is `other`. */
const orElse = <Schema extends z.ZodType, Other>(schema: Schema, other: Other) =>
  schema
    .nullish()
    .transform((value): z.output<Schema> | Other => (value ?? other) as z.output<Schema> | Other)

const headers = orElse(
  z.record(
    z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is no name of a header'),
    z.string().regex(/^[\t\x20-\x7e]*$/, 'must be visible ASCII characters'),
  ),
  {},
)

const selector = z
  .string('must be a CSS selector')
  .max(PLACE_LENGTH_MAX)
  .refine(isSelector, 'must be a CSS selector')
const keyThere = z.string('must be the key of the monitor there').min(1).max(KEY_LENGTH_MAX).optional()
const startingPrice = z
  .union([z.string(), z.number().transform(String)], 'must be a price above zero')
  .refine((value) => parsePrice(value) !== undefined, 'must be a price above zero')
  .optional()

/** Reads a value by the schema that `schemaFor` chooses. A union would only say that none fits. */
const either = <Output>(schemaFor: (value: unknown) => z.ZodType<Output>) =>
  z.unknown().transform((value, context): Output => {
    const read = schemaFor(value).safeParse(value)
    if (read.success) return read.data
    for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  })

const pointerOrList = either<string | ListPrice>((value) =>
  typeof value === 'object' && value !== null ? LIST_PRICE : pointer,
)

/** A file of certificates in PEM, relative to the file of sources, that complete its TLS chain. */
const intermediates = z.string('must be the name of a file').min(1).optional()

const fetched = { url: webAddress, headers, intermediates }
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

const TEXT_LENGTH_MAX = 200

const text = z
  .string('must be a text')
  .regex(/^(?=.*\S)\P{Cc}*$/u, 'must be a text in one line')
  .max(TEXT_LENGTH_MAX)
  .transform((value) => value.toWellFormed())

/** The places of each monitor's price and time in an answer. */
const places = <Price extends z.ZodType, Time extends z.ZodType>(price: Price, last_update: Time) =>
  z.record(z.string(), z.object({ price, last_update }), 'must be an object of monitors')

/** What every source may have; those of a list must have a name. */
const named = {
  name: text.optional(),
  echo_of: z.string().optional(),
  stale_after: period.optional(),
  timeout: period.refine((ms) => ms <= TIMEOUT_MS_MAX, 'must be at most 120s').optional(),
}

const source = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('json'),
      ...named,
      ...sent,
      monitors: places(pointerOrList, pointer.nullish()),
    }),
    z.object({ kind: z.literal('html'), ...named, ...sent, monitors: places(selector, selector.nullish()) }),
    z.object({
      kind: z.literal('relay'),
      ...named,
      ...fetched,
      page: z.string().min(1).max(KEY_LENGTH_MAX).optional(),
      monitors: places(keyThere, z.string().nullish()),
    }),
    z.object({
      kind: z.literal('simulated'),
      ...named,
      /** Publishes once a business day, as the bank does. */
      official: z.boolean().optional(),
      /** Stays about this factor above another page. */
      above: z.object({ page: z.string(), factor: amount }).optional(),
      monitors: places(startingPrice, z.string().nullish()),
    }),
  ],
  {
    error: ({ code }) =>
      code === 'invalid_union' ? 'must be json, html, relay or simulated' : 'must be an object with a kind',
  },
)

/** A source as it is in the file. */
export type SourceInFile = z.output<typeof source>

const IMAGE_LENGTH_MAX = 2_048
const MONITORS_MAX = 200
const ALIASES_MAX = 20
const ALIAS_LENGTH_MAX = 40
const HISTORIES_MAX = 5
const PARTS_MAX = 10
/** ×3; a price that jumps further is held back in any case. */
const STEP_PERCENT_MAX = 200
const STALE_AFTER_DEFAULT = '36h'
/** Sources of one page. */
const SOURCES_MAX = 20

const combine = z.enum(['first', 'median'], 'must be first or median')
/** How the sources of a monitor are made one: the first good one in their order, or the median of all good ones. */
export type Combine = z.output<typeof combine>
const quorum = z.int().min(1, 'must be 1 or more').max(SOURCES_MAX)

const alias = z
  .string()
  .max(ALIAS_LENGTH_MAX)
  .regex(/^[a-z0-9]+(?:[ _-][a-z0-9]+)*$/, 'must be in lower case and without accents')
  .regex(/[a-z]/, 'must have a letter: people type amounts')

/** Monitors whose mean a price is, as `PAGE.KEY`. */
const meanOf = z
  .array(z.string('must be the name of a monitor, such as bcv.usd'), 'must be a list of monitors')
  .min(2, 'must be two monitors or more')
  .max(PARTS_MAX)

const history = z
  .object({
    kind: z.literal('json', 'must be json'),
    url: webAddress,
    headers,
    intermediates,
    rows: pointer,
    date: pointer,
    price: pointer,
  })
  .readonly()
/** Where a monitor's past is read: `rows` points at a list, `date` and `price` into each row of it. */
export type HistoryConfig = z.output<typeof history>

const histories = z.array(history).min(1, 'must not be empty').max(HISTORIES_MAX)
/** One place, or several that stand in for each other. */
const historyOrList = either<readonly HistoryConfig[]>((value) =>
  Array.isArray(value) ? histories : history.transform((one) => [one]),
)

const monitor = z.object({
  currency: z.enum(CURRENCIES, `must be ${CURRENCIES.join(' or ')}`),
  title: text.optional(),
  image: orElse(z.string().max(IMAGE_LENGTH_MAX), null),
  aliases: z.array(alias).max(ALIASES_MAX).readonly().optional(),
  least_change: z
    .number('must be a number of percent')
    .min(0, 'must be 0 or more')
    .max(100, 'must be at most 100')
    .optional(),
  step: z
    .number('must be a number of percent')
    .positive('must be above 0')
    .max(STEP_PERCENT_MAX, `must be at most ${STEP_PERCENT_MAX}`)
    .optional(),
  effective_day: z.boolean('must be true or false').optional(),
  stands_still_after: standsStillAfter.optional(),
  combine: combine.optional(),
  quorum: quorum.optional(),
  history: historyOrList.optional(),
  past: z.enum(PAST_NAMES, `must be ${PAST_NAMES.join(', ')}`).optional(),
  mean_of: meanOf.optional(),
})

/** A monitor as it is in the file. */
export type MonitorInFile = z.output<typeof monitor>

/** The only source of a page has the places of its prices in the monitors of the page. */
function withPlaces(page: unknown, context: z.core.$RefinementCtx): unknown {
  const { source, sources, monitors } = Object(page) as Readonly<Record<string, unknown>>
  if (typeof source !== 'object' || source === null) {
    if (sources !== undefined) checkNoPlaces(monitors, context)
    return page
  }
  if (sources !== undefined)
    context.addIssue({ code: 'custom', path: ['source'], message: 'must not stand beside sources' })
  return { ...Object(page), source: { ...source, monitors } }
}

/** Beside several sources a place of a monitor would be read by none. */
function checkNoPlaces(monitors: unknown, context: z.core.$RefinementCtx): void {
  for (const [key, one] of Object.entries(Object(monitors)))
    for (const field of ['price', 'last_update'])
      if (Object.hasOwn(Object(one), field))
        context.addIssue({
          code: 'custom',
          path: ['monitors', key, field],
          message: 'must stand in the monitors of each source',
        })
}

/** The schema of a page. */
export const PAGE = z.preprocess(
  withPlaces,
  z.object({
    title: text.optional(),
    every: timing.optional(),
    stale_after: period.prefault(STALE_AFTER_DEFAULT),
    combine: combine.default('first'),
    quorum: quorum.optional(),
    source: source.optional(),
    sources: z
      .array(source, 'must be a list of sources')
      .min(1, 'must not be empty')
      .max(SOURCES_MAX, `must be at most ${SOURCES_MAX}`)
      .optional(),
    monitors: z
      .record(z.string(), monitor, 'must be an object of monitors')
      .refine((monitors) => Object.keys(monitors).length > 0, 'must not be empty')
      .refine((monitors) => Object.keys(monitors).length <= MONITORS_MAX, `must be at most ${MONITORS_MAX}`),
  }),
)

export type PageInFile = z.output<typeof PAGE>
