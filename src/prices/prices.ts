import type { RatesClient } from '../api/client.ts'
import { type MonitorId, monitorRef } from '../rates/monitor.ts'
import type { Redis } from '../redis/connection.ts'
import { loadScript } from '../redis/script.ts'
import { createSubscription } from '../redis/subscription.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import { createBelief } from './belief.ts'
import { type ObservedQuote, withFullPrice } from './observed-quote.ts'
import { createPriceCopy } from './price-copy.ts'
import { createRefresher } from './refresh.ts'
import { withStanding } from './standing.ts'

export type { ObservedQuote } from './observed-quote.ts'

const RECORD = loadScript(new URL('./record.lua', import.meta.url))
const KEY = '{board}:sightings'

export interface PricesOptions {
  readonly redis: Redis
  readonly subscriber: Redis
  readonly client: Pick<RatesClient, 'monitors'>
  readonly pages: readonly string[]
  /** What people call a page; the API does not say. */
  readonly pageTitles?: ReadonlyMap<string, string>
  /** Whether the API may always be asked as often as while people look up prices, because it is ours; false if not given. */
  readonly isNear?: boolean
  readonly clock: Clock
  readonly log: Log
}

/** The newest price of each monitor, as commands read them. */
export interface Prices {
  /** Every known monitor, in page order. */
  all(): readonly ObservedQuote[]
  /** Those of a name (`key` or `page.key`), in page order. */
  find(name: string): readonly ObservedQuote[]
  latest(id: MonitorId): ObservedQuote | undefined
  /** Asks the rate API again for prices older than 5 s; gives up after 1 s, and never throws. */
  refresh(ids?: readonly Pick<MonitorId, 'page'>[]): Promise<void>
}

/** The same, with the prices that notifications bring. */
export interface PriceStore extends Prices {
  /** Keeps prices that are newer than the known ones, or correct them, and publishes them to every process. */
  record(seen: readonly ObservedQuote[]): Promise<void>
  /** Adds to a price of a shard what people are shown: the page's title, its namesakes, and when the API last confirmed it. */
  seen(observed: ObservedQuote): ObservedQuote
}

/** The newest price of each monitor: stored in Redis, with a copy in memory that every look-up reads. */
export function createPrices({
  redis,
  subscriber,
  client,
  pages,
  pageTitles,
  isNear = false,
  clock,
  log,
}: PricesOptions): PriceStore & Part {
  const copy = createPriceCopy(pages, (page) => pageTitles?.get(page))
  const belief = createBelief()
  const refresher = createRefresher({ client, copy, pages, take, isNear, clock, log })
  const recorded = createSubscription(subscriber, [KEY], (message) => {
    for (const observed of parseObservedQuotes(message)) copy.keep(observed)
  })

  async function load(): Promise<void> {
    const stored = await redis.hvals(KEY)
    for (const json of stored) copy.keep(JSON.parse(json))
  }

  async function record(seen: readonly ObservedQuote[]): Promise<void> {
    const full = seen.map((one) => {
      const known = copy.known(one.quote.monitor)
      return withStanding(one.mayBeRounded ? withFullPrice(one, known) : one, known)
    })
    for (const observed of full) copy.keep(observed)
    if (full.length > 0) await RECORD.run(redis, [KEY], full.flatMap(recordArguments))
  }

  async function take(answered: readonly ObservedQuote[]): Promise<void> {
    copy.orderAs(answered.map(({ quote }) => quote.monitor))
    await record(answered.flatMap((answer) => belief.judge(answer, copy.known(answer.quote.monitor)) ?? []))
  }

  const part: Part = {
    name: 'prices',
    async start() {
      await recorded.start()
      await load()
      refresher.start()
    },
    async stop() {
      recorded.stop()
      await refresher.stop()
    },
  }

  return {
    ...part,
    all: copy.all,
    find: copy.find,
    latest: copy.latest,
    refresh: refresher.refresh,
    record,
    seen: copy.seen,
  }
}

const recordArguments = (observed: ObservedQuote): (string | number)[] => [
  monitorRef(observed.quote.monitor),
  observed.asOf,
  observed.corrects ?? '',
  JSON.stringify(observed),
]

const parseObservedQuotes = (message: string): ObservedQuote[] => JSON.parse(message)
