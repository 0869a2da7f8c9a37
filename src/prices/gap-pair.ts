import { moneyNamed } from '../domain/money-named.ts'
import { monitorName } from '../domain/monitor.ts'
import { meaningOf } from '../language/catalogue.ts'
import type { ObservedQuote, Prices } from './prices.ts'

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
  const parallel = PARALLEL.map((kind) => dollars.find(({ quote }) => meaningOf(quote) === kind)).find(
    (one) => one !== undefined,
  )
  const onOther = (page: string | undefined): ObservedQuote | undefined =>
    dollars.find((one) => one !== official && one !== parallel && one.quote.monitor.page !== page)
  const first = official ?? (parallel ? onOther(parallel.quote.monitor.page) : dollars[0])
  return [first, parallel ?? onOther(first?.quote.monitor.page)]
}

/** What people mean by the parallel dollar, the nearest first. */
const PARALLEL = ['parallel', 'average', 'exchange'] as const
