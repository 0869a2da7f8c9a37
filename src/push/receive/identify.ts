import type { NamedRecord } from '../../api/notification.ts'
import { isSamePrice } from '../../prices/observed-quote.ts'
import type { ObservedQuote, Prices } from '../../prices/prices.ts'
import { compare, multiply } from '../../rates/decimal.ts'
import type { MonitorId } from '../../rates/monitor.ts'

/** Where the record does not name the previous price, the new one must be this near to the known one. */
const NEAR = { least: '0.98', most: '1.02' }

/**
 * Finds the monitor that a record of a notification means: the one it names, else the only registered one with its key,
 * else the only one of those whose known price and time it continues. Undefined where none or several fit.
 */
export function identify(
  record: NamedRecord,
  registered: readonly MonitorId[],
  latest: Prices['latest'],
): MonitorId | undefined {
  const { page, currency, key } = record
  if (page && currency) return { page, currency, key }
  const named = registered.filter(
    (id) => id.key === key && (!page || id.page === page) && (!currency || id.currency === currency),
  )
  if (named.length < 2) return named[0]
  const [fitting, ...others] = named.filter((id) => continues(record, latest(id)))
  return others.length === 0 ? fitting : undefined
}

function continues(record: NamedRecord, known: ObservedQuote | undefined): boolean {
  if (!known || record.last_update < known.quote.lastUpdate) return false
  const { price } = known.quote
  if (price === record.price && known.quote.lastUpdate === record.last_update) return true // a repetition
  if (record.price_old) return isSamePrice(record.price_old, price)
  return (
    compare(record.price, multiply(price, NEAR.least)) >= 0 &&
    compare(record.price, multiply(price, NEAR.most)) <= 0
  )
}
