import { setTimeout as wait } from 'node:timers/promises'
import { answerWithin } from './clock.ts'
import type { Log } from './log.ts'

/** A part of the program that runs: parts are started in order and stopped in reverse. */
export interface Part {
  readonly name: string
  start(): Promise<void>
  stop(): Promise<void>
}

const STOP_TIMEOUT_MS = 9_500
/** The time that a part which hangs leaves to those stopped after it. */
const LATER_PARTS_MS = 2_000

/** Starts and stops parts. If one fails to start, those before it are stopped and its error is thrown. */
export function createLifecycle(log: Log, stopTimeoutMs = STOP_TIMEOUT_MS) {
  const running: Part[] = []
  let starting: Promise<void> = Promise.resolve()
  let stopping: Promise<boolean> | undefined

  /** Starts the parts. Returns early at a stop meanwhile; a start that fails because of the stop is no error. */
  async function start(parts: Iterable<Part> | AsyncIterable<Part>): Promise<void> {
    try {
      for await (const part of parts) {
        if (stopping) return
        running.push(part)
        starting = part.start()
        await starting
        log.debug({ part: part.name }, 'started')
      }
    } catch (error) {
      if (stopping) return
      await stop()
      throw error
    }
  }

  /** Stops all parts within 9.5 s; true if each ended by itself. A second call waits for the same stop. */
  function stop(): Promise<boolean> {
    stopping ??= stopAll(performance.now() + stopTimeoutMs)
    return stopping
  }

  /** Each part may take the time left but 2 s, or half of it if less is left; the last part may take all of it. */
  async function stopAll(deadline: number): Promise<boolean> {
    const share = (): number => {
      const leftMs = deadline - performance.now()
      return running.length > 0 ? Math.max(leftMs / 2, leftMs - LATER_PARTS_MS) : leftMs
    }
    // A part that is starting cannot be stopped yet (a Redis would be left behind), so its start is waited for.
    await endsWithin(share(), starting)
    let stopped = true
    for (let part = running.pop(); part; part = running.pop()) {
      const { name } = part
      const ended = part
        .stop()
        .catch((error: unknown) => log.error({ part: name, err: error }, 'stop failed'))
      if (await endsWithin(share(), ended)) continue
      log.error({ part: name }, 'stop timed out')
      stopped = false
    }
    return stopped
  }

  return { start, stop }
}

/** Parts that do not depend on each other, as one part: started in order, and stopped at once. */
export function sideBySide(name: string, parts: readonly Part[]): Part {
  const begun: Part[] = []
  return {
    name,
    async start() {
      for (const part of parts) {
        begun.push(part)
        await part.start()
      }
    },
    /** Waits for all of them before it throws the error of one. */
    async stop() {
      const stopped = await Promise.allSettled(begun.map((part) => part.stop()))
      for (const part of stopped) if (part.status === 'rejected') throw part.reason
    },
  }
}

/** Whether a promise settles in time. */
function endsWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  const ended = promise.then(
    () => true,
    () => true,
  )
  return answerWithin(ms, ended, () => false)
}

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
