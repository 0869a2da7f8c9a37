import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorName, monitorRef } from '../../domain/monitor.ts'
import type { Clock } from '../../runtime/clock.ts'
import { Failure } from '../../runtime/log.ts'
import { combine, readingOf, type SourceReading } from '../../service/collect/combine.ts'
import { readPages } from '../../service/demonstration.ts'
import type { Doubt } from '../../service/history/stored-monitor.ts'
import { createAgents } from '../../service/sources/connect/agents.ts'
import { createSource, type Part } from '../../service/sources/create-source.ts'
import {
  intermediatesOf,
  type MonitorConfig,
  type PageConfig,
  type SourceConfig,
} from '../../service/sources/file/sources-file.ts'
import { createPageParser, type ParsePage } from '../../service/sources/parse/page-parser.ts'
import { AnswerProblem, type Reading, type Source } from '../../service/sources/source.ts'
import { readOptions } from '../import-line.ts'
import { explainFailure, explainUnreadable, type MonitorLines, reportOf, type SourceLine } from './report.ts'

/** What one call of a source came to. */
interface Called {
  readonly source: SourceConfig
  readonly ms: number
  readonly status: string
  readonly reading?: Reading
  readonly error?: unknown
}

interface CheckOptions {
  /** `onAnswer` gets every good answer before it is read. */
  readonly createSource: (page: string, source: SourceConfig, onAnswer: () => void) => Source
  /** Gets what the monitors with sources came to, before the means of them are made. */
  readonly onCombined: (read: readonly MonitorLines[]) => void
  readonly signal: AbortSignal
  /** In ms, the time of the check. */
  readonly now: () => number
}

/** Calls every source of the pages once, all at the same time, and says what each has for each monitor. */
async function checkSources(pages: readonly PageConfig[], options: CheckOptions): Promise<MonitorLines[]> {
  const isMeans = ({ sources }: PageConfig): boolean => sources.some(({ kind }) => kind === 'mean')
  const checkAll = async (some: readonly PageConfig[]): Promise<MonitorLines[]> =>
    (await Promise.all(some.map((page) => checkPage(page, options)))).flat()
  const read = await checkAll(pages.filter((page) => !isMeans(page)))
  options.onCombined(read)
  return [...read, ...(await checkAll(pages.filter(isMeans)))]
}

async function checkPage(page: PageConfig, options: CheckOptions): Promise<MonitorLines[]> {
  const called = await Promise.all(page.sources.map((source) => call(page.page, source, options)))
  const now = options.now()
  return page.monitors.map((monitor) => {
    const asked = called.filter(({ source }) => source.monitors.some(({ key }) => key === monitor.key))
    const id = { page: page.page, currency: monitor.currency, key: monitor.key }
    return {
      monitor: monitorName(id),
      ref: monitorRef(id),
      sources: asked.map((one) => lineOf(one, monitor.key)),
      combined: combinedOf(asked, monitor, { staleAfterMs: page.staleAfterMs, now }),
    }
  })
}

async function call(
  page: string,
  source: SourceConfig,
  { createSource, signal }: CheckOptions,
): Promise<Called> {
  const startedAt = performance.now()
  const ms = (): number => performance.now() - startedAt
  let status = ['simulated', 'mean'].includes(source.kind) ? '-' : 'none'
  const onAnswer = (): void => {
    status = '200'
  }
  try {
    const reading = await createSource(page, source, onAnswer).fetch(signal)
    return { source, reading, status, ms: ms() }
  } catch (error) {
    // Whatever it is, it is what the operator wants to know.
    return { source, error, ms: ms(), status: error instanceof AnswerProblem ? String(error.status) : status }
  }
}

function lineOf({ source, ms, status, reading, error }: Called, key: string): SourceLine {
  const line = { source: source.name, ms, status, echoOf: source.echoOf?.[0] }
  if (!reading) return { ...line, problem: explainFailure(error) }
  const found = reading.observations.find((one) => one.key === key)
  if (found) return { ...line, price: found.price, lastUpdate: found.lastUpdate }
  return { ...line, problem: explainUnreadable(reading.unreadable.find((one) => one.key === key)?.reason) }
}

