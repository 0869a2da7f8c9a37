import { type MonitorId, parseMonitorRef } from '../rates/monitor.ts'
import type { Access } from './access.ts'
import { keysOfShard } from './keys.ts'

/** Which monitors chats want to hear of, over all shards. */
export function createWanted({ redis, queue }: Pick<Access, 'redis' | 'queue'>) {
  const ask = (): readonly Promise<Wanting>[] =>
    Array.from({ length: queue.shards }, (_, shard) => keysOfShard(shard)).flatMap(
      ({ followed, watched }) => [redis.hgetall(followed), redis.hgetall(watched)],
    )

  return {
    /** Every monitor that a chat follows, or has an alert on; what most want first. Throws where any shard cannot be asked. */
    followed: async (): Promise<MonitorId[]> => monitorsOf(await Promise.all(ask())),

    /** The same, of those shards that can be asked: too few perhaps. Throws where none can. */
    async followedWhereKnown(): Promise<MonitorId[]> {
      const answers = await Promise.allSettled(ask())
      const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      if (known.length === 0) throw new Error('no shard says what is followed')
      return monitorsOf(known)
    },
  }
}

/** Ref → how many follows or alerts of a shard want it. */
type Wanting = Readonly<Record<string, string>>

function monitorsOf(shards: readonly Wanting[]): MonitorId[] {
  const counts = new Map<string, number>()
  for (const [ref, count] of shards.flatMap((wanting) => Object.entries(wanting)))
    if (!ref.includes('/')) counts.set(ref, (counts.get(ref) ?? 0) + Number(count))
  return [...counts]
    .toSorted(([refA, a], [refB, b]) => b - a || (refA < refB ? -1 : 1))
    .flatMap(([ref]) => parseMonitorRef(ref) ?? [])
}
