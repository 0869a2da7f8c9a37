import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'

/** A piece of the program that runs: composed in `main`, started in order, stopped in reverse. */
export interface Part {
  readonly name: string
  start(): Promise<void>
  stop(): Promise<void>
}

const STOP_TIMEOUT_MS = 9_000

/** Runs parts as one: a part that fails to start takes down those before it, and its error is thrown. */
export function createLifecycle(log: Log) {
  const running: Part[] = []
  let stopping = false

  async function start(parts: Iterable<Part> | AsyncIterable<Part>): Promise<void> {
    try {
      for await (const part of parts) {
        if (stopping) return
        running.push(part)
        await part.start()
        log.debug({ part: part.name }, 'started')
      }
    } catch (error) {
      await stop()
      throw error
    }
  }

  /** Ends within 9 s, whatever a part does; true when all parts stopped by themselves. */
  async function stop(): Promise<boolean> {
    stopping = true
    const deadline = new AbortController()
    const timeout = sleep(STOP_TIMEOUT_MS, false, { signal: deadline.signal }).catch(() => false)
    const stopped = await Promise.race([stopAll(), timeout])
    deadline.abort()
    if (!stopped) log.error({ timeoutMs: STOP_TIMEOUT_MS }, 'stop timed out')
    return stopped
  }

  async function stopAll(): Promise<true> {
    for (let part = running.pop(); part; part = running.pop()) {
      await part.stop().catch((error: unknown) => log.error({ part: part?.name, err: error }, 'stop failed'))
    }
    return true
  }

  return { start, stop }
}
