import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorName } from '../../domain/monitor.ts'
import type { Clock } from '../../runtime/clock.ts'
import { combine, readingOf, type SourceReading } from '../../service/collect/combine.ts'
import type { MonitorConfig, PageConfig, SourceConfig } from '../../service/sources/file/sources-file.ts'
import { AnswerProblem, type Reading, type Source } from '../../service/sources/source.ts'
import { explainFailure, explainUnreadable } from './explain.ts'
import type { MonitorLines, SourceLine } from './report.ts'

/** What one call of a source came to. */
interface Called {
  readonly source: SourceConfig
  readonly ms: number
  readonly status: string
  readonly reading?: Reading
  readonly error?: unknown
}

interface CheckOptions {
  /** Calls `onAnswer` at a good answer, before it is read. */
  readonly createSource: (page: string, source: SourceConfig, onAnswer: () => void) => Source
  readonly clock: Clock
}

/** Calls every source of the pages once, all at the same time, and says what each has for each monitor. */
export async function checkSources(
  pages: readonly PageConfig[],
  options: CheckOptions,
): Promise<MonitorLines[]> {
  return (await Promise.all(pages.map((page) => checkPage(page, options)))).flat()
}

async function checkPage(page: PageConfig, options: CheckOptions): Promise<MonitorLines[]> {
  const called = await Promise.all(page.sources.map((source) => call(page.page, source, options)))
  const now = options.clock()
  return page.monitors.map((monitor) => {
    const asked = called.filter(({ source }) => source.monitors.some(({ key }) => key === monitor.key))
    return {
      monitor: monitorName(monitor),
      ref: monitor.ref,
      sources: asked.map((one) => lineOf(one, monitor.key)),
      combined: combinedOf(asked, monitor, { staleAfterMs: page.staleAfterMs, now }),
    }
  })
}

async function call(page: string, source: SourceConfig, { createSource }: CheckOptions): Promise<Called> {
  const startedAt = performance.now()
  const ms = (): number => performance.now() - startedAt
  let status = ['simulated', 'mean'].includes(source.kind) ? '-' : 'none'
  const onAnswer = (): void => {
    status = '200'
  }
  try {
    const reading = await createSource(page, source, onAnswer).fetch(new AbortController().signal)
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
    const observation = one.reading?.observations.find((seen) => seen.key === key)
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
  })
  return observation && { ...observation, leftOut }
}

/** Keeps an answer as `PAGE-SOURCE.json` or `.html` in a directory, which is made if it is not there. */
export async function saveAnswer(
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
