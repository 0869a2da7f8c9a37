import { monitorRef } from '../rates/monitor.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { CollectionMetrics } from './collection-metrics.ts'
import type { LatestInMemory } from './latest-in-memory.ts'

const TICK_MS = 1_000

export interface CollectionAgeOptions {
  readonly latest: LatestInMemory
  readonly metrics: CollectionMetrics
  readonly clock: Clock
}

/** Measures once a second how old each page is: since any of its monitors was read well, and how many are stale. */
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
