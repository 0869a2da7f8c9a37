import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { retryUntilAnswered } from '../runtime/retry.ts'
import { isTokenRefused, sendResultOf } from './send-result.ts'

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
  /** For how long Telegram asks us to wait (ms), where it does. */
  function waitAfter(error: unknown): number | undefined {
    if (!isWanted()) return undefined
    if (isTokenRefused(error)) throw error
    log.warn({ err: messageOf(error) }, complaint)
    const sendResult = sendResultOf(error)
    return sendResult.kind === 'pause' ? sendResult.afterMs : undefined
  }

  return async function insist<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
    const callWhileWanted = async (): Promise<Result | undefined> => (isWanted() ? call() : undefined)
    while (isWanted()) {
      try {
        return await retryUntilAnswered(callWhileWanted, {
          everyMs: BACKOFF_MS,
          everyMsMax: BACKOFF_MS_MAX,
          signal: signal(),
          onFailure: waitAfter,
        })
      } catch (error) {
        // It failed just when nobody wanted it any more; by now somebody may again.
        if (isTokenRefused(error)) throw error
      }
    }
    return undefined
  }
}
