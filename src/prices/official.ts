import { moneyNamed } from '../rates/money-named.ts'
import type { Currency } from '../rates/monitor.ts'
import { type GapNames, usualGap } from './gap-pair.ts'
import type { ObservedQuote } from './observed-quote.ts'

const ALIAS = 'bcv'

/**
 * The official price of a currency: of dollars the monitor whose alias is `bcv`, else the first of the usual gap, else the
 * first that there is; of euros the one on the page of that.
 */
export function officialPrice(
  all: readonly ObservedQuote[],
  currency: Currency,
  gapNames?: GapNames,
): ObservedQuote | undefined {
  const dollars = all.filter(({ quote }) => moneyNamed(quote) === 'dollar')
  const named = dollars.find(({ quote }) => quote.aliases?.includes(ALIAS))
  const dollar = named ?? usualGap(all, gapNames)?.[0] ?? dollars[0]
  if (currency === 'dollar') return dollar
  const euros = all.filter(({ quote }) => moneyNamed(quote) === 'euro')
  return euros.find(({ quote }) => quote.monitor.page === dollar?.quote.monitor.page) ?? euros[0]
}
