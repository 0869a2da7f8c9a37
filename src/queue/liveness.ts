import type { Redis } from '../redis/connection.ts'
import { loadScript } from '../redis/script.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import type { DueQueue } from './due-queue.ts'

const BEAT = loadScript(new URL('./lua/beat.lua', import.meta.url))
const BEAT_EVERY_MS = 500
/** A process without a heartbeat for so long counts as dead, and others take over its members. */
const SILENT_MS_MAX = 2_500
/** It stops beginning work well before that. */
const SURE_MS = 2_000

export interface LivenessOptions {
  readonly redis: Redis
  /** Its key, with a hash tag. */
  readonly name: string
  readonly queue: DueQueue
  readonly log: Log
}

/** Writes heartbeats of this process, and ends the leases of processes of the same queue that have died. */
export function createLiveness({ redis, name, queue, log }: LivenessOptions) {
  /** When the last heartbeat was written, and when the last was tried (ms of `performance.now()`). */
  let writtenAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  /** When this process last resumed after a gap: others may have taken over what it leased before. */
  let backAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function beat(): Promise<void> {
    const at = performance.now()
    if (at - triedAt > SURE_MS) backAt = at
    triedAt = at
    const silent = await BEAT.run(redis, [name], [queue.holder, SILENT_MS_MAX])
    // If we could not reach Redis, the others could not either: they get time for a heartbeat.
    const wasAway = at - writtenAt > SURE_MS
    writtenAt = at
    if (wasAway) return
    for (const dead of Array.isArray(silent) ? silent.map(String) : []) await takeOver(dead)
  }

  async function takeOver(dead: string): Promise<void> {
    const ended = await queue.endLeases({ reason: 'died', holder: dead })
    await redis.zrem(name, dead)
    log.info(
      { queue: queue.name, process: dead, members: ended },
      'a process has died, its members are taken over',
    )
  }

  const beatAgain = (): void => {
    beat()
      .catch((error: unknown) => log.debug({ err: messageOf(error) }, 'heartbeat cannot be written'))
      .finally(() => {
        if (!stopped) timer = setTimeout(beatAgain, BEAT_EVERY_MS)
      })
  }

  const part: Part = {
    name: `${queue.name} liveness`,
    async start() {
      await beat()
      timer = setTimeout(beatAgain, BEAT_EVERY_MS)
    },
    /** By now all leased members are settled, or their leases will end. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      await redis.zrem(name, queue.holder).catch(() => undefined)
    },
  }

  return {
    ...part,
    /**
     * Whether members leased at `takenAt` (ms of `performance.now()`) are surely still ours. False if other processes may have
     * counted this one as dead since, as after a freeze. While Redis is away they cannot.
     */
    isSureOf: (takenAt: number): boolean => performance.now() < triedAt + SURE_MS && takenAt >= backAt,
  }
}
