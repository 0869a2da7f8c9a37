import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import type { Decimal } from '../../../domain/decimal.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import type { Currency } from '../../../domain/monitor.ts'
import { codeOf, Failure, messageOf } from '../../../runtime/failure.ts'
import { parseIntermediates } from '../connect/agents.ts'
import type { ListPrice } from '../parse/json.ts'
import type { PastName } from '../shipped/past.ts'
import { aliasProblems, type FileProblem, fitProblems, meanProblems } from './fit-problems.ts'
import {
  type Combine,
  type HistoryConfig,
  kinded,
  named,
  PAGE,
  type PageInFile,
  SOURCES,
  SOURCES_MAX,
  type SourceInFile,
  type StandsStillAfter,
  type Timing,
} from './schema.ts'

/** A simulated source. The demonstration adds official pages, and pages that stay above an official page. */
export interface SimulatedSource {
  readonly kind: 'simulated'
  readonly isOfficial?: boolean
  readonly above?: { readonly page: string; readonly factor: Decimal }
}

/** Other monitors of the file: the prices of the page are means of theirs. */
export interface MeanSource {
  readonly kind: 'mean'
  readonly isSimulated?: boolean
}

/** The places of a monitor's price and time in the answer of a source, in the form that its kind has. */
export interface MonitorPlaces {
  readonly key: string
  readonly currency: Currency
  readonly price?: string | ListPrice | undefined
  readonly last_update?: string | null | undefined
  /** The monitors that it is the mean of, as `PAGE.KEY`, of a page of means. */
  readonly meanOf?: readonly string[] | undefined
}

/** One source of a page, and where it has the price of each monitor. */
export type SourceConfig = (Exclude<SourceInFile, { kind: 'simulated' }> | SimulatedSource | MeanSource) & {
  /** As people read it; the title of the page where its only source has no name. */
  readonly name: string
  /** The sources of the page that this one only repeats, also through each other: it counts while none of them gives a price. */
  readonly echoOf?: readonly string[]
  /** An older price of it is the last resort, and stale; if not given, that of the page counts. */
  readonly staleAfterMs?: number
  readonly monitors: readonly MonitorPlaces[]
}

/** A monitor of a page, and how its sources are made one. */
export interface MonitorConfig {
  readonly key: string
  readonly currency: Currency
  readonly title: string
  readonly image: string | null
  readonly combine: Combine
  readonly quorum: number
  readonly aliases?: readonly string[]
  /** The change in percent that a new follow begins with. */
  readonly leastChange?: number
  /** Percent that its price moves in a day at most; a larger step waits for a witness. */
  readonly step?: number
  /** Its prices are published for effective days. */
  readonly effectiveDay?: boolean
  /** When a price that does not change is stale, whatever its stamp says; undefined: never. */
  readonly standsStillAfter?: StandsStillAfter
  /** Where its past is read, the best place first. */
  readonly history?: readonly HistoryConfig[]
  /** The past that comes with the program, which `history` goes on from. */
  readonly past?: PastName
}

/** A page of `SOURCES_FILE` with its defaults filled in. */
export interface PageConfig {
  readonly page: string
  readonly title: string
  readonly every: Timing
  readonly staleAfterMs: number
  readonly sources: readonly SourceConfig[]
  /** Its records name the sources of a price. */
  readonly namesSources: boolean
  readonly monitors: readonly MonitorConfig[]
  /** Certificates in PEM that its sources and histories name. */
  readonly intermediates?: readonly string[]
}

/** A page, or all that is wrong with it. */
type PageRead = { readonly page: PageConfig } | { readonly problems: readonly FileProblem[] }

/** A mean moves with any of its parts, but at most so often. */
export const MEAN_EVERY = { everyMs: MINUTE_MS } as const satisfies Timing

const RAW_PAGE = z.looseObject({
  source: z.unknown().optional(),
  sources: z.unknown().optional(),
  monitors: z.unknown().optional(),
})
const RAW_SOURCES = z
  .array(
    z.looseObject({ monitors: z.unknown().optional() }, 'must be an object with a name, a kind and monitors'),
    'must be a list of sources',
  )
  .min(1, 'must not be empty')
  .max(SOURCES_MAX, `must be at most ${SOURCES_MAX}`)

