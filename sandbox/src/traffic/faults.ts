import { setTimeout as sleep } from 'node:timers/promises'
import { BotApiError, tooManyRequests } from '../errors.ts'
import type { Clock } from '../surroundings.ts'

const WRITING = /^(?:send|edit|delete|pin|unpin)/

/** Faults that last until they are switched off. */
export interface ActiveFaults {
  /** By how long each call is delayed, ms. */
  slowMs: number
  /** Whether every call is answered with a 502. */
  isDown: boolean
  /** Whether calls are carried out and their connection breaks before the answer. */
  losesAnswers: boolean
}

/** Faults that a person switches on to see how the bot handles them. */
export function createFaults(clock: Clock) {
  const active: ActiveFaults = { slowMs: 0, isDown: false, losesAnswers: false }
  let refusedUntilMs = 0

  /** Applies the faults to a call before it is carried out; throws its refusal. */
  async function apply(method: string, signal: AbortSignal): Promise<void> {
    if (active.slowMs > 0) await sleep(active.slowMs, undefined, { signal }).catch(() => undefined)
    if (active.isDown) throw new BotApiError(502, 'Bad Gateway')
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
