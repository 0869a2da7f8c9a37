import { setTimeout as sleep } from 'node:timers/promises'
import type { Board, Sighting } from '../board/board.ts'
import { keysOfChats, PRELUDES } from '../chats/access.ts'
import type { DueQueue } from '../queue/due-queue.ts'
import { monitorRef } from '../rates/monitor.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'
import type { Entry, Updates } from './updates.ts'

export const MATCH = loadScript(...PRELUDES, new URL('./lua/match.lua', import.meta.url))
/** Most chats made due by the first call of each shard: all shards are asked at once, and Redis serves others between. */
const CHATS_AT_FIRST = 16
const CHATS_A_CALL = 250
/** Of the shards that had nobody: the chats of the others are told meanwhile. */
const OTHERS_AT_ONCE = 6
/** Shards that have more are worked off so many at a time, or others would wait for Redis. */
const SHARDS_AT_ONCE = 3
const CLAIM_EVERY_MS = 5_000
const BACKOFF_MS = 250

export interface MatcherOptions {
  readonly redis: Redis
  /** A connection of its own, that waits for entries; it ends with the matcher. */
  readonly waiting: Redis
  readonly queue: DueQueue
  readonly board: Pick<Board, 'record'>
  readonly updates: Updates
  readonly consumer: string
  /** Hears of each price before it is matched. */
  readonly begin: (sighting: Sighting) => void
  /** Says where chats are about to be due: who asks at once, over the same connection, has the answer with ours. */
  readonly lookAt: (shards: readonly number[]) => void
  readonly log: Log
}

interface Page {
  readonly hasMore: boolean
  /** How many chats were made due. */
  readonly made: number
}

/** Takes what was seen from the stream and makes due, in every shard, the chats that want to hear of it. */
export function createMatcher({
  redis,
  waiting,
  queue,
  board,
  updates,
  consumer,
  begin,
  lookAt,
  log,
}: MatcherOptions): Part {
  let stopping = false
  let running: Promise<void> = Promise.resolve()

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
    lookAt(busy)
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

  async function matchOnce(sighting: Sighting): Promise<void> {
    const ref = monitorRef(sighting.quote.monitor)
    if (sighting.asOf <= (matchedUntil.get(ref) ?? 0)) return
    begin(sighting)
    await Promise.all([board.record([sighting]), matchAll(sighting)])
    matchedUntil.set(ref, sighting.asOf)
  }

  async function match(entry: Entry): Promise<void> {
    for (const sighting of entry.sightings) await matchOnce(sighting)
    await updates.finish(entry)
  }

  let claimAt = 0
  let hasUnfinished = true

  /** What was left unfinished comes first: by us at a start or an error, by a consumer that died now and then. */
  async function nextEntries(): Promise<Entry[]> {
    const ours = hasUnfinished ? await updates.unfinished(consumer) : []
    hasUnfinished = ours.length > 0
    if (hasUnfinished) return ours
    if (performance.now() >= claimAt) {
      claimAt = performance.now() + CLAIM_EVERY_MS
      const left = await updates.claim(consumer)
      if (left.length > 0) return left
    }
    return updates.read(waiting, consumer)
  }

  async function step(): Promise<void> {
    for (const entry of await nextEntries()) {
      if (stopping) return // it stays ours, or another's after 10 s
      await match(entry)
    }
  }

  /** An entry that could not be matched stays ours, and is taken again. */
  async function run(): Promise<void> {
    while (!stopping) {
      await step().catch(async (error: unknown) => {
        if (stopping) return
        log.warn({ err: messageOf(error) }, 'updates cannot be matched')
        hasUnfinished = true
        await sleep(BACKOFF_MS)
      })
    }
  }

  return {
    name: 'match',
    async start() {
      await updates.createGroup()
      running = run()
    },
    async stop() {
      stopping = true
      waiting.disconnect()
      await running
    },
  }
}
