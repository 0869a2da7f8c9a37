import type { Clock } from '../../runtime/clock.ts'
import { codeOf, messageOf } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'
import type { PageConfig } from '../sources/schema/page-config.ts'
import { PageProblem, type Source, type Unreadable } from '../sources/source.ts'
import type { CollectionMetrics } from './metrics.ts'
import type { Judged, StoreObservations } from './store-observations.ts'

const PROBLEMS_LOGGED_MAX = 5

/**
 * The outcome of one collection. changed: something new was stored. unchanged: everything was read, nothing was new.
 * partial: some monitors could not be read or were refused. failed: all of them.
 */
export type CollectionOutcome = 'changed' | 'unchanged' | 'partial' | 'failed'

export interface CollectOptions {
  readonly config: PageConfig
  readonly source: Source
  readonly storeObservations: StoreObservations
  readonly clock: Clock
  readonly log: Log
  readonly metrics: CollectionMetrics
}

/** Collects one page once: fetch, judge, store, publish. It catches every error and never throws. */
export function createCollect({ config, source, storeObservations, clock, log, metrics }: CollectOptions) {
  const { page } = config
  const kind = config.sources[0]?.kind ?? 'json'

  async function collect(signal: AbortSignal): Promise<CollectionOutcome> {
    const startedAt = clock()
    const { observations, unreadable } = await source.fetch(signal)
    const found = foundOf(await storeObservations(observations), unreadable)
    metrics.count(page, found)
    log[levelOf(found, kind)]({ page, kind, ...found, ms: clock() - startedAt }, 'collected')
    return found.outcome
  }

  return (signal: AbortSignal): Promise<CollectionOutcome> =>
    collect(signal).catch((error: unknown) => {
      metrics.count(page, { outcome: 'failed', held: 0, unreadable: 0 })
      const line = { page, kind, outcome: 'failed', reason: messageOf(error) }
      if (isExpected(error)) log.warn(line, 'collected')
      else log.error({ ...line, err: error }, 'collected')
      return 'failed'
    })
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
  readonly unreadable: number
  readonly problems?: readonly string[]
}

function foundOf(judged: readonly Judged[], unreadable: readonly Unreadable[]): Found {
  const of = (kind: Judged['verdict']['kind']): number =>
    judged.filter(({ verdict }) => verdict.kind === kind).length
  const refused = judged.flatMap(({ offered: { monitor }, verdict }) =>
    verdict.kind === 'refused' ? [{ key: monitor.key, reason: verdict.reason }] : [],
  )
  const problems = [...unreadable, ...refused].map(({ key, reason }) => `${key}: ${reason}`)
  const updates = of('update')
  const outcome = problems.length === 0 ? (updates > 0 ? 'changed' : 'unchanged') : 'partial'
  return {
    outcome: judged.length === refused.length ? 'failed' : outcome,
    updates,
    held: of('held'),
    unreadable: problems.length,
    ...(problems.length > 0 && { problems: problems.slice(0, PROBLEMS_LOGGED_MAX) }),
  }
}

/** Simulated prices change every few seconds: their changes are logged at debug only. */
function levelOf({ outcome, held, unreadable }: Found, kind: string): 'warn' | 'info' | 'debug' {
  if (held > 0 || unreadable > 0 || outcome === 'failed') return 'warn'
  return outcome === 'changed' && kind !== 'simulated' ? 'info' : 'debug'
}
