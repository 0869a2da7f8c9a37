import type { Snapshot } from '../api/client.ts'
import { asOfOrNow } from '../api/record.ts'
import { type Decimal, isRoundedFrom } from '../domain/decimal.ts'
import { moneyNamed } from '../domain/money-named.ts'
import { isSameMonitor, type MonitorId, monitorRef, type Quote } from '../domain/monitor.ts'

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
