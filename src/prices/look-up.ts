import { moneyNamed } from '../domain/money-named.ts'
import { isSameMonitor, type MonitorId, monitorName, monitorRef } from '../domain/monitor.ts'
import { currencyNamed } from '../language/catalogue.ts'
import { unknownMonitor } from '../words/price.ts'
import type { Titled } from '../words/quote.ts'
import type { Words } from '../words/words.ts'
import { nearest } from './nearest.ts'
import type { ObservedQuote, Prices } from './prices.ts'

const NAME_LENGTH_MAX = 70

export type Found =
  | { readonly kind: 'one'; readonly observed: ObservedQuote; readonly others: readonly ObservedQuote[] }
  | { readonly kind: 'none'; readonly near: readonly ObservedQuote[] }

/** A monitor's name as typed after a command: one spelling of case and spaces, at most 70 characters. */
export const parseName = (argument: string): string =>
  argument.toLowerCase().trim().replace(/\s+/g, ' ').slice(0, NAME_LENGTH_MAX)

/** A monitor as it is called now; by its name where it is no longer published. */
export const titledBy = (prices: Pick<Prices, 'latest'>, monitor: MonitorId): Titled =>
  prices.latest(monitor)?.quote ?? { monitor, title: monitorName(monitor) }

/** The same monitors, those that a chat prefers first, in its order. */
export function preferredFirst(
  all: readonly ObservedQuote[],
  preferred: readonly MonitorId[],
): readonly ObservedQuote[] {
  const own = preferred.flatMap((id) => all.find(({ quote }) => isSameMonitor(quote.monitor, id)) ?? [])
  return [...new Set([...own, ...all])]
}

/** The same monitors, each once. */
export const eachOnce = (found: readonly ObservedQuote[]): ObservedQuote[] => [
  ...new Map(found.map((observed) => [monitorRef(observed.quote.monitor), observed])).values(),
]

/**
 * Monitors that a name means, the one meant first. A bare `dólar` or `euro` means the one that a chat prefers, where it
 * does; a key (`usd`) means the first monitor of that key.
 */
export function findFor(
  { find, all }: Pick<Prices, 'find' | 'all'>,
  name: string,
  preferred: readonly MonitorId[],
): readonly ObservedQuote[] {
  const isKey = all().some(({ quote }) => quote.monitor.key.toLowerCase() === name)
  const currency = isKey ? undefined : currencyNamed(name)
  const quoted = currency ? all().filter(({ quote }) => moneyNamed(quote) === currency) : []
  const [first] = preferredFirst(quoted, preferred)
  const isPreferred = first && preferred.some((id) => isSameMonitor(id, first.quote.monitor))
  return isPreferred ? [first] : find(name)
}

/**
 * The monitor that a name means in a chat with its newest price, others that share the name, or what is near it. `preferred`
 * are those that the chat prefers.
 */
export async function lookUp(prices: Prices, asked: string, preferred: readonly MonitorId[]): Promise<Found> {
  if (prices.find(asked).length === 0) await findAnew(prices, asked)
  const [observed, ...others] = findFor(prices, asked, preferred)
  if (!observed) return { kind: 'none', near: nearest(asked, prices.all()) }
  refreshBehind(prices, [observed, ...others])
  return { kind: 'one', observed, others }
}

/** Whether words are a monitor's name, or near to one that may be meant. */
export function classifyName(
  prices: Pick<Prices, 'find' | 'all'>,
  words: string,
): 'name' | 'near' | undefined {
  if (prices.find(words).length > 0) return 'name'
  return nearest(words, prices.all()).length > 0 ? 'near' : undefined
}

/** A monitor's newest price; undefined where we never saw it. */
export async function newest(prices: Prices, id: MonitorId | undefined): Promise<ObservedQuote | undefined> {
  if (id && !prices.latest(id)) await prices.refresh([id])
  const observed = id && prices.latest(id)
  if (observed) refreshBehind(prices, [observed])
  return observed
}

/** Every monitor with its newest price, in page order. */
export async function newestOfAll(prices: Prices): Promise<readonly ObservedQuote[]> {
  const asked = prices.refresh()
  if (prices.all().length === 0) await asked
  return prices.all()
}

/** An answer never waits for the rate API where there is a price: the copy is refreshed behind it. */
const refreshBehind = (prices: Prices, observedQuotes: readonly ObservedQuote[]): void =>
  void prices.refresh(observedQuotes.map(({ quote }) => quote.monitor))

/** A page that we did not show so far may be named by `page.key`; else a name is new only where all is. */
async function findAnew(prices: Prices, name: string): Promise<void> {
  const [, page, key] = PAGE_NAME.exec(name) ?? []
  const isNewPage = page !== undefined && !prices.all().some(({ quote }) => quote.monitor.page === page)
  if (isNewPage) await prices.refresh([{ page }])
  if (!isNewPage || key?.includes('.')) await newestOfAll(prices)
}
/** A key may have dots of its own. */
const PAGE_NAME = /^([a-z][a-z0-9_]{0,31})\.([^\s:]+)$/

/** What is shown for a name that no price has: that it is unknown, or, while there are none at all, that they cannot be had. */
export function notFound(words: Words, prices: Pick<Prices, 'all'>, name: string, isNear: boolean): string {
  return prices.all().length === 0 ? words.noPrices : unknownMonitor(words, name, isNear)
}
