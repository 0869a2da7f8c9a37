import { setTimeout as sleep } from 'node:timers/promises'
import type { Transformer } from 'grammy'
import type { ApiError, ApiResponse } from 'grammy/types'
import { type Groups, isGroup } from '../queue/groups.ts'
import { SECOND_MS } from '../rates/durations.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { createPrivatePace } from './command-limit.ts'

/** The rate that all senders share, its gate, and what goes to each group. */
export interface ReplyLimiter {
  spend(places?: number): Promise<void>
  /** A chat was refused for so long: `Limiter.close` says who waits. */
  close(ms: number, chat?: string): Promise<void>
  closedForMs(): number
  readonly groups: Pick<Groups, 'send' | 'admit'>
}

export interface CountRepliesOptions {
  readonly limiter: ReplyLimiter
  readonly stopping: AbortSignal
  readonly log: Log
  /** For how long the next reply to a person is held (ms); as Telegram takes them, if not given. */
  readonly paceOf?: ((chat: string) => number) | undefined
}

const ATTEMPTS_MAX = 3
const RETRY_AFTER_SECONDS = 3

const isReading = (method: string): boolean => method.startsWith('get')
const isMessage = (method: string): boolean =>
  /^(send|edit|copy|forward)/.test(method) && method !== 'sendChatAction'

/** The chat that a call names; '' where it names none. */
const chatOf = (payload: object): string => ('chat_id' in payload ? String(payload.chat_id) : '')

/**
 * Replies take from the shared rate without waiting; only the gate that a 429 closes holds them, and a 429 closes it. To a
 * group nothing is sent beyond its share: the call is answered by a 429 of our own, and does not wait. Who writes a lot in
 * private waits for the answers, and keeps nobody else.
 */
export function countReplies({
  limiter,
  stopping,
  log,
  paceOf = createPrivatePace(),
}: CountRepliesOptions): Transformer {
  const debug = (error: unknown): void => log.debug({ err: messageOf(error) }, 'rate not counted')
  const spend = (): void => void limiter.spend().catch(debug)

  const pass = async (): Promise<void> => {
    // Another 429 may have closed it for longer meanwhile.
    for (let ms = limiter.closedForMs(); ms > 0; ms = limiter.closedForMs())
      await sleep(ms, undefined, { signal: stopping })
  }

  async function hold(method: string, chat: string): Promise<void> {
    const ms = isMessage(method) && !isGroup(chat) ? paceOf(chat) : 0
    if (ms > 0) await sleep(ms, undefined, { signal: stopping })
  }

  /** While Redis is silent, `bucket.ts` alone holds a group. */
  const waitOf = (group: string): Promise<number> =>
    limiter.groups.send(group, 'reply').catch((error: unknown) => {
      debug(error)
      return 0
    })

  /** Counts a message; not where its group has no room for it: then in how many ms there is. */
  async function count(method: string, chat: string): Promise<number> {
    const waitMs = isMessage(method) && isGroup(chat) ? await waitOf(chat) : 0
    if (isMessage(method) && waitMs === 0) spend()
    return waitMs
  }

  /** Whether it was one call too many; then all wait whom it concerns. */
  async function isRefused(answer: ApiResponse<unknown>, chat: string): Promise<boolean> {
    const pauseMs = pauseOf(answer)
    if (pauseMs > 0) await limiter.close(pauseMs, chat)
    return pauseMs > 0
  }

  return async (call, method, payload, signal) => {
    if (isReading(method)) return call(method, payload, signal)
    const chat = chatOf(payload)
    await hold(method, chat)
    for (let left = isGroup(chat) ? 1 : ATTEMPTS_MAX; ; left--) {
      await pass()
      const waitMs = await count(method, chat)
      if (waitMs > 0) return tooMany(waitMs)
      const answer = await call(method, payload, signal)
      if (!(await isRefused(answer, chat)) || left === 1) return answer
    }
  }
}

/** For how long Telegram asks us to wait (ms); 0 where it does not. */
function pauseOf(answer: ApiResponse<unknown>): number {
  if (answer.ok || answer.error_code !== 429) return 0
  return (answer.parameters?.retry_after ?? RETRY_AFTER_SECONDS) * SECOND_MS
}

/** What Telegram would say if we asked it. */
function tooMany(waitMs: number): ApiError {
  const retry_after = Math.ceil(waitMs / SECOND_MS)
  const description = `Too Many Requests: retry after ${retry_after} (not sent)`
  return { ok: false, error_code: 429, description, parameters: { retry_after } }
}

const POST = /^(send(?!ChatAction)|copy|forward)/

/** Says of each message that Telegram took in which chat: what that one refused before is over. Nobody waits for it. */
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
