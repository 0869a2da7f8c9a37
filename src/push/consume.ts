import { setTimeout as sleep } from 'node:timers/promises'
import type { Sighting } from '../board/board.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Redis } from '../runtime/redis.ts'
import { type Entry, sightingsOf, type Updates } from './updates.ts'

const CLAIM_EVERY_MS = 5_000
const BACKOFF_MS = 250
/** An entry that fails so often, while others are matched, is at fault itself. */
const TRIES_MAX = 3

export interface ConsumeOptions {
  /** A connection of its own, that waits for entries; it ends with the consumer. */
  readonly waiting: Redis
  readonly updates: Updates
  readonly consumer: string
  /** False where there was nothing to do. */
  readonly match: (sighting: Sighting) => Promise<boolean>
  readonly log: Log
  readonly metrics: Metrics
}

interface Failure {
  readonly entry: Entry
  readonly error: unknown
}

/**
 * Takes what was seen from the stream, in order, and has it matched. What fails stays ours and is tried again, the others
 * before it; what keeps failing while others are matched is set aside, as it would block the stream.
 */
export function createConsumer(options: ConsumeOptions): Part {
  const { waiting, updates, consumer, match, log, metrics } = options
  const setAside = metrics.counter('updates_set_aside_total', 'Updates that could not be matched, set aside')
  const tries = new Map<string, number>()
  let stopping = false
  let running: Promise<void> = Promise.resolve()
  let claimAt = 0
  let hasUnfinished = true

  /** What was left unfinished comes first: by us at a start or an error, by a consumer that died now and then. */
  async function unfinished(): Promise<Entry[]> {
    if (hasUnfinished) return updates.unfinished(consumer)
    if (performance.now() < claimAt) return []
    claimAt = performance.now() + CLAIM_EVERY_MS
    return updates.claim(consumer)
  }

  let hasMatched = false

  async function matchEntry(entry: Entry): Promise<void> {
    for (const sighting of sightingsOf(entry)) hasMatched = (await match(sighting)) || hasMatched
    await updates.finish(entry)
    tries.delete(entry.id)
  }

  async function matchEach(entries: readonly Entry[]): Promise<Failure[]> {
    const failures: Failure[] = []
    for (const entry of entries) {
      if (stopping) return failures // it stays ours, or another's after 10 s
      await matchEntry(entry).catch((error: unknown) => failures.push({ entry, error }))
    }
    return failures
  }

  async function step(): Promise<void> {
    hasMatched = false
    const left = await unfinished()
    const failures = await matchEach(left)
    hasUnfinished = hasUnfinished && left.length > 0
    if (left.length > 0 && failures.length === 0) return
    failures.push(...(await matchEach(await updates.read(waiting, consumer, failures.length === 0))))
    const [first] = failures
    if (!first || stopping) return
    log.warn({ updates: failures.length, err: messageOf(first.error) }, 'updates cannot be matched')
    hasUnfinished = true
    for (const failure of failures) await judge(failure)
    await sleep(BACKOFF_MS)
  }

  /** Where nothing at all can be matched the fault is not the entry's. */
  async function judge({ entry, error }: Failure): Promise<void> {
    if (!hasMatched) return
    const count = (tries.get(entry.id) ?? 0) + 1
    tries.set(entry.id, count)
    if (count < TRIES_MAX) return
    await updates.setAside(entry)
    tries.delete(entry.id)
    setAside.inc()
    log.error({ entry: entry.id, err: messageOf(error) }, 'an update is set aside: it can never be matched')
  }

  async function run(): Promise<void> {
    while (!stopping) {
      await step().catch(async (error: unknown) => {
        if (stopping) return
        log.warn({ err: messageOf(error) }, 'updates cannot be read')
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
