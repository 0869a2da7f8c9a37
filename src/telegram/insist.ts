import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { isTokenRefused, outcomeOf } from './outcome.ts'

const BACKOFF_MS = 500
const BACKOFF_MS_MAX = 15_000

export interface InsistOptions {
  /** Whether there is still reason to call. */
  readonly isWanted: () => boolean
  /** Aborted when there is no reason any more. */
  readonly signal: () => AbortSignal
  /** What a failure is called in the log. */
  readonly complaint: string
  readonly log: Log
}

/** Calls Telegram until it answers; undefined once nobody wants it. Throws when the token is refused. */
export function createInsist({ isWanted, signal, complaint, log }: InsistOptions) {
  /** Waits after a failed call, for as long as it asks for. */
  async function recover(error: unknown, backoffMs: number): Promise<void> {
    if (!isWanted()) return
    if (isTokenRefused(error)) throw error
    log.warn({ err: messageOf(error) }, complaint)
    const fate = outcomeOf(error)
    const ms = fate.kind === 'pause' ? fate.afterMs : Math.min(backoffMs, BACKOFF_MS_MAX)
    await sleep(ms, undefined, { signal: signal() }).catch(() => undefined)
  }

  return async function insist<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
    for (let backoffMs = BACKOFF_MS; isWanted(); backoffMs *= 2) {
      try {
        return await call()
      } catch (error) {
        // A network that comes and goes is everyday life here, not a surprise.
        await recover(error, backoffMs)
      }
    }
    return undefined
  }
}
