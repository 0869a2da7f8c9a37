import { SECOND_MS } from '../../domain/caracas.ts'
import type { Resources } from '../../redis/connection.ts'
import { answerWithin } from '../../runtime/clock.ts'
import { codeOf, messageOf } from '../../runtime/log.ts'
import type { SourceConfig } from '../sources/file/sources-file.ts'
import { PageProblem, type Reading, type Source } from '../sources/source.ts'
import type { CollectionMetrics, SourceOutcome } from './metrics.ts'
import type { Judged } from './publish.ts'
import type { Stored, StoreObservations } from './store-observations.ts'

/**
 * Only a source with a `timeout` of its own can take longer than this. What the others answered is stored meanwhile, so that
 * people have the price of a stand-in while the bank takes 90 s.
 */
const SLOW_MS = 12 * SECOND_MS
const PROBLEMS_LOGGED_MAX = 5

/**
 * The outcome of one collection. changed: something new was stored. unchanged: everything was read, nothing was new.
 * partial: some monitors could not be read or were refused. failed: all of them.
 */
type CollectionOutcome = 'changed' | 'unchanged' | 'partial' | 'failed'

/** A source of the page, ready to be fetched. */
export interface PageSource {
  readonly config: SourceConfig
  readonly source: Source
}

interface CollectOptions extends Pick<Resources, 'log' | 'clock'> {
  readonly page: string
  readonly sources: readonly PageSource[]
  readonly storeObservations: StoreObservations
  readonly metrics: CollectionMetrics
  /** For tests; 12 s. */
  readonly slowMs?: number
}

/** Collects one page once: ask its sources at the same time, combine, judge, store, publish. It never throws. */
export function createCollect({
  page,
  sources,
  storeObservations,
  clock,
  log,
  metrics,
  slowMs = SLOW_MS,
}: CollectOptions) {
  const kinds = [...new Set(sources.map(({ config }) => config.kind))].join()
  metrics.begin(
    page,
    sources.map(({ config }) => config.name),
  )

  async function collect(signal: AbortSignal): Promise<CollectionOutcome> {
    const startedAt = clock()
    const asked = sources.map((one) => ask(one, signal))
    const early = await answeredWithin(slowMs, asked)
    const storedEarly =
      early.length > 0 && early.length < asked.length ? await storeAnswers(early) : undefined
    const answers = await Promise.all(asked)
    for (const { config, reading } of answers)
      metrics.answers.inc({ page, source: config.name, outcome: outcomeOf(reading) })
    const failures = answers.filter(({ reading }) => reading === undefined)
    if (failures.length === answers.length) throw failureOf(failures)
    const stored = await storeAnswers(answers)
    const found = foundOf(answers, stored)
    metrics.count(page, found)
    noteSources(answers, stored)
    const trace = [storedEarly?.trace, stored.trace].filter(Boolean).join(' ')
    const level = levelOf(found, kinds, Boolean(storedEarly?.trace))
    log[level]({ page, kind: kinds, ...(trace && { trace }), ...found, ms: clock() - startedAt }, 'collected')
    return found.outcome
  }

  const storeAnswers = (answers: readonly Answer[]): Promise<Stored> =>
    storeObservations(
      answers.map(({ config, reading }) => ({ source: config, observations: reading?.observations ?? [] })),
    )

  /** Notes the prices of each source, how old the newest one is, and which ones did not count. */
  function noteSources(answers: readonly Answer[], { leftOut }: Stored): void {
    for (const { source, why } of leftOut) metrics.leftOut.inc({ page, source, reason: why })
    for (const { config, reading } of answers) {
      const times = reading?.observations.flatMap(({ lastUpdate }) => lastUpdate ?? []) ?? []
      const source = config.name
      for (const { key, price } of reading?.observations ?? [])
        metrics.price.set({ page, source, monitor: key }, Number(price))
      if (times.length > 0) metrics.priceAge.set({ page, source }, (clock() - Math.max(...times)) / 1_000)
    }
  }

  return (signal: AbortSignal): Promise<CollectionOutcome> =>
    collect(signal).catch((error: unknown) => {
      const line = { page, kind: kinds, outcome: 'failed', reason: messageOf(error) }
      if (isExpected(error)) log.warn(line, 'collected')
      else log.error({ ...line, err: error }, 'collected')
      return 'failed'
    })
}

