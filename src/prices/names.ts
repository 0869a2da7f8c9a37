import { type MonitorId, monitorRef } from '../domain/monitor.ts'
import { type Catalogue, createCatalogue } from '../language/catalogue.ts'
import type { Token } from '../language/tokens.ts'
import type { ObservedQuote } from './observed-quote.ts'

/** The known monitors, as they are listed now. */
interface Listed {
  all(): readonly ObservedQuote[]
  latest(id: MonitorId): ObservedQuote | undefined
}

/** Finds monitors by what people call them. Their names are read again only after one of them changed. */
export function createNames({ all, latest }: Listed) {
  let read: readonly ObservedQuote[] = []
  let catalogue = catalogueOf(read)

  function current(): Catalogue {
    const listed = all()
    if (listed !== read && !hasSameNames(read, listed)) catalogue = catalogueOf(listed)
    read = listed
    return catalogue
  }

  return {
    find: (name: string): readonly ObservedQuote[] =>
      current()
        .find(name)
        .flatMap(({ monitor }) => latest(monitor) ?? []),
    markNames: (tokens: readonly Token[]): readonly Token[] => current().markNames(tokens),
  }
}

const catalogueOf = (all: readonly ObservedQuote[]): Catalogue =>
  createCatalogue(all.map(({ quote }) => quote))

/** Whether the same monitors are called the same in both lists. */
const hasSameNames = (before: readonly ObservedQuote[], all: readonly ObservedQuote[]): boolean =>
  before.length === all.length && all.every(({ quote }, at) => isCalledAs(before[at]?.quote, quote))

const isCalledAs = (one: ObservedQuote['quote'] | undefined, other: ObservedQuote['quote']): boolean =>
  one !== undefined &&
  monitorRef(one.monitor) === monitorRef(other.monitor) &&
  one.title === other.title &&
  one.source === other.source &&
  one.aliases?.join() === other.aliases?.join()
