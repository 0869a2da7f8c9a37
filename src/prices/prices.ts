import { setTimeout as sleep } from 'node:timers/promises'
import type { RatesClient } from '../api/client.ts'
import { MINUTE_MS } from '../rates/durations.ts'
import type { Currency } from '../rates/monitor.ts'
import { isNamed, type MonitorId, monitorRef, type Quote } from '../rates/monitor.ts'
import type { Redis } from '../redis/connection.ts'
import { loadScript } from '../redis/script.ts'
import { createSubscription } from '../redis/subscription.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import { createBelief } from './belief.ts'
import { createPageOrder, markNamesakes, type ObservedQuote, withFullPrice } from './observed-quote.ts'
import { createAsking } from './refresh.ts'

export type { ObservedQuote } from './observed-quote.ts'

const RECORD = loadScript(new URL('./record.lua', import.meta.url))
const KEY = '{board}:sightings'
const REFRESH_MS = MINUTE_MS
/** While people look prices up the API is asked more often, so that no answer has to wait for it. */
const BUSY_REFRESH_MS = 10_000
const BUSY_FOR_MS = 10 * MINUTE_MS
const ASK_TIMEOUT_MS = 1_000
const STOP_MS_MAX = 1_000

export interface PricesOptions {
  readonly redis: Redis
  readonly subscriber: Redis
  readonly client: Pick<RatesClient, 'monitors'>
  readonly pages: readonly string[]
  /** What people call a page; the API does not say. */
  readonly pageTitles?: ReadonlyMap<string, string>
  /** Whether the API may always be asked as often as while people look prices up: it is ours. Not if not given. */
  readonly isNear?: boolean
  readonly clock: Clock
  readonly log: Log
}

/** The newest price of each monitor, as commands read them. */
export interface Prices {
  /** Every monitor known, in page order. */
  all(): readonly ObservedQuote[]
  /** Those of a name (`key` or `page.key`), in page order. */
  find(name: string): readonly ObservedQuote[]
  latest(id: MonitorId): ObservedQuote | undefined
  /** Asks the rate API again where our copy is older than 5 s; gives up after 1 s, and never throws. */
  refresh(ids?: readonly Pick<MonitorId, 'page'>[]): Promise<void>
}

/** The same, with what notifications bring. */
export interface PriceStore extends Prices {
  /** Keeps prices that are newer than the known ones, or that correct those, and tells every process of them. */
  record(seen: readonly ObservedQuote[]): Promise<void>
  /** A price from elsewhere as we show it: with its page's title and its namesakes, and when the API was last heard. */
  seen(observed: ObservedQuote): ObservedQuote
}

