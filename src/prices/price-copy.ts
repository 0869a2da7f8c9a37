import { type Currency, isNamed, type MonitorId, monitorRef, type Quote } from '../rates/monitor.ts'
import { createPageOrder, markNamesakes, type ObservedQuote } from './observed-quote.ts'

/** Every known monitor in page order, and the same by ref. */
interface Listed {
  readonly all: readonly ObservedQuote[]
  readonly byRef: ReadonlyMap<string, ObservedQuote>
}

const listedOf = (all: readonly ObservedQuote[]): Listed => ({
  all,
  byRef: new Map(all.map((observed) => [monitorRef(observed.quote.monitor), observed])),
})

/** The copy of the newest prices in this process, which every look-up reads. `pages` come first in its order; `titleOf` names a page. */
export function createPriceCopy(
  pages: readonly string[],
  titleOf: (page: string) => string | undefined = () => undefined,
) {
  const observedQuotes = new Map<string, ObservedQuote>()
  const order = createPageOrder(pages)
  let listed: Listed | undefined
  /** A price of a shard with title and namesake: the same object for the same quote, so that texts are written once. */
  const shownAs = new WeakMap<Quote, Quote>()

  const known = (id: MonitorId): ObservedQuote | undefined => observedQuotes.get(monitorRef(id))

  /** Computed again only after a change. */
  const list = (): Listed => {
    listed ??= listedOf(markNamesakes(order.sort(observedQuotes.values())))
    return listed
  }
  const latest = (id: MonitorId): ObservedQuote | undefined => list().byRef.get(monitorRef(id))

  function withTitle(observed: ObservedQuote): ObservedQuote {
    const source = titleOf(observed.quote.monitor.page)
    return source === undefined ? observed : { ...observed, quote: { ...observed.quote, source } }
  }

  return {
    /** As it was kept, without the mark of a namesake. */
    known,
    latest,
    /** Every known monitor, in page order. */
    all: (): readonly ObservedQuote[] => list().all,
    /** Those of a name (`key` or `page.key`), in page order. */
    find: (name: string): readonly ObservedQuote[] =>
      list().all.filter(({ quote: { monitor } }) => isNamed(monitor, name)),
    /** The configured pages, and those of other monitors that people asked for by `page.key`. */
    pages: (): ReadonlySet<string> =>
      new Set([...pages, ...observedQuotes.values().map(({ quote }) => quote.monitor.page)]),
    /** Whether any price is known, of a page or of a page in a currency. */
    hasPrices: (page?: string, currency?: Currency): boolean =>
      observedQuotes
        .values()
        .some(
          ({ quote: { monitor } }) =>
            (page ?? monitor.page) === monitor.page && (currency ?? monitor.currency) === monitor.currency,
        ),
    /** Keeps a price that is newer than the known one, or corrects it. */
    keep(observed: ObservedQuote): void {
      const before = known(observed.quote.monitor)
      if (before && before.asOf > observed.asOf && before.asOf !== observed.corrects) return
      observedQuotes.set(monitorRef(observed.quote.monitor), withTitle(observed))
      listed = undefined
    },
    /** Orders the monitors of one page as the rate API lists them. */
    orderAs(monitors: readonly MonitorId[]): void {
      order.learn(monitors)
      listed = undefined
    },
    /** Adds to a price of a shard what people are shown: the page's title, its namesakes, and when the API last confirmed it. */
    seen({ quote, asOf }: ObservedQuote): ObservedQuote {
      const newest = latest(quote.monitor)
      if (!newest) return { quote, asOf }
      const before = shownAs.get(quote)
      const { source, namesake } = newest.quote
      const isSame = before && before.source === source && before.namesake === namesake
      const shown = isSame
        ? before
        : { ...quote, ...(source !== undefined && { source }), ...(namesake && { namesake }) }
      shownAs.set(quote, shown)
      return { quote: shown, asOf: Math.max(asOf, newest.asOf) }
    },
  }
}

export type PriceCopy = ReturnType<typeof createPriceCopy>
