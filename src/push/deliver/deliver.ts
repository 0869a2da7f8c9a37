import { SECOND_MS } from '../../domain/caracas.ts'
import type { Outcome } from '../../queue/due-queue.ts'
import { isGroup } from '../../queue/groups.ts'
import type { Limiter } from '../../queue/limiter.ts'
import type { Resources } from '../../redis/connection.ts'
import { type Log, messageOf } from '../../runtime/log.ts'
import type { Send } from '../../telegram/send.ts'
import { NO_ANSWER, type SendResult } from '../../telegram/send-result.ts'
import type { createBroadcastSender } from './broadcast.ts'
import type { Composer } from './compose.ts'
import type { createLiveEditor } from './live.ts'
import type { Batch } from './load.ts'
import {
  type ChatOutcome,
  type Composed,
  type Composition,
  type OutcomeWriter,
  type ReservedChat,
  restOf,
} from './outcomes.ts'
import {
  COMPOSE_AGAIN,
  type OutageWatch,
  type Refusal,
  type RefusalHandler,
  toOutcome,
  type Wait,
} from './refusal.ts'

const RETRY_MS = 1_000
/** What becomes of a chat that was due, as it is counted. */
const OUTCOMES = [
  'sent',
  'wait',
  'retry',
  'pause',
  'unreachable',
  'topicless',
  'migrated',
  'fail',
] as const satisfies readonly (SendResult | Wait)['kind'][]

export interface DelivererOptions extends Pick<Resources, 'log' | 'metrics'> {
  readonly composeBatch: Composer
  readonly limiter: Pick<Limiter, 'groups' | 'places' | 'pausedForMs'>
  readonly inFlight: InFlight
  readonly outage: Pick<OutageWatch, 'chatsMax'>
  readonly send: Send
  readonly editLive: ReturnType<typeof createLiveEditor>
  readonly sendBroadcast: ReturnType<typeof createBroadcastSender>
  readonly handleRefusal: RefusalHandler
  readonly outcomes: OutcomeWriter
  readonly traceLog: TraceLog
  /** How long Telegram may take to answer a send (ms). */
  readonly sendMsMax: number
  readonly stopped: AbortSignal
}

/** A chat with the message that it is to be sent. */
interface Delivery extends ReservedChat {
  readonly composed: Composed
}

/** Handles chats that are due: composes from the newest prices, sends at their places in the rate, writes the outcomes. */
export function createDeliverer({
  composeBatch,
  limiter,
  inFlight,
  outage,
  send,
  editLive,
  sendBroadcast,
  handleRefusal,
  outcomes,
  traceLog,
  sendMsMax,
  log,
  metrics,
  stopped,
}: DelivererOptions) {
  const countPush = metrics.counterOf('pushes_total', 'Chats that were due, by outcome', 'outcome', OUTCOMES)

  /** Sends once there is room, unless the message must not go out now. */
  function deliver(delivery: Delivery, isCounted = !isGroup(delivery.reservation.member)): Promise<void> {
    const noRoom = inFlight.room()
    if (noRoom) return noRoom.then(() => deliver(delivery, isCounted))
    const hindrance = hindranceOf(delivery)
    if (hindrance) return writeUnsent(delivery, hindrance)
    return isCounted ? begin(delivery) : countInGroup(delivery)
  }

  /** Counts the message in its group. A group without room waits, and prices that move meanwhile come in one message. */
  async function countInGroup(delivery: Delivery): Promise<void> {
    const { member: group } = delivery.reservation
    // Redis is away: no outcome could be written either.
    const afterMs = await limiter.groups.send(group, 'push').catch(() => RETRY_MS)
    return afterMs > 0 ? writeUnsent(delivery, { kind: 'wait', afterMs }) : deliver(delivery, true)
  }

  function begin(delivery: Delivery): Promise<void> {
    const startedAt = inFlight.begin()
    return sendComposed(delivery.reservation.member, delivery.composed).then((sendResult) => {
      inFlight.end(startedAt)
      return sendResult.kind === 'sent' ? writeSent(delivery) : writeUnsent(delivery, sendResult)
    })
  }

  /** Never throws: where Redis or Telegram does not answer the result is a retry. */
  function sendComposed(chat: string, composed: Composed): Promise<SendResult | Wait> {
    const { edits, broadcast, text } = composed
    if (edits !== undefined) return editLive(chat, edits, text).catch(retryLater)
    if (broadcast !== undefined) return sendBroadcast(chat, broadcast, composed).catch(retryLater)
    return send(chat, composed)
  }

  function retryLater(error: unknown): SendResult {
    log.warn({ err: messageOf(error) }, 'message may not have been delivered')
    return { ...NO_ANSWER, isOutage: true }
  }

  function writeSent({ reservation, composed, leaseEndsAt }: Delivery): void {
    const { account } = composed
    countPush('sent')
    traceLog.count(composed.prices)
    outcomes.write({ reservation, leaseEndsAt, account, restMs: restOf(reservation.member, composed) })
  }

  async function writeUnsent(delivery: Delivery, sendResult: Refusal | Wait): Promise<void> {
    const { reservation, composed, leaseEndsAt } = delivery
    const { member: chat, retries } = reservation
    countPush(sendResult.kind)
    try {
      const judged =
        sendResult.kind === 'wait' ? sendResult : await handleRefusal(sendResult, chat, composed.thread)
      outcomes.write({ reservation, leaseEndsAt, outcome: toOutcome(judged, retries) })
    } catch (error) {
      log.error({ chat, err: messageOf(error) }, 'refusal cannot be handled') // the chat comes back when its lease ends
    }
  }

  /** If the lease could end before Telegram answers, another process would send the message too. */
  function hindranceOf({ reservation, leaseEndsAt }: Delivery): Wait | undefined {
    const isLate = performance.now() + sendMsMax > leaseEndsAt
    if (stopped.aborted || isLate || outage.chatsMax() === 0) return COMPOSE_AGAIN
    const pausedMs = limiter.pausedForMs(reservation.member)
    return pausedMs > 0 ? { kind: 'wait', afterMs: pausedMs } : undefined
  }

  /** Sends each at its own place in the rate, without waiting for the answer to the one before. */
  async function deliverAll(deliveries: readonly Delivery[]): Promise<void> {
    const begun: Promise<void>[] = []
    try {
      const use = (): void => {
        const delivery = deliveries[begun.length]
        if (delivery) begun.push(deliver(delivery))
      }
      await limiter.places({ wanted: deliveries.length, signal: stopped, use, room: inFlight.room })
    } catch (error) {
      if (!stopped.aborted) throw error
    } finally {
      for (const delivery of deliveries.slice(begun.length)) postpone(delivery)
      await Promise.all(begun)
    }
  }

  /** Gives back a chat that has no place soon, or at a stop: a lease that runs out would count as a failure. */
  function postpone({ reservation, leaseEndsAt }: Delivery): void {
    const ms = stopped.aborted ? 0 : Math.max(RETRY_MS, limiter.pausedForMs())
    outcomes.write({ reservation, leaseEndsAt, outcome: { kind: 'wait', ms } })
  }

  return async function handle(
    batch: Batch,
    leaseEndsAt: number,
    survived: () => void = () => {},
  ): Promise<void> {
    const deliveries: Delivery[] = []
    const composedOf = composeBatch(batch)
    for (const [index, reservation] of batch.reservations.entries()) {
      const composed = composedOf(index)
      if (composed.kind === 'message') deliveries.push({ reservation, composed, leaseEndsAt })
      else outcomes.write(outcomeOfSilence(composed, { reservation, leaseEndsAt }, batch.now))
    }
    survived()
    await deliverAll(deliveries)
    await outcomes.written(batch.shard)
  }
}

