import { answerWithin } from '../runtime/clock.ts'

const AGAIN_MS = 1_000

interface CircuitBreakerOptions {
  /** Time limit of a call (ms). */
  readonly ms: number
  /** Calls that may wait at once, as each of them holds memory while Redis is silent. */
  readonly waitingMax: number
}

/**
 * Limits calls to a Redis that may hang: each has a time limit, and few wait at once. After a call was late, one call a second is
 * tried until Redis answers; all others are refused at once.
 */
export function createCircuitBreaker({ ms, waitingMax }: CircuitBreakerOptions) {
  let waiting = 0
  let isSilent = false
  let tryAt = 0

  function requireRoom(): void {
    if (waiting >= waitingMax) throw new Error('too many calls wait for Redis')
    if (!isSilent) return
    if (performance.now() < tryAt) throw new Error('Redis is silent')
    tryAt = performance.now() + AGAIN_MS
  }

  /** Throws what the call throws, and an Error where the call is refused or late. */
  return async function limit<Result>(call: () => Promise<Result>): Promise<Result> {
    requireRoom()
    waiting += 1
    const answer = call()
      .then((result) => {
        isSilent = false
        return result
      })
      .finally(() => {
        waiting -= 1
      })
    return answerWithin(ms, answer, () => {
      isSilent = true
      tryAt = performance.now() + AGAIN_MS
      throw new Error('Redis is silent')
    })
  }
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>
