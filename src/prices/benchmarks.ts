import { type Currency, isSameMonitor, type MonitorId, moneyNamed, monitorName } from '../domain/monitor.ts'
import { type Meaning, meaningOf } from '../language/catalogue.ts'
import type { ObservedQuote, Prices } from './prices.ts'

const ALIAS = 'bcv'

type Known = Pick<Prices, 'all' | 'gapNames'>

const quotedIn = ({ all }: Known, currency: Currency): readonly ObservedQuote[] =>
  all().filter(({ quote }) => moneyNamed(quote) === currency)

/**
 * The official price of a currency: of dollars the monitor whose alias is `bcv`, else the first of the usual gap, else the
 * first that there is; of euros the one on the page of that.
 */
export function officialPrice(prices: Known, currency: Currency): ObservedQuote | undefined {
  const dollars = quotedIn(prices, 'dollar')
  const named = dollars.find(({ quote }) => quote.aliases?.includes(ALIAS))
  const dollar = named ?? usualGap(prices)?.[0] ?? dollars[0]
  if (currency === 'dollar') return dollar
  const euros = quotedIn(prices, 'euro')
  return euros.find(({ quote }) => quote.monitor.page === dollar?.quote.monitor.page) ?? euros[0]
}

/** As many rates as one look takes in. */
const MAIN_MAX = 4

/** The rates that matter most, the gap between two of them, and all others in page order. */
export interface MainRates {
  readonly main: readonly ObservedQuote[]
  readonly others: readonly ObservedQuote[]
  readonly gap: GapPair | undefined
}

/**
 * The rates that a chat prefers, in its order, then the official dollar with its euro, the other one of the usual gap and
 * USDT, then dollars in page order, four in all. Few rates are all of them main ones.
 */
export function mainRatesOf(prices: Known, preferred: readonly MonitorId[]): MainRates {
  const all = prices.all()
  const gap = usualGap(prices)
  const own = preferred.flatMap((id) => all.find(({ quote }) => isSameMonitor(quote.monitor, id)) ?? [])
  const exchange = quotedIn(prices, 'dollar').find(({ quote }) => meaningOf(quote) === 'exchange')
  const usual = [officialPrice(prices, 'dollar'), officialPrice(prices, 'euro'), gap?.[1], exchange]
  const known = usual.filter((one) => one !== undefined)
  const inOrder = new Set([...own, ...known, ...quotedIn(prices, 'dollar'), ...all])
  const count = inOrder.size <= MAIN_MAX + 1 ? inOrder.size : MAIN_MAX
  const main = [...inOrder].slice(0, count)
  return { main, others: all.filter((one) => !main.includes(one)), gap }
}

/** What people compare an offer with. */
export interface Benchmark {
  readonly kind: Extract<Meaning, 'official' | 'parallel' | 'exchange'>
  readonly observed: ObservedQuote
}

/** The official price of a currency, the parallel one and that of USDT, as far as there are such. */
export function benchmarksOf(prices: Known, currency: Currency): readonly Benchmark[] {
  const official = officialPrice(prices, currency)
  const quoted = quotedIn(prices, currency)
  const meant = (kind: Benchmark['kind']): Benchmark[] => {
    const observed = quoted.find(({ quote }) => meaningOf(quote) === kind)
    return observed ? [{ kind, observed }] : []
  }
  const others = [...meant('parallel'), ...meant('exchange')]
  // Where nothing is called official, a price that people call otherwise stands in for it.
  const isOther = others.some(({ observed }) => observed === official)
  return official && !isOther ? [{ kind: 'official', observed: official }, ...others] : others
}

/** The two prices of a gap: the one it is measured from, and the one that lies above it. */
export type GapPair = readonly [first: ObservedQuote, second: ObservedQuote]

/**
 * The usual gap: the monitors configured; else the official dollar against the parallel one, as far as keys, aliases, titles
 * and pages say which these are; else, in page order, the first dollar of one page against the first of the next. Undefined
 * where there is no such pair.
 */
export function usualGap({ all, gapNames }: Pick<Prices, 'all' | 'gapNames'>): GapPair | undefined {
  const [first, second] = gapNames ? gapNames.map((name) => named(all(), name)) : officialAndParallel(all())
  return first && second && [first, second]
}

const named = (all: readonly ObservedQuote[], name: string): ObservedQuote | undefined =>
  all.find(({ quote }) => monitorName(quote.monitor) === name)

function officialAndParallel(all: readonly ObservedQuote[]): (ObservedQuote | undefined)[] {
  const dollars = all.filter(({ quote }) => moneyNamed(quote) === 'dollar')
  const official = dollars.find(({ quote }) => meaningOf(quote) === 'official')
  const [parallel] = PARALLEL.flatMap((kind) => dollars.find(({ quote }) => meaningOf(quote) === kind) ?? [])
  const onOther = (page: string | undefined): ObservedQuote | undefined =>
    dollars.find((one) => one !== official && one !== parallel && one.quote.monitor.page !== page)
  const first = official ?? (parallel ? onOther(parallel.quote.monitor.page) : dollars[0])
  return [first, parallel ?? onOther(first?.quote.monitor.page)]
}

/** What people mean by the parallel dollar, the nearest first. */
const PARALLEL = ['parallel', 'average', 'exchange'] as const
