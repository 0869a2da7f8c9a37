import { Cluster, type Redis as Server } from 'ioredis'
import { readBacklog } from '../queue/backlog.ts'
import type { DueQueue } from '../queue/due-queue.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'
import type { Access } from './access.ts'
import { BROADCAST_MS_MAX } from './broadcast.ts'
import { keysOfShard } from './keys.ts'

const ENLIST = loadScript(new URL('./lua/enlist.lua', import.meta.url))
const CAST = loadScript(new URL('./lua/cast.lua', import.meta.url))
export const SCANNED_AT_ONCE = 500

/** What all chats together want, and what waits for them. */
export interface Totals {
  readonly follows: number
  readonly alerts: number
  /** Prices and alerts told since the counting began. */
  readonly told: number
  readonly waiting: number
  readonly parked: number
  readonly oldestMs: number
}

/** Numbers of all chats of which something is kept, page by page; one may come twice. */
export async function* everyChatNumber(redis: Redis): AsyncGenerator<string[]> {
  const servers: Server[] = redis instanceof Cluster ? redis.nodes('master') : [redis]
  for (const server of servers)
    for await (const keys of server.scanStream({ match: 'chat:{*', count: SCANNED_AT_ONCE }))
      yield (keys as string[]).map((key) => key.slice(key.lastIndexOf(':') + 1))
}

/** Sums of what the shards count; a few calls a shard. */
export async function readTotals(redis: Redis, queue: DueQueue): Promise<Totals> {
  const shards = Array.from({ length: queue.shards }, (_, shard) => keysOfShard(shard))
  const [followed, watched, told, backlog] = await Promise.all([
    Promise.all(shards.map((keys) => redis.hgetall(keys.followed))),
    Promise.all(shards.map((keys) => redis.hgetall(keys.watched))),
    Promise.all(shards.map((keys) => redis.hget(keys.law, 'told'))),
    readBacklog(redis, queue),
  ])
  return {
    follows: sum(followed.flatMap((counts) => Object.values(counts).map(Number))),
    // An alert on a gap is counted at the gap, and at each of its two monitors.
    alerts: sum(
      watched.flatMap((counts) =>
        Object.entries(counts).map(([signal, count]) =>
          signal.includes('/') ? -Number(count) : Number(count),
        ),
      ),
    ),
    told: sum(told.map((count) => Number(count ?? 0))),
    ...backlog,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Chats that are to hear a broadcast. */
export const createEnlisting = ({ run }: Access) => ({
  /** False where the chat is gone, or was enlisted before. */
  enlist: async (chat: string, broadcast: string): Promise<boolean> =>
    (await run(ENLIST, chat, [broadcast, BROADCAST_MS_MAX / 1_000])) === 1,
  /** Before a broadcast is sent to a chat: it counts as told. False where the chat is gone meanwhile, or was told. */
  claimBroadcast: async (chat: string, id: string): Promise<boolean> =>
    (await run(CAST, chat, [id, `${id}.`])) === 1,
  /** It was not sent after all. */
  returnBroadcast: async (chat: string, id: string): Promise<void> =>
    void (await run(CAST, chat, [`${id}.`, id])),
})
