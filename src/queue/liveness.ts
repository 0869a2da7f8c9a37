import type { Redis } from '../redis/connection.ts'
import { loadScript } from '../redis/script.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import type { DueQueue } from './due-queue.ts'

const BEAT = loadScript(new URL('./lua/leases/beat.lua', import.meta.url))
const BEAT_EVERY_MS = 500
/** A process that was silent for so long is thought dead, and others take what it had in hand. */
const SILENT_MS_MAX = 2_500
/** Well before that it begins nothing more itself. */
const SURE_MS = 2_000

export interface LivenessOptions {
  readonly redis: Redis
  /** Its key, with a hash tag. */
  readonly name: string
  readonly queue: DueQueue
  readonly log: Log
}

/** Tells the other processes of a queue that this one lives, and ends the leases of those that do not any more. */
export function createLiveness({ redis, name, queue, log }: LivenessOptions) {
  /** When this process last said so, and when it last tried (ms of `performance.now()`). */
  let saidAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  /** When it last came back from a silence: what it took before that others may have now. */
  let backAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  async function beat(): Promise<void> {
    const at = performance.now()
    if (at - triedAt > SURE_MS) backAt = at
    triedAt = at
    const silent = await BEAT.run(redis, [name], [queue.holder, SILENT_MS_MAX])
    // Where Redis was away from us it was from the others too: they have their turn to say that they live.
    const wasAway = at - saidAt > SURE_MS
    saidAt = at
    if (wasAway) return
    for (const dead of Array.isArray(silent) ? silent.map(String) : []) await bury(dead)
  }

  async function bury(dead: string): Promise<void> {
    const ended = await queue.endLeases({ reason: 'died', holder: dead })
    await redis.zrem(name, dead)
    log.info(
      { queue: queue.name, process: dead, members: ended },
      'a process has gone silent, others take over',
    )
  }

  const beatAgain = (): void => {
    beat()
      .catch((error: unknown) => log.debug({ err: messageOf(error) }, 'nobody hears that this process lives'))
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
    /** What was in hand is settled by now, or its lease will end. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      await redis.zrem(name, queue.holder).catch(() => undefined)
    },
  }

  return {
    ...part,
    /**
     * Whether what was taken then (ms of `performance.now()`) is surely ours still. Not where others may have thought this
     * process dead since: frozen for a while, it must not go on as if nothing had been. While Redis is away nobody can
     * think so.
     */
    isSureOf: (takenAt: number): boolean => performance.now() < triedAt + SURE_MS && takenAt >= backAt,
  }
}
