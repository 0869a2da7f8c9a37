import { asOfOrNow } from '../protocol/as-of.ts'
import type { RatesClient } from '../protocol/client.ts'
import { CURRENCIES } from '../rates/currency.ts'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import type { Sighting } from './sighting.ts'

const FRESH_MS = 5_000

export interface AskingOptions {
  readonly client: Pick<RatesClient, 'monitors'>
  /** Given what the API says of one page: dollars before euros, each as the API lists them. */
  readonly take: (answered: readonly Sighting[]) => Promise<void>
  /** Whether there is such a page: when others were asked is not kept, as people make them up. */
  readonly isPage: (page: string) => boolean
  readonly clock: Clock
  readonly log: Log
}

/** Asks the rate API for the prices of whole pages. Nothing here throws: what cannot be had is logged. */
export function createAsking({ client, take, isPage, clock, log }: AskingOptions) {
  const askedAt = new Map<string, number>()
  const asking = new Map<string, Promise<void>>()

  async function ask(page: string, timeoutMs: number): Promise<void> {
    try {
      const snapshots = await Promise.all(
        CURRENCIES.map((currency) => client.monitors(page, currency, timeoutMs)),
      )
      await take(
        snapshots.flatMap(({ asOf, quotes }) =>
          quotes.map((quote) => ({ quote, asOf: asOfOrNow(asOf, clock()) })),
        ),
      )
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
