import { livePrint, liveText } from '../../chats/chat.ts'
import type { Chats } from '../../chats/chats.ts'
import { isSilent } from '../../messages/prices/price.ts'
import type { ObservedQuote, Prices } from '../../prices/prices.ts'
import type { DueQueue } from '../../queue/due-queue.ts'
import { MINUTE_MS } from '../../rates/durations.ts'
import { monitorRef } from '../../rates/monitor.ts'
import type { Clock } from '../../runtime/clock.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Log } from '../../runtime/log.ts'
import { type Account, type ComposeOptions, type Composition, messagesFor } from './composition.ts'

/** A live message that was not edited for so long goes before news. */
const LATE_MS = 15_000

export const isLiveLate = ({ chat, now }: ComposeOptions): boolean =>
  chat.live !== undefined && now - chat.live.at > LATE_MS

/** Composes the live message of a chat with the newest prices; undefined where it shows them already. */
export function composeLive(options: ComposeOptions, account: Account): Composition | undefined {
  const { live } = options.chat
  if (!live || live.message === 0) return undefined
  const shown = options
    .observedQuotes()
    .filter(({ quote }) => live.ref === undefined || live.ref === monitorRef(quote.monitor))
  const print = fingerprintOf(shown, options.now)
  if (shown.length === 0 || print === live.print) return undefined
  return {
    kind: 'message',
    text: messagesFor(options).live({ observedQuotes: shown, now: options.now }),
    thread: undefined,
    edits: live.message,
    account: {
      ...account,
      fields: { ...account.fields, live: liveText({ ...live, print, at: options.now }) },
    },
    prices: [],
  }
}

/** Differs where a live message would: with other prices, or the same ones of a source that fell silent. */
export const fingerprintOf = (observedQuotes: readonly ObservedQuote[], now: number): string =>
  livePrint(
    observedQuotes.map(({ quote: { monitor, price, stale }, asOf }) => ({
      ref: monitorRef(monitor),
      price,
      stale,
      silent: isSilent(asOf, now),
    })),
  )

const EVERY_MS = 1_000
/** No notification comes of prices that nobody follows. */
const REFRESH_EVERY_MS = 15_000
/** A change that a killed process did not pass on is found then. */
const SWEEP_EVERY_MS = MINUTE_MS

export interface LiveTickerOptions {
  readonly prices: Pick<Prices, 'all' | 'refresh'>
  readonly chats: Pick<Chats, 'live'>
  readonly queue: Pick<DueQueue, 'makeDue'>
  readonly clock: Clock
  readonly log: Log
}

/** Makes chats with a live message due when a price has changed or its source fell silent. Every process does: being due twice changes nothing. */
export function createLiveTicker({ prices, chats, queue, clock, log }: LiveTickerOptions): Part {
  let timer: NodeJS.Timeout | undefined
  let isBusy = false
  let fingerprint = ''
  let refreshAt = 0
  let sweepAt = 0

  const fingerprintNow = (): string => fingerprintOf(prices.all(), clock())

  async function tick(): Promise<void> {
    const now = performance.now()
    const isChanged = fingerprintNow() !== fingerprint
    if (!isChanged && now < Math.min(refreshAt, sweepAt)) return
    const live = await chats.live.chats()
    if (live.length > 0 && now >= refreshAt) void prices.refresh()
    refreshAt = now >= refreshAt ? now + REFRESH_EVERY_MS : refreshAt
    if (!isChanged && now < sweepAt) return
    sweepAt = now + SWEEP_EVERY_MS
    fingerprint = fingerprintNow()
    for (const chat of live) await queue.makeDue(chat)
  }

  function beginTick(): void {
    if (isBusy) return
    isBusy = true
    tick()
      .catch((error: unknown) => log.warn({ err: messageOf(error) }, 'live messages cannot be made due'))
      .finally(() => {
        isBusy = false
      })
  }

  return {
    name: 'live ticker',
    async start() {
      timer = setInterval(beginTick, EVERY_MS)
    },
    async stop() {
      clearInterval(timer)
    },
  }
}
