import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../../domain/caracas.ts'
import { add, type Decimal, divide, multiply, round } from '../../domain/decimal.ts'
import type { PriceUpdate } from '../../domain/in-force.ts'
import { type Currency, monitorRef, type Quote } from '../../domain/monitor.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Agents } from './connect/agents.ts'
import type { MonitorPlaces, SourceConfig } from './file/sources-file.ts'
import { fetchPage, type PageAddress } from './page-request.ts'
import type { JsonPrice } from './parse/json.ts'
import type { PageToParse, ParsePage } from './parse/page-parser.ts'
import { createRelaySource, relayUrl } from './parse/relay.ts'
import { createSimulatedSource, publishDaily, type Random, walk } from './simulated.ts'
import { type Observation, parsePrice, type Source, toReading, type Wanted } from './source.ts'

const SIMULATED_PRICE = '100'

export interface SourceDeps {
  readonly agents: Agents
  readonly parse: ParsePage
  readonly clock: Clock
  readonly random: Random
  /** For tests; 10 s a page, redirects included. */
  readonly timeoutMs?: number | undefined
  /** The newest stored price of a ref, from which a simulation goes on. */
  readonly stored: (ref: string) => PriceUpdate | undefined
  readonly findPart: FindPart
}

/** Creates a source of a configured page. */
export function createSource(
  page: string,
  source: SourceConfig,
  { agents, parse, clock, random, timeoutMs, stored, findPart }: SourceDeps,
): Source {
  const { monitors } = source
  const fetchText = (address: PageAddress, signal: AbortSignal): Promise<string> =>
    fetchPage({ ...address, timeoutMs: address.timeoutMs ?? timeoutMs }, agents, signal)
  switch (source.kind) {
    case 'relay': {
      const { url, page: pageThere = page, headers, timeoutMs } = source
      const byCurrency = Map.groupBy(monitors, ({ currency }) => currency)
      return createRelaySource(
        Array.from(byCurrency, ([currency, relayed]) => {
          const address = { url: relayUrl(url, { page: pageThere, currency }), headers, timeoutMs }
          const wanted = relayed.map(({ key, price }) => ({ key, there: placeOf(price) || key }))
          const read = async (signal: AbortSignal) =>
            parse({ kind: 'relay', text: await fetchText(address, signal), wanted }, signal)
          return { monitors: wanted, read }
        }),
      )
    }
    case 'simulated': {
      const { above, official } = source
      const simulated = monitors.map(({ key, currency, price }) => ({
        key,
        /** A monitor of a page that stays `above` another follows the same monitor there. */
        around: () => {
          const there = above && stored(monitorRef({ page: above.page, currency, key }))
          return there ? multiply(there.price, above.factor) : (parsePrice(placeOf(price)) ?? SIMULATED_PRICE)
        },
        last: () => stored(monitorRef({ page, currency, key })),
      }))
      const model = official ? publishDaily : walk
      return createSimulatedSource({ clock, random, model, monitors: simulated })
    }
    case 'mean':
      return createMeanSource(monitors, findPart)
    default: {
      // The schema of a kind of page lets in only places that its reader knows.
      const page = { kind: source.kind, wanted: monitors.map(toWanted) } as Omit<PageToParse, 'text'>
      return {
        fetch: async (signal) =>
          parse({ ...page, text: await fetchText(source, signal) } as PageToParse, signal),
      }
    }
  }
}

/** The schema lets a list stand in pages of kind json only. */
const placeOf = (price: MonitorPlaces['price']): string => (typeof price === 'string' ? price : '')

const toWanted = ({ key, price = '', last_update }: MonitorPlaces): Wanted<JsonPrice> => ({
  key,
  price,
  ...(typeof last_update === 'string' && { lastUpdate: last_update }),
})

const DIGITS = 4
/** At a start the other pages are read at the same time, and the bank may take long: their first prices are waited for once. */
const FIRST_PRICES_MS = MINUTE_MS
const POLL_MS = 100

/** A price that a mean is made of. */
export type Part = Pick<Quote, 'title' | 'price' | 'inForce' | 'simulated' | 'stale'>
/** Finds the newest price of a monitor by its name, such as `bcv.usd`; undefined while it has none. */
export type FindPart = (name: string, currency: Currency) => Part | undefined

/** A page whose prices are means of the prices in force of other monitors. It says no time: a mean is made when it moves. */
export function createMeanSource(monitors: readonly MonitorPlaces[], find: FindPart): Source {
  const missing = ({ mean_of = [], currency }: MonitorPlaces) => mean_of.find((name) => !find(name, currency))
  const until = performance.now() + FIRST_PRICES_MS
  return {
    async fetch(signal) {
      while (monitors.some(missing) && performance.now() < until) await sleep(POLL_MS, undefined, { signal })
      return toReading(
        monitors.map((monitor) => {
          const { key, currency, mean_of = [] } = monitor
          const name = missing(monitor)
          if (name) return { key, reason: `${name} has no price yet` }
          const parts = mean_of.flatMap((one) => find(one, currency) ?? [])
          return observationOf(key, parts)
        }),
      )
    },
  }
}

function observationOf(key: string, parts: readonly Part[]): Observation {
  const sum = parts.map(({ price, inForce }): Decimal => inForce?.price ?? price).reduce(add)
  return {
    key,
    price: round(divide(sum, String(parts.length)), DIGITS),
    sources: parts.map(({ title }) => title),
    simulated: parts.some(({ simulated }) => simulated),
    stale: parts.some(({ stale }) => stale),
  }
}
