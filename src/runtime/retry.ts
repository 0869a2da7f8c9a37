import { setTimeout as wait } from 'node:timers/promises'

interface RetryOptions {
  /** Time between two attempts (ms). */
  readonly everyMs: number
  /** If given, each wait is twice the one before, up to this (ms). */
  readonly everyMsMax?: number
  /** No attempt begins after this moment (`performance.now()` in ms). No deadline if not given. */
  readonly deadline?: number
  /** Aborted at a stop: then one last attempt is made at once. */
  readonly signal?: AbortSignal
  /** Called at each failure; may return how long to wait instead (ms). What it throws ends the retries. */
  readonly onFailure?: (error: unknown) => number | undefined
  /** Waits, or rejects at a stop; by Node's clock if not given. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

const sleepByNode = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  wait(ms, undefined, signal && { signal })

/** Calls until there is an answer. At the deadline or a stop, throws the error of the last attempt. */
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
