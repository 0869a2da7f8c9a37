import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from './connection.ts'
import { loadScript } from './script.ts'

const HOLD = loadScript(new URL('./hold.lua', import.meta.url))
const RELEASE = loadScript(new URL('./release.lua', import.meta.url))

/** A task that one process at a time does: the holder of a key, for as long as it comes back in time. */
export function createLease(redis: Redis, key: string, holder: string, ms: number) {
  return {
    /** Takes or renews it; false while another holds it. */
    hold: async (): Promise<boolean> => (await HOLD.run(redis, [key], [holder, ms])) === 1,
    release: async (): Promise<void> => void (await RELEASE.run(redis, [key], [holder])),
  }
}

export type Lease = ReturnType<typeof createLease>

export interface LeaderOptions {
  /** Held by one process at a time; this process always leads where there is none. */
  readonly lease: Pick<Lease, 'hold' | 'release'> | undefined
  /** How often it is renewed or asked for; well under half of the time that the lease lasts. */
  readonly everyMs: number
  /** Aborted when we stop. */
  readonly stopping: AbortSignal
  /** Called each time that this process gets the lease: another may have led since it had it last. */
  readonly onElected?: () => void
}

/** Leader election: which process does what one process at a time does. */
export function createLeader({ lease, everyMs, stopping, onElected }: LeaderOptions) {
  let isHolder = !lease
  let ended = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let hasResigned = false
  if (lease) ended.abort()
  /** When we last asked and were answered (ms of `performance.now()`). */
  let heardAt = Number.NEGATIVE_INFINITY

  async function ask(): Promise<void> {
    const askedAt = performance.now()
    const isNext = (await lease?.hold()) ?? true
    if (hasResigned) return
    // The time of asking: an answer that was long under way may be older than the lease.
    heardAt = askedAt
    if (isHolder && !isNext) ended.abort()
    const isElected = !isHolder && isNext
    if (isElected) ended = new AbortController()
    isHolder = isNext
    if (isElected) onElected?.()
  }

  /** While Redis is silent nobody else can take the lease: who has it keeps it. */
  const hold = (): Promise<void> => ask().catch(() => undefined)

  /** Asks for the lease, and again from now on. */
  async function start(): Promise<void> {
    if (!lease || timer) return
    await hold()
    timer = setInterval(() => void hold(), everyMs)
  }

  return {
    isLeader: (): boolean => isHolder && !stopping.aborted,
    /**
     * Asks where the last answer is older than that, as who was frozen or cut off does not know that another leads now. To
     * be called before each piece of the work. Throws where there is no answer.
     */
    async confirm(ageMsMax = 2 * everyMs): Promise<void> {
      if (lease && performance.now() - heardAt > ageMsMax) await ask()
    },
    /** Whether this process led when we were told to stop. */
    wasLeader: (): boolean => isHolder,
    /** Aborted when this process leads no more. */
    signal: (): AbortSignal => AbortSignal.any([stopping, ended.signal]),
    start,
    /** Resolves when this process leads, or at a stop. */
    async elected(): Promise<void> {
      await start()
      while (!isHolder && !stopping.aborted)
        await sleep(everyMs, undefined, { signal: stopping }).catch(() => undefined)
    },
    /** Lets another process lead at once. */
    async resign(): Promise<void> {
      clearInterval(timer)
      hasResigned = true
      isHolder = false
      await lease?.release().catch(() => undefined) // Redis is away: it ends by itself
    },
  }
}
