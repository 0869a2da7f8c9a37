import { setTimeout as sleep } from 'node:timers/promises'
import { BotApiError, tooManyRequests } from '../errors.ts'
import type { Clock } from '../surroundings.ts'

/**
 * How fast a bot may send and edit messages, as Telegram documents it: `privateBurst` at once in a private chat (a short burst that
 * it tolerates), then one each `privateEveryMs`.
 */
export const TELEGRAM_LIMITS = {
  perSecond: 30,
  paidPerSecond: 1_000,
  privateBurst: 5,
  privateEveryMs: 1_000,
  groupPerMinute: 20,
}
/** Limits on the messages and edits of a bot. */
export type FloodLimits = typeof TELEGRAM_LIMITS

/** A message about to be sent or edited; `paid` when the bot pays for broadcasting. */
export interface Sending {
  readonly chat: { readonly id: number; readonly type: string }
  readonly paid: boolean
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** Counts messages and edits, which Telegram limits alike. */
export function createFlood(clock: Clock, limits: FloodLimits = TELEGRAM_LIMITS) {
  const lastSecond: number[] = []
  const groups = new Map<number, number[]>()
  /** When the chat's burst will be whole again, ms. */
  const privates = new Map<number, number>()
  let isOn = true

  function overallWaitMs(now: number, paid: boolean): number {
    while ((lastSecond[0] ?? now) <= now - SECOND_MS) lastSecond.shift()
    const allowed = paid ? limits.paidPerSecond : limits.perSecond
    const blocking = lastSecond[lastSecond.length - allowed]
    return blocking === undefined ? 0 : blocking + SECOND_MS - now
  }

  function groupWaitMs(now: number, id: number): number {
    const sent = (groups.get(id) ?? []).filter((at) => at > now - MINUTE_MS)
    groups.set(id, sent)
    const blocking = sent[sent.length - limits.groupPerMinute]
    return blocking === undefined ? 0 : blocking + MINUTE_MS - now
  }

  function privateWaitMs(now: number, id: number): number {
    const whole = Math.max(now, privates.get(id) ?? now)
    return Math.max(0, whole + limits.privateEveryMs - now - limits.privateBurst * limits.privateEveryMs)
  }

  function count(now: number, { id, type }: Sending['chat']): void {
    lastSecond.push(now)
    if (type === 'private') privates.set(id, Math.max(now, privates.get(id) ?? now) + limits.privateEveryMs)
    else groups.get(id)?.push(now)
  }

  /** Admits one message or edit, or throws a 429 with the whole seconds to wait. A refused one does not count. */
  function admit({ chat, paid }: Sending): void {
    if (!isOn) return
    const now = clock()
    const chatWaitMs = chat.type === 'private' ? privateWaitMs(now, chat.id) : groupWaitMs(now, chat.id)
    const waitMs = Math.max(overallWaitMs(now, paid), chatWaitMs)
    if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / SECOND_MS))
    count(now, chat)
  }

  return {
    admit,
    isOn: () => isOn,
    setOn: (on: boolean): void => {
      isOn = on
    },
  }
}

const WRITING = /^(?:send|edit|delete|pin|unpin)/

/** Faults that a person switches on to see how the bot handles them; they last until they are switched off. */
export function createFaults(clock: Clock) {
  /**
   * By how long each call is delayed, in ms; whether every call is answered with a 502; whether calls are carried out and their
   * connection breaks before the answer.
   */
  const active = { slow_ms: 0, down: false, lose_answers: false }
  let refusedUntilMs = 0

  /** Applies the faults to a call before it is carried out; throws its refusal. */
  async function apply(method: string, signal: AbortSignal): Promise<void> {
    if (active.slow_ms > 0) await sleep(active.slow_ms, undefined, { signal }).catch(() => undefined)
    if (active.down) throw new BotApiError(502, 'Bad Gateway')
    const waitMs = refusedUntilMs - clock()
    if (waitMs > 0 && WRITING.test(method.toLowerCase())) throw tooManyRequests(Math.ceil(waitMs / 1000))
  }

  return {
    active,
    apply,
    /** Answers every call that writes to a chat with a 429 for so many seconds. */
    refuseFor: (seconds: number): void => {
      refusedUntilMs = clock() + seconds * 1000
    },
    /** Whole seconds until writing is allowed again. */
    refusedFor: (): number => Math.max(0, Math.ceil((refusedUntilMs - clock()) / 1000)),
  }
}
