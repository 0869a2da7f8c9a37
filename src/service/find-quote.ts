import type { Currency, Quote } from '../rates/monitor.ts'
import type { LatestQuotes, OfferedMonitor } from './history/stored-monitor.ts'
import { Problem } from './problems.ts'

export interface Wanted {
  readonly currency: Currency
  readonly page?: string | undefined
  /** A key, or `page.key`. */
  readonly monitor: string
}

/** The monitor that a client names, in page order; undefined where there is none. */
export function findOffered(latest: Pick<LatestQuotes, 'pages'>, wanted: Wanted): OfferedMonitor | undefined {
  const dot = wanted.monitor.indexOf('.')
  const key = wanted.monitor.slice(dot + 1)
  const named = dot < 0 ? undefined : wanted.monitor.slice(0, dot)
  for (const { page, monitors } of latest.pages()) {
    if ((wanted.page ?? page) !== page || (named ?? page) !== page) continue
    const found = monitors.find(({ monitor }) => monitor.key === key && monitor.currency === wanted.currency)
    if (found) return found
  }
  return undefined
}

/** The monitor that a client names. Throws a Problem where there is none. */
export function requireOffered(latest: Pick<LatestQuotes, 'pages'>, wanted: Wanted): OfferedMonitor {
  const offered = findOffered(latest, wanted)
  if (offered) return offered
  const place = wanted.page ? ` on ${wanted.page}` : ''
  throw new Problem(404, `There is no monitor ${wanted.monitor} in ${wanted.currency}${place}.`)
}

/** Its newest quote. Throws a Problem where there is no such monitor, or no price of it yet. */
export function requireQuote(latest: Pick<LatestQuotes, 'pages' | 'find'>, wanted: Wanted): Quote {
  const { page, currency, key } = requireOffered(latest, wanted).monitor
  const quote = latest.find(page, currency, key)
  if (quote) return quote
  throw new Problem(404, `${page}.${key} has no price in ${currency} yet.`)
}
