import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { retryUntilAnswered } from '../runtime/retry.ts'
import { isTokenRefused, sendResultOf } from './send-result.ts'

const BACKOFF_MS = 500
const BACKOFF_MS_MAX = 15_000

export interface RetryOptions {
  /** Whether the answer is still needed: we have not stopped, and this process still leads. */
  readonly isWanted: () => boolean
  /** Aborted once the answer is not needed any more. */
  readonly signal: () => AbortSignal
  /** The log's message for a failure. */
  readonly failureText: string
  readonly log: Log
}

/** Calls Telegram until it answers; undefined once the answer is not needed. Throws when the token is refused. */
export function createRetry({ isWanted, signal, failureText, log }: RetryOptions) {
  /** Logs the failure; returns for how long a 429 asks to wait (ms). */
  function onFailure(error: unknown): number | undefined {
    if (!isWanted()) return undefined
    if (isTokenRefused(error)) throw error
    log.warn({ err: messageOf(error) }, failureText)
    const sendResult = sendResultOf(error)
    return sendResult.kind === 'pause' ? sendResult.afterMs : undefined
  }

  return async function retry<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
    const callWhileWanted = async (): Promise<Result | undefined> => (isWanted() ? call() : undefined)
    while (isWanted()) {
      try {
        return await retryUntilAnswered(callWhileWanted, {
          everyMs: BACKOFF_MS,
          everyMsMax: BACKOFF_MS_MAX,
          signal: signal(),
          onFailure,
        })
      } catch (error) {
        // The signal was aborted during the call; this process may lead again by now.
        if (isTokenRefused(error)) throw error
      }
    }
    return undefined
  }
}
