import type { Prices } from '../../prices/prices.ts'
import type { Outcome, Reservation } from '../../queue/due-queue.ts'
import { isGroup } from '../../queue/groups.ts'
import type { Limiter } from '../../queue/limiter.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import { type ComposerOptions, createComposer } from './compose.ts'
import type { Composed, Composition } from './composition.ts'
import type { Batch, Numbered } from './load.ts'
import type { InFlight, Messenger } from './messenger.ts'
import {
  createRefusalActor,
  outcomeOfSendResult,
  type Refusal,
  type RefusalOptions,
  type Wait,
} from './refusal.ts'
import { restOf, type Settled, type Settler } from './settle.ts'

const RATE_AGAIN_MS = 1_000

export interface DelivererOptions extends ComposerOptions, RefusalOptions {
  /** What this process knows of the newest prices, before it is asked. */
  readonly prices: Pick<Prices, 'latest'>
  /** False where other processes may have taken over what this one holds until then (ms of `performance.now()`). */
  readonly isSureOf: (leaseEndsAt: number) => boolean
  readonly limiter: Limiter
  readonly inFlight: InFlight
  readonly settler: Settler
  readonly messenger: Messenger
  /** How long a send may take (ms). */
  readonly sendMsMax: number
  readonly metrics: Metrics
  readonly stopped: AbortSignal
}

/** A chat that has something to be told, until its lease ends (ms of `performance.now()`). */
interface Turn {
  readonly reservation: Reservation
  readonly composed: Composed
  readonly leaseEndsAt: number
}

