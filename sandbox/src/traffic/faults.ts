import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { Refusal, tooManyRequests } from '../errors.ts'
import type { Clock } from '../surroundings.ts'

const WRITING = /^(?:send|edit|delete|pin|unpin)/i

const SLOW_MS_MAX = 60_000
const REFUSE_SECONDS_MAX = 600

/** What a person changes of the faults. */
export const FAULTS = z.object({
  slow_ms: z.number().int().min(0).max(SLOW_MS_MAX).optional(),
  down: z.boolean().optional(),
  lose_answers: z.boolean().optional(),
  /** 0 ends it. */
  retry_after: z.number().int().min(0).max(REFUSE_SECONDS_MAX).optional(),
  flood_limits: z.boolean().optional(),
})

/** Faults that a person switches on to see how the bot handles them; they last until they are switched off. */
export function createFaults(clock: Clock) {
  /**
   * By how long each call is delayed, in ms; whether every call is answered with a 502; whether calls are carried out and their
   * connection breaks before the answer; whether the flood limits hold.
   */
  const active = { slow_ms: 0, down: false, lose_answers: false, flood_limits: true }
  let refusedUntilMs = 0
  /** Whole seconds for which every call that writes to a chat is answered with a 429. */
  const refusedFor = (): number => Math.max(0, Math.ceil((refusedUntilMs - clock()) / 1000))

  /** Applies the faults to a call before it is carried out; throws its refusal. */
  async function apply(method: string, signal: AbortSignal): Promise<void> {
    if (active.slow_ms > 0) await sleep(active.slow_ms, undefined, { signal }).catch(() => undefined)
    if (active.down) throw new Refusal(502, 'Bad Gateway')
    if (refusedFor() > 0 && WRITING.test(method)) throw tooManyRequests(refusedFor())
  }

  function change({ retry_after, ...others }: z.output<typeof FAULTS>): void {
    Object.assign(active, others)
    if (retry_after !== undefined) refusedUntilMs = clock() + retry_after * 1000
  }

  return { active, apply, change, show: () => ({ ...active, retry_after: refusedFor() }) }
}
