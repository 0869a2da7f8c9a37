import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { MINUTE_MS } from '../../../domain/caracas.ts'
import { type Currency, type MonitorId, monitorRef, type Quote } from '../../../domain/monitor.ts'
import { codeOf, EX_CONFIG, Failure, messageOf } from '../../../runtime/log.ts'
import { parseIntermediates } from '../connect/agents.ts'
import type { ListPrice } from '../parse/json.ts'
import { type FileProblem, fitProblems } from './fit-problems.ts'
import {
  type Combine,
  type MonitorInFile,
  PAGE,
  type PageInFile,
  type SourceInFile,
  type Timing,
} from './schema.ts'

/** Other monitors of the file: the prices of the page are means of theirs. */
interface MeanSource {
  readonly kind: 'mean'
}

/** The places of a monitor's price and time in the answer of a source, in the form that its kind has. */
export interface MonitorPlaces {
  readonly key: string
  readonly currency: Currency
  readonly price?: string | ListPrice | undefined
  readonly last_update?: string | null | undefined
  /** The monitors that it is the mean of, as `PAGE.KEY`, of a page of means. */
  readonly mean_of?: readonly string[] | undefined
}

type Asked<Source> = Source extends unknown
  ? Omit<Source, 'name' | 'echo_of' | 'stale_after' | 'timeout' | 'monitors'>
  : never

/** One source of a page, and where it has the price of each monitor. */
export type SourceConfig = (Asked<SourceInFile> | MeanSource) & {
  /** As people read it; the title of the page where its only source has no name. */
  readonly name: string
  /** The sources of the page that this one only repeats, also through each other: it counts while none of them gives a price. */
  readonly echoOf?: readonly string[] | undefined
  /** An older price of it is the last resort, and stale; if not given, that of the page counts. */
  readonly staleAfterMs?: number | undefined
  readonly timeoutMs?: number | undefined
  readonly monitors: readonly MonitorPlaces[]
}

/** A monitor of a page as it is in the file, with its defaults filled in. */
export interface MonitorConfig extends MonitorInFile, MonitorId {
  readonly currency: Currency
  readonly ref: string
  /** What its quotes say of it. */
  readonly about: Pick<Quote, 'monitor' | 'title' | 'image' | 'aliases' | 'leastChange' | 'effectiveDay'>
  readonly staleAfterMs: number
  readonly combine: Combine
  readonly quorum: number
}

/** A page of `SOURCES_FILE` with its defaults filled in. */
export interface PageConfig {
  readonly page: string
  readonly title: string
  readonly every: Timing
  readonly staleAfterMs: number
  readonly sources: readonly SourceConfig[]
  /** Its prices are made up; those of means are where no page of the file is real. */
  readonly simulated: boolean
  /** Its records name the sources of a price. */
  readonly namesSources: boolean
  readonly monitors: readonly MonitorConfig[]
  /** Certificates in PEM that its sources and histories name. */
  readonly intermediates?: readonly string[]
}

const EVERY_DEFAULT = { everyMs: 15 * MINUTE_MS } as const satisfies Timing
const QUORUM_DEFAULT = 2
/** A mean moves with any of its parts, but at most so often. */
const MEAN_EVERY = { everyMs: MINUTE_MS } as const satisfies Timing

function toMonitor(monitor: MonitorId, own: MonitorInFile, page: PageInFile): MonitorConfig {
  const { title = monitor.key, image, aliases, least_change, effective_day } = own
  return {
    ...own,
    ...monitor,
    combine: own.combine ?? page.combine,
    quorum: own.quorum ?? page.quorum ?? QUORUM_DEFAULT,
    ref: monitorRef(monitor),
    about: {
      monitor,
      title,
      image,
      ...(aliases && { aliases }),
      ...(least_change !== undefined && { leastChange: least_change }),
      ...(effective_day !== undefined && { effectiveDay: effective_day }),
    },
    staleAfterMs: page.stale_after,
  }
}

