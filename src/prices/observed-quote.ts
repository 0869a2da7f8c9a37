import type { Snapshot } from '../api/client.ts'
import { asOfOrNow } from '../api/record.ts'
import { dayOf } from '../domain/caracas.ts'
import { type Decimal, isRoundedFrom } from '../domain/decimal.ts'
import { holdsFrom, isForDays, leadingPrice, startOfWeekend } from '../domain/in-force.ts'
import { isSameMonitor, type MonitorId, moneyNamed, monitorRef, type Quote } from '../domain/monitor.ts'

/** A quote and when the rate API last said so (ms). */
export interface ObservedQuote {
  readonly quote: Quote
  readonly asOf: number
  /** It is from an answer, not a notification, with so few decimals that the server may have rounded it. */
  readonly mayBeRounded?: boolean
  /** Replaces the price with this later time (ms), which the server dated while its clock was ahead. */
  readonly corrects?: number
  /** The id that follows the price from its source to the chats, in the log; the notification's. */
  readonly trace?: string
}

/** Whether an answered price equals another one, in full or as servers round it. */
export const isSamePrice = (answered: Decimal, full: Decimal): boolean =>
  answered === full || isRoundedFrom(answered, full)

/** Replaces a rounded price by the known full one: some servers round in answers and not in notifications. */
export function withFullPrice(seen: ObservedQuote, known: ObservedQuote | undefined): ObservedQuote {
  if (!known || !isSamePrice(seen.quote.price, known.quote.price)) return seen
  const { mayBeRounded: _, ...others } = seen
  const price = { ...others, quote: { ...seen.quote, price: known.quote.price } }
  return known.mayBeRounded ? { ...price, mayBeRounded: true } : price
}

/** The prices of an answer, as of its own time, or now if it has none. One without a third decimal may be rounded. */
export const observedQuotesOfAnswer = ({ asOf, quotes }: Snapshot, now: number): readonly ObservedQuote[] =>
  quotes.map((quote) => {
    const answered = { quote, asOf: asOfOrNow(asOf, now) }
    return isRoundedFrom(quote.price, quote.price) ? { ...answered, mayBeRounded: true } : answered
  })

/** The same observed quotes, with a mark on each monitor whose title another one has too. */
export function markNamesakes(observedQuotes: readonly ObservedQuote[]): ObservedQuote[] {
  const byTitle = Map.groupBy(observedQuotes, ({ quote }) => plain(quote.title))
  return observedQuotes.map((observed) => {
    const namesake = namesakeOf(observed.quote, byTitle.get(plain(observed.quote.title)) ?? [])
    return namesake ? { ...observed, quote: { ...observed.quote, namesake } } : observed
  })
}

const plain = (title: string): string => title.trim().toLowerCase()

function namesakeOf(quote: Quote, alike: readonly ObservedQuote[]): Quote['namesake'] {
  const { monitor } = quote
  const others = alike.filter((one) => !isSameMonitor(one.quote.monitor, monitor))
  // The dollar and the euro of one page differ by their signs.
  const here = others.filter((one) => one.quote.monitor.page === monitor.page)
  if (here.some((one) => moneyNamed(one.quote) === moneyNamed(quote))) return 'here'
  return others.length > here.length ? 'elsewhere' : undefined
}

/** The order of monitors in lists: pages as configured, then dollars before euros, then as the API lists them. */
export function createPageOrder(pages: readonly string[]) {
  const places = new Map<string, number>()

  const pageOf = ({ quote: { monitor } }: ObservedQuote): number => {
    const index = pages.indexOf(monitor.page)
    return index < 0 ? pages.length : index
  }
  const placeOf = ({ quote: { monitor } }: ObservedQuote): number =>
    places.get(monitorRef(monitor)) ?? Number.MAX_SAFE_INTEGER

  return {
    /** Remembers the monitors of one page as the API lists them. */
    learn(listed: readonly MonitorId[]): void {
      for (const [place, monitor] of listed.entries()) places.set(monitorRef(monitor), place)
    },
    sort: (observedQuotes: Iterable<ObservedQuote>): ObservedQuote[] =>
      [...observedQuotes].sort((a, b) => pageOf(a) - pageOf(b) || placeOf(a) - placeOf(b)),
  }
}

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