/** What a source answered; `error` where it gave no reading. */
interface Answer {
  readonly config: SourceConfig
  readonly reading?: Reading
  readonly error?: unknown
}

/** Asks one source, which has a deadline of its own. One that throws harms no other. */
async function ask({ config, source }: PageSource, signal: AbortSignal): Promise<Answer> {
  try {
    return { config, reading: await source.fetch(signal) }
  } catch (error) {
    return { config, error }
  }
}

/** The answers that came in time, in the order of the sources; all of them as soon as the last one is there. */
async function answeredWithin(ms: number, asked: readonly Promise<Answer>[]): Promise<Answer[]> {
  const answers: (Answer | undefined)[] = []
  const all = Promise.all(
    asked.map(async (one, i) => {
      answers[i] = await one
    }),
  )
  await answerWithin(ms, all, () => undefined)
  return answers.filter((one) => one !== undefined)
}

/** The error of the only source as it is; those of several in one. */
function failureOf(failures: readonly Answer[]): unknown {
  const [first] = failures
  const surprise = failures.find(({ error }) => !isExpected(error))
  if (failures.length <= 1 || surprise) return (surprise ?? first)?.error
  return new PageProblem(failures.map(nameFailure).join('; '))
}

const nameFailure = ({ config, error }: Answer): string => `${config.name}: ${messageOf(error)}`

function outcomeOf(reading: Reading | undefined): SourceOutcome {
  if (!reading || reading.observations.length === 0) return 'failed'
  return reading.unreadable.length > 0 ? 'partial' : 'good'
}

/** Errors of pages and networks are expected every day; of any other the stack is logged too. */
const isExpected = (error: unknown): boolean =>
  error instanceof PageProblem ||
  codeOf(error) !== undefined ||
  (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name))

interface Found {
  readonly outcome: CollectionOutcome
  readonly updates: number
  readonly held: number
  /** Monitors without a price. */
  readonly unreadable: number
  readonly problems?: readonly string[]
}

function foundOf(answers: readonly Answer[], { judged, leftOut }: Stored): Found {
  const of = (kind: Judged['verdict']['kind']): Judged[] =>
    judged.filter(({ verdict }) => verdict.kind === kind)
  const [updates, refused] = [of('update').length, of('refused')]
  const wanted = new Set(answers.flatMap(({ config }) => config.monitors.map(({ key }) => key)))
  const priced = judged.map(({ monitor }) => monitor.key)
  const unreadable = [...wanted].filter((key) => !priced.includes(key)).length + refused.length
  const outcome = unreadable > 0 ? 'partial' : updates > 0 ? 'changed' : 'unchanged'
  const problems = [
    ...refused.flatMap(({ monitor, verdict }) =>
      verdict.kind === 'refused' ? [`${monitor.key}: ${verdict.reason}`] : [],
    ),
    ...answers.flatMap(failuresOf),
    // An echo is always left out, which is no news.
    ...leftOut
      .filter(({ why }) => why !== 'echo')
      .map(({ source, key, why, price }) => `${source} ${key}: ${why} (${price})`),
  ]
  return {
    outcome: judged.length === refused.length ? 'failed' : outcome,
    updates,
    held: of('held').length,
    unreadable,
    ...(problems.length > 0 && { problems: problems.slice(0, PROBLEMS_LOGGED_MAX) }),
  }
}

/** What a source could not give, and why: `BCV usd: nothing at /usd`. */
function failuresOf(answer: Answer): string[] {
  const { config, reading } = answer
  if (!reading) return [nameFailure(answer)]
  return reading.unreadable.map(({ key, reason }) => `${config.name} ${key}: ${reason}`)
}

/** Simulated prices change every few seconds: their changes are logged at debug only. */
function levelOf(
  { outcome, held, unreadable, problems = [] }: Found,
  kinds: string,
  isStoredEarly: boolean,
): 'warn' | 'info' | 'debug' {
  if (held > 0 || unreadable > 0 || outcome === 'failed') return 'warn'
  if (problems.length > 0 || isStoredEarly) return 'info'
  return outcome === 'changed' && kinds !== 'simulated' ? 'info' : 'debug'
}
