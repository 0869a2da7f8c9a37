import { setTimeout as sleep } from 'node:timers/promises'
import type { Board } from '../board/board.ts'
import type { Chats } from '../chats/chats.ts'
import type { Language } from '../messages/language.ts'
import type { Outcome, Reservation } from '../queue/due-queue.ts'
import type { Limiter } from '../queue/limiter.ts'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Fate } from '../telegram/outcome.ts'
import type { Aside } from './aside.ts'
import { compose } from './compose.ts'
import type { Composed, Composition } from './composition.ts'
import { judgeDoubt } from './doubt.ts'
import type { InFlight } from './in-flight.ts'
import type { Batch, Numbered } from './load.ts'
import { restOf, type Settle, type Settled } from './settle.ts'

const RETRY_MS_MIN = 1_000
const RETRY_MS_MAX = 5 * 60_000
const FAIL_AGAIN_MS = 1_000
const RATE_AGAIN_MS = 1_000
const SETTLE_AGAIN_MS = 100

export interface TellerOptions {
  readonly chats: Pick<Chats, 'retire' | 'doubt' | 'migrate' | 'clearThread'>
  /** What this process knows of the newest prices, before it is asked. */
  readonly board: Pick<Board, 'latest'>
  /** False where other processes may have taken over what this one has in hand. */
  readonly isSure: () => boolean
  readonly limiter: Limiter
  readonly inFlight: InFlight
  readonly settle: Settle
  readonly aside: Aside
  /** How long a send may take (ms). */
  readonly sendMsMax: number
  readonly makeDue: (chat: string) => Promise<void>
  readonly defaultLanguage: Language
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly stopped: AbortSignal
}

interface Turn {
  readonly reservation: Reservation
  readonly composed: Composed
  readonly leaseEndsAt: number
}

