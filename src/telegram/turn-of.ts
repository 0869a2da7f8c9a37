import { setTimeout as sleep } from 'node:timers/promises'
import type { Lease } from '../queue/lease.ts'

const HOLD_EVERY_MS = 1_000
/** A holder that is killed is followed within it; one that stops, within a second. */
export const TURN_LEASE_MS = 4 * HOLD_EVERY_MS

/** Whose turn it is, under a lease that one process holds at a time; always ours where there is none. */
export function createTurnOf(lease: Pick<Lease, 'hold' | 'release'> | undefined, stopping: AbortSignal) {
  let isHolder = !lease
  let ended = new AbortController()
  let timer: NodeJS.Timeout | undefined
  if (lease) ended.abort()

  /** While Redis is silent nobody else can take the lease: who has it keeps it. */
  async function hold(): Promise<void> {
    const before = isHolder
    isHolder = (await lease?.hold().catch(() => before)) ?? true
    if (before && !isHolder) ended.abort()
    if (!before && isHolder) ended = new AbortController()
  }

  return {
    isOurs: (): boolean => isHolder && !stopping.aborted,
    /** Whether it was, when we were told to stop. */
    wasOurs: (): boolean => isHolder,
    /** Aborted when our turn ends. */
    signal: (): AbortSignal => AbortSignal.any([stopping, ended.signal]),
    /** Resolves when it is our turn, or at a stop. */
    async comes(): Promise<void> {
      if (lease && !timer) {
        await hold()
        timer = setInterval(() => void hold(), HOLD_EVERY_MS)
      }
      while (!isHolder && !stopping.aborted)
        await sleep(HOLD_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined)
    },
    async end(): Promise<void> {
      clearInterval(timer)
      isHolder = false
      await lease?.release().catch(() => undefined) // Redis is away: it ends by itself
    },
  }
}
