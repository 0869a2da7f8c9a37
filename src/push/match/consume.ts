import { setTimeout as sleep } from 'node:timers/promises'
import type { ObservedQuote } from '../../prices/prices.ts'
import { monitorRef } from '../../rates/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import { createLeader, type Lease } from '../../redis/leader.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Log } from '../../runtime/log.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import { BLOCK_MS, type Entry, isGroupGone, observedQuotesOf, type PriceStream } from './price-stream.ts'

/** The newest price of each monitor that each shard has taken: an older or repeated one need not be sent to it. */
export function createMatched(shards: number) {
  const until = new Map<string, Float64Array>()

  return {
    note({ quote, asOf, corrects }: ObservedQuote, shard: number): void {
      const ref = monitorRef(quote.monitor)
      const known = until.get(ref) ?? new Float64Array(shards)
      known[shard] = corrects === undefined ? Math.max(known[shard] ?? 0, asOf) : asOf
      until.set(ref, known)
    },
    /** Whether a shard has still to take it. */
    wants: ({ quote, asOf, corrects }: ObservedQuote, shard: number): boolean =>
      corrects !== undefined || asOf > (until.get(monitorRef(quote.monitor))?.[shard] ?? 0),
  }
}

const BACKOFF_MS = 250
const HOLD_EVERY_MS = 300
/** Longer than a read that begins just before the lease is renewed: a process frozen in it takes nothing from the next leader. */
export const MATCH_LEASE_MS = BLOCK_MS + 3 * HOLD_EVERY_MS
/** An entry that fails so often, while others are matched, is set aside. */
const TRIES_MAX = 3

export interface ConsumeOptions {
  /** A connection of its own, that waits for entries; it ends with the consumer. */
  readonly waiting: Redis
  readonly stream: PriceStream
  readonly consumer: string
  /** Prices are matched in order, by the process that holds this lease; undefined where there is one process. */
  readonly lease?: Lease | undefined
  /** Called before unfinished entries are tried again. */
  readonly beginRound: () => void
  /** Matches all prices of one notification; false where no shard had to take any. */
  readonly match: (observedQuotes: readonly ObservedQuote[]) => Promise<boolean>
  readonly log: Log
  readonly metrics: Metrics
}

interface Failure {
  readonly entry: Entry
  readonly error: unknown
}

/**
 * Takes entries from the stream in order and has them matched. One that fails is tried again before new ones; one that
 * keeps failing while others are matched is set aside, as it would block the stream.
 */
export function createConsumer({
  waiting,
  stream,
  consumer,
  lease,
  beginRound,
  match,
  log,
  metrics,
}: ConsumeOptions): Part {
  const setAside = metrics.counter('updates_set_aside_total', 'Updates that could not be matched, set aside')
  const tries = new Map<string, number>()
  const stopping = new AbortController()
  const leader = createLeader({ lease, everyMs: HOLD_EVERY_MS, stopping: stopping.signal })
  let running: Promise<void> = Promise.resolve()
  /** Aborted once another process may have led. */
  let tenure = AbortSignal.abort()
  let hasUnfinished = true
  let hasMatched = false

  /** Resolves when this process leads and has taken over unfinished entries. */
  async function takeLead(): Promise<void> {
    await leader.confirm()
    await leader.elected()
    if (!tenure.aborted || stopping.signal.aborted) return
    const begun = leader.signal()
    await stream.takeOver(consumer)
    tenure = begun
    hasUnfinished = true
  }

  async function matchEntry(entry: Entry): Promise<void> {
    const hasDone = await match(observedQuotesOf(entry))
    hasMatched ||= hasDone
    await stream.finish(entry)
    tries.delete(entry.id)
  }

  async function matchEach(entries: readonly Entry[]): Promise<Failure[]> {
    const failures: Failure[] = []
    for (const entry of entries) {
      if (stopping.signal.aborted) return failures // it stays unfinished, and this process or the next leader takes it up
      await matchEntry(entry).catch((error: unknown) => failures.push({ entry, error }))
    }
    return failures
  }

  async function step(): Promise<void> {
    await takeLead()
    if (stopping.signal.aborted) return
    hasMatched = false
    beginRound()
    const left = hasUnfinished ? await stream.unfinished(consumer) : []
    const failures = await matchEach(left)
    hasUnfinished = hasUnfinished && left.length > 0
    if (left.length > 0 && failures.length === 0) return
    failures.push(...(await matchEach(await stream.read(waiting, consumer, failures.length === 0))))
    const [first] = failures
    if (!first || stopping.signal.aborted) return
    log.warn({ updates: failures.length, err: messageOf(first.error) }, 'updates cannot be matched')
    hasUnfinished = true
    for (const failure of failures) await judge(failure)
    await sleep(BACKOFF_MS)
  }

  /** Where no entry at all can be matched the fault is not this one's. */
  async function judge({ entry, error }: Failure): Promise<void> {
    if (!hasMatched) return
    const count = (tries.get(entry.id) ?? 0) + 1
    tries.set(entry.id, count)
    if (count < TRIES_MAX) return
    await stream.setAside(entry)
    tries.delete(entry.id)
    setAside.inc()
    log.error({ entry: entry.id, err: messageOf(error) }, 'an update is set aside: it cannot be matched')
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await step().catch(async (error: unknown) => {
        if (stopping.signal.aborted) return
        log.warn({ err: messageOf(error) }, 'updates cannot be read')
        hasUnfinished = true
        const isMade = isGroupGone(error) && (await isDone(stream.createGroup()))
        if (!isMade) await sleep(BACKOFF_MS)
      })
    }
  }

  return {
    name: 'match',
    async start() {
      await stream.createGroup()
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
