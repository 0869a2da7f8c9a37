import type { Metrics } from '../runtime/metrics.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'
import type { DueQueue } from './due-queue.ts'

const LOOK = loadScript(new URL('./lua/look.lua', import.meta.url))

/** How much a queue has to do. */
export interface Backlog {
  /** Members that wait, those whose time has not come yet among them. */
  readonly waiting: number
  readonly parked: number
  /** For how long the first of the members that are due has been, by Redis' clock; 0 where none is. */
  readonly oldestMs: number
}

/** Looks at every shard, in one round trip a server. */
export async function readBacklog(redis: Redis, queue: DueQueue): Promise<Backlog> {
  const shards = await Promise.all(
    Array.from({ length: queue.shards }, (_, shard) => LOOK.run(redis, queue.keysOf(shard), [])),
  )
  const looks = shards.map((reply) => (Array.isArray(reply) ? reply.map(Number) : []))
  return looks.reduce(
    (sum: Backlog, [waiting = 0, parked = 0, oldestMs = 0]) => ({
      waiting: sum.waiting + waiting,
      parked: sum.parked + parked,
      oldestMs: Math.max(sum.oldestMs, oldestMs),
    }),
    { waiting: 0, parked: 0, oldestMs: 0 },
  )
}

/** A figure of a backlog: members that wait or are parked, or for how many seconds the first has been due. */
export interface BacklogFigure {
  readonly name: string
  readonly help: string
  readonly of: 'waiting' | 'parked' | 'oldest'
}

/** Metrics of what waits, read from Redis when they are asked for; NaN where it cannot be read. */
export function measureQueue(
  redis: Redis,
  queue: DueQueue,
  metrics: Metrics,
  figures: readonly BacklogFigure[],
): void {
  const read = shareLook(() => readBacklog(redis, queue))
  for (const { name, help, of } of figures)
    metrics.measured(name, help, () =>
      read().then(
        (backlog) => (of === 'oldest' ? backlog.oldestMs / 1000 : backlog[of]),
        () => Number.NaN,
      ),
    )
}

/** One look for all that ask at the same time. */
export function shareLook<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let looking: Promise<Result> | undefined
  return () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
}
