import type { Chats } from '../../chats/chats.ts'
import type { Outcome } from '../../queue/due-queue.ts'
import type { Limiter } from '../../queue/limiter.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../rates/durations.ts'
import type { Log } from '../../runtime/log.ts'
import type { SendResult } from '../../telegram/send-result.ts'

const FIRST_AGAIN_MS = 10 * MINUTE_MS
const AGAIN_MS = DAY_MS
const RIGHTS_AGAIN_MS = 12 * HOUR_MS
/** Ten minutes and a day lie between three: who refuses for so long is gone. */
const DOUBTS_MAX = 3

export type Refusal = Exclude<SendResult, { kind: 'sent' }>

/**
 * A refusal that may be for good, or not: asked again ever later; a person's third one is final, missing rights never are.
 * One that counts for none, as the chat could be reached meanwhile, is asked again at once.
 */
export function judgeSoftRefusal(sendResult: Refusal, times: number): Refusal {
  if (sendResult.kind !== 'retry' || sendResult.doubt === undefined) return sendResult
  if (times === 0) return { ...sendResult, afterMs: 0 }
  if (times === 1) return { ...sendResult, afterMs: FIRST_AGAIN_MS }
  if (sendResult.doubt === 'rights') return { ...sendResult, afterMs: RIGHTS_AGAIN_MS }
  if (times < DOUBTS_MAX) return { ...sendResult, afterMs: AGAIN_MS }
  return { kind: 'unreachable', reason: `refused ${times} times` }
}

const RETRY_MS_MIN = 1_000
const RETRY_MS_MAX = 5 * MINUTE_MS
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

  async function actOn(sendResult: Refusal, chat: string, thread: number | undefined): Promise<void> {
    if (sendResult.kind === 'pause') await limiter.close(sendResult.afterMs, chat)
    if (sendResult.kind === 'unreachable') await chats.retire(chat)
    if (sendResult.kind === 'topicless') await chats.clearThread(chat, thread)
    if (sendResult.kind === 'migrated') await moveTo(sendResult.toChatId, chat)
    if (sendResult.kind === 'fail') log.error({ chat, reason: sendResult.reason }, 'message refused')
  }

  return async function act(refusal: Refusal, chat: string, thread: number | undefined): Promise<Refusal> {
    const isDoubt = refusal.kind === 'retry' && refusal.doubt !== undefined
    const sendResult = isDoubt ? judgeSoftRefusal(refusal, await chats.doubt(chat)) : refusal
    await actOn(sendResult, chat, thread)
    return sendResult
  }
}

/** What the queue does with a chat after Telegram answered, or was not asked. */
export function outcomeOfSendResult(sendResult: Refusal | Wait, retries: number): Outcome {
  switch (sendResult.kind) {
    case 'wait':
    case 'pause':
      return { kind: 'wait', ms: sendResult.afterMs }
    // Counted: should the message still name a topic, it is not tried again and again without a pause.
    case 'topicless':
      return { kind: 'retry', ms: backoffMs(retries) }
    case 'retry':
      return { kind: 'retry', ms: Math.max(sendResult.afterMs, backoffMs(retries)) }
    case 'fail':
      return { kind: 'fail', ms: FAIL_AGAIN_MS, why: sendResult.reason }
    // Not dropped: it may have come back meanwhile. A chat that is gone is composed to silence.
    case 'unreachable':
    case 'migrated':
      return { kind: 'done', ms: 0 }
  }
}

const backoffMs = (retries: number): number => Math.min(RETRY_MS_MIN * 2 ** retries, RETRY_MS_MAX)