/** Reads one page of the file. */
export function readPage(name: string, raw: unknown): PageRead {
  const page = PAGE.safeParse(raw)
  const loose = RAW_PAGE.safeParse(raw)
  const sources = loose.success ? readSources(loose.data) : []
  const problems = [
    ...fitProblems(name, raw),
    ...issuesOf(page, []),
    ...sources.flatMap((one) => ('problems' in one ? one.problems : [])),
  ]
  if (problems.length > 0 || !page.success) return { problems }
  const good = sources.flatMap((one) => ('read' in one ? [one.read] : []))
  return { page: toConfig(name, page.data, good) }
}

const issuesOf = (result: z.ZodSafeParseResult<unknown>, at: readonly PropertyKey[]): FileProblem[] =>
  (result.error?.issues ?? []).map(({ path, message }) => ({ at: [...at, ...path], message }))

interface NamedSource {
  readonly name?: string | undefined
  readonly echo_of?: string | undefined
  readonly stale_after?: number | undefined
  readonly source: SourceInFile | MeanSource
  readonly places: Readonly<Record<string, Omit<MonitorPlaces, 'key' | 'currency'>>>
}
type SourceRead = { readonly read: NamedSource } | { readonly problems: readonly FileProblem[] }

/** Reads `sources`, or `source` with the places that are in the monitors of the page. */
function readSources({ source, sources, monitors }: z.output<typeof RAW_PAGE>): SourceRead[] {
  const means = MEANS.safeParse(monitors)
  if (means.success && source === undefined && sources === undefined) {
    return [{ read: { source: { kind: 'mean' }, places: means.data } }]
  }
  if (sources === undefined) {
    const at = { at: ['source'], monitorsAt: ['monitors'] }
    return [readSource(source, monitors, { ...at, names: named.partial() })]
  }
  const list = RAW_SOURCES.safeParse(sources)
  if (!list.success) return [{ problems: issuesOf(list, ['sources']) }]
  return list.data.map((one, i) => {
    const at = { at: ['sources', i], monitorsAt: ['sources', i, 'monitors'] }
    return readSource(one, one.monitors, { ...at, names: named })
  })
}

/** The monitors of a page of means; those of other pages have no `mean_of`. */
const MEANS = z.record(
  z.string(),
  z.object({ mean_of: z.array(z.string()) }).transform(({ mean_of }) => ({ meanOf: mean_of })),
)

interface Position {
  readonly at: readonly PropertyKey[]
  readonly monitorsAt: readonly PropertyKey[]
  readonly names: z.ZodType<Pick<NamedSource, 'name' | 'echo_of' | 'stale_after'>>
}

function readSource(raw: unknown, monitors: unknown, { at, monitorsAt, names }: Position): SourceRead {
  const kind = kinded.safeParse(raw)
  if (!kind.success) return { problems: issuesOf(kind, at) }
  const schemas = SOURCES[kind.data.kind]
  const name = names.safeParse(raw)
  const source = schemas.source.safeParse(raw)
  const places = z.record(z.string(), schemas.places, 'must be an object of monitors').safeParse(monitors)
  if (source.success && places.success && name.success) {
    return { read: { ...name.data, source: source.data, places: places.data } }
  }
  return { problems: [...issuesOf(name, at), ...issuesOf(source, at), ...issuesOf(places, monitorsAt)] }
}

function toConfig(page: string, file: PageInFile, sources: readonly NamedSource[]): PageConfig {
  const title = file.title ?? page
  const isMeans = sources.some(({ source }) => source.kind === 'mean')
  const monitors = Object.entries(file.monitors).map(([key, monitor]) => toMonitor(key, monitor, file))
  return {
    page,
    title,
    every: isMeans ? MEAN_EVERY : file.every,
    staleAfterMs: file.stale_after,
    sources: sources.map(({ source, name, echo_of, stale_after, places }) => ({
      ...source,
      name: name ?? title,
      ...(echo_of !== undefined && { echoOf: echoedBy(sources, echo_of) }),
      ...(stale_after !== undefined && { staleAfterMs: stale_after }),
      monitors: monitors
        .filter(({ key }) => Object.hasOwn(places, key))
        .map(({ key, currency }) => ({ ...places[key], key, currency })),
    })),
    namesSources: isMeans || sources.some(({ name }) => name !== undefined),
    monitors,
  }
}