/** Works off chats that are due: composes from the newest prices, sends at their places in the rate, and settles. */
export function createTeller(options: TellerOptions) {
  const { limiter, inFlight, settle, aside, sendMsMax, clock, log, metrics, stopped } = options
  const sentAs = countBy(
    metrics.counter('pushes_total', 'Chats that were due, by what became of them', ['outcome']),
  )

  /** What chats alike are told, composed once for all of them. What cannot be composed fails alone: the others are told. */
  function composer({
    prices,
    states,
    stateOf,
    reservations,
  }: Batch): (index: number) => Composition | Outcome {
    const composed: (Composition | Outcome)[] = []
    const { sightings } = aside
    const { defaultLanguage } = options
    const common = { prices, sightings, broadcast: aside.broadcast(), defaultLanguage, now: clock() }
    function composeState(index: number, state: number): Composition | Outcome {
      try {
        const loaded = states[state]?.()
        if (!loaded) throw new RangeError('the chat was not read')
        return compose({ ...loaded, ...common })
      } catch (error) {
        log.error({ chat: reservations[index]?.member, err: messageOf(error) }, 'message cannot be composed')
        return { kind: 'fail', ms: FAIL_AGAIN_MS, why: messageOf(error) }
      }
    }
    return (index) => {
      const state = stateOf[index] ?? -1
      const known = composed[state] ?? composeState(index, state)
      composed[state] = known
      return known
    }
  }

  /** Sends, unless it must not be now, and settles. What cannot be settled comes back when its lease ends. */
  async function tell(turn: Turn): Promise<void> {
    const { reservation, composed, leaseEndsAt } = turn
    const { member: chat, retries } = reservation
    try {
      const fate = hindranceOf(turn) ?? (await inFlight.run(() => aside.deliver(chat, composed)))
      sentAs(fate.kind).inc()
      if (fate.kind === 'sent')
        return await insist(
          { reservation, account: composed.account, restMs: restOf(chat, composed) },
          leaseEndsAt,
        )
      const judged = fate.kind === 'wait' ? fate : await act(fate, chat, composed.thread)
      await insist({ reservation, outcome: outcomeOfFate(judged, retries) }, leaseEndsAt)
    } catch (error) {
      log.error({ chat, err: messageOf(error) }, 'chat cannot be settled')
    }
  }

  /** A lease that ends before the answer can come would give the chat to another, and the chat the message twice. */
  function hindranceOf({ composed, leaseEndsAt }: Turn): Wait | undefined {
    const isLate = performance.now() + sendMsMax > leaseEndsAt || !options.isSure()
    if (stopped.aborted || isLate || composed.prices.some(isOvertaken)) return { kind: 'wait', afterMs: 0 }
    const closedMs = limiter.closedForMs()
    return closedMs > 0 ? { kind: 'wait', afterMs: closedMs } : undefined
  }

  /** A newer price came while the message waited for its place: it is composed anew. */
  function isOvertaken({ quote, asOf }: Numbered): boolean {
    const latest = options.board.latest(quote.monitor)
    return latest !== undefined && latest.asOf > asOf && latest.quote.price !== quote.price
  }

  /** Redis may be away for a moment: what was sent must not be sent again for that. */
  const insist = (settled: Settled, leaseEndsAt: number): Promise<void> =>
    settle(settled).catch(async (error: unknown) => {
      if (stopped.aborted || performance.now() + SETTLE_AGAIN_MS > leaseEndsAt) throw error
      await sleep(SETTLE_AGAIN_MS)
      return insist(settled, leaseEndsAt)
    })

  /** Judges a refusal that may be for good by those before it, and does what it means for all that the chat has. */
  async function act(refusal: Refusal, chat: string, thread: number | undefined): Promise<Refusal> {
    const isDoubt = refusal.kind === 'retry' && refusal.doubt !== undefined
    const fate = isDoubt ? judgeDoubt(refusal, await options.chats.doubt(chat)) : refusal
    if (fate.kind === 'topicless') await options.chats.clearThread(chat, thread)
    else await actOn(fate, chat)
    return fate
  }

  /** What a refusal means for others, or for all that the chat has. */
  async function actOn(fate: Refusal, chat: string): Promise<void> {
    if (fate.kind === 'pause') await limiter.close(fate.afterMs)
    if (fate.kind === 'unreachable') await options.chats.retire(chat)
    if (fate.kind === 'migrated') await moveTo(fate.toChatId, chat)
    if (fate.kind === 'fail') log.error({ chat, reason: fate.reason }, 'message refused')
  }

  async function moveTo(chat: string, from: string): Promise<void> {
    await options.chats.migrate(from, chat)
    await options.makeDue(chat)
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
      const left = turns.slice(telling.length)
      await Promise.all([...telling, ...left.map(handBack)])
    }
  }

  /** What has no place soon, or at a stop, is given back: a lease that ends in hand counts as a death. */
  function handBack({ reservation, leaseEndsAt }: Pick<Turn, 'reservation' | 'leaseEndsAt'>): Promise<void> {
    const ms = stopped.aborted ? 0 : Math.max(RATE_AGAIN_MS, limiter.closedForMs())
    return insist({ reservation, outcome: { kind: 'wait', ms } }, leaseEndsAt)
  }

  return async function handle(
    loaded: Batch,
    leaseEndsAt: number,
    survived: () => void = () => {},
  ): Promise<void> {
    const turns: Turn[] = []
    const settling: Promise<void>[] = []
    const composedOf = composer(loaded)
    for (const [index, reservation] of loaded.reservations.entries()) {
      const composed = composedOf(index)
      if (composed.kind === 'message') turns.push({ reservation, composed, leaseEndsAt })
      else settling.push(settle(settledUnsent(reservation, composed)))
    }
    survived()
    await Promise.all([...settling, tellAll(turns)])
  }

  /** What a chat that hears nothing now is settled as. */
  function settledUnsent(
    reservation: Reservation,
    composed: Exclude<Composition, Composed> | Outcome,
  ): Settled {
    if (composed.kind === 'silence') return { reservation, account: composed.account, restMs: 0 }
    if (composed.kind !== 'later') return { reservation, outcome: composed }
    return { reservation, outcome: { kind: 'wait', ms: composed.at - clock() } }
  }
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

type Refusal = Exclude<Fate, { kind: 'sent' }>

/** Nothing was sent. */
interface Wait {
  readonly kind: 'wait'
  readonly afterMs: number
}

const backoffMs = (retries: number): number => Math.min(RETRY_MS_MIN * 2 ** retries, RETRY_MS_MAX)

/** What the queue does with a chat after Telegram answered, or was not asked. */
export function outcomeOfFate(fate: Refusal | Wait, retries: number): Outcome {
  switch (fate.kind) {
    case 'wait':
    case 'pause':
      return { kind: 'wait', ms: fate.afterMs }
    // Counted: should the message still name a topic, it is not tried again and again without a pause.
    case 'topicless':
      return { kind: 'retry', ms: backoffMs(retries) }
    case 'retry':
      return { kind: 'retry', ms: Math.max(fate.afterMs, backoffMs(retries)) }
    case 'fail':
      return { kind: 'fail', ms: FAIL_AGAIN_MS, why: fate.reason }
    // Not dropped: it may have come back meanwhile. A chat that is gone is composed to silence.
    case 'unreachable':
    case 'migrated':
      return { kind: 'done', ms: 0 }
  }
}
