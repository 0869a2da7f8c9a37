import { type MonitorId, parseMonitorRef } from '../rates/monitor.ts'
import type { Access } from './access.ts'
import { keysOfShard } from './keys.ts'

/** Which monitors chats want to hear of, over all shards. */
export function createWanted({ redis, queue }: Pick<Access, 'redis' | 'queue'>) {
  const ask = (): readonly Promise<string[]>[] =>
    Array.from({ length: queue.shards }, (_, shard) => keysOfShard(shard)).flatMap(
      ({ followed, watched }) => [redis.hkeys(followed), redis.hkeys(watched)],
    )

  return {
    /** Every monitor that a chat follows, or has an alert on. Throws where any shard cannot be asked. */
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

function monitorsOf(fields: readonly string[][]): MonitorId[] {
  const refs = new Set(fields.flat().filter((ref) => !ref.includes('/')))
  return [...refs].flatMap((ref) => parseMonitorRef(ref) ?? [])
}
