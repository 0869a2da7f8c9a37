import type { Chats } from '../../chats/chats.ts'
import type { Outcome } from '../../queue/due-queue.ts'
import type { Limiter } from '../../queue/limiter.ts'
import type { Log } from '../../runtime/log.ts'
import type { Fate } from '../../telegram/send-result.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FIRST_AGAIN_MS = 10 * MINUTE_MS
const AGAIN_MS = 24 * HOUR_MS
const RIGHTS_AGAIN_MS = 12 * HOUR_MS
/** Ten minutes and a day lie between three: who refuses for so long is gone. */
const DOUBTS_MAX = 3

export type Refusal = Exclude<Fate, { kind: 'sent' }>

/**
 * A refusal that may be for good, or not: asked again ever later; a person's third one is final, missing rights never are.
 * One that counts for none, as the chat could be reached meanwhile, is asked again at once.
 */
export function judgeDoubt(fate: Refusal, times: number): Refusal {
  if (fate.kind !== 'retry' || fate.doubt === undefined) return fate
  if (times === 0) return { ...fate, afterMs: 0 }
  if (times === 1) return { ...fate, afterMs: FIRST_AGAIN_MS }
  if (fate.doubt === 'rights') return { ...fate, afterMs: RIGHTS_AGAIN_MS }
  if (times < DOUBTS_MAX) return { ...fate, afterMs: AGAIN_MS }
  return { kind: 'unreachable', reason: `refused ${times} times` }
}

const RETRY_MS_MIN = 1_000
const RETRY_MS_MAX = 5 * 60_000
/** What failed is tried again after this, until it is parked. */
export const FAIL_AGAIN_MS = 1_000

/** Nothing was sent. */
export interface Wait {
  readonly kind: 'wait'
  readonly afterMs: number
}

export interface RefusalOptions {
  readonly chats: Pick<Chats, 'retire' | 'doubt' | 'migrate' | 'clearThread'>
  readonly limiter: Pick<Limiter, 'close'>
  readonly makeDue: (chat: string) => Promise<void>
  readonly log: Log
}

/** Judges a refusal that may be for good by those before it, and does what it means for all that the chat has. */
export function createRefusalActor({ chats, limiter, makeDue, log }: RefusalOptions) {
  async function moveTo(chat: string, from: string): Promise<void> {
    await chats.migrate(from, chat)
    await makeDue(chat)
  }

  async function actOn(fate: Refusal, chat: string, thread: number | undefined): Promise<void> {
    if (fate.kind === 'pause') await limiter.close(fate.afterMs, chat)
    if (fate.kind === 'unreachable') await chats.retire(chat)
    if (fate.kind === 'topicless') await chats.clearThread(chat, thread)
    if (fate.kind === 'migrated') await moveTo(fate.toChatId, chat)
    if (fate.kind === 'fail') log.error({ chat, reason: fate.reason }, 'message refused')
  }

  return async function act(refusal: Refusal, chat: string, thread: number | undefined): Promise<Refusal> {
    const isDoubt = refusal.kind === 'retry' && refusal.doubt !== undefined
    const fate = isDoubt ? judgeDoubt(refusal, await chats.doubt(chat)) : refusal
    await actOn(fate, chat, thread)
    return fate
  }
}

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

const backoffMs = (retries: number): number => Math.min(RETRY_MS_MIN * 2 ** retries, RETRY_MS_MAX)
