import type { Dispatcher } from 'undici'
import { multiply } from '../../rates/decimal.ts'
import { CURRENCIES, monitorRef } from '../../rates/monitor.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ParsePage } from './page-parser.ts'
import type { RedirectGuard } from './page-request.ts'
import { createPageRequest, type PageAddress, type PageRequest } from './page-request.ts'
import { createRelaySource, relayUrl } from './relay.ts'
import { createSimulatedSource, type LastPrice, publishDaily, type Random, walk } from './simulated.ts'
import type { Source, Wanted } from './source.ts'
import { parsePrice } from './source.ts'
import type { PageConfig, SimulatedSource } from './sources-file.ts'

const SIMULATED_PRICE = '100'

export interface SourceOptions {
  readonly userAgent: string
  readonly dispatcher: Dispatcher
  readonly redirects: RedirectGuard
  readonly parse: ParsePage
  readonly clock: Clock
  readonly random: Random
  /** For tests; 10 s a page, redirects included. */
  readonly timeoutMs?: number
  /** The newest stored price of a ref, from which a simulation goes on. */
  readonly stored: (ref: string) => LastPrice | undefined
}

/** The source of a configured page. */
export function createSource(config: PageConfig, options: SourceOptions): Source {
  const { source } = config
  switch (source.kind) {
    case 'json':
    case 'html':
      return createPageSource(config, source, options)
    case 'relay':
      return createRelay(config, source, options)
    case 'simulated':
      return createSimulated(config, source, options)
  }
}

type PageSourceConfig = Extract<PageConfig['source'], { kind: 'json' | 'html' }>

function createPageSource(config: PageConfig, source: PageSourceConfig, options: SourceOptions): Source {
  const request = requestOf(source, options)
  const wanted = wantedOf(config)
  const { kind } = source
  return {
    fetch: (signal) =>
      request.read(signal, (text, deadline) => options.parse({ kind, text, wanted }, deadline)),
  }
}

const requestOf = (
  address: PageAddress,
  { userAgent, dispatcher, redirects, timeoutMs }: SourceOptions,
): PageRequest =>
  createPageRequest({
    ...address,
    userAgent,
    dispatcher,
    redirects,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })

const wantedOf = ({ monitors }: PageConfig): Wanted[] =>
  monitors.map(({ key, price = '', last_update }) => ({
    key,
    price,
    ...(typeof last_update === 'string' && { lastUpdate: last_update }),
  }))

type RelayConfig = Extract<PageConfig['source'], { kind: 'relay' }>

function createRelay({ page, monitors }: PageConfig, source: RelayConfig, options: SourceOptions): Source {
  const currencies = CURRENCIES.map((currency) => ({
    request: requestOf(
      { url: relayUrl({ url: source.url, page: source.page ?? page, currency }), headers: source.headers },
      options,
    ),
    monitors: monitors
      .filter((monitor) => monitor.currency === currency)
      .map(({ key, price }) => ({ key, there: price ?? key })),
  }))
  return createRelaySource(currencies.filter((one) => one.monitors.length > 0))
}

function createSimulated(
  { page, monitors }: PageConfig,
  source: SimulatedSource,
  options: SourceOptions,
): Source {
  const { clock, random, stored } = options
  const { isOfficial = false, above } = source
  return createSimulatedSource({
    clock,
    random,
    model: isOfficial ? publishDaily : walk,
    monitors: monitors.map(({ key, currency, price = '' }) => ({
      key,
      around: () => {
        const official = above && stored(monitorRef({ page: above.page, currency, key }))
        return official ? multiply(official.price, above.factor) : (parsePrice(price) ?? SIMULATED_PRICE)
      },
      last: () => stored(monitorRef({ page, currency, key })),
    })),
  })
}
