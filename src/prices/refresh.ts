import { LRUCache } from 'lru-cache'
import type { RatesClient, Snapshot } from '../api/client.ts'
import { MINUTE_MS } from '../domain/caracas.ts'
import { CURRENCIES, type Currency, type MonitorId } from '../domain/monitor.ts'
import { answerWithin, type Clock, isAhead } from '../runtime/clock.ts'
import { type Log, messageOf } from '../runtime/log.ts'
import { type ObservedQuote, observedQuotesOfAnswer } from './observed-quote.ts'

const REFRESH_MS = MINUTE_MS
/** While people look up prices the rate API is asked more often, so that no answer has to wait for it. */
const BUSY_REFRESH_MS = 10_000
const BUSY_FOR_MS = 10 * MINUTE_MS
const ASK_TIMEOUT_MS = 1_000
const STOP_MS_MAX = 1_000

interface RefresherOptions {
  readonly client: Pick<RatesClient, 'monitors'>
  /** The pages that are refreshed. */
  readonly pages: () => ReadonlySet<string>
  /** Whether a page exists. When others were asked for is not remembered, as people make them up. */
  readonly isPage: (page: string) => boolean
  /** Whether a price of a page is known, in a currency or at all: a page that gave prices is always asked again. */
  readonly hasPrices: (page: string, currency?: Currency) => boolean
  /** Called with the prices of one page: dollars before euros, each as the API lists them. */
  readonly take: (answered: readonly ObservedQuote[]) => Promise<void>
  /** Whether the API may always be asked as often as while people look up prices, because it is ours. */
  readonly isNear: boolean
  readonly clock: Clock
  readonly log: Log
}

/** Refreshes prices from the rate API: every minute, every 10 s while people look them up, and for a look-up. Never throws. */
export function createRefresher({
  client,
  pages,
  isPage,
  hasPrices,
  take,
  isNear,
  clock,
  log,
}: RefresherOptions) {
  const asker = createAsker({ client, take, hasPrices, isPage, clock, log })
  let timer: NodeJS.Timeout | undefined
  let refreshedAt = 0
  let lookedUpAt = Number.NEGATIVE_INFINITY

  function refreshAll(): void {
    refreshedAt = clock()
    for (const page of pages()) void asker.ask(page, ASK_TIMEOUT_MS * 5)
  }

  function refreshIfDue(): void {
    const isBusy = isNear || isAhead(lookedUpAt + BUSY_FOR_MS, clock(), BUSY_FOR_MS)
    const pauseMs = REFRESH_MS - BUSY_REFRESH_MS / 2
    if (isBusy || !isAhead(refreshedAt + pauseMs, clock(), pauseMs)) refreshAll()
  }

  return {
    start(): void {
      refreshAll()
      timer = setInterval(refreshIfDue, BUSY_REFRESH_MS)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await answerWithin(STOP_MS_MAX, asker.rest(), () => undefined)
    },
    /** Asks for pages whose prices are older than 5 s, all if none are named; gives up after 1 s. */
    async refresh(ids?: readonly Pick<MonitorId, 'page'>[]): Promise<void> {
      lookedUpAt = clock()
      const wanted = ids ? new Set(ids.map(({ page }) => page)) : pages()
      const old = [...wanted].filter((page) => !asker.isFresh(page))
      if (old.length === 0) return
      const asked = Promise.all(old.map((page) => asker.ask(page, ASK_TIMEOUT_MS)))
      await answerWithin(ASK_TIMEOUT_MS, asked, () => undefined)
    },
  }
}

const FRESH_MS = 5_000
/** A page that has nothing in a currency is seldom asked for it. */
const EMPTY_MS = 5 * MINUTE_MS
const EMPTIES_MAX = 1_000

type AskerOptions = Pick<RefresherOptions, 'client' | 'take' | 'hasPrices' | 'isPage' | 'clock' | 'log'>

/** Asks the rate API for the prices of whole pages; logs what it cannot get. */
function createAsker({ client, take, hasPrices, isPage, clock, log }: AskerOptions) {
  const askedAt = new Map<string, number>()
  /** Until when a page is not asked for a currency (ms). */
  const empties = new LRUCache<string, number>({ max: EMPTIES_MAX })
  const asking = new Map<string, Promise<void>>()

  const isWorthAsking = (page: string, currency: Currency): boolean =>
    !isAhead(empties.get(`${page} ${currency}`) ?? 0, clock(), EMPTY_MS) || hasPrices(page, currency)

  async function askFor(page: string, currency: Currency, timeoutMs: number): Promise<Snapshot> {
    const snapshot = await client.monitors(page, currency, timeoutMs)
    const isBeforeItsFirstPrice = isPage(page) && !hasPrices(page)
    if (snapshot.quotes.length === 0 && !isBeforeItsFirstPrice)
      empties.set(`${page} ${currency}`, clock() + EMPTY_MS)
    return snapshot
  }

  async function ask(page: string, timeoutMs: number): Promise<void> {
    try {
      const snapshots = await Promise.all(
        CURRENCIES.filter((currency) => isWorthAsking(page, currency)).map((currency) =>
          askFor(page, currency, timeoutMs),
        ),
      )
      await take(snapshots.flatMap((snapshot) => observedQuotesOfAnswer(snapshot, clock())))
    } catch (error) {
      log.warn({ page, err: messageOf(error) }, 'prices cannot be refreshed')
    } finally {
      if (isPage(page)) askedAt.set(page, clock()) // also after a failure, so that not every look-up asks a server that is down
    }
  }

  return {
    /** Makes one call a page at a time; callers that come meanwhile share its answer. */
    ask(page: string, timeoutMs: number): Promise<void> {
      const running = asking.get(page) ?? ask(page, timeoutMs).finally(() => asking.delete(page))
      asking.set(page, running)
      return running
    },
    /** Whether a page was asked for within 5 s. */
    isFresh: (page: string): boolean => isAhead((askedAt.get(page) ?? 0) + FRESH_MS, clock(), FRESH_MS),
    /** Waits for the answers to what was asked. */
    rest: async (): Promise<void> => void (await Promise.all(asking.values())),
  }
}
