import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'

/** A piece of the program that runs: composed in `main`, started in order, stopped in reverse. */
export interface Part {
  readonly name: string
  start(): Promise<void>
  stop(): Promise<void>
}

const STOP_TIMEOUT_MS = 9_500
/** Of that, what parts that are stopped later have left by one that hangs. */
const LATER_PARTS_MS = 2_000

/** Runs parts as one: a part that fails to start takes down those before it, and its error is thrown. */
export function createLifecycle(log: Log, stopTimeoutMs = STOP_TIMEOUT_MS) {
  const running: Part[] = []
  let starting: Promise<void> = Promise.resolve()
  let stopping: Promise<boolean> | undefined

  /** Returns early when it is stopped meanwhile: what then breaks off is no failure. */
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

  /** Ends within 9.5 s, whatever a part does; true when all parts stopped by themselves. Asked again, it is the same stop. */
  function stop(): Promise<boolean> {
    stopping ??= stopAll(performance.now() + stopTimeoutMs)
    return stopping
  }

  /** A part that hangs gets the time left but 2 s for those below it, or half where that is little; the last one, all of it. */
  async function stopAll(deadline: number): Promise<boolean> {
    const share = (): number => {
      const leftMs = deadline - performance.now()
      return running.length > 0 ? Math.max(leftMs / 2, leftMs - LATER_PARTS_MS) : leftMs
    }
    // What is half started cannot be stopped (a Redis would be left behind), so it has its share of the time too.
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

/** Parts of which none is built on another, as one: started in order, and stopped all at once, so that none waits for another. */
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
    /** One that fails must not keep the others from their end. */
    async stop() {
      const stopped = await Promise.allSettled(begun.map((part) => part.stop()))
      for (const part of stopped) if (part.status === 'rejected') throw part.reason
    },
  }
}

/** Whether a promise is settled, either way, in time. */
async function endsWithin(ms: number, promise: Promise<unknown>): Promise<boolean> {
  const ended = new AbortController()
  const late = sleep(ms, false, { signal: ended.signal }).catch(() => false)
  const inTime = promise.then(
    () => true,
    () => true,
  )
  const isInTime = await Promise.race([inTime, late])
  ended.abort()
  return isInTime
}
