import { setTimeout as sleep } from 'node:timers/promises'
import { BotApiError, tooManyRequests } from '../errors.ts'
import type { Clock } from '../surroundings.ts'

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
