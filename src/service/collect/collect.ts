import type { Clock } from '../../runtime/clock.ts'
import { codeOf, messageOf } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'
import { PageProblem, type Source, type Unreadable } from '../sources/source.ts'
import type { PageConfig } from '../sources/sources-file.ts'
import type { CollectionMetrics } from './health.ts'
import type { Judged, Settle } from './judge.ts'

const PROBLEMS_LOGGED_MAX = 5

/**
 * What came of one collection. changed: something new was stored. unchanged: all was read, nothing was new.
 * partial: some monitors could not be read or believed. failed: none could.
 */
export type CollectionOutcome = 'changed' | 'unchanged' | 'partial' | 'failed'

export interface CollectOptions {
  readonly config: PageConfig
  readonly source: Source
  readonly settle: Settle
  readonly clock: Clock
  readonly log: Log
  readonly metrics: CollectionMetrics
}

/** One collection of one page: fetched, judged, stored, told. The boundary that catches: it never throws. */
export function createCollect({ config, source, settle, clock, log, metrics }: CollectOptions) {
  const { page } = config
  const { kind } = config.source

  async function collect(signal: AbortSignal): Promise<CollectionOutcome> {
    const startedAt = clock()
    const { observations, unreadable } = await source.fetch(signal)
    const found = foundOf(await settle(observations), unreadable)
    metrics.count(page, found)
    log[levelOf(found, kind)]({ page, kind, ...found, ms: clock() - startedAt }, 'collected')
    return found.outcome
  }

  return (signal: AbortSignal): Promise<CollectionOutcome> =>
    collect(signal).catch((error: unknown) => {
      metrics.count(page, { outcome: 'failed', held: 0, unreadable: 0 })
      const line = { page, kind, outcome: 'failed', reason: messageOf(error) }
      if (isOfPage(error)) log.warn(line, 'collected')
      else log.error({ ...line, err: error }, 'collected')
      return 'failed'
    })
}

/** What pages and networks do every day; anything else is a surprise, and its stack is wanted. */
const isOfPage = (error: unknown): boolean =>
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

/** A simulation that moves every few seconds is no news. */
function levelOf({ outcome, held, unreadable }: Found, kind: string): 'warn' | 'info' | 'debug' {
  if (held > 0 || unreadable > 0 || outcome === 'failed') return 'warn'
  return outcome === 'changed' && kind !== 'simulated' ? 'info' : 'debug'
}
