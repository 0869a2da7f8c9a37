import type { Metrics } from '../runtime/metrics.ts'

/** What is counted of collections. */
export interface CollectionMetrics {
  count(
    page: string,
    found: { readonly outcome: string; readonly held: number; readonly unreadable: number },
  ): void
  conflict(): void
  /** Seconds since the page was last read well, and how many of its monitors are stale. */
  age(page: string, found: { readonly seconds: number; readonly stale: number }): void
}

export function createCollectionMetrics(metrics: Metrics): CollectionMetrics {
  const collections = metrics.counter('collections_total', 'Collections of a source page', [
    'page',
    'outcome',
  ])
  const held = metrics.counter('held_back_total', 'Prices held back for jumping beyond x3', ['page'])
  const unreadable = metrics.counter('unreadable_total', 'Prices that could not be read or believed', [
    'page',
  ])
  const conflicts = metrics.counter(
    'publish_conflicts_total',
    'Collections judged again, for two processes met',
  )
  const age = metrics.gauge('collection_age_seconds', 'Since the last good collection of a page', ['page'])
  const stale = metrics.gauge('stale_monitors', 'Monitors of a page that are stale', ['page'])
  return {
    count(page, found) {
      collections.inc({ page, outcome: found.outcome })
      held.inc({ page }, found.held)
      unreadable.inc({ page }, found.unreadable)
    },
    conflict: () => conflicts.inc(),
    age(page, found) {
      age.set({ page }, found.seconds)
      stale.set({ page }, found.stale)
    },
  }
}
