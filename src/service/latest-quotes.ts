import type { Currency, MonitorId, Quote } from '../domain/monitor.ts'
import { Problem } from './problems.ts'

/** A monitor that a page offers, whether or not it has a price yet. */
export interface OfferedMonitor
  extends Pick<Quote, 'monitor' | 'title' | 'image' | 'aliases' | 'leastChange' | 'effectiveDay'> {}

/** A source page as configured; its monitors are in the order of the file. */
export interface OfferedPage {
  readonly page: string
  readonly title: string
  readonly simulated: boolean
  readonly monitors: readonly OfferedMonitor[]
}

/** The newest prices, in memory, kept fresh by the announcements of `publish.lua`. Every call answers at once. */
export interface LatestQuotes {
  /** All pages in page order (that of `SOURCES_FILE`). */
  pages(): readonly OfferedPage[]
  /** Monitors that have a price, in page order, then in the order of the page; the same array until the next version. */
  quotes(): readonly Quote[]
  /** The quote of a monitor; undefined while it has no price, or when there is no such monitor. */
  find(page: string, currency: Currency, key: string): Quote | undefined
  /** Grows whenever `quotes()` or any stored history changes: prices, `last_update`, `in_force`, `stale`, an import. */
  version(): number
  /** The number of an offered monitor in the API; it never changes. Throws RangeError where it is not offered. */
  numberOf(monitor: MonitorId): number
  /** Calls back with the refs (`monitorRef`) of the changed monitors, after `version()` grew. Returns how to stop it. */
  onChange(listener: (refs: readonly string[]) => void): () => void
}

/** A monitor as a client names it. */
export interface NamedMonitor {
  readonly currency: Currency
  readonly page?: string | undefined
  /** A key, or `page.key`. */
  readonly monitor: string
}

/** Finds the monitor that a client names, in page order; undefined where there is none. */
export function findOffered(
  latest: Pick<LatestQuotes, 'pages'>,
  named: NamedMonitor,
): OfferedMonitor | undefined {
  const dot = named.monitor.indexOf('.')
  const key = named.monitor.slice(dot + 1)
  const pageInName = dot < 0 ? undefined : named.monitor.slice(0, dot)
  for (const { page, monitors } of latest.pages()) {
    if ((named.page ?? page) !== page || (pageInName ?? page) !== page) continue
    const found = monitors.find(({ monitor }) => monitor.key === key && monitor.currency === named.currency)
    if (found) return found
  }
  return undefined
}

/** Finds the monitor that a client names. Throws a Problem (404) where there is none. */
export function requireOffered(latest: Pick<LatestQuotes, 'pages'>, named: NamedMonitor): OfferedMonitor {
  const offered = findOffered(latest, named)
  if (offered) return offered
  const place = named.page ? ` on ${named.page}` : ''
  throw new Problem(404, `There is no monitor ${named.monitor} in ${named.currency}${place}.`)
}

/** Finds its newest quote. Throws a Problem (404) where there is no such monitor, or no price of it yet. */
export function requireQuote(latest: Pick<LatestQuotes, 'pages' | 'find'>, named: NamedMonitor): Quote {
  const { page, currency, key } = requireOffered(latest, named).monitor
  const quote = latest.find(page, currency, key)
  if (quote) return quote
  throw new Problem(404, `${page}.${key} has no price in ${currency} yet.`)
}
