import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../runtime/clock.ts'
import { BotApiError, tooManyRequests } from '../errors.ts'

const WRITING = /^(?:send|edit|delete|pin|unpin|setmessagereaction)/

/** What is made to go wrong on purpose, until it is switched off. */
export interface Troubles {
  /** How long each call is held up, ms. */
  slowMs: number
  /** Whether every call is answered with a 502. */
  isDown: boolean
  /** Whether calls are carried out and their answers lost: the connection breaks. */
  losesAnswers: boolean
}

/** Faults that a person switches on to see what the bot does. */
export function createFaults(clock: Clock) {
  const troubles: Troubles = { slowMs: 0, isDown: false, losesAnswers: false }
  let refusedUntilMs = 0

  /** Every call passes here before it is carried out; throws what it is refused with. */
  async function meet(method: string, signal: AbortSignal): Promise<void> {
    if (troubles.slowMs > 0) await sleep(troubles.slowMs, undefined, { signal }).catch(() => undefined)
    if (troubles.isDown) throw new BotApiError(502, 'Bad Gateway')
    const waitMs = refusedUntilMs - clock()
    if (waitMs > 0 && WRITING.test(method.toLowerCase())) throw tooManyRequests(Math.ceil(waitMs / 1000))
  }

  return {
    troubles,
    meet,
    /** From now on, for that many seconds, everything that writes to a chat is answered with a 429. */
    refuseFor: (seconds: number): void => {
      refusedUntilMs = clock() + seconds * 1000
    },
    /** Whole seconds until writing is allowed again. */
    refusedFor: (): number => Math.max(0, Math.ceil((refusedUntilMs - clock()) / 1000)),
  }
}
