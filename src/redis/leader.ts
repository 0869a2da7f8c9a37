import { setTimeout as sleep } from 'node:timers/promises'
import { loadScript, type Redis } from './connection.ts'

const HOLD = loadScript(new URL('./lua/hold.lua', import.meta.url))
const RELEASE = loadScript(new URL('./lua/release.lua', import.meta.url))

/** A lease: the process that holds the key does a task, as long as it renews the key within `ms`. */
export function createLease(redis: Redis, key: string, holder: string, ms: number) {
  return {
    /** Takes or renews the lease; false while another process holds it. */
    hold: async (): Promise<boolean> => (await HOLD.run(redis, [key], [holder, ms])) === 1,
    release: async (): Promise<void> => void (await RELEASE.run(redis, [key], [holder])),
  }
}

export type Lease = ReturnType<typeof createLease>

interface LeaderOptions {
  /** Held by one process at a time; without one, this process always leads. */
  readonly lease: Pick<Lease, 'hold' | 'release'> | undefined
  /** How often the lease is renewed or asked for (ms); well under half of its duration. */
  readonly everyMs: number
  /** Aborted when we stop. */
  readonly stopping: AbortSignal
  /** Called each time this process gets the lease; another may have led in between. */
  readonly onElected?: () => void
}

/** Leader election among processes on one Redis. */
export function createLeader({ lease, everyMs, stopping, onElected }: LeaderOptions) {
  let isHolder = !lease
  let ended = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let hasResigned = false
  if (lease) ended.abort()
  /** When we last asked for the lease and got an answer (ms of `performance.now()`). */
  let heardAt = Number.NEGATIVE_INFINITY

  async function ask(): Promise<void> {
    const askedAt = performance.now()
    const isNext = (await lease?.hold()) ?? true
    if (hasResigned) return
    // The time before the call, as the answer may take longer than the lease lasts.
    heardAt = askedAt
    if (isHolder && !isNext) ended.abort()
    const isElected = !isHolder && isNext
    if (isElected) ended = new AbortController()
    isHolder = isNext
    if (isElected) onElected?.()
  }

  /** While Redis does not answer this process remains leader, as no other can take the lease. */
  const hold = (): Promise<void> => ask().catch(() => undefined)

  const isUnsure = (ageMsMax = 2 * everyMs): boolean =>
    lease !== undefined && performance.now() - heardAt > ageMsMax

  /** Asks for the lease, and again from now on. */
  async function start(): Promise<void> {
    if (!lease || timer) return
    await hold()
    timer = setInterval(() => void hold(), everyMs)
  }

  return {
    isLeader: (): boolean => isHolder && !stopping.aborted,
    /** Whether the last answer is so old that another process may lead, as after a freeze. */
    isUnsure,
    /**
     * Asks again if the last answer is older than `ageMsMax`, as a process that was frozen or cut off does not know that another
     * one leads. Call it before each piece of work. Throws where Redis does not answer.
     */
    async confirm(ageMsMax?: number): Promise<void> {
      if (isUnsure(ageMsMax)) await ask()
    },
    /** Whether this process led when we were told to stop. */
    wasLeader: (): boolean => isHolder,
    /** Aborted when this process stops leading. */
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
      await lease?.release().catch(() => undefined) // Redis is away: the lease ends by itself
    },
  }
}

export type Leader = ReturnType<typeof createLeader>

interface LeaderRoundsOptions {
  readonly lease: LeaderOptions['lease']
  /** Pause after each round (ms), and how often the lease is renewed; well under half of its duration. */
  readonly everyMs: number
  /** Does what is to be done now, in a process that leads. It confirms the lease before each piece of work. */
  readonly round: () => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Runs one round after another in the process that leads. A stop waits for the round in hand, but not for ever. */
export function createLeaderRounds({ lease, everyMs, round, onError }: LeaderRoundsOptions) {
  const stopping = new AbortController()
  const leader = createLeader({ lease, everyMs, stopping: stopping.signal })
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function begin(): void {
    running = (leader.isLeader() ? round() : Promise.resolve()).catch(onError).finally(() => {
      if (!stopping.signal.aborted) timer = setTimeout(begin, everyMs)
    })
  }

  return {
    leader,
    async start(): Promise<void> {
      await leader.start()
      begin()
    },
    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await Promise.race([running, sleep(everyMs, undefined, { ref: false })])
      await leader.resign()
    },
  }
}
