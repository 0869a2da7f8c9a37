import type { Currency } from '../rates/currency.ts'
import type { MonitorId, Quote } from '../rates/monitor.ts'

/** A monitor that a page offers, whether or not it has a price yet. */
export interface OfferedMonitor {
  readonly monitor: MonitorId
  readonly title: string
  readonly image: string | null
}

/** A source page as configured; its monitors are in the order of the file. */
export interface OfferedPage {
  readonly page: string
  readonly title: string
  readonly simulated: boolean
  readonly monitors: readonly OfferedMonitor[]
}

/** The newest prices, in memory, kept fresh by what `publish.lua` announces. Every call answers at once. */
export interface LatestQuotes {
  /** All pages in page order (that of `SOURCES_FILE`). */
  pages(): readonly OfferedPage[]
  /** Monitors that have a price, in page order, then in the order of the page; the same array until the next version. */
  quotes(): readonly Quote[]
  /** The quote of a monitor; undefined while it has no price, or when there is no such monitor. */
  find(page: string, currency: Currency, key: string): Quote | undefined
  /** Grows whenever `quotes()` or any stored history changes: prices, `last_update`, `in_force`, `stale`, an import. */
  version(): number
  /** The number of an offered monitor on the wire, the same for ever. Throws RangeError where it is not offered. */
  numberOf(monitor: MonitorId): number
  /** Calls back with the refs (`monitorRef`) of what changed, after `version()` grew. Returns how to stop it. */
  onChange(listener: (refs: readonly string[]) => void): () => void
}
