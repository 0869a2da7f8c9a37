import type { Update } from 'grammy/types'
import type { Redis } from '../redis/connection.ts'

const SHARDS = 8
const QUEUE_PARTS = ['urgent', 'routine', 'leased', 'fences', 'failures', 'retries', 'parked']

/**
 * Stores the updates that versions before December 2026 left: a list for each chat, and the chats in a due queue of eight shards.
 * Storing them again, after a kill on the way, stores none twice.
 */
export async function moveOldUpdates(
  redis: Redis,
  name: string,
  store: (updates: readonly Update[]) => Promise<void>,
): Promise<void> {
  for (let shard = 0; shard < SHARDS; shard++) {
    const keyOf = (part: string): string => `${name}:{${shard}}:${part}`
    const sets = ['routine', 'leased', 'parked'].map((part) => redis.zrange(keyOf(part), 0, '-1'))
    const lists = [...new Set((await Promise.all(sets)).flat())].map((chat) => keyOf(`updates:${chat}`))
    for (const list of lists) {
      const texts = await redis.lrange(list, 0, -1)
      await store(texts.map((text) => JSON.parse(text) as Update))
    }
    await redis.del(...lists, ...QUEUE_PARTS.map(keyOf), keyOf('clock'), keyOf('parked:reasons'))
  }
}