/** The newest price of each monitor: kept in Redis, with a copy in memory that every look-up reads. */
export function createPrices(options: PricesOptions): PriceStore & Part {
  const { redis, subscriber, pages, pageTitles, isNear = false, clock } = options
  const observedQuotes = new Map<string, ObservedQuote>()
  const order = createPageOrder(pages)
  const belief = createBelief()
  const asking = createAsking({
    ...options,
    take,
    hasPrices: (page, currency) => hasPrices(page, currency),
    isPage: (page) => pages.includes(page) || hasPrices(page),
  })
  let listed: Listed | undefined
  /** What is known of a quote that came from elsewhere: the same object for the same quote, so that texts are written once. */
  const seenAs = new WeakMap<Quote, Quote>()
  let timer: NodeJS.Timeout | undefined
  let refreshedAt = 0
  let lookedUpAt = Number.NEGATIVE_INFINITY

  const withSource = (observed: ObservedQuote): ObservedQuote => {
    const source = pageTitles?.get(observed.quote.monitor.page)
    return source === undefined ? observed : { ...observed, quote: { ...observed.quote, source } }
  }
  const chatState = (id: MonitorId): ObservedQuote | undefined => observedQuotes.get(monitorRef(id))
  const keep = (observed: ObservedQuote): void => {
    const known = chatState(observed.quote.monitor)
    if (known && known.asOf > observed.asOf && known.asOf !== observed.corrects) return
    observedQuotes.set(monitorRef(observed.quote.monitor), withSource(observed))
    listed = undefined
  }
  /** Listed anew only after something was kept. */
  const list = (): Listed => {
    listed ??= listedOf(markNamesakes(order.sort(observedQuotes.values())))
    return listed
  }
  const latest = (id: MonitorId): ObservedQuote | undefined => list().byRef.get(monitorRef(id))
  const recorded = createSubscription(subscriber, [KEY], (message) => {
    for (const observed of parseObservedQuotes(message)) keep(observed)
  })
  const hasPrices = (page?: string, currency?: Currency): boolean =>
    [...observedQuotes.values()].some(
      ({ quote: { monitor } }) =>
        (page ?? monitor.page) === monitor.page && (currency ?? monitor.currency) === monitor.currency,
    )

  async function load(): Promise<void> {
    const stored = await redis.hvals(KEY)
    for (const json of stored) keep(JSON.parse(json))
  }

  /** Writes what was seen; older sightings than the known ones change nothing, unless they correct those. */
  async function record(seen: readonly ObservedQuote[]): Promise<void> {
    const news = seen.map((one) =>
      one.mayBeRounded ? withFullPrice(one, chatState(one.quote.monitor)) : one,
    )
    for (const observed of news) keep(observed)
    if (news.length > 0) await RECORD.run(redis, [KEY], news.flatMap(recordArguments))
  }

  async function take(answered: readonly ObservedQuote[]): Promise<void> {
    order.learn(answered.map(({ quote }) => quote.monitor))
    listed = undefined
    await record(answered.flatMap((answer) => belief.judge(answer, chatState(answer.quote.monitor)) ?? []))
  }

  /** Those that are configured, and those of monitors that were asked for by `page.key`. */
  const allPages = (): ReadonlySet<string> =>
    new Set([...pages, ...observedQuotes.values().map(({ quote }) => quote.monitor.page)])

  function refreshAll(): void {
    refreshedAt = clock()
    for (const page of allPages()) void asking.ask(page, ASK_TIMEOUT_MS * 5)
  }

  const part: Part = {
    name: 'prices',
    async start() {
      await recorded.start()
      await load()
      refreshAll()
      timer = setInterval(() => {
        const isBusy = isNear || clock() - lookedUpAt < BUSY_FOR_MS
        if (isBusy || clock() - refreshedAt >= REFRESH_MS - BUSY_REFRESH_MS / 2) refreshAll()
      }, BUSY_REFRESH_MS)
    },
    async stop() {
      clearInterval(timer)
      recorded.stop()
      await inTime(asking.rest(), STOP_MS_MAX)
    },
  }

  return {
    ...part,
    record,
    latest,
    /** Every monitor known, in page order. */
    all: (): readonly ObservedQuote[] => list().all,
    /** A price from elsewhere as we show it: with its page's title and its namesakes, and when the API was last heard. */
    seen({ quote, asOf }: ObservedQuote): ObservedQuote {
      const known = latest(quote.monitor)
      if (!known) return { quote, asOf }
      const before = seenAs.get(quote)
      const { source, namesake } = known.quote
      const isSame = before && before.source === source && before.namesake === namesake
      const named = isSame
        ? before
        : { ...quote, ...(source !== undefined && { source }), ...(namesake && { namesake }) }
      seenAs.set(quote, named)
      return { quote: named, asOf: Math.max(asOf, known.asOf) }
    },
    /** Those of a name (`key` or `page.key`), in page order. */
    find: (name: string): readonly ObservedQuote[] =>
      list().all.filter(({ quote: { monitor } }) => isNamed(monitor, name)),
    /** Asks the API again where our copy is older than 5 s; gives up after 1 s, and never throws. */
    async refresh(ids?: readonly Pick<MonitorId, 'page'>[]): Promise<void> {
      lookedUpAt = clock()
      const wanted = ids ? new Set(ids.map(({ page }) => page)) : allPages()
      const old = [...wanted].filter((page) => !asking.isFresh(page))
      await inTime(Promise.all(old.map((page) => asking.ask(page, ASK_TIMEOUT_MS))), ASK_TIMEOUT_MS)
    },
  }
}

/** Every monitor known, in page order, and the same by their refs. */
interface Listed {
  readonly all: readonly ObservedQuote[]
  readonly byRef: ReadonlyMap<string, ObservedQuote>
}

const listedOf = (all: readonly ObservedQuote[]): Listed => ({
  all,
  byRef: new Map(all.map((observed) => [monitorRef(observed.quote.monitor), observed])),
})

/** Waits for the work, but no longer than this; it goes on by itself. */
const inTime = (work: Promise<unknown>, ms: number): Promise<unknown> =>
  Promise.race([work, sleep(ms, undefined, { ref: false })])

const recordArguments = (observed: ObservedQuote): (string | number)[] => [
  monitorRef(observed.quote.monitor),
  observed.asOf,
  observed.corrects ?? '',
  JSON.stringify(observed),
]

const parseObservedQuotes = (message: string): ObservedQuote[] => JSON.parse(message)
