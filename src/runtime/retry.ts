import { setTimeout as wait } from 'node:timers/promises'

export interface RetryOptions {
  /** Between two attempts (ms). */
  readonly everyMs: number
  /** Each wait is twice the one before, up to this (ms); all are alike if not given. */
  readonly everyMsMax?: number
  /** No attempt begins after it (ms of `performance.now()`); there is no such moment if not given. */
  readonly deadline?: number
  /** Aborted when we stop: one attempt more is made then, at once. A stop changes nothing if not given. */
  readonly signal?: AbortSignal
  /** Hears of each failure; answers how long to wait (ms) where it knows better. What it throws ends the trying. */
  readonly onFailure?: (error: unknown) => number | undefined
  /** Lets so much time pass, or rejects at a stop; by Node's clock if not given. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

const sleepByNode = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  wait(ms, undefined, signal && { signal })

/** Calls again until there is an answer. Throws what the last attempt threw, at the deadline or at a stop. */
export async function retryUntilAnswered<Result>(
  call: () => Promise<Result>,
  options: RetryOptions,
): Promise<Result> {
  const { everyMs, everyMsMax = everyMs, deadline = Number.POSITIVE_INFINITY, signal, onFailure } = options
  const { sleep = sleepByNode } = options
  for (let waitMs = everyMs; ; waitMs = Math.min(2 * waitMs, everyMsMax)) {
    try {
      return await call()
    } catch (error) {
      const ms = onFailure?.(error) ?? waitMs
      if (signal?.aborted || performance.now() + ms > deadline) throw error
      await sleep(ms, signal).catch(() => undefined) // a stop ends the wait
    }
  }
}