function outcomeOfSilence(
  composed: Exclude<Composition, Composed> | Outcome,
  chat: ReservedChat,
  now: number,
): ChatOutcome {
  if (composed.kind === 'silence') return { ...chat, account: composed.account, restMs: 0 }
  if (composed.kind !== 'later') return { ...chat, outcome: composed }
  return { ...chat, outcome: { kind: 'wait', ms: composed.at - now } }
}

const LATENCY_MS_AT_FIRST = 100
const LATENCY_WEIGHT = 0.1
const EXCESSES = 4
const IN_FLIGHT_MAX = 384

/**
 * Limits the calls in flight to what fills the rate: rate × latency + 1. More calls would send nothing sooner, and each call
 * in flight at a kill may be sent twice. The latency is one that few calls exceed: with the mean, half of the calls would find
 * no room at their place and be late.
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

  const isFull = (): boolean => count >= limit()
  const nextEnd = (): Promise<void> => new Promise((go) => waiting.push(go))

  async function waitForRoom(): Promise<void> {
    while (isFull()) await nextEnd()
  }

  return {
    limit,
    /** Undefined where there is room for a call; otherwise resolves when there is, for the first caller that then begins. */
    room: (): Promise<void> | undefined => (isFull() ? waitForRoom() : undefined),
    /** Notes that a call begins; returns what `end` takes. */
    begin(): number {
      count += 1
      return performance.now()
    },
    end(startedAt: number): void {
      measure(performance.now() - startedAt)
      count -= 1
      for (const go of waiting.splice(0, limit() - count)) go()
    },
  }
}

export type InFlight = ReturnType<typeof createInFlight>

const TRACES_EVERY_MS = 5 * SECOND_MS

/**
 * Logs how many messages showed the prices of each update: the sum of 5 s in one line, as an update may reach millions of chats.
 * Those of simulated prices, which move every few seconds, are logged at debug.
 */
export function createTraceLog(log: Log) {
  const sums = new Map<string, { messages: number; readonly isSimulated: boolean }>()
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    timer = undefined
    for (const [trace, { messages, isSimulated }] of sums)
      log[isSimulated ? 'debug' : 'info']({ trace, messages }, 'prices delivered')
    sums.clear()
  }

  return {
    count(prices: Composed['prices']): void {
      for (const [trace, isSimulated] of tracesOf(prices)) {
        const sum = sums.get(trace)
        if (sum) sum.messages += 1
        else sums.set(trace, { messages: 1, isSimulated })
      }
      timer ??= setTimeout(flush, TRACES_EVERY_MS)
    },
    /** Logs what was counted since the last line. */
    close(): void {
      clearTimeout(timer)
      flush()
    },
  }
}

export type TraceLog = ReturnType<typeof createTraceLog>

/** Each once: the prices of one update that are told together are one message. */
const tracesOf = (prices: Composed['prices']): Map<string, boolean> =>
  new Map(prices.flatMap(({ trace, quote }) => (trace === undefined ? [] : [[trace, quote.simulated]])))
