import type { Redis } from '../redis/connection.ts'
import { loadScript } from '../redis/script.ts'
import type { DueQueue } from './due-queue.ts'

const LOOK = loadScript(new URL('./lua/look.lua', import.meta.url))

/** What waits in a queue. */
export interface Backlog {
  /** Members that wait, also those that are not due yet. */
  readonly waiting: number
  readonly parked: number
  /** For how long the first due member has been due, by Redis' clock; 0 where none is. */
  readonly oldestMs: number
}

/** Sums over all shards, in one round trip a server. */
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

const RETRY = loadScript(new URL('./lua/retry.lua', import.meta.url))
const LISTED_PER_SHARD_MAX = 1_000

/** A member that was set aside, since when (ms by Redis' clock), how often it had failed, and why if that is known. */
export interface Parked {
  readonly member: string
  readonly since: number
  readonly failures: number
  readonly why: string
}

/** The operator's view of members that were set aside. */
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
    /** Makes a member due now, as if it had never failed; false where it is not parked. */
    retry: async (member: string): Promise<boolean> =>
      (await RETRY.run(redis, queue.keysOf(queue.shardOf(member)), [member])) === 1,
  }
}

/** Reads what `park` in due.lua writes: the number, then the reason. */
function parseReason(text: string): Pick<Parked, 'failures' | 'why'> {
  const [failures = '', ...words] = text.split(' ')
  return { failures: Number(failures), why: words.join(' ') }
}