/** Works off chats that are due: composes from the newest prices, sends at their places in the rate, and settles. */
export function createDeliverer(options: DelivererOptions) {
  const { limiter, inFlight, settler, messenger, sendMsMax, log, metrics, stopped } = options
  const composeBatch = createComposer(options)
  const act = createRefusalActor(options)
  const sentAs = countBy(
    metrics.counter('pushes_total', 'Chats that were due, by what became of them', ['outcome']),
  )

  /** Sends, unless it must not be now, and settles. */
  function tell(turn: Turn, isCounted = !isGroup(turn.reservation.member)): Promise<void> {
    const noRoom = inFlight.room()
    if (noRoom) return noRoom.then(() => tell(turn, isCounted))
    const hindrance = hindranceOf(turn)
    if (hindrance) return giveBack(turn, hindrance, isCounted)
    return isCounted ? deliver(turn) : countInGroup(turn)
  }

  /** A group's place that was counted is free again: what is composed anew needs it. */
  async function giveBack(turn: Turn, hindrance: Wait, isCounted: boolean): Promise<void> {
    const { member } = turn.reservation
    if (isCounted && isGroup(member)) await limiter.groups.takeBack(member, 'push').catch(() => undefined)
    return settleUnsent(turn, hindrance)
  }

  /** A group that has had its share waits alone, and what moves meanwhile comes in one message. */
  async function countInGroup(turn: Turn): Promise<void> {
    const { member: group } = turn.reservation
    // While Redis is away nothing could be settled either.
    const afterMs = await limiter.groups.send(group, 'push').catch(() => RATE_AGAIN_MS)
    return afterMs > 0 ? settleUnsent(turn, { kind: 'wait', afterMs }) : tell(turn, true)
  }

  function deliver(turn: Turn): Promise<void> {
    const startedAt = inFlight.begin()
    return messenger.deliver(turn.reservation.member, turn.composed).then((sendResult) => {
      inFlight.end(startedAt)
      return sendResult.kind === 'sent' ? settleSent(turn) : settleUnsent(turn, sendResult)
    })
  }

  function settleSent({ reservation, composed, leaseEndsAt }: Turn): void {
    const { account } = composed
    sentAs('sent').inc()
    settler.settle({ reservation, leaseEndsAt, account, restMs: restOf(reservation.member, composed) })
  }

  async function settleUnsent(turn: Turn, sendResult: Refusal | Wait): Promise<void> {
    const { reservation, composed, leaseEndsAt } = turn
    const { member: chat, retries } = reservation
    sentAs(sendResult.kind).inc()
    try {
      const judged = sendResult.kind === 'wait' ? sendResult : await act(sendResult, chat, composed.thread)
      settler.settle({ reservation, leaseEndsAt, outcome: outcomeOfSendResult(judged, retries) })
    } catch (error) {
      log.error({ chat, err: messageOf(error) }, 'chat cannot be settled') // it comes back when its lease ends
    }
  }

  /** A lease that ends before the answer can come would give the chat to another, and the chat the message twice. */
  function hindranceOf({ composed, leaseEndsAt }: Turn): Wait | undefined {
    const isLate = performance.now() + sendMsMax > leaseEndsAt || !options.isSureOf(leaseEndsAt)
    if (stopped.aborted || isLate || composed.prices.some(isOvertaken)) return { kind: 'wait', afterMs: 0 }
    const closedMs = limiter.closedForMs()
    return closedMs > 0 ? { kind: 'wait', afterMs: closedMs } : undefined
  }

  /** A newer price came while the message waited for its place: it is composed anew. */
  function isOvertaken({ quote, asOf }: Numbered): boolean {
    const latest = options.prices.latest(quote.monitor)
    return latest !== undefined && latest.asOf > asOf && latest.quote.price !== quote.price
  }

  /** Sends each at its own place in the rate, none waiting for the answer to the one before. */
  async function tellAll(turns: readonly Turn[]): Promise<void> {
    const telling: Promise<void>[] = []
    try {
      const use = (): void => {
        const turn = turns[telling.length]
        if (turn) telling.push(tell(turn))
      }
      await limiter.places({ wanted: turns.length, signal: stopped, use, room: inFlight.room })
    } catch (error) {
      if (!stopped.aborted) throw error
    } finally {
      for (const turn of turns.slice(telling.length)) handBack(turn)
      await Promise.all(telling)
    }
  }

  /** What has no place soon, or at a stop, is given back: a lease that ends in hand counts as a death. */
  function handBack({ reservation, leaseEndsAt }: Turn): void {
    const ms = stopped.aborted ? 0 : Math.max(RATE_AGAIN_MS, limiter.closedForMs())
    settler.settle({ reservation, leaseEndsAt, outcome: { kind: 'wait', ms } })
  }

  return async function handle(
    batch: Batch,
    leaseEndsAt: number,
    survived: () => void = () => {},
  ): Promise<void> {
    const turns: Turn[] = []
    const composedOf = composeBatch(batch)
    for (const [index, reservation] of batch.reservations.entries()) {
      const composed = composedOf(index)
      if (composed.kind === 'message') turns.push({ reservation, composed, leaseEndsAt })
      else settler.settle(settledSilent(composed, { reservation, leaseEndsAt }, batch.now))
    }
    survived()
    await tellAll(turns)
    await settler.rest(batch.shard)
  }
}

/** What a chat that hears nothing now is settled as. */
function settledSilent(
  composed: Exclude<Composition, Composed> | Outcome,
  chat: Pick<Turn, 'reservation' | 'leaseEndsAt'>,
  now: number,
): Settled {
  if (composed.kind === 'silence') return { ...chat, account: composed.account, restMs: 0 }
  if (composed.kind !== 'later') return { ...chat, outcome: composed }
  return { ...chat, outcome: { kind: 'wait', ms: composed.at - now } }
}

/** The counter of each outcome, looked up once: there is one for every message. */
function countBy(counter: ReturnType<Metrics['counter']>): (outcome: string) => { inc(): void } {
  const known = new Map<string, { inc(): void }>()
  return (outcome) => {
    const counted = known.get(outcome) ?? counter.labels(outcome)
    known.set(outcome, counted)
    return counted
  }
}
