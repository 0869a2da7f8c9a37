import { setTimeout as sleep } from 'node:timers/promises'
import type { ObservedQuote } from '../../prices/prices.ts'
import { monitorRef } from '../../rates/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import { createLeader, type Lease } from '../../redis/leader.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Log } from '../../runtime/log.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import { BLOCK_MS, type Entry, isGroupGone, observedQuotesOf, type Updates } from '../receive/updates.ts'

/** Until when each shard was shown the prices of each monitor: what is older, or comes again, need not be asked of it. */
export function createMatched(shards: number) {
  const until = new Map<string, Float64Array>()

  return {
    note({ quote, asOf, corrects }: ObservedQuote, shard: number): void {
      const ref = monitorRef(quote.monitor)
      const known = until.get(ref) ?? new Float64Array(shards)
      known[shard] = corrects === undefined ? Math.max(known[shard] ?? 0, asOf) : asOf
      until.set(ref, known)
    },
    /** Whether a shard has still to be shown it. */
    wants: ({ quote, asOf, corrects }: ObservedQuote, shard: number): boolean =>
      corrects !== undefined || asOf > (until.get(monitorRef(quote.monitor))?.[shard] ?? 0),
  }
}

const BACKOFF_MS = 250
const HOLD_EVERY_MS = 300
/** Longer than a read waits that begins on a lease just not asked for anew: frozen in it, we take nothing from who follows. */
export const MATCH_LEASE_MS = BLOCK_MS + 3 * HOLD_EVERY_MS
/** An entry that fails so often, while others are matched, is at fault itself. */
const TRIES_MAX = 3

export interface ConsumeOptions {
  /** A connection of its own, that waits for entries; it ends with the consumer. */
  readonly waiting: Redis
  readonly updates: Updates
  readonly consumer: string
  /** Prices are matched in their order, so by one process at a time: by the one that holds this, or the only one. */
  readonly lease?: Lease | undefined
  /** Called before what was left unfinished is tried again. */
  readonly beginRound: () => void
  /** Gets all that one notification says. False where there was nothing to do. */
  readonly match: (observedQuotes: readonly ObservedQuote[]) => Promise<boolean>
  readonly log: Log
  readonly metrics: Metrics
}

interface Failure {
  readonly entry: Entry
  readonly error: unknown
}

/**
 * Takes what was seen from the stream, in order, and has it matched. What fails is tried again, before what is new; what
 * keeps failing while others are matched is set aside, as it would block the stream.
 */
export function createConsumer(options: ConsumeOptions): Part {
  const { waiting, updates, consumer, match, log, metrics } = options
  const setAside = metrics.counter('updates_set_aside_total', 'Updates that could not be matched, set aside')
  const tries = new Map<string, number>()
  const stopping = new AbortController()
  const leader = createLeader({ lease: options.lease, everyMs: HOLD_EVERY_MS, stopping: stopping.signal })
  let running: Promise<void> = Promise.resolve()
  /** Aborted when another process may have led since. */
  let tenure = AbortSignal.abort()
  let hasUnfinished = true
  let hasMatched = false

  /** Resolves when we lead, and what those before us left unfinished is ours. */
  async function takeLead(): Promise<void> {
    await leader.confirm()
    await leader.elected()
    if (!tenure.aborted || stopping.signal.aborted) return
    const begun = leader.signal()
    await updates.takeOver(consumer)
    tenure = begun
    hasUnfinished = true
  }

  async function matchEntry(entry: Entry): Promise<void> {
    const hasDone = await match(observedQuotesOf(entry))
    hasMatched ||= hasDone
    await updates.finish(entry)
    tries.delete(entry.id)
  }

  async function matchEach(entries: readonly Entry[]): Promise<Failure[]> {
    const failures: Failure[] = []
    for (const entry of entries) {
      if (stopping.signal.aborted) return failures // it stays ours, or who comes after us takes it over
      await matchEntry(entry).catch((error: unknown) => failures.push({ entry, error }))
    }
    return failures
  }

  async function step(): Promise<void> {
    await takeLead()
    if (stopping.signal.aborted) return
    hasMatched = false
    options.beginRound()
    const left = hasUnfinished ? await updates.unfinished(consumer) : []
    const failures = await matchEach(left)
    hasUnfinished = hasUnfinished && left.length > 0
    if (left.length > 0 && failures.length === 0) return
    failures.push(...(await matchEach(await updates.read(waiting, consumer, failures.length === 0))))
    const [first] = failures
    if (!first || stopping.signal.aborted) return
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
    while (!stopping.signal.aborted) {
      await step().catch(async (error: unknown) => {
        if (stopping.signal.aborted) return
        log.warn({ err: messageOf(error) }, 'updates cannot be read')
        hasUnfinished = true
        const isMade = isGroupGone(error) && (await isDone(updates.createGroup()))
        if (!isMade) await sleep(BACKOFF_MS)
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
      stopping.abort()
      waiting.disconnect()
      await running
      await leader.resign()
    },
  }
}

const isDone = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
