import { GrammyError, HttpError } from 'grammy'
import type { ApiError } from 'grammy/types'
import { MINUTE_MS, SECOND_MS } from '../domain/caracas.ts'
import { messageOf } from '../runtime/log.ts'

/**
 * The outcome of a call that sends or edits a message.
 * - retry: send again after `afterMs`. `softRefusal` marks a soft refusal, which may be permanent: by a person, or for missing rights.
 *   `isOutage` marks a failure that others have too.
 * - pause: nothing may be sent for `afterMs`: after a 429 (`flood_limit`) to the chat, or to anybody if others get one too;
 *   to anybody until the operator mends the token or the balance of Stars.
 * - unreachable: the chat is gone for good.
 * - topicless: the chat exists, its topic does not.
 * - migrated: the group is now `toChatId`.
 * - fail: Telegram will never accept this message.
 */
export type SendResult =
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'retry'
      readonly afterMs: number
      readonly softRefusal?: 'person' | 'rights'
      readonly isOutage?: true
    }
  | { readonly kind: 'pause'; readonly reason: PauseReason; readonly afterMs: number }
  | { readonly kind: 'unreachable' | 'topicless' | 'fail'; readonly reason: string }
  | { readonly kind: 'migrated'; readonly toChatId: string }

type PauseReason = 'flood_limit' | 'token_refused' | 'no_stars'

export const SENT: SendResult = { kind: 'sent' }
/** It is not known whether the message was accepted: sent twice is better than lost. */
export const NO_ANSWER = { kind: 'retry', afterMs: 1_000 } as const satisfies SendResult

const SERVER_ERROR_RETRY_MS = 2_000
const SOFT_REFUSAL_RETRY_MS = 10 * MINUTE_MS
/** For a refused token or an empty balance of Stars, which only the operator can mend. */
const OPERATOR_PAUSE_MS = MINUTE_MS
/** For a 429 that says no time. */
const FLOOD_PAUSE_MS = 3_000

const UNREACHABLE =
  /bot was (blocked by the user|kicked)|user is deactivated|(chat|user) not found|bot is not a member|group chat (was|is) (deleted|deactivated)|can't initiate conversation|can't send messages to bots|PEER_ID_INVALID|CHANNEL_PRIVATE|USER_(IS_BLOCKED|DEACTIVATED|DELETED)/i
const TOPICLESS = /message thread not found|TOPIC_(CLOSED|DELETED|ID_INVALID)/i
const SAME = /message is not modified/i
const WITHOUT_STARS = /BALANCE_TOO_LOW/i
/** The chat is kept: an administrator may give the right back. */
const WITHOUT_RIGHTS =
  /(not enough|have no|need administrator) rights|CHAT_(\w+_)?FORBIDDEN|CHAT_(RESTRICTED|ADMIN_REQUIRED)|USER_BANNED_IN_CHANNEL/i

/** The SendResult of an error that a call threw: a refusal by Telegram, or no answer. Any other error is our bug: `fail`. */
export function sendResultOf(error: unknown): SendResult {
  if (error instanceof HttpError) return NO_ANSWER
  if (error instanceof GrammyError) return refusalOf(error)
  return { kind: 'fail', reason: messageOf(error) }
}

function refusalOf(refusal: GrammyError): SendResult {
  const { error_code: code, description: reason, parameters } = refusal
  if (parameters.migrate_to_chat_id !== undefined)
    return { kind: 'migrated', toChatId: String(parameters.migrate_to_chat_id) }
  const floodMs = floodPauseMs(refusal)
  if (floodMs > 0) return { kind: 'pause', reason: 'flood_limit', afterMs: floodMs }
  if (isTokenRefused(refusal)) return { kind: 'pause', reason: 'token_refused', afterMs: OPERATOR_PAUSE_MS }
  if (WITHOUT_STARS.test(reason)) return { kind: 'pause', reason: 'no_stars', afterMs: OPERATOR_PAUSE_MS }
  if (code >= 500 || code === 409) return { kind: 'retry', afterMs: SERVER_ERROR_RETRY_MS }
  if (UNREACHABLE.test(reason)) return { kind: 'unreachable', reason }
  if (TOPICLESS.test(reason)) return topiclessOf(refusal)
  if (WITHOUT_RIGHTS.test(reason)) return softRefusalOf('rights')
  if (code === 403) return softRefusalOf('person')
  return SAME.test(reason) ? SENT : { kind: 'fail', reason }
}

const softRefusalOf = (softRefusal: 'person' | 'rights'): SendResult => ({
  kind: 'retry',
  afterMs: SOFT_REFUSAL_RETRY_MS,
  softRefusal,
})

/** If the message named no topic, the general topic is closed, and an administrator may open it again. */
function topiclessOf({ description: reason, payload }: GrammyError): SendResult {
  return 'message_thread_id' in payload ? { kind: 'topicless', reason } : softRefusalOf('rights')
}

/** For how long a 429 forbids sending (ms), by its `retry_after` or its text; 0 for any other answer. */
export function floodPauseMs({ error_code, parameters, description }: ApiError): number {
  if (error_code !== 429) return 0
  const seconds = parameters?.retry_after ?? Number(/retry after (\d+)/i.exec(description)?.[1])
  return seconds > 0 ? seconds * SECOND_MS : FLOOD_PAUSE_MS
}

/** Whether Telegram refused the token: 401, or 404 for a token in the wrong form. */
export const isTokenRefused = (error: unknown): error is GrammyError =>
  error instanceof GrammyError && (error.error_code === 401 || error.error_code === 404)
