import { setTimeout as sleep } from 'node:timers/promises'
import { asOfOrNow } from '../protocol/as-of.ts'
import type { RatesClient, Snapshot } from '../protocol/client.ts'
import { CURRENCIES } from '../rates/currency.ts'
import { isRoundedFrom } from '../rates/decimal.ts'
import { type MonitorId, monitorName, monitorRef, type Quote } from '../rates/monitor.ts'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'

const RECORD = loadScript(new URL('./record.lua', import.meta.url))
const KEY = '{board}:sightings'
const REFRESH_MS = 60_000
/** While people look prices up the API is asked more often, so that no answer has to wait for it. */
const BUSY_REFRESH_MS = 10_000
const BUSY_FOR_MS = 10 * 60_000
const FRESH_MS = 5_000
const ASK_TIMEOUT_MS = 1_000
const STOP_MS_MAX = 1_000

/** A quote and when the rate API last said so (ms). */
export interface Sighting {
  readonly quote: Quote
  readonly asOf: number
}

export interface BoardOptions {
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

/** The newest price of each monitor: kept in Redis, with a copy in memory that every look-up reads. */
export function createBoard(options: BoardOptions) {
  const { redis, subscriber, client, pages, pageTitles, isNear = false, clock, log } = options
  const sightings = new Map<string, Sighting>()
  /** Where each monitor stands in its page: dollars before euros, then as the API lists them. */
  const places = new Map<string, number>()
  const askedAt = new Map<string, number>()
  const asking = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let refreshedAt = 0
  let lookedUpAt = Number.NEGATIVE_INFINITY

  const withSource = (sighting: Sighting): Sighting => {
    const source = pageTitles?.get(sighting.quote.monitor.page)
    return source === undefined ? sighting : { ...sighting, quote: { ...sighting.quote, source } }
  }
  const keep = (sighting: Sighting): void => {
    const ref = monitorRef(sighting.quote.monitor)
    const known = sightings.get(ref)
    if (!known || known.asOf <= sighting.asOf) sightings.set(ref, withSource(sighting))
  }
  const hear = (channel: string, message: string): void => {
    if (channel === KEY) for (const sighting of parseSightings(message)) keep(sighting)
  }

  async function load(): Promise<void> {
    const stored = await redis.hvals(KEY)
    for (const json of stored) keep(JSON.parse(json))
  }

  /** Writes what was seen; older sightings than the known ones change nothing. */
  async function record(seen: readonly Sighting[]): Promise<void> {
    const news = seen.map((sighting) =>
      withFullPrice(sighting, sightings.get(monitorRef(sighting.quote.monitor))),
    )
    for (const sighting of news) keep(sighting)
    if (news.length > 0) await RECORD.run(redis, [KEY], news.flatMap(recordArguments))
  }

  async function ask(page: string, timeoutMs: number): Promise<void> {
    try {
      const snapshots = await Promise.all(
        CURRENCIES.map((currency) => client.monitors(page, currency, timeoutMs)),
      )
      for (const [place, ref] of snapshots.flatMap(refsOf).entries()) places.set(ref, place)
      await record(
        snapshots.flatMap(({ asOf, quotes }) =>
          quotes.map((quote) => ({ quote, asOf: asOfOrNow(asOf, clock()) })),
        ),
      )
    } catch (error) {
      log.warn({ page, err: messageOf(error) }, 'prices cannot be refreshed')
    } finally {
      // Also after a failure: who is down is not asked at every look-up. What people make up is not kept.
      if (pages.includes(page) || isKnown(page)) askedAt.set(page, clock())
    }
  }
  const isKnown = (page: string): boolean =>
    [...sightings.values()].some(({ quote }) => quote.monitor.page === page)

  /** One call a page at a time: those who ask meanwhile wait for the same answer. */
  function askOnce(page: string, timeoutMs: number): Promise<void> {
    const running = asking.get(page) ?? ask(page, timeoutMs).finally(() => asking.delete(page))
    asking.set(page, running)
    return running
  }

  const pageOf = ({ quote: { monitor } }: Sighting): number => {
    const index = pages.indexOf(monitor.page)
    return index < 0 ? pages.length : index
  }
  const placeOf = ({ quote: { monitor } }: Sighting): number =>
    places.get(monitorRef(monitor)) ?? Number.MAX_SAFE_INTEGER
  const inPageOrder = (): Sighting[] =>
    [...sightings.values()].sort((a, b) => pageOf(a) - pageOf(b) || placeOf(a) - placeOf(b))

  function refreshAll(): void {
    refreshedAt = clock()
    for (const page of pages) void askOnce(page, ASK_TIMEOUT_MS * 5)
  }

  const part: Part = {
    name: 'board',
    async start() {
      subscriber.on('message', hear)
      await subscriber.subscribe(KEY)
      await load()
      refreshAll()
      timer = setInterval(() => {
        const isBusy = isNear || clock() - lookedUpAt < BUSY_FOR_MS
        if (isBusy || clock() - refreshedAt >= REFRESH_MS - BUSY_REFRESH_MS / 2) refreshAll()
      }, BUSY_REFRESH_MS)
    },
    async stop() {
      clearInterval(timer)
      subscriber.off('message', hear)
      await inTime(Promise.all(asking.values()), STOP_MS_MAX)
    },
  }

  return {
    ...part,
    record,
    latest: (id: MonitorId): Sighting | undefined => sightings.get(monitorRef(id)),
    /** Every monitor known, in page order. */
    all: (): readonly Sighting[] => inPageOrder(),
    /** Those of a name (`key` or `page.key`), in page order. */
    find: (name: string): readonly Sighting[] =>
      inPageOrder().filter(({ quote: { monitor } }) => monitor.key === name || monitorName(monitor) === name),
    /** Asks the API again where our copy is older than 5 s; gives up after 1 s, and never throws. */
    async refresh(ids?: readonly Pick<MonitorId, 'page'>[]): Promise<void> {
      lookedUpAt = clock()
      const wanted = ids ? new Set(ids.map(({ page }) => page)) : new Set(pages)
      const old = [...wanted].filter((page) => clock() - (askedAt.get(page) ?? 0) > FRESH_MS)
      await inTime(Promise.all(old.map((page) => askOnce(page, ASK_TIMEOUT_MS))), ASK_TIMEOUT_MS)
    },
  }
}

export type Board = ReturnType<typeof createBoard>

/** Waits for the work, but no longer than this; it goes on by itself. */
const inTime = (work: Promise<unknown>, ms: number): Promise<unknown> =>
  Promise.race([work, sleep(ms, undefined, { ref: false })])

const refsOf = ({ quotes }: Snapshot): string[] => quotes.map(({ monitor }) => monitorRef(monitor))

const recordArguments = (sighting: Sighting): (string | number)[] => [
  monitorRef(sighting.quote.monitor),
  sighting.asOf,
  JSON.stringify(sighting),
]

const parseSightings = (message: string): Sighting[] => JSON.parse(message)

/** Some servers round what they answer and not what they notify: a rounded copy of a known price is that price. */
function withFullPrice(seen: Sighting, known: Sighting | undefined): Sighting {
  if (!known || !isRoundedFrom(seen.quote.price, known.quote.price)) return seen
  return { ...seen, quote: { ...seen.quote, price: known.quote.price } }
}
