import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'
import type { DueQueue } from './due-queue.ts'

const RETRY = loadScript(new URL('./lua/retry.lua', import.meta.url))
const LISTED_PER_SHARD_MAX = 1_000

/** A member that was set aside, since when (ms by Redis' clock), how often it had failed and why, where that is known. */
export interface Parked {
  readonly member: string
  readonly since: number
  readonly failures: number
  readonly why: string
}

/** What an operator does with members that were set aside. */
export function createParking(redis: Redis, queue: DueQueue) {
  async function listShard(shard: number): Promise<Parked[]> {
    const parked = queue.keysOf(shard).at(-1) ?? ''
    const scored = await redis.zrange(parked, '0', String(LISTED_PER_SHARD_MAX - 1), 'WITHSCORES')
    const members = scored.filter((_, i) => i % 2 === 0)
    if (members.length === 0) return []
    const reasons = await redis.hmget(`${parked}:reasons`, ...members)
    return members.map((member, i) => ({
      member,
      since: Number(scored[2 * i + 1]),
      ...parseReason(reasons[i] ?? ''),
    }))
  }

  return {
    /** Oldest first, at most 1,000 of a shard. */
    async list(): Promise<Parked[]> {
      const shards = await Promise.all(Array.from({ length: queue.shards }, (_, shard) => listShard(shard)))
      return shards.flat().toSorted((a, b) => a.since - b.since)
    },
    /** Makes it due now, as if it had never failed; false where it is not parked. */
    retry: async (member: string): Promise<boolean> =>
      (await RETRY.run(redis, queue.keysOf(queue.shardOf(member)), [member])) === 1,
  }
}

/** Reads what `park` in due.lua writes: the number, then the reason. */
function parseReason(text: string): Pick<Parked, 'failures' | 'why'> {
  const [failures = '', ...words] = text.split(' ')
  return { failures: Number(failures), why: words.join(' ') }
}