function toConfig(page: string, inFile: PageInFile): Omit<PageConfig, 'simulated'> {
  const { title = page, source, sources, ...file } = inFile
  const monitors = Object.entries(file.monitors).map(([key, own]) =>
    toMonitor({ page, currency: own.currency, key }, own, inFile),
  )
  const shared = { page, title, staleAfterMs: file.stale_after, monitors }
  const all = sources ?? (source && [source])
  if (!all) {
    const mean = { kind: 'mean', name: title, monitors } as const
    return { ...shared, every: MEAN_EVERY, sources: [mean], namesSources: true }
  }
  return {
    ...shared,
    every: file.every ?? EVERY_DEFAULT,
    sources: all.map(({ name = title, echo_of, stale_after, timeout, monitors: places, ...asked }) => ({
      ...asked,
      name,
      echoOf: echo_of === undefined ? undefined : echoedBy(all, echo_of),
      staleAfterMs: stale_after,
      timeoutMs: timeout,
      monitors: monitors
        .filter(({ key }) => Object.hasOwn(places, key))
        .map(({ key, currency }) => ({ ...places[key], key, currency })),
    })),
    namesSources: all.some(({ name }) => name !== undefined),
  }
}

/** The source that is repeated first, and those that it repeats itself. The file has no circle of them. */
function echoedBy(sources: readonly SourceInFile[], first: string): string[] {
  const next = sources.find(({ name }) => name === first)?.echo_of
  return next === undefined ? [first] : [first, ...echoedBy(sources, next)]
}

const PAGES_MAX = 100

/** Reads `SOURCES_FILE`. Throws a Failure that names every problem in it. */
export async function readSourcesFile(path: string): Promise<PageConfig[]> {
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    const reason = codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error)
    throw new Failure(`SOURCES_FILE ${path} cannot be read: ${reason}`, { exitCode: EX_CONFIG })
  })
  const problems: string[] = []
  const pages = parseSources(content, path).map((page): PageConfig => {
    const intermediates = filesOfIntermediates(page).flatMap((file) => {
      try {
        return parseIntermediates(readFileSync(resolve(dirname(path), file), 'utf8'))
      } catch (error) {
        problems.push(`pages.${page.page}: intermediates ${file}: ${messageOf(error)}`)
        return []
      }
    })
    return { ...page, intermediates }
  })
  if (problems.length > 0) throw failureOf(path, problems)
  return pages
}

/** The files of intermediates that the sources and histories of a page name. */
const filesOfIntermediates = ({ sources, monitors }: PageConfig): string[] =>
  [...sources, ...monitors.flatMap(({ history = [] }) => history)].flatMap((one) =>
    'intermediates' in one && one.intermediates !== undefined ? [one.intermediates] : [],
  )

/** The certificates that the pages name, to complete chains of https. */
export const intermediatesOf = (pages: readonly PageConfig[]): string[] =>
  pages.flatMap(({ intermediates = [] }) => intermediates)

const FILE = z.object({
  pages: z
    .record(z.string(), PAGE, 'must be an object of pages')
    .refine((pages) => Object.keys(pages).length > 0, 'must not be empty')
    .refine((pages) => Object.keys(pages).length <= PAGES_MAX, `must be at most ${PAGES_MAX}`),
})

/**
 * Parses the pages, in the order of the file. Throws a Failure that names every problem: first of values, then of what does not
 * fit together. `path` is for its message.
 */
export function parseSources(content: string, path: string): PageConfig[] {
  const read = FILE.safeParse(parseJson(content, path))
  const problems = read.success
    ? fitProblems(read.data.pages).map(({ at, message }) => ({ at: ['pages', ...at], message }))
    : read.error.issues.map((issue) => ({ at: inFile(issue.path), message: issue.message }))
  if (!read.success || problems.length > 0) throw failureOf(path, problems.map(textOf))
  const pages = Object.entries(read.data.pages).map(([name, page]) => toConfig(name, page))
  const kinds = new Set(pages.flatMap(({ sources }) => sources.map(({ kind }) => kind)))
  const isReal = [...kinds].some((kind) => kind !== 'simulated' && kind !== 'mean')
  return pages.map((page) => ({
    ...page,
    simulated: !isReal || page.sources.some(({ kind }) => kind === 'simulated'),
  }))
}

/** The schema moves the places of an only source from the monitors of the page into it. */
const inFile = (path: readonly PropertyKey[]): readonly PropertyKey[] =>
  path[2] === 'source' && path[3] === 'monitors' ? path.toSpliced(2, 1) : path

function parseJson(content: string, path: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw failureOf(path, [`it is not JSON: ${messageOf(error)}`])
  }
}

/** One line, even where names of the file have line breaks. */
const failureOf = (path: string, problems: readonly string[]): Failure =>
  new Failure(`Bad SOURCES_FILE ${path}: ${[...new Set(problems)].join('; ').replace(/\s+/g, ' ')}`, {
    exitCode: EX_CONFIG,
  })

const textOf = ({ at, message }: FileProblem): string =>
  `${at.map(String).join('.') || 'the file'}: ${message}`
