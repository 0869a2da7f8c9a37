import { type MonitorId, parseMonitorRef } from '../domain/monitor.ts'
import type { Backlog, DueQueue } from '../queue/due-queue.ts'
import { isGroup } from '../queue/groups.ts'
import { loadScript, mastersOf, type Redis } from '../redis/connection.ts'
import { keysOfShard } from './keys.ts'
import { type ChatScripts, keysOfChats } from './scripts.ts'

export const SCANNED_AT_ONCE = 500

/** What all chats together follow and watch, and what waits for them. */
export interface Totals extends Backlog {
  readonly follows: number
  readonly alerts: number
  /** Prices and alerts delivered since the ledger began. */
  readonly told: number
}

/** Numbers of all chats that something is kept about, page by page; one may come twice. */
export async function* everyChatNumber(redis: Redis): AsyncGenerator<string[]> {
  for (const server of mastersOf(redis))
    for await (const keys of server.scanStream({ match: 'chat:{*', count: SCANNED_AT_ONCE }))
      yield (keys as string[]).map((key) => key.slice(key.lastIndexOf(':') + 1))
}

/** Whom a message to all chats reaches. */
export interface Reach {
  readonly people: number
  readonly groups: number
  readonly channels: number
}

/** Counts the chats that are sent anything, so none that stopped us or cannot be reached. Reads two fields of every chat. */
export const createReach =
  ({ redis, keyOf }: Pick<ChatScripts, 'redis' | 'keyOf'>) =>
  async (): Promise<Reach> => {
    const reach = { people: 0, groups: 0, channels: 0 }
    async function count(chat: string): Promise<void> {
      const [gone, channel] = await redis.hmget(keyOf(chat), 'gone', 'channel')
      if (gone === null) reach[isGroup(chat) ? (channel === null ? 'groups' : 'channels') : 'people']++
    }
    for await (const chats of everyChatNumber(redis)) await Promise.all(chats.map(count))
    return reach
  }

/** Sums the counts of the shards; a few calls a shard. */
export async function readTotals(redis: Redis, queue: DueQueue): Promise<Totals> {
  const shards = Array.from({ length: queue.shards }, (_, shard) => keysOfShard(shard))
  const [followed, watched, told, backlog] = await Promise.all([
    Promise.all(shards.map((keys) => redis.hgetall(keys.followed))),
    Promise.all(shards.map((keys) => redis.hgetall(keys.watched))),
    Promise.all(shards.map((keys) => redis.hget(keys.ledger, 'told'))),
    queue.backlog(),
  ])
  return {
    follows: sum(followed.flatMap((counts) => Object.values(counts).map(Number))),
    // An alert on a gap is counted three times: at the gap and at each of its two monitors.
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

/** Which monitors chats follow or have alerts on, over all shards. */
export function createWanted({ redis, queue }: Pick<ChatScripts, 'redis' | 'queue'>) {
  const readCounts = (): readonly Promise<Wanting>[] =>
    Array.from({ length: queue.shards }, (_, shard) => keysOfShard(shard)).flatMap(
      ({ followed, watched }) => [redis.hgetall(followed), redis.hgetall(watched)],
    )

  return {
    /** Every monitor that a chat follows or has an alert on, the most wanted first. Throws where a shard cannot be read. */
    monitors: async (): Promise<MonitorId[]> => rankMonitors(await Promise.all(readCounts())),

    /** The monitors wanted in the shards that can be read, so perhaps too few. Throws if none can be read. */
    async knownMonitors(): Promise<MonitorId[]> {
      const answers = await Promise.allSettled(readCounts())
      const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      if (known.length === 0) throw new Error('no shard can be read')
      return rankMonitors(known)
    },
  }
}

/** Ref → how many follows or alerts of a shard want it. */
type Wanting = Readonly<Record<string, string>>

function rankMonitors(shards: readonly Wanting[]): MonitorId[] {
  const counts = new Map<string, number>()
  for (const [ref, count] of shards.flatMap((wanting) => Object.entries(wanting)))
    if (!ref.includes('/')) counts.set(ref, (counts.get(ref) ?? 0) + Number(count))
  return [...counts]
    .toSorted(([refA, a], [refB, b]) => b - a || (refA < refB ? -1 : 1))
    .flatMap(([ref]) => parseMonitorRef(ref) ?? [])
}

const LOST = loadScript(new URL('./lua/lost.lua', import.meta.url))

/** What is undelivered to chats, in chats × prices and alerts, and those that are not in the queue although something is. */
interface Undelivered {
  readonly parked: number
  readonly waiting: number
  readonly lost: number
  readonly lostChats: readonly string[]
}

/** Counts what is undelivered to chats; makes lost ones due now if wanted. */
export async function findUndelivered(
  redis: Redis,
  queue: DueQueue,
  { chats, makeDue }: { readonly chats: readonly string[]; readonly makeDue: boolean },
): Promise<Undelivered> {
  const byShard = Map.groupBy(new Set(chats), queue.shardOf)
  const found = (await Promise.all(
    [...byShard].map(([shard, ofShard]) =>
      LOST.run(redis, keysOfChats(queue, shard, []), [makeDue ? 1 : 0, ...ofShard]),
    ),
  )) as [parked: number, waiting: number, lost: number, lostChats: string[]][]
  return {
    parked: sum(found.map(([parked]) => parked)),
    waiting: sum(found.map(([, waiting]) => waiting)),
    lost: sum(found.map(([, , lost]) => lost)),
    lostChats: found.flatMap(([, , , lostChats]) => lostChats),
  }
}
