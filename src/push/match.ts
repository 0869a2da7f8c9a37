import { setTimeout as sleep } from 'node:timers/promises'
import type { Board, Sighting } from '../board/board.ts'
import { keysOfShard } from '../chats/keys.ts'
import { type DueQueue, PRELUDE } from '../queue/due-queue.ts'
import { monitorRef } from '../rates/monitor.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'
import type { Entry, Updates } from './updates.ts'

export const MATCH = loadScript(PRELUDE, new URL('./lua/match.lua', import.meta.url))
const FOLLOWERS_A_CALL = 1_000
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
  readonly log: Log
}

/** Takes what was seen from the stream and makes due, in every shard, the chats that want to hear of it. */
export function createMatcher({
  redis,
  waiting,
  queue,
  board,
  updates,
  consumer,
  log,
}: MatcherOptions): Part {
  let stopping = false
  let running: Promise<void> = Promise.resolve()

  async function matchShard(shard: number, { quote, asOf }: Sighting): Promise<void> {
    const ref = monitorRef(quote.monitor)
    const keys = keysOfShard(shard)
    const json = JSON.stringify({ quote, asOf })
    let cursor = '0'
    do {
      const reply = await MATCH.run(
        redis,
        [...queue.keysOf(shard), keys.prices, keys.fanouts, keys.followers(ref)],
        [ref, asOf, json, cursor, FOLLOWERS_A_CALL],
      )
      cursor = Array.isArray(reply) ? String(reply[0]) : '0'
    } while (cursor !== '0')
  }

  async function match(entry: Entry): Promise<void> {
    for (const sighting of entry.sightings) {
      await board.record([sighting])
      await Promise.all(Array.from({ length: queue.shards }, (_, shard) => matchShard(shard, sighting)))
    }
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
