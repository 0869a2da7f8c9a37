import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { codeOf, Failure, messageOf } from '../../runtime/failure.ts'
import { parseIntermediates } from './connect/intermediates.ts'
import { aliasProblems, meanProblems, type Problem } from './schema/fit-problems.ts'
import { type PageConfig, readPage } from './schema/page-config.ts'

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
  ({ at, message }: Problem): string =>
    `${[...before, ...at].map(String).join('.') || 'the file'}: ${message}`
