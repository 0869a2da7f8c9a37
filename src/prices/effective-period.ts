import { dayOf } from '../domain/caracas.ts'
import { holdsFrom, isForDays, leadingPrice, startOfWeekend } from '../domain/in-force.ts'
import type { Quote } from '../domain/monitor.ts'
import type { ObservedQuote } from './observed-quote.ts'

/**
 * Adds from when a price that is published ahead is in force, and the price in force until then, which is kept after that
 * as the last one. A server says `in_force` on the day of publication alone. Of one that never says it, the day of
 * publication is the day on which the price was first seen.
 */
export function withEffectivePeriod(seen: ObservedQuote, known: ObservedQuote | undefined): ObservedQuote {
  const { quote, asOf } = seen
  if (!isForDays(quote) || dayOf(quote.lastUpdate) <= dayOf(asOf)) return seen
  const same = known?.quote.lastUpdate === quote.lastUpdate ? known.quote : undefined
  const from = startOf(seen, same)
  const before = quote.inForce ?? (same ? same.inForce : known && lastOf(known, asOf))
  const { inForce: _, holdsFrom: __, ...others } = quote
  return {
    ...seen,
    quote: {
      ...others,
      ...(before && { inForce: before }),
      ...(from !== undefined && { holdsFrom: from }),
    },
  }
}

/** When a price published ahead begins to be in force (ms); undefined where the server says that it is. */
function startOf({ quote, asOf }: ObservedQuote, same: Quote | undefined): number | undefined {
  const { effectiveDay, inForce, lastUpdate } = quote
  const isInForce = effectiveDay === true && inForce === undefined
  const known = same?.holdsFrom
  if (isInForce) return known !== undefined && known <= asOf ? known : (startOfWeekend(asOf) ?? asOf)
  return known ?? holdsFrom({ price: quote.price, lastUpdate, publishedAt: asOf })
}

const lastOf = ({ quote }: ObservedQuote, now: number): Quote['inForce'] => {
  const { price, lastUpdate } = leadingPrice(quote, now)
  return { price, lastUpdate }
}
