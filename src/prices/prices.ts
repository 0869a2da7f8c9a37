import { isDeepStrictEqual } from 'node:util'
import type { RatesClient } from '../api/client.ts'
import {
  type Closes,
  isSameMonitor,
  type MonitorId,
  moneyNamed,
  monitorName,
  monitorRef,
} from '../domain/monitor.ts'
import { type Catalogue, createCatalogue, currencyNamed } from '../language/catalogue.ts'
import type { MarkNames } from '../language/speech.ts'
import { createSubscription, loadScript, type Resources } from '../redis/connection.ts'
import type { Part } from '../runtime/lifecycle.ts'
import { type Titled, unknownMonitor } from '../words/price.ts'
import type { Words } from '../words/words.ts'
import { nearest } from './nearest.ts'
import {
  createPageOrder,
  markNamesakes,
  type ObservedQuote,
  withEffectivePeriod,
  withFullPrice,
} from './observed-quote.ts'
import { createOutdatedAnswerFilter } from './outdated-answers.ts'
import { createRefresher } from './refresh.ts'

export type { ObservedQuote } from './observed-quote.ts'

const RECORD = loadScript(new URL('./record.lua', import.meta.url))
const KEY = '{board}:sightings'
/** How old the time of an unchanged price may be in Redis: every process asks the rate API itself. */
const STORE_EVERY_MS = 100_000

interface PricesOptions extends Pick<Resources, 'redis' | 'subscriber' | 'log' | 'clock'> {
  readonly client: Pick<RatesClient, 'monitors'>
  readonly pages: readonly string[]
  /** What people call a page; the API does not say. */
  readonly pageTitles?: ReadonlyMap<string, string>
  /** The two monitors of `GAP_MONITORS`. */
  readonly gapNames?: readonly string[] | undefined
}

/** The newest price of each monitor, as commands read them. */
export interface Prices {
  /** Every known monitor, in page order. */
  all(): readonly ObservedQuote[]
  /** The monitors that a name means (`usd`, `bcv.usd`, `el paralelo`): the one meant first, then others that share it. */
  find(name: string): readonly ObservedQuote[]
  /** Joins the words that name a monitor into a token of kind `name`. */
  readonly markNames: MarkNames
  latest(id: MonitorId): ObservedQuote | undefined
  /** The two monitors of the usual gap, `page.key` each; those that people call so, if not given. */
  readonly gapNames?: readonly string[] | undefined
  /** Asks the rate API again for prices older than 5 s; gives up after 1 s, and never throws. */
  refresh(ids?: readonly Pick<MonitorId, 'page'>[]): Promise<void>
}

/** The newest prices, with a way to keep those that notifications bring. */
export interface PriceStore extends Prices {
  /** Keeps prices that are newer than the known ones, or correct them, and publishes them to every process. */
  record(seen: readonly ObservedQuote[]): Promise<void>
  /** Adds to a price of a shard what people are shown: the page's title, its namesakes, its closes of a week, and when the API last confirmed it. */
  seen(observed: ObservedQuote): ObservedQuote
  /** Keeps at which prices monitors closed the days before, in this process. */
  keepCloses(closes: ReadonlyMap<string, Closes>): void
}

/** The newest price of each monitor: stored in Redis, with a copy in memory that every look-up reads. */
export function createPrices({
  redis,
  subscriber,
  client,
  pages,
  pageTitles,
  gapNames,
  clock,
  log,
}: PricesOptions): PriceStore & Part {
  const copy = createPriceCopy(pages, (page) => pageTitles?.get(page))
  const outdatedAnswers = createOutdatedAnswerFilter()
  const refresher = createRefresher({ client, pages: copy.pages, take, clock, log })
  const recorded = createSubscription(subscriber, [KEY], (message) => {
    for (const observed of JSON.parse(message)) copy.keep(observed)
  })

  /** What was stored last, by ref. */
  const stored = new Map<string, ObservedQuote>()

  /** Whether other processes, or this one after a restart, do not know it yet, or only as of long ago. */
  function isNews({ quote, asOf }: ObservedQuote): boolean {
    const before = stored.get(monitorRef(quote.monitor))
    if (!before || asOf - before.asOf >= STORE_EVERY_MS) return true
    return !isDeepStrictEqual(before.quote, quote)
  }

  async function record(seen: readonly ObservedQuote[]): Promise<void> {
    const full = seen.map((one) => {
      const known = copy.known(one.quote.monitor)
      const corrected = correctAll(one, known)
      return withEffectivePeriod(corrected.mayBeRounded ? withFullPrice(corrected, known) : corrected, known)
    })
    for (const observed of full) copy.keep(observed)
    const news = full.filter(isNews)
    if (news.length === 0) return
    await RECORD.run(redis, [KEY], news.flatMap(recordArguments))
    for (const observed of news) stored.set(monitorRef(observed.quote.monitor), observed)
  }

  async function take(answered: readonly ObservedQuote[]): Promise<void> {
    copy.orderAs(answered.map(({ quote }) => quote.monitor))
    await record(
      answered.flatMap((answer) => outdatedAnswers.accept(answer, copy.known(answer.quote.monitor)) ?? []),
    )
  }

  return {
    ...copy,
    name: 'prices',
    async start() {
      await recorded.start()
      for (const json of await redis.hvals(KEY)) copy.keep(JSON.parse(json))
      refresher.start()
    },
    async stop() {
      recorded.stop()
      await refresher.stop()
    },
    gapNames,
    refresh: refresher.refresh,
    record,
  }
}