/** The source that is repeated first, and those that it repeats itself. The file has no circle of them. */
function echoedBy(sources: readonly NamedSource[], first: string): string[] {
  const next = sources.find(({ name }) => name === first)?.echo_of
  return next === undefined ? [first] : [first, ...echoedBy(sources, next)]
}

function toMonitor(
  key: string,
  {
    title,
    currency,
    image,
    aliases,
    least_change,
    step,
    effective_day,
    stands_still_after,
    history,
    past,
    ...own
  }: PageInFile['monitors'][string],
  page: PageInFile,
): MonitorConfig {
  return {
    key,
    currency,
    title: title ?? key,
    image,
    combine: own.combine ?? page.combine,
    quorum: own.quorum ?? page.quorum,
    ...(aliases && { aliases }),
    ...(least_change !== undefined && { leastChange: least_change }),
    ...(step !== undefined && { step }),
    ...(effective_day !== undefined && { effectiveDay: effective_day }),
    ...(stands_still_after && { standsStillAfter: stands_still_after }),
    ...(history && { history }),
    ...(past && { past }),
  }
}

const PAGES_MAX = 100

/** Reads `SOURCES_FILE`. Throws a Failure that names every problem in it. */
export async function readSourcesFile(path: string): Promise<PageConfig[]> {
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    const reason = codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error)
    throw new Failure(`SOURCES_FILE ${path} cannot be read: ${reason}`)
  })
  const pages = parseSources(content, path)
  const read = await Promise.allSettled(pages.map((page) => withIntermediates(page, dirname(path))))
  const problems = read.flatMap((one) => (one.status === 'rejected' ? [messageOf(one.reason)] : []))
  if (problems.length > 0) throw failureOf(path, problems)
  return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** The certificates that the pages name, to complete chains of https. */
export const intermediatesOf = (pages: readonly PageConfig[]): string[] =>
  pages.flatMap(({ intermediates = [] }) => intermediates)

/** Reads the files of intermediates that the sources and histories of a page name. */
async function withIntermediates(page: PageConfig, folder: string): Promise<PageConfig> {
  const fetched = [...page.sources, ...page.monitors.flatMap(({ history = [] }) => history)]
  const intermediates: string[] = []
  for (const one of fetched) {
    const file = 'intermediates' in one ? one.intermediates : undefined
    if (file === undefined) continue
    const found = readFile(resolve(folder, file), 'utf8').then(parseIntermediates)
    const certificates = await found.catch((error: unknown) => {
      throw new Failure(`pages.${page.page}: intermediates ${file}: ${messageOf(error)}`, { cause: error })
    })
    intermediates.push(...certificates)
  }
  return { ...page, intermediates }
}

const FILE = z.object({
  pages: z
    .record(z.string(), z.unknown(), 'must be an object of pages')
    .refine((pages) => Object.keys(pages).length > 0, 'must not be empty')
    .refine((pages) => Object.keys(pages).length <= PAGES_MAX, `must be at most ${PAGES_MAX}`),
})

/** Parses the pages, in the order of the file. Throws a Failure that names every problem; `path` is for its message. */
export function parseSources(content: string, path: string): PageConfig[] {
  const file = FILE.safeParse(parseJson(content, path))
  if (!file.success)
    throw failureOf(
      path,
      file.error.issues.map(({ path, message }) => problemAt([])({ at: path, message })),
    )
  const read = Object.entries(file.data.pages).map(([name, raw]) => ({ name, ...readPage(name, raw) }))
  const pages = read.flatMap((one) => ('page' in one ? [one.page] : []))
  const problems = read.flatMap((one) =>
    'problems' in one ? one.problems.map(problemAt(['pages', one.name])) : [],
  )
  const among = [...aliasProblems(file.data.pages), ...meanProblems(file.data.pages)]
  const all = [...problems, ...among.map(problemAt(['pages']))]
  if (all.length > 0) throw failureOf(path, all)
  return pages
}

function parseJson(content: string, path: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw failureOf(path, [`it is not JSON: ${messageOf(error)}`])
  }
}

/** One line, even where names of the file have line breaks. */
const failureOf = (path: string, problems: readonly string[]): Failure =>
  new Failure(`Bad SOURCES_FILE ${path}: ${[...new Set(problems)].join('; ').replace(/\s+/g, ' ')}`)

const problemAt =
  (before: readonly PropertyKey[]) =>
  ({ at, message }: FileProblem): string =>
    `${[...before, ...at].map(String).join('.') || 'the file'}: ${message}`
