import { setTimeout as sleep } from 'node:timers/promises'
import { HttpError, type Transformer } from 'grammy'
import type { ApiError, ApiResponse } from 'grammy/types'
import { LRUCache } from 'lru-cache'
import { SECOND_MS } from '../domain/caracas.ts'
import { type Groups, isGroup } from '../queue/groups.ts'
import type { Limiter } from '../queue/limiter.ts'
import { type Log, messageOf } from '../runtime/log.ts'
import { floodPauseMs } from '../telegram/send-result.ts'

/** The send rate that all processes share, its pause after a 429, and the limit of each group. */
export type ReplyLimiter = Pick<Limiter, 'spend' | 'pauseSending' | 'pausedForMs' | 'ratePerSecond'> & {
  readonly groups: Pick<Groups, 'send' | 'admit'>
}

interface CountRepliesOptions {
  readonly limiter: ReplyLimiter
  /** Whether a chat cannot be reached any more: nothing is repeated to it. */
  readonly isRetired: (chat: string) => Promise<boolean>
  readonly stopping: AbortSignal
  readonly log: Log
  /** For how long to hold the next reply to a private chat (ms); by Telegram's limit, if not given. */
  readonly paceOf?: ((chat: string) => number) | undefined
  /** How long to wait before a call that failed on the way or at Telegram is repeated (ms); a second, if not given. */
  readonly failureWaitMs?: number
}

const ATTEMPTS_MAX = 3

/** Calls that send nothing to anybody: they read, or set the profile or the webhook. A 429 to them is theirs alone. */
const SENDS_NOTHING = /^(get|setMy|setChatMenuButton|setWebhook|deleteWebhook)/
const isMessage = (method: string): boolean =>
  /^(send|edit|copy|forward)/.test(method) && method !== 'sendChatAction'

/** The chat that a call names; '' where it names none. */
const chatOf = (payload: object): string => ('chat_id' in payload ? String(payload.chat_id) : '')

/**
 * Counts replies in the shared send rate without waiting for it; they wait only while a 429 pauses sending to their chat. A reply beyond
 * the limit of its group is not sent: we answer the call with a 429 ourselves. One at which Telegram failed is repeated
 * once. Many replies to one private chat are spaced, which delays no other chat; so are those of many chats at the same moment.
 */
export function countReplies(options: CountRepliesOptions): Transformer {
  const { limiter, isRetired, stopping, log } = options
  const { paceOf = createPrivatePace(), failureWaitMs = SECOND_MS } = options
  const paceOfAll = createPaceOfAll(() => SECOND_MS / limiter.ratePerSecond())
  const debug = (error: unknown): void => log.debug({ err: messageOf(error) }, 'rate not counted')
  const spend = (chat: string): void => void limiter.spend(1, chat).catch(debug)

  const wait = async (ms: number): Promise<void> => {
    if (ms > 0) await sleep(ms, undefined, { signal: stopping })
  }

  /** Waits as long as sending is paused, as another 429 may pause it for longer meanwhile. False where the chat was retired by then. */
  async function maySendAfterPause(chat: string): Promise<boolean> {
    for (let ms = limiter.pausedForMs(chat); ms > 0; ms = limiter.pausedForMs(chat)) await wait(ms)
    return !(await isRetired(chat).catch(() => false))
  }

  /** Waits for an end of a pause, and for its place among the replies to all. The chat is looked up only where something came between. */
  async function mayCall(method: string, chat: string, isRepeated: boolean): Promise<boolean> {
    const hasWaited = isRepeated || limiter.pausedForMs(chat) > 0
    if (hasWaited && !(await maySendAfterPause(chat))) return false
    if (isMessage(method)) await wait(paceOfAll())
    return true
  }

  /** While Redis does not answer, the command limit of this process alone limits a group. */
  const waitOf = (group: string): Promise<number> =>
    limiter.groups.send(group, 'reply').catch((error: unknown) => {
      debug(error)
      return 0
    })

  /** Counts a message and returns 0; where its group is over its limit, returns in how many ms it is not. */
  async function count(method: string, chat: string): Promise<number> {
    if (!isMessage(method)) return 0
    const waitMs = isGroup(chat) ? await waitOf(chat) : 0
    if (waitMs === 0) spend(chat)
    return waitMs
  }

  /**
   * Whether Telegram answered a call to a chat with a 429; then sending is paused. A 429 to any other call, such as the answer of
   * a press, concerns that call only.
   */
  async function pauseAfterFlood(answer: ApiResponse<unknown>, chat: string): Promise<boolean> {
    const pauseMs = answer.ok || chat === '' ? 0 : floodPauseMs(answer)
    if (pauseMs > 0) await limiter.pauseSending(pauseMs, chat)
    return pauseMs > 0
  }

  /** Calls, and once more where Telegram failed, unless the group is over its limit by then. */
  async function callAgainIfFailed<Result>(
    { method, chat }: { readonly method: string; readonly chat: string },
    call: () => Promise<ApiResponse<Result>>,
  ): Promise<ApiResponse<Result>> {
    const first = await call().catch((error: unknown) => {
      if (isLost(error)) return error
      throw error
    })
    if (first instanceof HttpError || isServerError(first)) {
      log.info({ method, chat }, 'a reply is repeated, as Telegram failed')
      await wait(failureWaitMs)
      if ((await maySendAfterPause(chat)) && (await count(method, chat)) === 0) return call()
    }
    if (first instanceof HttpError) throw first
    return first
  }

  return async (call, method, payload, signal) => {
    if (SENDS_NOTHING.test(method)) return call(method, payload, signal)
    const chat = chatOf(payload)
    if (isMessage(method) && !isGroup(chat)) await wait(paceOf(chat))
    const isLast = (attempt: number): boolean => isGroup(chat) || attempt === ATTEMPTS_MAX
    for (let attempt = 1; await mayCall(method, chat, attempt > 1); attempt++) {
      const waitMs = await count(method, chat)
      if (waitMs > 0) return tooMany(waitMs)
      const answer = await callAgainIfFailed({ method, chat }, () => call(method, payload, signal))
      if (!(await pauseAfterFlood(answer, chat)) || isLast(attempt)) return answer
    }
    return notSent
  }
}

