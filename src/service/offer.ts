import { monitorRef } from '../rates/monitor.ts'
import type { OfferedMonitor, OfferedPage } from './latest.ts'
import type { PageConfig } from './sources-file.ts'

/** An offered monitor with its name in Redis and what the time makes of its prices. */
export interface OfferedPrice extends OfferedMonitor {
  readonly ref: string
  readonly staleAfterMs: number
}

/** What a configured page offers, in the order of the file. */
export const offerOf = ({ page, title, source, monitors }: PageConfig): OfferedPage => ({
  page,
  title,
  simulated: source.kind === 'simulated',
  monitors: monitors.map(({ currency, key, title: name, image }) => ({
    monitor: { page, currency, key },
    title: name,
    image,
  })),
})

/** Every monitor of the pages, in page order. */
export const pricesOffered = (pages: readonly PageConfig[]): OfferedPrice[] =>
  pages.flatMap((page) =>
    offerOf(page).monitors.map((offered) => ({
      ...offered,
      ref: monitorRef(offered.monitor),
      staleAfterMs: page.staleAfterMs,
    })),
  )
