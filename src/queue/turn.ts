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
  let askedAt = Number.NEGATIVE_INFINITY

  /** While Redis is silent nobody else can take the lease: who has it keeps it. */
  async function hold(): Promise<void> {
    const before = isHolder
    const now = performance.now()
    isHolder = (await lease?.hold().catch(() => before)) ?? true
    askedAt = now
    if (before && !isHolder) ended.abort()
    if (!before && isHolder) ended = new AbortController()
  }

  return {
    isOurs: (): boolean => isHolder && !stopping.aborted,
    /** Asks where we have not done so of late: who was frozen for a while does not know that his turn has ended. */
    async holds(): Promise<boolean> {
      if (lease && performance.now() - askedAt > 2 * everyMs) await hold()
      return isHolder
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
