import { LRUCache } from 'lru-cache'
import type { Broadcast, Broadcasts } from '../../chats/broadcast.ts'
import type { Chats } from '../../chats/chats.ts'
import type { ObservedQuote, PriceStore } from '../../prices/prices.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'
import { NO_ANSWER, SENT, type SendResult } from '../../telegram/send-result.ts'
import type { Composed } from './composition.ts'
import type { Wait } from './refusal.ts'

const LATENCY_MS_AT_FIRST = 100
const LATENCY_WEIGHT = 0.1
const EXCESSES = 4
const IN_FLIGHT_MAX = 384
const ROOM_SHARE = 1 / 32

/**
 * Bounds the calls in flight to what fills the rate: rate × measured latency, + 1. More would send nothing sooner, and
 * what is in flight at a kill may be sent twice. The latency is one that few calls exceed: with the mean, half of the
 * calls would find no room at their moment, and come late.
 */
export function createInFlight(ratePerSecond: () => number) {
  let meanMs = LATENCY_MS_AT_FIRST
  let excessMs = 0
  let count = 0
  const waiting: (() => void)[] = []

  function limit(): number {
    const latencyMs = meanMs + EXCESSES * excessMs
    return Math.min(IN_FLIGHT_MAX, Math.ceil((ratePerSecond() * latencyMs) / 1000) + 1)
  }

  function measure(ms: number): void {
    excessMs += LATENCY_WEIGHT * (Math.max(0, ms - meanMs) - excessMs)
    meanMs += LATENCY_WEIGHT * (ms - meanMs)
  }

  /** Wakes as many as there is room for, several at once where there is room for many: the limit may have grown. */
  function wakeWaiting(): void {
    if (waiting.length === 0) return
    const most = limit()
    if (count <= most - Math.ceil(most * ROOM_SHARE)) for (const go of waiting.splice(0, most - count)) go()
  }

  const isFull = (): boolean => count >= limit()
  const nextEnd = (): Promise<void> => new Promise((go) => waiting.push(go))

  async function waitForRoom(): Promise<void> {
    while (isFull()) await nextEnd()
  }

  return {
    limit,
    /** Returns undefined where there is room for a call, else resolves when there is; the first to call then has it. */
    room: (): Promise<void> | undefined => (isFull() ? waitForRoom() : undefined),
    /** Notes that a call begins; returns what `end` takes. */
    begin(): number {
      count += 1
      return performance.now()
    },
    end(startedAt: number): void {
      measure(performance.now() - startedAt)
      count -= 1
      wakeWaiting()
    },
  }
}

export type InFlight = ReturnType<typeof createInFlight>

const PIN_CHECK_EVERY_MS = 30_000
const PIN_CHECKS_MAX = 10_000

export interface MessengerOptions {
  readonly prices: Pick<PriceStore, 'all' | 'seen'>
  readonly chats: Pick<Chats, 'live' | 'broadcasts'>
  readonly broadcasts: Pick<Broadcasts, 'count'>
  /** Returns the operator's message that is being sent to all chats. */
  readonly broadcast: () => Broadcast | undefined
  readonly send: (chat: string, text: string, thread: number | undefined) => Promise<SendResult>
  readonly edit: (chat: string, message: number, text: string) => Promise<SendResult>
  /** Returns the newest pinned message of a chat; undefined where there is none. Throws where Telegram gives no answer. */
  readonly pinnedIn: (chat: string) => Promise<number | undefined>
  readonly log: Log
}

/** Gets a composed message to its chat: as a new message, as an edit, or as a broadcast, at most once. */
export function createMessenger({
  prices,
  chats,
  broadcasts,
  broadcast,
  send,
  edit,
  pinnedIn,
  log,
}: MessengerOptions) {
  const pinCheckedAt = new LRUCache<string, number>({ max: PIN_CHECKS_MAX })

  /** An older message on top means that ours was unpinned; a newer one, that ours lies below it. */
  async function isPinned(chat: string, message: number): Promise<boolean> {
    if (performance.now() < (pinCheckedAt.get(chat) ?? Number.NEGATIVE_INFINITY) + PIN_CHECK_EVERY_MS)
      return true
    pinCheckedAt.set(chat, performance.now())
    const pinned = await pinnedIn(chat).catch(() => message)
    return pinned !== undefined && pinned >= message
  }

  /** People who unpin or delete a live message want no more of it. */
  async function editLive(chat: string, message: number, text: string): Promise<SendResult | Wait> {
    const sendResult = (await isPinned(chat, message)) ? await edit(chat, message, text) : UNPINNED
    if (sendResult.kind !== 'fail') return sendResult
    await chats.live.stop(chat)
    return COMPOSE_AGAIN
  }

  /** At most once: it counts as sent before it is sent, unless Telegram surely did not take it. */
  async function sendBroadcast(
    chat: string,
    id: string,
    { text, thread }: Composed,
  ): Promise<SendResult | Wait> {
    if (broadcast()?.id !== id) return COMPOSE_AGAIN
    if (!(await chats.broadcasts.claim(chat, id))) return COMPOSE_AGAIN
    const sendResult = await send(chat, text, thread)
    if (sendResult.kind === 'pause' || sendResult.kind === 'topicless' || sendResult.kind === 'migrated') {
      await chats.broadcasts.giveBack(chat, id)
      return sendResult
    }
    await broadcasts.count(id, sendResult.kind === 'sent' ? 'sent' : 'failed')
    return sendResult.kind === 'unreachable' ? sendResult : SENT
  }

  function retryLater(error: unknown): SendResult {
    log.warn({ err: messageOf(error) }, 'message may not have been delivered')
    return NO_ANSWER
  }

  return {
    observedQuotes: (): readonly ObservedQuote[] => prices.all(),
    seen: (observed: ObservedQuote): ObservedQuote => prices.seen(observed),
    broadcast,
    /** Never throws: where Redis or Telegram gives no answer the result is a retry. */
    deliver(chat: string, composed: Composed): Promise<SendResult | Wait> {
      const { edits, broadcast: id, text, thread } = composed
      if (edits !== undefined) return editLive(chat, edits, text).catch(retryLater)
      if (id !== undefined) return sendBroadcast(chat, id, composed).catch(retryLater)
      return send(chat, text, thread)
    },
  }
}

export type Messenger = ReturnType<typeof createMessenger>

/** Nothing was sent, and the chat is due again at once. */
const COMPOSE_AGAIN: Wait = { kind: 'wait', afterMs: 0 }
const UNPINNED: SendResult = { kind: 'fail', reason: 'it was unpinned' }
