import { retryUntilAnswered } from '../../runtime/retry.ts'

const EVERY_MS = 250
const TRYING_MS_MAX = 10_000

/**
 * Does a step that may be repeated until it succeeds, for 10 s or until stopped; then throws what it threw last. Redis was
 * away: without this, what we hold would wait for the end of its lease.
 */
export const persist = <Value>(step: () => Promise<Value>, signal: AbortSignal): Promise<Value> =>
  retryUntilAnswered(step, { everyMs: EVERY_MS, deadline: performance.now() + TRYING_MS_MAX, signal })
