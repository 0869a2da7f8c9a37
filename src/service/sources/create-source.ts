import type { Dispatcher } from 'undici'
import { multiply } from '../../rates/decimal.ts'
import { CURRENCIES, monitorRef } from '../../rates/monitor.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ParsePage } from './page-parser.ts'
import { createPageRequest, type PageAddress, type PageRequest, type RedirectGuard } from './page-request.ts'
import { createRelaySource, type RelayedCurrency, relayUrl } from './relay.ts'
import {
  createSimulatedSource,
  type LastPrice,
  publishDaily,
  type Random,
  type SimulatedMonitor,
  walk,
} from './simulated.ts'
import { parsePrice, type Source, type Wanted } from './source.ts'
import type { MonitorConfig, PageConfig, SimulatedSource } from './sources-file.ts'

const SIMULATED_PRICE = '100'

export interface SourceDeps {
  readonly userAgent: string
  readonly dispatcher: Dispatcher
  readonly redirects: RedirectGuard
  readonly parse: ParsePage
  readonly clock: Clock
  readonly random: Random
  /** For tests; 10 s a page, redirects included. */
  readonly timeoutMs?: number | undefined
  /** The newest stored price of a ref, from which a simulation goes on. */
  readonly stored: StoredPrice
}

type StoredPrice = (ref: string) => LastPrice | undefined

/** Creates the source of a configured page. */
export function createSource(
  { page, source, monitors }: PageConfig,
  { userAgent, dispatcher, redirects, parse, clock, random, timeoutMs, stored }: SourceDeps,
): Source {
  const requestOf = (address: PageAddress): PageRequest =>
    createPageRequest({ ...address, userAgent, dispatcher, redirects, timeoutMs })
  switch (source.kind) {
    case 'json':
    case 'html': {
      const { kind } = source
      const request = requestOf(source)
      const wanted = monitors.map(toWanted)
      return {
        fetch: (signal) => request.read(signal, (text, deadline) => parse({ kind, text, wanted }, deadline)),
      }
    }
    case 'relay': {
      const { url, page: pageThere = page, headers } = source
      const currencies = CURRENCIES.map((currency): RelayedCurrency => {
        const request = requestOf({ url: relayUrl({ url, page: pageThere, currency }), headers })
        const wanted = monitors.filter((monitor) => monitor.currency === currency).map(toRelayed)
        return {
          monitors: wanted,
          read: (signal) =>
            request.read(signal, (text, deadline) => parse({ kind: 'relay', text, wanted }, deadline)),
        }
      })
      return createRelaySource(currencies.filter(({ monitors }) => monitors.length > 0))
    }
    case 'simulated':
      return createSimulatedSource({
        clock,
        random,
        model: source.isOfficial ? publishDaily : walk,
        monitors: monitors.map((monitor) => toSimulated(monitor, { page, above: source.above, stored })),
      })
  }
}

const toWanted = ({ key, price = '', last_update }: MonitorConfig): Wanted => ({
  key,
  price,
  ...(typeof last_update === 'string' && { lastUpdate: last_update }),
})

const toRelayed = ({ key, price }: MonitorConfig) => ({ key, there: price ?? key })

interface SimulatedPage {
  readonly page: string
  readonly above: SimulatedSource['above']
  readonly stored: StoredPrice
}

/** A monitor of a page that stays `above` another follows the same monitor there. */
function toSimulated(
  { key, currency, price = '' }: MonitorConfig,
  { page, above, stored }: SimulatedPage,
): SimulatedMonitor {
  return {
    key,
    around: () => {
      const official = above && stored(monitorRef({ page: above.page, currency, key }))
      return official ? multiply(official.price, above.factor) : (parsePrice(price) ?? SIMULATED_PRICE)
    },
    last: () => stored(monitorRef({ page, currency, key })),
  }
}
