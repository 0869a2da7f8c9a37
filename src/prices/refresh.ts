import { LRUCache } from 'lru-cache'
import type { RatesClient, Snapshot } from '../api/client.ts'
import { MINUTE_MS } from '../rates/durations.ts'
import { CURRENCIES, type Currency } from '../rates/monitor.ts'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { type ObservedQuote, observedQuotesOfAnswer } from './observed-quote.ts'

const FRESH_MS = 5_000
/** A page that has nothing in a currency is asked for it again after a minute, then less and less often. */
const EMPTY_MS = MINUTE_MS
const EMPTY_MS_MAX = 10 * MINUTE_MS
const EMPTIES_MAX = 1_000

export interface AskingOptions {
  readonly client: Pick<RatesClient, 'monitors'>
  /** Given what the API says of one page: dollars before euros, each as the API lists them. */
  readonly take: (answered: readonly ObservedQuote[]) => Promise<void>
  /** Whether a price is known of a page in a currency, or any at all: what gave prices is asked again in any case. */
  readonly hasPrices: (page?: string, currency?: Currency) => boolean
  /** Whether there is such a page: when others were asked is not kept, as people make them up. */
  readonly isPage: (page: string) => boolean
  readonly clock: Clock
  readonly log: Log
}

/** Asks the rate API for the prices of whole pages. Nothing here throws: what cannot be had is logged. */
export function createAsking({ client, take, hasPrices, isPage, clock, log }: AskingOptions) {
  const askedAt = new Map<string, number>()
  const empties = new LRUCache<string, { readonly ms: number; readonly until: number }>({ max: EMPTIES_MAX })
  const asking = new Map<string, Promise<void>>()

  const isWorthAsking = (page: string, currency: Currency): boolean =>
    clock() >= (empties.get(`${page} ${currency}`)?.until ?? 0) || hasPrices(page, currency)

  async function askFor(page: string, currency: Currency, timeoutMs: number): Promise<Snapshot> {
    const snapshot = await client.monitors(page, currency, timeoutMs)
    const place = `${page} ${currency}`
    // Where nothing at all is known the API may have only begun.
    if (snapshot.quotes.length > 0 || !hasPrices()) return snapshot
    const ms = Math.min((empties.get(place)?.ms ?? EMPTY_MS / 2) * 2, EMPTY_MS_MAX)
    empties.set(place, { ms, until: clock() + ms })
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
      if (isPage(page)) askedAt.set(page, clock()) // also after a failure: who is down is not asked at every look-up
    }
  }

  return {
    /** One call a page at a time: those who ask meanwhile wait for the same answer. */
    ask(page: string, timeoutMs: number): Promise<void> {
      const running = asking.get(page) ?? ask(page, timeoutMs).finally(() => asking.delete(page))
      asking.set(page, running)
      return running
    },
    /** Whether a page was asked for within 5 s. */
    isFresh: (page: string): boolean => clock() - (askedAt.get(page) ?? 0) <= FRESH_MS,
    /** Waits for the answers to what was asked. */
    rest: async (): Promise<void> => void (await Promise.all(asking.values())),
  }
}
