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
 * Bounds the calls under way to what fills the rate: rate × measured latency, + 1. More would send nothing sooner, and
 * what is under way at a kill is what may be sent twice. The latency is one that few calls exceed: with the mean, half
 * of the calls would find no room at their moment, and come late.
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

  /** Wakes as many as there is room for, some at once where there is room for many: a limit that grew may have it. */
  function leave(): void {
    count -= 1
    if (waiting.length === 0) return
    const most = limit()
    if (count <= most - Math.ceil(most * ROOM_SHARE)) for (const go of waiting.splice(0, most - count)) go()
  }

  const isFull = (): boolean => count >= limit()
  const someToLeave = (): Promise<void> => new Promise((go) => waiting.push(go))

  async function roomToCome(): Promise<void> {
    while (isFull()) await someToLeave()
  }

  return {
    limit,
    /** Undefined where there is room for a call, else resolves when there is; whoever calls first has it. */
    room: (): Promise<void> | undefined => (isFull() ? roomToCome() : undefined),
    /** A call begins; answers what `end` wants to know. */
    begin(): number {
      count += 1
      return performance.now()
    },
    end(startedAt: number): void {
      measure(performance.now() - startedAt)
      leave()
    },
  }
}

export type InFlight = ReturnType<typeof createInFlight>

const LOOK_MS = 30_000
const CHATS_MAX = 10_000

export interface MessengerOptions {
  readonly prices: Pick<PriceStore, 'all' | 'seen'>
  readonly chats: Pick<Chats, 'stopLive' | 'claimBroadcast' | 'returnBroadcast'>
  readonly broadcasts: Pick<Broadcasts, 'count'>
  /** What the operator has to say now. */
  readonly broadcast: () => Broadcast | undefined
  readonly send: (chat: string, text: string, thread: number | undefined) => Promise<SendResult>
  readonly edit: (chat: string, message: number, text: string) => Promise<SendResult>
  /** The newest pinned message of a chat; undefined where none is. Throws where Telegram does not say. */
  readonly pinnedIn: (chat: string) => Promise<number | undefined>
  readonly log: Log
}

/** Gets what was composed to its chat: as a message, as a change of one in place, or, what the operator says, once. */
export function createMessenger({ chats, broadcasts, send, edit, log, ...options }: MessengerOptions) {
  const lookedAt = new LRUCache<string, number>({ max: CHATS_MAX })

  /** An older message on top means that ours was unpinned; a newer one, that it lies below. */
  async function isPinned(chat: string, message: number): Promise<boolean> {
    if (performance.now() < (lookedAt.get(chat) ?? Number.NEGATIVE_INFINITY) + LOOK_MS) return true
    lookedAt.set(chat, performance.now())
    const pinned = await options.pinnedIn(chat).catch(() => message)
    return pinned !== undefined && pinned >= message
  }

  /** People who unpin or delete a live message have had enough of it. */
  async function change(chat: string, message: number, text: string): Promise<SendResult | Wait> {
    const sendResult = (await isPinned(chat, message)) ? await edit(chat, message, text) : UNPINNED
    if (sendResult.kind !== 'fail') return sendResult
    await chats.stopLive(chat)
    return AGAIN
  }

  /** At most once: it counts as told before it is sent, unless Telegram surely did not take it. */
  async function say(chat: string, id: string, { text, thread }: Composed): Promise<SendResult | Wait> {
    if (options.broadcast()?.id !== id) return AGAIN
    if (!(await chats.claimBroadcast(chat, id))) return AGAIN
    const sendResult = await send(chat, text, thread)
    if (sendResult.kind === 'pause' || sendResult.kind === 'topicless' || sendResult.kind === 'migrated') {
      await chats.returnBroadcast(chat, id)
      return sendResult
    }
    await broadcasts.count(id, sendResult.kind === 'sent' ? 'sent' : 'failed')
    return sendResult.kind === 'unreachable' ? sendResult : SENT
  }

  function tryAgain(error: unknown): SendResult {
    log.warn({ err: messageOf(error) }, 'message may not have been delivered')
    return NO_ANSWER
  }

  return {
    observedQuotes: (): readonly ObservedQuote[] => options.prices.all(),
    seen: (observed: ObservedQuote): ObservedQuote => options.prices.seen(observed),
    broadcast: options.broadcast,
    /** Never throws: where Redis or Telegram does not say, it is tried again. */
    deliver(chat: string, composed: Composed): Promise<SendResult | Wait> {
      if (composed.edits !== undefined) return change(chat, composed.edits, composed.text).catch(tryAgain)
      if (composed.broadcast !== undefined) return say(chat, composed.broadcast, composed).catch(tryAgain)
      return send(chat, composed.text, composed.thread)
    },
  }
}

export type Messenger = ReturnType<typeof createMessenger>

/** Nothing was sent: the chat is composed anew. */
const AGAIN: Wait = { kind: 'wait', afterMs: 0 }
const UNPINNED: SendResult = { kind: 'fail', reason: 'it was unpinned' }
