import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Decimal } from '../../rates/decimal.ts'
import { type Currency, NAME_PATTERN } from '../../rates/monitor.ts'
import { codeOf, Failure, messageOf } from '../../runtime/failure.ts'
import { type Page, type SourceInFile, schemaFor, type Timing } from './page-schema.ts'

const PAGES_MAX = 100

/** A simulated source. The demonstration adds official pages, and pages that stay above an official page. */
export interface SimulatedSource {
  readonly kind: 'simulated'
  readonly isOfficial?: boolean
  readonly above?: { readonly page: string; readonly factor: Decimal }
}
export type SourceConfig = Exclude<SourceInFile, { kind: 'simulated' }> | SimulatedSource

/** A monitor, and the places of its price and time on the page, in the form that its kind of source has. */
export interface MonitorConfig {
  readonly key: string
  readonly currency: Currency
  readonly title: string
  readonly image: string | null
  readonly price?: string | undefined
  readonly last_update?: string | null | undefined
}

/** A page of `SOURCES_FILE` with its defaults filled in. */
export interface PageConfig {
  readonly page: string
  readonly title: string
  readonly every: Timing
  readonly staleAfterMs: number
  readonly source: SourceConfig
  readonly monitors: readonly MonitorConfig[]
}

/** Reads `SOURCES_FILE`. Throws a Failure that names every problem in it. */
export async function readSourcesFile(path: string): Promise<PageConfig[]> {
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    const reason = codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error)
    throw new Failure(`SOURCES_FILE ${path} cannot be read: ${reason}`)
  })
  return parseSources(content, path)
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
  if (!file.success) throw failureOf(path, file.error.issues.map(problemAt([])))
  const problems: string[] = []
  const pages = Object.entries(file.data.pages).flatMap(([name, raw]) => {
    const page = schemaFor(raw).safeParse(raw)
    problems.push(...nameProblems(name, raw))
    if (page.success) return [toConfig(name, page.data)]
    problems.push(...page.error.issues.map(problemAt(['pages', name])))
    return []
  })
  if (problems.length > 0) throw failureOf(path, problems)
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
  (at: readonly string[]) =>
  ({ path, message }: z.core.$ZodIssue): string =>
    `${[...at, ...path].join('.') || 'the file'}: ${message}`

const MONITORS = z.object({ monitors: z.record(z.string(), z.unknown()) })

function nameProblems(page: string, raw: unknown): string[] {
  const { data } = MONITORS.safeParse(raw)
  const names = [
    ['pages', page],
    ...Object.keys(data?.monitors ?? {}).map((key) => ['pages', page, 'monitors', key]),
  ]
  return names
    .filter((at) => !NAME_PATTERN.test(at.at(-1) ?? ''))
    .map((at) => `${at.join('.')}: a name must match ${NAME_PATTERN.source}`)
}

const toConfig = (name: string, { title, every, stale_after, source, monitors }: Page): PageConfig => ({
  page: name,
  title: title ?? name,
  every,
  staleAfterMs: stale_after,
  source,
  monitors: Object.entries(monitors).map(([key, monitor]) => ({
    ...monitor,
    key,
    title: monitor.title ?? key,
  })),
})
