const AGAIN_MS = 1_000

export interface CircuitBreakerOptions {
  /** How long an answer may take. */
  readonly ms: number
  /** Calls that may wait at once: what a silent Redis was asked lies in our memory. */
  readonly waitingMax: number
}

/**
 * Bounds calls of a Redis that may hang: each has its time, few wait at once, and after one that was late a single one a
 * second is tried until an answer comes. All others are refused at once.
 */
export function createCircuitBreaker({ ms, waitingMax }: CircuitBreakerOptions) {
  let waiting = 0
  let isSilent = false
  let tryAt = 0

  function demandRoom(): void {
    if (waiting >= waitingMax) throw new Error('too many calls wait for Redis')
    if (!isSilent) return
    if (performance.now() < tryAt) throw new Error('Redis is silent')
    tryAt = performance.now() + AGAIN_MS
  }

  /** Throws what the call throws, and where it is refused or late. */
  return async function patiently<Result>(call: () => Promise<Result>): Promise<Result> {
    demandRoom()
    waiting += 1
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      isSilent = true
      tryAt = performance.now() + AGAIN_MS
      late.reject(new Error('Redis is silent'))
    }, ms)
    const answer = call()
      .then((result) => {
        isSilent = false
        return result
      })
      .finally(() => {
        waiting -= 1
      })
    try {
      return await Promise.race([answer, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>
