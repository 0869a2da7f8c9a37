import type { Chats } from '../../chats/chats.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/caracas.ts'
import type { Outcome } from '../../queue/due-queue.ts'
import type { Limiter } from '../../queue/limiter.ts'
import type { Log } from '../../runtime/log.ts'
import type { SendResult } from '../../telegram/send-result.ts'

const FIRST_RETRY_MS = 10 * MINUTE_MS
const SECOND_RETRY_MS = DAY_MS
const RIGHTS_RETRY_MS = 12 * HOUR_MS
/** The second comes after ten minutes, the third after a day. */
const SOFT_REFUSALS_MAX = 3

export type Refusal = Exclude<SendResult, { kind: 'sent' }>

/**
 * Decides when a chat is tried again after a soft refusal, which may be permanent or not: later each time. The third in a row
 * by a person is final; missing rights never are. With 0 in a row, the chat could be reached meanwhile and is tried at once.
 */
export function judgeSoftRefusal(refusal: Refusal, inARow: number): Refusal {
  if (refusal.kind !== 'retry' || refusal.softRefusal === undefined) return refusal
  if (inARow === 0) return { ...refusal, afterMs: 0 }
  if (inARow === 1) return { ...refusal, afterMs: FIRST_RETRY_MS }
  if (refusal.softRefusal === 'rights') return { ...refusal, afterMs: RIGHTS_RETRY_MS }
  if (inARow < SOFT_REFUSALS_MAX) return { ...refusal, afterMs: SECOND_RETRY_MS }
  return { kind: 'unreachable', reason: `refused ${inARow} times` }
}

const RETRY_MS_MIN = 1_000
const RETRY_MS_MAX = 5 * MINUTE_MS
/** After so many retries a chat at which Telegram fails while it serves others is parked like one that it refuses. */
const RETRIES_MAX = 3
/** A failed chat is tried again after this, until it is parked. */
export const FAIL_RETRY_MS = 1_000

/** Nothing was sent; the chat is due again in `afterMs`. */
export interface Wait {
  readonly kind: 'wait'
  readonly afterMs: number
}

/** Nothing was sent; the chat is due again at once. */
export const COMPOSE_AGAIN: Wait = { kind: 'wait', afterMs: 0 }

export interface RefusalHandlerOptions {
  readonly chats: Pick<Chats, 'presence' | 'refusals'>
  readonly limiter: Pick<Limiter, 'pauseSending'>
  readonly makeDue: (chat: string) => Promise<void>
  readonly log: Log
}

/** Applies a refusal to the chat; returns it as judged by the soft refusals before it. */
export function createRefusalHandler({ chats, limiter, makeDue, log }: RefusalHandlerOptions) {
  async function apply(refusal: Refusal, chat: string, thread: number | undefined): Promise<void> {
    if (refusal.kind === 'pause')
      await limiter.pauseSending(refusal.afterMs, refusal.reason === 'flood_limit' ? chat : undefined)
    if (refusal.kind === 'unreachable') await chats.presence.retire(chat)
    if (refusal.kind === 'topicless') await chats.refusals.clearThread(chat, thread)
    if (refusal.kind === 'migrated') {
      await chats.presence.migrate(chat, refusal.toChatId)
      await makeDue(refusal.toChatId)
    }
    if (refusal.kind === 'fail') log.error({ chat, reason: refusal.reason }, 'message refused')
  }

  return async function handleRefusal(
    refusal: Refusal,
    chat: string,
    thread: number | undefined,
  ): Promise<Refusal> {
    const isSoft = refusal.kind === 'retry' && refusal.softRefusal !== undefined
    const judged = isSoft ? judgeSoftRefusal(refusal, await chats.refusals.count(chat)) : refusal
    await apply(judged, chat, thread)
    return judged
  }
}

export type RefusalHandler = ReturnType<typeof createRefusalHandler>

/** What the queue does with a chat after Telegram refused its message, or nothing was sent. */
export function toOutcome(refusal: Refusal | Wait, retries: number): Outcome {
  switch (refusal.kind) {
    case 'wait':
    // A 429 counts as no failure of the chat.
    case 'pause':
      return { kind: 'wait', ms: refusal.afterMs }
    // Counted, so that a message that still names a topic is not tried again without a pause.
    case 'topicless':
      return { kind: 'retry', ms: backoffMs(retries) }
    case 'retry':
      return outcomeOfRetry(refusal, retries)
    case 'fail':
      return { kind: 'fail', ms: FAIL_RETRY_MS, why: refusal.reason }
    // The chat may have come back meanwhile; for one that is gone nothing is composed.
    case 'unreachable':
    case 'migrated':
      return { kind: 'done', ms: 0 }
  }
}

/** An outage counts as no failure of the chat. */
function outcomeOfRetry(
  { afterMs, softRefusal, isOutage }: Extract<Refusal, { kind: 'retry' }>,
  retries: number,
): Outcome {
  if (isOutage) return { kind: 'wait', ms: afterMs }
  const ms = Math.max(afterMs, backoffMs(retries))
  if (softRefusal || retries < RETRIES_MAX) return { kind: 'retry', ms }
  return { kind: 'fail', ms, why: 'Telegram fails at it while it serves others' }
}

const backoffMs = (retries: number): number => Math.min(RETRY_MS_MIN * 2 ** retries, RETRY_MS_MAX)

/** So many failures one after another, to whatever chats, are an outage of Telegram. */
const FAILURES_MIN = 10
/** After so many answers one after another, a failure is that of its chat or message. */
const ANSWERS_MIN = 3
const PROBE_EVERY_MS = { first: 1_000, max: 5_000 } as const

/**
 * Tells an outage of Telegram from a failure at one chat. In an outage chats stay due instead of being put off, and one at a time
 * is tried every few seconds: the first answer ends the outage for all, and those with alerts go first. The few that were tried in
 * it are due within 10 s.
 */
export function createOutageWatch(now = (): number => performance.now()) {
  let failures = 0
  let answers = 0
  let probeEveryMs: number = PROBE_EVERY_MS.first
  let probeAt = 0

  const isOutage = (): boolean => failures >= FAILURES_MIN

  function noteAnswer(): void {
    failures = 0
    answers += 1
    probeEveryMs = PROBE_EVERY_MS.first
    probeAt = 0
  }

  /** Returns whether it is that of the chat or message, as others were just answered. */
  function noteFailure(): boolean {
    const isOfChat = answers >= ANSWERS_MIN
    failures += 1
    answers = 0
    if (!isOutage() || now() < probeAt) return isOfChat
    if (probeAt > 0) probeEveryMs = Math.min(2 * probeEveryMs, PROBE_EVERY_MS.max)
    probeAt = now() + probeEveryMs
    return isOfChat
  }

  return {
    /** Notes the result of a call to a chat. A failure that others have too is returned as such: it does not count against the chat. */
    judge(result: SendResult): SendResult {
      if (result.kind !== 'retry' || result.softRefusal !== undefined) {
        noteAnswer()
        return result
      }
      if (noteFailure()) return result
      // Longer than until the next probe, which is then another chat.
      return { kind: 'retry', isOutage: true, afterMs: isOutage() ? 2 * probeEveryMs : result.afterMs }
    },
    /** How many chats may be in hand: any number, but one in an outage, and none before the next probe. */
    chatsMax(): number {
      if (!isOutage()) return Number.POSITIVE_INFINITY
      return now() < probeAt ? 0 : 1
    },
  }
}

export type OutageWatch = ReturnType<typeof createOutageWatch>
