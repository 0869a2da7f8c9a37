import { setTimeout as sleep } from 'node:timers/promises'
import type { Lease } from './lease.ts'

export interface TurnOptions {
  /** Held by one process at a time; it is always our turn where there is none. */
  readonly lease: Pick<Lease, 'hold' | 'release'> | undefined
  /** How often it is renewed or asked for; well under the time that the lease lasts. */
  readonly everyMs: number
  /** Aborted when we stop. */
  readonly stopping: AbortSignal
}

/** Whose turn it is to do what one process at a time does. */
export function createTurn({ lease, everyMs, stopping }: TurnOptions) {
  let isHolder = !lease
  let ended = new AbortController()
  let timer: NodeJS.Timeout | undefined
  if (lease) ended.abort()
  /** When we last asked and were answered (ms of `performance.now()`). */
  let heardAt = Number.NEGATIVE_INFINITY

  async function ask(): Promise<void> {
    const askedAt = performance.now()
    const isNext = (await lease?.hold()) ?? true
    heardAt = askedAt
    if (isHolder && !isNext) ended.abort()
    if (!isHolder && isNext) ended = new AbortController()
    isHolder = isNext
  }

  /** While Redis is silent nobody else can take the lease: who has it keeps it. */
  const hold = (): Promise<void> => ask().catch(() => undefined)

  return {
    isOurs: (): boolean => isHolder && !stopping.aborted,
    /**
     * Asks where we have not been answered of late: who was frozen or cut off for a while does not know that his turn has
     * ended. Throws where there is no answer.
     */
    async confirm(): Promise<void> {
      if (lease && performance.now() - heardAt > 2 * everyMs) await ask()
    },
    /** Whether it was, when we were told to stop. */
    wasOurs: (): boolean => isHolder,
    /** Aborted when our turn ends. */
    signal: (): AbortSignal => AbortSignal.any([stopping, ended.signal]),
    /** Resolves when it is our turn, or at a stop. */
    async comes(): Promise<void> {
      if (lease && !timer) {
        await hold()
        timer = setInterval(() => void hold(), everyMs)
      }
      while (!isHolder && !stopping.aborted)
        await sleep(everyMs, undefined, { signal: stopping }).catch(() => undefined)
    },
    async end(): Promise<void> {
      clearInterval(timer)
      isHolder = false
      await lease?.release().catch(() => undefined) // Redis is away: it ends by itself
    },
  }
}