/** Telegram may have taken the message: it is better sent twice than lost, as by a push. */
const isServerError = (answer: ApiResponse<unknown>): boolean => !answer.ok && answer.error_code >= 500

/** Whether a connection broke before the answer. Who waited for the whole time limit is not kept waiting for as long again. */
const isLost = (error: unknown): error is HttpError =>
  error instanceof HttpError && !/timed out after/.test(messageOf(error.error))

/** What Telegram would answer to a reply that waited until its chat was gone. */
const notSent: ApiError = {
  ok: false,
  error_code: 403,
  description: 'Forbidden: bot was blocked by the user (not sent)',
}

/** The 429 that Telegram would answer with. */
function tooMany(waitMs: number): ApiError {
  const retry_after = Math.ceil(waitMs / SECOND_MS)
  const description = `Too Many Requests: retry after ${retry_after} (not sent)`
  return { ok: false, error_code: 429, description, parameters: { retry_after } }
}

const POST = /^(send(?!ChatAction)|copy|forward)/

/** Notes each chat that Telegram delivered a message to, which clears its earlier refusals. Nothing waits for it. */
export function noteReached(reached: (chat: string) => Promise<void>, log: Log): Transformer {
  return async (call, method, payload, signal) => {
    const answer = await call(method, payload, signal)
    if (answer.ok && POST.test(method) && 'chat_id' in payload)
      reached(String(payload.chat_id)).catch((error: unknown) =>
        log.debug(
          { chat: payload.chat_id, err: messageOf(error) },
          'that a chat can be reached is not noted',
        ),
      )
    return answer
  }
}

/** Beside pushes at nearly the whole rate Telegram refuses about as many of those that come at once, and ten refusals stop all sending. */
const AT_ONCE = 8
/** Nobody waits longer for what others ask. */
const PACE_MS_MAX = 500

/** Spaces the replies to all chats by the send rate, so that many people who ask at the same moment are no flood. Times are ms. */
export function createPaceOfAll(everyMs: () => number, now: () => number = () => performance.now()) {
  /** When that many may be sent at once again (ms). */
  let wholeAt = 0

  /** Counts a reply and returns for how long to hold it (ms). */
  return (): number => {
    const burstMs = AT_ONCE * everyMs()
    wholeAt = Math.min(Math.max(wholeAt, now()) + everyMs(), now() + burstMs + PACE_MS_MAX)
    return Math.max(0, wholeAt - now() - burstMs)
  }
}

/** Messages that Telegram takes at once in a private chat, less one that a push may need; then one a second. */
const BURST = 4
const EVERY_MS = 1_050
const CHATS_MAX = 10_000

/** Spaces replies to one person, so that whoever sends many commands delays only the replies to themselves. Times are ms. */
export function createPrivatePace(now: () => number = () => performance.now()) {
  /** When each chat may be sent a whole burst again (ms). */
  const wholeAt = new LRUCache<string, number>({ max: CHATS_MAX })

  /** Counts a reply to a chat and returns for how long to hold it (ms). */
  return (chat: string): number => {
    const at = Math.max(wholeAt.get(chat) ?? 0, now()) + EVERY_MS
    wholeAt.set(chat, at)
    return Math.max(0, at - now() - BURST * EVERY_MS)
  }
}
