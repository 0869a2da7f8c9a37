import type { Resources } from '../../redis/connection.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import type { LatestQuotes } from '../history/latest.ts'
import type { PageConfig } from '../sources/file/sources-file.ts'
import { LEFT_OUT_REASONS } from './combine.ts'

const SOURCE_OUTCOMES = ['good', 'partial', 'failed'] as const
export type SourceOutcome = (typeof SOURCE_OUTCOMES)[number]

interface PagesMeasured extends Pick<Resources, 'metrics' | 'clock'> {
  readonly latest: Pick<LatestQuotes, 'pages' | 'quotes' | 'collectedAt'>
}

/** Adds how long ago each page was last read, since the start where it never was, and how many of its monitors are stale. */
export function measurePages({ latest, metrics, clock }: PagesMeasured): void {
  const startedAt = clock()
  const newestOf = ({ monitors }: PageConfig): number =>
    Math.max(...monitors.map(({ ref }) => Math.abs(latest.collectedAt(ref) ?? startedAt)))
  const staleOf = (page: string): number =>
    latest.quotes().filter((quote) => quote.stale && quote.monitor.page === page).length
  metrics.measuredBy(
    'collection_age_seconds',
    'Seconds since the last good collection of a page, or since the start',
    'page',
    async () => latest.pages().map((page) => [page.page, (clock() - newestOf(page)) / 1_000]),
  )
  metrics.measuredBy('stale_monitors', 'Monitors of a page that are stale', 'page', async () =>
    latest.pages().map(({ page }) => [page, staleOf(page)]),
  )
}

/** Creates the counters and gauges of collections. */
export function createCollectionMetrics(metrics: Metrics) {
  const held = metrics.counter(
    'held_back_total',
    'Prices held back for a larger step than their kind makes in a day',
    ['page'],
  )
  const unreadable = metrics.counter('unreadable_total', 'Prices that could not be read or believed', [
    'page',
  ])
  const answers = metrics.counter('source_answers_total', 'Answers of a source', [
    'page',
    'source',
    'outcome',
  ])
  const leftOut = metrics.counter(
    'source_left_out_total',
    `Prices of a source that did not count: ${LEFT_OUT_REASONS.join(', ')}`,
    ['page', 'source', 'reason'],
  )
  return {
    answers,
    leftOut,
    /** In seconds; below 0 where its day is ahead. */
    priceAge: metrics.gauge(
      'source_price_age_seconds',
      'Age of the newest price of a source, by its own time',
      ['page', 'source'],
    ),
    /** A figure for charts, not exact. */
    price: metrics.gauge('source_price', 'The newest price of a source, in bolivars', [
      'page',
      'source',
      'monitor',
    ]),
    /** Begins what is counted of a page and its sources at 0: Prometheus sees no rise in a series that begins at 1. */
    begin(page: string, sources: readonly string[]): void {
      held.inc({ page }, 0)
      unreadable.inc({ page }, 0)
      for (const source of sources) {
        for (const outcome of SOURCE_OUTCOMES) answers.inc({ page, source, outcome }, 0)
        for (const reason of LEFT_OUT_REASONS) leftOut.inc({ page, source, reason }, 0)
      }
    },
    count(page: string, found: { readonly held: number; readonly unreadable: number }): void {
      held.inc({ page }, found.held)
      unreadable.inc({ page }, found.unreadable)
    },
  }
}

export type CollectionMetrics = ReturnType<typeof createCollectionMetrics>