/** A correction of what the shards know also corrects an answer that was made later, by the same wrong clock. */
const correctAll = (seen: ObservedQuote, known: ObservedQuote | undefined): ObservedQuote =>
  seen.corrects !== undefined && known && known.asOf > seen.corrects
    ? { ...seen, corrects: known.asOf }
    : seen

const recordArguments = (observed: ObservedQuote): (string | number)[] => [
  monitorRef(observed.quote.monitor),
  observed.asOf,
  observed.corrects ?? '',
  JSON.stringify(observed),
]

/** Every known monitor in page order, and the same by ref. */
interface Listed {
  readonly all: readonly ObservedQuote[]
  readonly byRef: ReadonlyMap<string, ObservedQuote>
}

/** The copy of the newest prices in this process, which every look-up reads. `pages` come first in its order; `titleOf` names a page. */
function createPriceCopy(pages: readonly string[], titleOf: (page: string) => string | undefined) {
  const observedQuotes = new Map<string, ObservedQuote>()
  const order = createPageOrder(pages)
  let listed: Listed | undefined
  let catalogue: Catalogue | undefined
  const closes = new Map<string, Closes>()

  const known = (id: MonitorId): ObservedQuote | undefined => observedQuotes.get(monitorRef(id))

  /** Computed again only after a change. */
  function list(): Listed {
    if (listed) return listed
    const all = markNamesakes(order.sort(observedQuotes.values())).map(withClose)
    listed = { all, byRef: new Map(all.map((observed) => [monitorRef(observed.quote.monitor), observed])) }
    return listed
  }
  const latest = (id: MonitorId): ObservedQuote | undefined => list().byRef.get(monitorRef(id))

  /** What people call the monitors; read again only after a change. */
  const names = (): Catalogue => {
    catalogue ??= createCatalogue(list().all.map(({ quote }) => quote))
    return catalogue
  }

  function noteChange(): void {
    listed = undefined
    catalogue = undefined
  }

  function withClose(observed: ObservedQuote): ObservedQuote {
    const known = closes.get(monitorRef(observed.quote.monitor))
    return known ? { ...observed, quote: { ...observed.quote, ...known } } : observed
  }

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
    find: (name: string): readonly ObservedQuote[] =>
      names()
        .find(name)
        .flatMap(({ monitor }) => latest(monitor) ?? []),
    markNames: (tokens: Parameters<MarkNames>[0]) => names().markNames(tokens),
    /** The configured pages, and those of other monitors that people asked for by `page.key`. */
    pages: (): ReadonlySet<string> =>
      new Set([...pages, ...observedQuotes.values().map(({ quote }) => quote.monitor.page)]),
    /** Keeps a price that is newer than the known one, or corrects it. */
    keep(observed: ObservedQuote): void {
      const before = known(observed.quote.monitor)
      if (before && before.asOf > observed.asOf && before.asOf !== observed.corrects) return
      observedQuotes.set(monitorRef(observed.quote.monitor), withTitle(observed))
      noteChange()
    },
    keepCloses(read: ReadonlyMap<string, Closes>): void {
      for (const [ref, known] of read) closes.set(ref, known)
      noteChange()
    },
    /** Orders the monitors of one page as the rate API lists them. */
    orderAs(monitors: readonly MonitorId[]): void {
      order.learn(monitors)
      noteChange()
    },
    /** Adds to a price of a shard what people are shown, as `PriceStore` says. */
    seen({ quote, asOf }: ObservedQuote): ObservedQuote {
      const newest = latest(quote.monitor)
      if (!newest) return { quote, asOf }
      const { source, namesake, weekCloses } = newest.quote
      const shown = {
        ...quote,
        ...(source !== undefined && { source }),
        ...(namesake && { namesake }),
        ...(weekCloses && { weekCloses }),
      }
      return { quote: shown, asOf: Math.max(asOf, newest.asOf) }
    },
  }
}

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
  const known = prices.all().map(({ quote }) => quote)
  return known.length === 0 ? words.noPrices : unknownMonitor(words, name, { isNear, known })
}
