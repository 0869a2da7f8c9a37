import type { Chats } from '../chats/chats.ts'
import { parseChat } from '../chats/chats.ts'
import { keysOfShard } from '../chats/keys.ts'
import type { Language } from '../messages/language.ts'
import type { Outcome, Reservation } from '../queue/due-queue.ts'
import type { Limiter } from '../queue/limiter.ts'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Redis } from '../runtime/redis.ts'
import type { Fate } from '../telegram/outcome.ts'
import { type Composed, compose, type Prices } from './compose.ts'
import type { InFlight } from './in-flight.ts'
import type { Settle } from './settle.ts'

const RETRY_MS_MIN = 1_000
const RETRY_MS_MAX = 5 * 60_000
const FAIL_AGAIN_MS = 1_000

export interface TellerOptions {
  readonly redis: Redis
  readonly chats: Pick<Chats, 'retire' | 'migrate' | 'clearThread'>
  readonly limiter: Limiter
  readonly inFlight: InFlight
  readonly settle: Settle
  readonly send: (chat: string, text: string, thread: number | undefined) => Promise<Fate>
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
  readonly thread: number | undefined
}

/** Works off chats that are due: composes from the newest prices, sends at their places in the rate, and settles. */
export function createTeller(options: TellerOptions) {
  const { redis, limiter, inFlight, settle, send, clock, log, metrics, stopped } = options
  const sent = metrics.counter('pushes_total', 'Chats that were due, by what became of them', ['outcome'])

  async function load(
    shard: number,
    batch: readonly Reservation[],
  ): Promise<{ prices: Prices; hashes: Record<string, string>[] }> {
    const keys = keysOfShard(shard)
    const pipeline = redis.pipeline().hgetall(keys.prices)
    for (const { member } of batch) pipeline.hgetall(keys.chat(member))
    const replies = (await pipeline.exec()) ?? []
    const [prices = {}, ...hashes] = replies.map(([error, hash]) => {
      if (error) throw error
      return hash as Record<string, string>
    })
    return { prices: new Map(Object.entries(prices).map(([ref, json]) => [ref, JSON.parse(json)])), hashes }
  }

  /** A chat that cannot be composed fails alone: its neighbours are told. */
  function composeTurn(
    reservation: Reservation,
    hash: Record<string, string>,
    prices: Prices,
  ): Turn | Outcome {
    try {
      const chat = parseChat(hash)
      const composed = compose({ chat, prices, defaultLanguage: options.defaultLanguage, now: clock() })
      return composed ? { reservation, composed, thread: chat.thread } : { kind: 'done', ms: 0 }
    } catch (error) {
      log.error({ chat: reservation.member, err: messageOf(error) }, 'message cannot be composed')
      return { kind: 'fail', ms: FAIL_AGAIN_MS }
    }
  }

  async function tell({ reservation, composed, thread }: Turn): Promise<void> {
    const chat = reservation.member
    const closedMs = limiter.closedForMs()
    const fate: Fate =
      closedMs > 0
        ? { kind: 'pause', afterMs: closedMs }
        : await inFlight.run(() => send(chat, composed.text, thread))
    sent.inc({ outcome: fate.kind })
    if (fate.kind === 'sent') return settle({ reservation, told: composed.told })
    await actOn(fate, chat)
    return settle({ reservation, outcome: outcomeOfFate(fate, reservation.retries) })
  }

  /** What a refusal means for others, or for all that the chat has. */
  async function actOn(fate: Refusal, chat: string): Promise<void> {
    if (fate.kind === 'pause') await limiter.close(fate.afterMs)
    if (fate.kind === 'unreachable') await options.chats.retire(chat)
    if (fate.kind === 'topicless') await options.chats.clearThread(chat)
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
      for await (const _place of limiter.places(turns.length, stopped)) {
        const turn = turns[telling.length]
        if (turn) telling.push(tell(turn))
      }
    } catch (error) {
      if (!stopped.aborted) throw error
      await handBack(turns.slice(telling.length))
    } finally {
      await Promise.all(telling)
    }
  }

  /** At a stop, what still waited for its place is given back at once; after another error its lease ends. */
  const handBack = (turns: readonly Turn[]): Promise<unknown> =>
    Promise.all(turns.map(({ reservation }) => settle({ reservation, outcome: { kind: 'wait', ms: 0 } })))

  return async function handle(batch: readonly Reservation[]): Promise<void> {
    const [first] = batch
    if (!first) return
    const { prices, hashes } = await load(first.shard, batch)
    const turns: Turn[] = []
    const settling: Promise<void>[] = []
    for (const [index, reservation] of batch.entries()) {
      const turn = composeTurn(reservation, hashes[index] ?? {}, prices)
      if ('composed' in turn) turns.push(turn)
      else settling.push(settle({ reservation, outcome: turn }))
    }
    await Promise.all([...settling, tellAll(turns)])
  }
}

type Refusal = Exclude<Fate, { kind: 'sent' }>

/** What the queue does with a chat after Telegram answered. */
export function outcomeOfFate(fate: Refusal, retries: number): Outcome {
  switch (fate.kind) {
    case 'pause':
      return { kind: 'wait', ms: fate.afterMs }
    case 'topicless':
      return { kind: 'wait', ms: 0 }
    case 'retry':
      return {
        kind: 'retry',
        ms: Math.max(fate.afterMs, Math.min(RETRY_MS_MIN * 2 ** retries, RETRY_MS_MAX)),
      }
    case 'fail':
      return { kind: 'fail', ms: FAIL_AGAIN_MS }
    case 'unreachable':
    case 'migrated':
      return { kind: 'drop' }
  }
}
