import type { DueQueue } from '../queue/due-queue.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'
import { keysOfChats } from './access.ts'

const LOST = loadScript(new URL('./lua/lost.lua', import.meta.url))

/** Of these chats, those that wait for something and have no place in the queue; they are due now, where that is wanted. */
export async function findLost(
  redis: Redis,
  queue: DueQueue,
  { chats, makeDue }: { readonly chats: readonly string[]; readonly makeDue: boolean },
): Promise<string[]> {
  const byShard = Map.groupBy(new Set(chats), queue.shardOf)
  const found = await Promise.all(
    [...byShard].map(([shard, ofShard]) =>
      LOST.run(redis, keysOfChats(queue, shard, []), [makeDue ? 1 : 0, ...ofShard]),
    ),
  )
  return found.flatMap((lost) => (Array.isArray(lost) ? lost.map(String) : []))
}
