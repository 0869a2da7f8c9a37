import { liveFingerprint, liveText } from '../../chats/chat.ts'
import type { Chats } from '../../chats/chats.ts'
import { MINUTE_MS } from '../../domain/caracas.ts'
import { monitorRef } from '../../domain/monitor.ts'
import { pinnedOverview } from '../../features/rate/text.ts'
import type { ObservedQuote, Prices } from '../../prices/prices.ts'
import type { DueQueue } from '../../queue/due-queue.ts'
import type { Resources } from '../../redis/connection.ts'
import { shareAnswer } from '../../runtime/clock.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import { warnOf } from '../../runtime/log.ts'
import type { Edit } from '../../telegram/send.ts'
import type { SendResult } from '../../telegram/send-result.ts'
import { isSilent } from '../../words/price.ts'
import { type DueChat, wordsFor } from './load.ts'
import type { Account, Composition } from './outcomes.ts'
import { COMPOSE_AGAIN, type Wait } from './refusal.ts'

/** A live message that was not edited for so long goes before price updates. */
const LATE_MS = 15_000

export const isLiveLate = ({ chat, now }: DueChat): boolean =>
  chat.live !== undefined && now - chat.live.at > LATE_MS

/** Composes the live message of a chat with the newest prices; undefined where it shows these already. */
export function composeLive(due: DueChat, account: Account): Composition | undefined {
  const { live } = due.chat
  if (!live || live.message === 0) return undefined
  const shown = due
    .observedQuotes()
    .filter(({ quote }) => live.ref === undefined || live.ref === monitorRef(quote.monitor))
  const fingerprint = shownFingerprint(shown, due.now)
  if (shown.length === 0 || fingerprint === live.fingerprint) return undefined
  return {
    kind: 'message',
    text: pinnedOverview(wordsFor(due), { observedQuotes: shown, now: due.now }),
    thread: undefined,
    edits: live.message,
    account: {
      ...account,
      fields: { ...account.fields, live: liveText({ ...live, fingerprint, at: due.now }) },
    },
    prices: [],
  }
}

/** Differs where the text would: for other prices, or when the rate API has not confirmed one for too long. */
const shownFingerprint = (observedQuotes: readonly ObservedQuote[], now: number): string =>
  liveFingerprint(
    observedQuotes.map(({ quote: { monitor, price, stale }, asOf }) => ({
      ref: monitorRef(monitor),
      price,
      stale,
      silent: isSilent(asOf, now),
    })),
  )

export interface LiveEditorOptions {
  readonly chats: Pick<Chats, 'live'>
  readonly edit: Edit
}

/** Edits live messages. One that people deleted is ended. */
export const createLiveEditor =
  ({ chats, edit }: LiveEditorOptions) =>
  async (chat: string, message: number, text: string): Promise<SendResult | Wait> => {
    const sendResult = await edit(chat, message, text)
    if (sendResult.kind !== 'fail') return sendResult
    await chats.live.stop(chat)
    return COMPOSE_AGAIN
  }

const EVERY_MS = 1_000
/** Prices that nobody follows bring no notification. */
const REFRESH_EVERY_MS = 15_000
/** A change that a killed process has missed is found then. */
const SWEEP_EVERY_MS = MINUTE_MS

export interface LiveTickerOptions extends Pick<Resources, 'log' | 'clock'> {
  readonly prices: Pick<Prices, 'all' | 'refresh'>
  readonly chats: Pick<Chats, 'live'>
  readonly queue: Pick<DueQueue, 'makeDue'>
}

/** Makes chats with a live message due when its text would change. Every process does; being due twice changes nothing. */
export function createLiveTicker({ prices, chats, queue, clock, log }: LiveTickerOptions): Part {
  let timer: NodeJS.Timeout | undefined
  let fingerprint = ''
  let refreshAt = 0
  let sweepAt = 0

  const fingerprintNow = (): string => shownFingerprint(prices.all(), clock())

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

  const tickOnce = shareAnswer(() => tick().catch(warnOf(log, 'live messages cannot be made due')), 0)

  return {
    name: 'live ticker',
    async start() {
      timer = setInterval(tickOnce, EVERY_MS)
    },
    async stop() {
      clearInterval(timer)
    },
  }
}
