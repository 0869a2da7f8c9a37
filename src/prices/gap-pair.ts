import { moneyNamed } from '../rates/money-named.ts'
import { monitorName, type Quote } from '../rates/monitor.ts'
import type { ObservedQuote } from './prices.ts'

/** The two prices of a gap: the one it is measured from, and the one that lies above it. */
export type GapPair = readonly [first: ObservedQuote, second: ObservedQuote]

/** The two monitors of `GAP_MONITORS`, `page.key` each. */
export type GapNames = readonly string[]

/**
 * The usual gap: the monitors configured; else the official dollar against the parallel one, as far as keys, aliases, titles
 * and pages say which these are; else, in page order, the first dollar of one page against the first of the next. Undefined
 * where there is no such pair.
 */
export function usualGap(all: readonly ObservedQuote[], configured?: GapNames): GapPair | undefined {
  const [first, second] = configured ? configured.map((name) => named(all, name)) : officialAndParallel(all)
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
type Meaning = 'official' | (typeof PARALLEL)[number]
const SAYS: readonly (readonly [Meaning, RegExp])[] = [
  ['parallel', /paralel|parallel|negro|black|(?:extra|no )oficial/],
  ['official', /bcv|oficial|official|banco central|central bank/],
  ['average', /promedio|average/],
  ['exchange', /usdt|binance|p2p/],
]

/** Its own names count before those of its page. */
function meaningOf({ monitor, title, aliases = [], source = '' }: Quote): Meaning | undefined {
  const own = [monitor.key, title, ...aliases].join(' ')
  return meaningIn(own) ?? meaningIn(`${monitor.page} ${source}`)
}

function meaningIn(text: string): Meaning | undefined {
  const words = text.toLowerCase().replaceAll('_', ' ')
  return SAYS.find(([, pattern]) => pattern.test(words))?.[0]
}
