import type { RatesClient } from '../api/client.ts'
import { MINUTE_MS } from '../domain/caracas.ts'
import { CURRENCIES, type MonitorId } from '../domain/monitor.ts'
import type { Resources } from '../redis/connection.ts'
import { answerWithin, isAhead } from '../runtime/clock.ts'
import { messageOf } from '../runtime/log.ts'
import { type ObservedQuote, observedQuotesOfAnswer } from './observed-quote.ts'

const REFRESH_MS = MINUTE_MS
const FRESH_MS = 5_000
const LOOK_UP_TIMEOUT_MS = 1_000
const TIMEOUT_MS = 5_000
const STOP_MS_MAX = 1_000

interface RefresherOptions extends Pick<Resources, 'log' | 'clock'> {
  readonly client: Pick<RatesClient, 'monitors'>
  /** The pages that are refreshed. When others were asked for is not remembered, as people make them up. */
  readonly pages: () => ReadonlySet<string>
  /** Called with the prices of one page: dollars before euros, each as the API lists them. */
  readonly take: (answered: readonly ObservedQuote[]) => Promise<void>
}

/** Refreshes prices from the rate API: every minute, and for a look-up. Never throws. */
export function createRefresher({ client, pages, take, clock, log }: RefresherOptions) {
  const askedAt = new Map<string, number>()
  const asking = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  async function askPage(page: string, timeoutMs: number): Promise<void> {
    try {
      const snapshots = await Promise.all(
        CURRENCIES.map((currency) => client.monitors(page, currency, timeoutMs)),
      )
      await take(snapshots.flatMap((snapshot) => observedQuotesOfAnswer(snapshot, clock())))
    } catch (error) {
      log.warn({ page, err: messageOf(error) }, 'prices cannot be refreshed')
    } finally {
      if (pages().has(page)) askedAt.set(page, clock()) // also after a failure, so that not every look-up asks a server that is down
    }
  }

  /** Makes one call a page at a time; callers that come meanwhile share its answer. */
  function ask(page: string, timeoutMs: number): Promise<void> {
    const running = asking.get(page) ?? askPage(page, timeoutMs).finally(() => asking.delete(page))
    asking.set(page, running)
    return running
  }

  function refreshAll(): void {
    for (const page of pages()) void ask(page, TIMEOUT_MS)
  }

  return {
    start(): void {
      refreshAll()
      timer = setInterval(refreshAll, REFRESH_MS)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await answerWithin(STOP_MS_MAX, Promise.all(asking.values()), () => undefined)
    },
    /** Asks for pages whose prices are older than 5 s, all if none are named; gives up after 1 s. */
    async refresh(ids?: readonly Pick<MonitorId, 'page'>[]): Promise<void> {
      const wanted = ids ? new Set(ids.map(({ page }) => page)) : pages()
      const old = [...wanted].filter(
        (page) => !isAhead((askedAt.get(page) ?? 0) + FRESH_MS, clock(), FRESH_MS),
      )
      if (old.length === 0) return
      const asked = Promise.all(old.map((page) => ask(page, LOOK_UP_TIMEOUT_MS)))
      await answerWithin(LOOK_UP_TIMEOUT_MS, asked, () => undefined)
    },
  }
}
