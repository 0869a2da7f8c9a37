import { type Meaning, meaningOf } from '../parse/catalogue/meaning.ts'
import { moneyNamed } from '../rates/money-named.ts'
import type { Currency } from '../rates/monitor.ts'
import type { GapNames } from './gap-pair.ts'
import type { ObservedQuote } from './observed-quote.ts'
import { officialPrice } from './official.ts'

/** What people compare an offer with. */
export interface Benchmark {
  readonly kind: Extract<Meaning, 'official' | 'parallel' | 'exchange'>
  readonly observed: ObservedQuote
}

/** The official price of a currency, the parallel one and that of USDT, as far as there are such. */
export function benchmarksOf(
  all: readonly ObservedQuote[],
  currency: Currency,
  gapNames?: GapNames,
): readonly Benchmark[] {
  const official = officialPrice(all, currency, gapNames)
  const quoted = all.filter(({ quote }) => moneyNamed(quote) === currency)
  const meant = (kind: Benchmark['kind']): Benchmark[] => {
    const observed = quoted.find(({ quote }) => meaningOf(quote) === kind)
    return observed ? [{ kind, observed }] : []
  }
  const others = [...meant('parallel'), ...meant('exchange')]
  // Where nothing is called official, a price that people call otherwise stands in for it.
  const isOther = others.some(({ observed }) => observed === official)
  return official && !isOther ? [{ kind: 'official', observed: official }, ...others] : others
}
