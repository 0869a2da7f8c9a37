import { conflict } from '../errors.ts'
import type { Update, Updates } from './updates.ts'

/** One getUpdates call; a negative offset counts from the newest. */
export interface Poll {
  readonly offset: number
  readonly limit: number
  readonly timeoutMs: number
  /** Aborted when the bot hangs up. */
  readonly signal: AbortSignal
}

const TERMINATED = 'terminated by other getUpdates request; make sure that only one bot instance is running'

/** getUpdates: answers once there is an update or the time is up; a newer call ends an older one with a 409. */
export function createLongPoll(updates: Updates) {
  let end: ((error?: Error) => void) | undefined
  let isClosed = false

  async function poll({ offset, limit, timeoutMs, signal }: Poll): Promise<readonly Update[]> {
    end?.(conflict(TERMINATED))
    updates.confirm(offset)
    if (updates.count() === 0 && timeoutMs > 0 && !isClosed) await updateOrTimeout(timeoutMs, signal)
    return updates.first(limit)
  }

  async function updateOrTimeout(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const finish = (error?: Error): void => (error ? reject(error) : resolve())
    const hangUp = (): void => resolve()
    const stopListening = updates.listen(hangUp)
    const timer = setTimeout(hangUp, timeoutMs)
    signal.addEventListener('abort', hangUp)
    end = finish
    try {
      await promise
    } finally {
      clearTimeout(timer)
      stopListening()
      if (end === finish) end = undefined
    }
  }

  /** Ends the call in progress and lets no later one wait: a bot that polls again must not delay the stop. */
  function close(): void {
    isClosed = true
    end?.()
  }

  return { poll, close, interrupt: (error: Error) => end?.(error) }
}
