import { readFile } from 'node:fs/promises'
import { Cron } from 'croner'
import { z } from 'zod'
import { CURRENCIES } from '../rates/currency.ts'
import { NAME_PATTERN } from '../rates/monitor.ts'
import { codeOf, Failure, messageOf } from '../runtime/failure.ts'
import { parsePeriod } from './period.ts'
import { isSelector } from './sources/html.ts'
import { isPointer } from './sources/json.ts'
import { parsePrice } from './sources/observe.ts'

const PAGES_MAX = 100
const MONITORS_PER_PAGE_MAX = 200
const TEXT_LENGTH_MAX = 200
const ADDRESS_LENGTH_MAX = 2_048
const EVERY_DEFAULT = '15m'
const STALE_AFTER_DEFAULT = '36h'
export const TIME_ZONE = 'America/Caracas'

const NAME_PROBLEM = `must match ${NAME_PATTERN.source}`

const text = z
  .string()
  .min(1)
  .max(TEXT_LENGTH_MAX)
  .transform((value) => value.toWellFormed())
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(ADDRESS_LENGTH_MAX)
const place = z
  .string()
  .min(1)
  .max(TEXT_LENGTH_MAX * 5)

const period = z.string().transform((value, context): number => {
  const ms = parsePeriod(value)
  if (ms !== undefined) return ms
  context.addIssue('must be a period from 1s up, such as 90s, 15m, 36h or 2d')
  return z.NEVER
})

/** When to collect: each `everyMs`, or at the times of a cron expression in Caracas. */
export type Timing = { readonly everyMs: number } | { readonly cron: string }

const timing = z.string().transform((value, context): Timing => {
  const everyMs = parsePeriod(value)
  if (everyMs !== undefined) return { everyMs }
  if (isCron(value)) return { cron: value }
  context.addIssue('must be a period from 1s up, such as 15m, or a cron expression')
  return z.NEVER
})

function isCron(value: string): boolean {
  if (!/\s/.test(value.trim())) return false // croner also takes dates and nicknames
  try {
    return new Cron(value, { paused: true, timezone: TIME_ZONE }).nextRun() !== null
  } catch {
    return false
  }
}

const headers = z
  .record(
    z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is no name of a header'),
    z.string().regex(/^[\t\x20-\x7e]*$/, 'must be visible ASCII characters'),
  )
  .nullish()
  .transform((value) => value ?? {})
const fetched = {
  url: webAddress,
  headers,
  method: z
    .enum(['GET', 'POST'], 'must be GET or POST')
    .nullish()
    .transform((value) => value ?? 'GET'),
  body: z
    .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .nullish()
    .transform((value) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null),
    ),
}
const source = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('json'), ...fetched }),
    z.object({ kind: z.literal('html'), ...fetched }),
    z.object({
      kind: z.literal('relay'),
      url: webAddress,
      page: z.string().min(1).max(64).optional(),
      headers,
    }),
    z.object({ kind: z.literal('simulated'), official: z.boolean().optional() }),
  ],
  'must have a kind: json, html, relay or simulated',
)
export type SourceConfig = z.output<typeof source>

const monitor = z.object({
  currency: z.enum(CURRENCIES, `must be ${CURRENCIES.join(' or ')}`),
  title: text.optional(),
  image: z
    .string()
    .max(ADDRESS_LENGTH_MAX)
    .nullish()
    .transform((value) => value ?? null),
  price: z.union([place, z.number().transform(String)]).optional(),
  last_update: place.nullish().transform((value) => value ?? undefined),
})

const page = z.object({
  title: text.optional(),
  every: timing.prefault(EVERY_DEFAULT),
  stale_after: period.prefault(STALE_AFTER_DEFAULT),
  source,
  monitors: record(monitor, MONITORS_PER_PAGE_MAX, 'monitors'),
})

const file = z.object({ pages: record(page, PAGES_MAX, 'pages') })

/** An object keyed by names, neither empty nor too large. */
function record<Value extends z.ZodType>(value: Value, max: number, what: string) {
  return z
    .record(z.string().regex(NAME_PATTERN, NAME_PROBLEM), value)
    .refine((all) => Object.keys(all).length > 0, `must name ${what}`)
    .refine((all) => Object.keys(all).length <= max, `must be at most ${max}`)
}

type MonitorConfig = z.output<typeof monitor>

/** A page as the file has it, with every default in its place. `price` and `last_update` are the source's business. */
export interface PageConfig {
  readonly page: string
  readonly title: string
  readonly every: Timing
  readonly staleAfterMs: number
  readonly source: SourceConfig
  readonly monitors: readonly (Omit<MonitorConfig, 'title'> & {
    readonly key: string
    readonly title: string
  })[]
}

/** Reads `SOURCES_FILE`. Throws one Failure that names every problem in it. */
export async function readSourcesFile(path: string): Promise<PageConfig[]> {
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    const reason = codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error)
    throw new Failure(`SOURCES_FILE ${path} cannot be read: ${reason}`)
  })
  return parseSources(content, path)
}

/** The pages in the order of the file. Throws one Failure that names every problem. */
export function parseSources(content: string, path: string): PageConfig[] {
  const read = file.safeParse(parseJson(content, path))
  if (!read.success) throw failureOf(path, read.error.issues.map(problemOf))
  const pages = Object.entries(read.data.pages).map(([name, { stale_after, title, monitors, ...rest }]) => ({
    ...rest,
    page: name,
    title: title ?? name,
    staleAfterMs: stale_after,
    monitors: Object.entries(monitors).map(([key, one]) => ({ ...one, key, title: one.title ?? key })),
  }))
  const problems = pages.flatMap(placeProblems)
  if (problems.length > 0) throw failureOf(path, problems)
  return pages
}

function parseJson(content: string, path: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw failureOf(path, [`it is not JSON: ${messageOf(error).replace(/\s+/g, ' ')}`])
  }
}

const failureOf = (path: string, problems: readonly string[]): Failure =>
  new Failure(`Bad SOURCES_FILE ${path}: ${[...new Set(problems)].join('; ')}`)

function problemOf(issue: z.core.$ZodIssue): string {
  const reason = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message
  return `${issue.path.join('.') || 'the file'}: ${reason}`
}

const PLACES = {
  json: { is: isPointer, what: 'a JSON Pointer' },
  html: { is: isSelector, what: 'a CSS selector' },
} as const

/** What is wrong with where a page's monitors are to be found; its meaning depends on the kind of source. */
function placeProblems({ page, source, monitors }: PageConfig): string[] {
  const { kind } = source
  return monitors.flatMap(({ key, price, last_update }) => {
    const at = `pages.${page}.monitors.${key}`
    if (kind === 'relay') return []
    if (kind === 'simulated') {
      return price === undefined || parsePrice(price) ? [] : [`${at}.price: must be a price above zero`]
    }
    const { is, what } = PLACES[kind]
    return [
      ...(price !== undefined && is(price) ? [] : [`${at}.price: must be ${what}`]),
      ...(last_update === undefined || is(last_update) ? [] : [`${at}.last_update: must be ${what}`]),
    ]
  })
}