/** What a first collection would make of it: nothing is stored yet. */
function combinedOf(
  called: readonly Called[],
  { key, combine: strategy, quorum }: MonitorConfig,
  { staleAfterMs, now }: { readonly staleAfterMs: number; readonly now: number },
): MonitorLines['combined'] {
  const readings = called.flatMap((one): SourceReading[] => {
    const observation =
      'reading' in one ? one.reading.observations.find((seen) => seen.key === key) : undefined
    return observation ? [{ ...readingOf(one.source, observation, now), isStamped: false, since: now }] : []
  })
  const { observation, leftOut } = combine(readings, {
    strategy,
    quorum,
    staleAfterMs,
    now,
    known: undefined,
    isForDays: false,
    order: [],
    step: undefined,
  })
  if (!observation) return undefined
  const { price, lastUpdate, sources } = observation
  return { price, lastUpdate, sources, leftOut: leftOut.map(({ source, why }) => ({ source, why })) }
}

/** Keeps an answer as `PAGE-SOURCE.json` or `.html` in a directory, which is made if it is not there. */
async function saveAnswer(
  directory: string,
  { page, source, kind, text }: { page: string; source: string; kind: string; text: string },
): Promise<void> {
  await mkdir(directory, { recursive: true })
  const name = `${page}-${source}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
  await writeFile(join(directory, `${name}.${kind === 'html' ? 'html' : 'json'}`), text)
}

const USAGE = 'usage: npm run sources -- check [FILE] [--save DIR]'
export const SOURCES_HELP = `${USAGE}
  Calls every source of FILE once (venezuela, simulated or a path; else SOURCES_FILE, else venezuela) and prints
  a line for each source and monitor, as text for a bug report: which one leads, which echo another, and which
  stand still, if the program runs with the REDIS_URL or DATA_DIR given. Exit code 1 if a monitor has no price.
  --save DIR  keeps what each source answered`

const OPTIONS = { help: { type: 'boolean', short: 'h' }, save: { type: 'string' } } as const

/** What the command line asks for; undefined: the help. */
export interface Check {
  readonly file: string | undefined
  readonly save: string | undefined
}

/** Reads the command line. Throws a Failure with the usage. */
export function parseSourcesLine(args: readonly string[]): Check | undefined {
  const { values, positionals } = readOptions(args, OPTIONS, USAGE)
  if (values.help) return undefined
  const [command, file, ...more] = positionals
  if (command !== 'check' || more.length > 0) throw new Failure(USAGE)
  return { file, save: values.save }
}

interface RunCheckOptions {
  readonly sourcesFile: string
  readonly save: string | undefined
  readonly print: (text: string) => void
  readonly isTerminal: boolean
  readonly clock: Clock
  /** Reads what the program that runs has seen of monitors; without it nothing is known of that. */
  readonly readDoubts?: (refs: readonly string[]) => Promise<Doubt[]>
}

/** Checks the sources and prints the report. Returns whether every monitor has a price. */
export async function runCheck({
  sourcesFile,
  save,
  print,
  isTerminal,
  clock,
  readDoubts = async () => [],
}: RunCheckOptions): Promise<boolean> {
  const pages = await readPages(sourcesFile)
  const agents = createAgents({ intermediates: intermediatesOf(pages) })
  const parse = createPageParser()
  const parts = new Map<string, Part>()
  const onCombined = (read: readonly MonitorLines[]): void => {
    for (const { monitor, combined } of read)
      if (combined)
        parts.set(monitor, { title: monitor, price: combined.price, simulated: false, stale: false })
  }

  const parseAndSave =
    (page: string, source: string, onAnswer: () => void): ParsePage =>
    async (answer, signal) => {
      onAnswer()
      if (save !== undefined) await saveAnswer(save, { page, source, kind: answer.kind, text: answer.text })
      return parse(answer, signal)
    }
  const connect = (page: string, source: SourceConfig, onAnswer: () => void) =>
    createSource(page, source, {
      agents,
      parse: parseAndSave(page, source.name, onAnswer),
      clock,
      random: () => 0.5, // a simulated source stands where it begins
      stored: () => undefined,
      findPart: (name) => parts.get(name),
    })
  try {
    const signal = new AbortController().signal
    const monitors = await checkSources(pages, { createSource: connect, onCombined, signal, now: clock })
    const seen = await readDoubts(monitors.map(({ ref }) => ref))
    const all = monitors.map((one, i) => ({ ...one, seen: seen[i] }))
    print(reportOf(all, { now: clock(), isTerminal }))
    return monitors.every(({ combined }) => combined !== undefined)
  } finally {
    await agents.close()
  }
}
