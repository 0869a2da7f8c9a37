import type { Board, Sighting } from '../board/board.ts'
import { keysOfChats, PRELUDES } from '../chats/access.ts'
import type { DueQueue } from '../queue/due-queue.ts'
import { monitorRef } from '../rates/monitor.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'
import { type ConsumeOptions, createConsumer } from './consume.ts'

const lua = (name: string): URL => new URL(`./lua/${name}.lua`, import.meta.url)
export const MATCH = loadScript(...PRELUDES, lua('page'), lua('cross'), lua('match'))
/** Most chats made due by the first call of each shard: all shards are asked at once, and Redis serves others between. */
const CHATS_AT_FIRST = 16
const CHATS_A_CALL = 250
/** Of the shards that had nobody: the chats of the others are told meanwhile. */
const OTHERS_AT_ONCE = 16
/** Shards that have more are worked off so many at a time, or others would wait for Redis. */
const SHARDS_AT_ONCE = 3

export interface MatcherOptions extends Omit<ConsumeOptions, 'match'> {
  readonly redis: Redis
  readonly queue: DueQueue
  readonly board: Pick<Board, 'record'>
  /** Hears of each price before it is matched. */
  readonly begin: (sighting: Sighting) => void
  /** Says where chats are about to be due: who asks at once, over the same connection, has the answer with ours. */
  readonly lookAt: (shards: readonly number[]) => void
}

interface Page {
  readonly hasMore: boolean
  /** How many chats were made due. */
  readonly made: number
}

/** Takes what was seen from the stream and makes due, in every shard, the chats that want to hear of it. */
export function createMatcher(options: MatcherOptions): Part {
  const { redis, queue, board } = options

  /** One step in one shard. */
  async function matchPage(shard: number, { quote, asOf }: Sighting, chats: number): Promise<Page> {
    const args = [monitorRef(quote.monitor), asOf, quote.price, JSON.stringify({ quote }), chats]
    const reply = await MATCH.run(redis, keysOfChats(queue, shard, []), args)
    const [again, made] = reply as [number, number]
    return { hasMore: again === 1, made }
  }

  /** Shards that had somebody to tell of a monitor last time. */
  const busyShards = new Map<string, ReadonlySet<number>>()

  /** A little of every shard first, those that had somebody last time before the others; then what is left. */
  async function matchAll(sighting: Sighting): Promise<void> {
    const ref = monitorRef(sighting.quote.monitor)
    const all = Array.from({ length: queue.shards }, (_, shard) => shard)
    const busyBefore = busyShards.get(ref) ?? new Set(all)
    const pages = new Map<number, Page>()
    const matchFirst = (shards: readonly number[]): Promise<unknown> =>
      Promise.all(
        shards.map(async (shard) => pages.set(shard, await matchPage(shard, sighting, CHATS_AT_FIRST))),
      )
    const busy = all.filter((shard) => busyBefore.has(shard))
    const others = all.filter((shard) => !busyBefore.has(shard))
    const first = matchFirst(busy)
    options.lookAt(busy)
    await first
    while (others.length > 0) await matchFirst(others.splice(0, OTHERS_AT_ONCE))
    busyShards.set(ref, new Set(all.filter((shard) => pages.get(shard)?.made)))
    await matchRest(
      sighting,
      all.filter((shard) => pages.get(shard)?.hasMore),
    )
  }

  async function matchRest(sighting: Sighting, left: number[]): Promise<void> {
    const work = async (): Promise<void> => {
      for (let shard = left.shift(); shard !== undefined; shard = left.shift())
        while ((await matchPage(shard, sighting, CHATS_A_CALL)).hasMore);
    }
    await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, work))
  }

  /** Until when each monitor is matched in all shards: what is older, or comes again, need not be asked of any. */
  const matchedUntil = new Map<string, number>()

  async function match(sighting: Sighting): Promise<boolean> {
    const ref = monitorRef(sighting.quote.monitor)
    if (sighting.asOf <= (matchedUntil.get(ref) ?? 0)) return false
    options.begin(sighting)
    await Promise.all([board.record([sighting]), matchAll(sighting)])
    matchedUntil.set(ref, sighting.asOf)
    return true
  }

  return createConsumer({ ...options, match })
}
