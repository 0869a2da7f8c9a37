import type { Decimal } from '../../domain/decimal.ts'
import { monitorRef } from '../../domain/monitor.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import type { LatestInMemory } from '../history/latest.ts'
import { LEFT_OUT_REASONS, type LeftOut } from './combine.ts'

const TICK_MS = 1_000
const SOURCE_OUTCOMES = ['good', 'partial', 'failed'] as const
export type SourceOutcome = (typeof SOURCE_OUTCOMES)[number]

interface CollectionAgeOptions {
  readonly latest: LatestInMemory
  readonly metrics: CollectionMetrics
  readonly clock: Clock
}

/** Measures once a second how long ago each page was last read, and how many of its monitors are stale. */
export function createCollectionAge({ latest, metrics, clock }: CollectionAgeOptions): Part {
  let timer: NodeJS.Timeout | undefined

  function measure(): void {
    const now = clock()
    for (const { page, monitors } of latest.pages()) {
      const collected = monitors.map(({ monitor }) => Math.abs(latest.collectedAt(monitorRef(monitor)) ?? 0))
      const stale = latest.quotes().filter((quote) => quote.stale && quote.monitor.page === page)
      const newest = Math.max(...collected)
      if (newest > 0) metrics.age(page, { seconds: (now - newest) / 1_000, stale: stale.length })
    }
  }

  return {
    name: 'collection age',
    async start() {
      timer = setInterval(measure, TICK_MS)
    },
    async stop() {
      clearInterval(timer)
    },
  }
}

/** Counters and gauges of collections. */
export interface CollectionMetrics {
  /** Begins what is counted of a page and its sources at 0: Prometheus sees no rise in a series that begins at 1. */
  begin(page: string, sources: readonly string[]): void
  count(
    page: string,
    found: { readonly outcome: string; readonly held: number; readonly unreadable: number },
  ): void
  conflict(): void
  /** Counts an answer of a source: good, partial or failed. */
  answered(page: string, source: string, outcome: SourceOutcome): void
  /** Counts a price of a source that did not count, and why. */
  leftOut(page: string, source: string, why: LeftOut['why']): void
  /** Sets how old the newest price of a source is, in seconds; below 0 where its day is ahead. */
  priceAge(page: string, source: string, seconds: number): void
  /** Sets what a source says a monitor costs: a figure for charts, not exact. */
  price(page: string, source: string, offered: { readonly key: string; readonly price: Decimal }): void
  /** Sets the seconds since the page was last read, and how many of its monitors are stale. */
  age(page: string, found: { readonly seconds: number; readonly stale: number }): void
}

export function createCollectionMetrics(metrics: Metrics): CollectionMetrics {
  const collections = metrics.counter('collections_total', 'Collections of a source page', [
    'page',
    'outcome',
  ])
  const held = metrics.counter(
    'held_back_total',
    'Prices held back for a larger step than their kind makes in a day',
    ['page'],
  )
  const unreadable = metrics.counter('unreadable_total', 'Prices that could not be read or believed', [
    'page',
  ])
  const conflicts = metrics.counter(
    'publish_conflicts_total',
    'Collections judged again because another process stored prices in between',
  )
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
  const priceAge = metrics.gauge(
    'source_price_age_seconds',
    'Age of the newest price of a source, by its own time',
    ['page', 'source'],
  )
  const price = metrics.gauge('source_price', 'The newest price of a source, in bolivars', [
    'page',
    'source',
    'monitor',
  ])
  const age = metrics.gauge('collection_age_seconds', 'Seconds since the last good collection of a page', [
    'page',
  ])
  const stale = metrics.gauge('stale_monitors', 'Monitors of a page that are stale', ['page'])
  return {
    begin(page, sources) {
      held.inc({ page }, 0)
      unreadable.inc({ page }, 0)
      for (const source of sources) {
        for (const outcome of SOURCE_OUTCOMES) answers.inc({ page, source, outcome }, 0)
        for (const reason of LEFT_OUT_REASONS) leftOut.inc({ page, source, reason }, 0)
      }
    },
    count(page, found) {
      collections.inc({ page, outcome: found.outcome })
      held.inc({ page }, found.held)
      unreadable.inc({ page }, found.unreadable)
    },
    conflict: () => conflicts.inc(),
    answered: (page, source, outcome) => answers.inc({ page, source, outcome }),
    leftOut: (page, source, reason) => leftOut.inc({ page, source, reason }),
    priceAge: (page, source, seconds) => priceAge.set({ page, source }, seconds),
    price: (page, source, offered) =>
      price.set({ page, source, monitor: offered.key }, Number(offered.price)),
    age(page, found) {
      age.set({ page }, found.seconds)
      stale.set({ page }, found.stale)
    },
  }
}
