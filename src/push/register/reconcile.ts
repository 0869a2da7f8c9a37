import type { RatesClient, Snapshot } from '../../api/client.ts'
import type { Chats } from '../../chats/chats.ts'
import { keysOfShard, TAGS } from '../../chats/keys.ts'
import { createBelief } from '../../prices/belief.ts'
import { type ObservedQuote, sightingsOfAnswer, withFullPrice } from '../../prices/observed-quote.ts'
import { type MonitorId, monitorRef } from '../../rates/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'
import { parseNumbered } from '../deliver/load.ts'
import type { Updates } from '../receive/updates.ts'

type Monitors = Pick<RatesClient, 'monitors'>

/** One snapshot for each page and currency that the monitors stand in, and why the others could not be had. */
export async function snapshotsOf(
  client: Monitors,
  ids: readonly MonitorId[],
): Promise<{ readonly snapshots: readonly Snapshot[]; readonly failure: unknown }> {
  const places = new Map(ids.map((id) => [`${id.page} ${id.currency}`, id]))
  const answers = await Promise.allSettled(
    [...places.values()].map(({ page, currency }) => client.monitors(page, currency)),
  )
  return {
    snapshots: answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])),
    failure: answers.find((answer) => answer.status === 'rejected')?.reason,
  }
}

/** Those of the monitors that the rate API has. Throws RatesError. */
export async function offeredOf(client: Monitors, ids: readonly MonitorId[]): Promise<MonitorId[]> {
  const { snapshots, failure } = await snapshotsOf(client, ids)
  if (failure) throw failure
  const offered = new Set(snapshots.flatMap(({ quotes }) => quotes.map(({ monitor }) => monitorRef(monitor))))
  return ids.filter((id) => offered.has(monitorRef(id)))
}

export interface ReconcilerOptions {
  readonly redis: Redis
  readonly client: Pick<RatesClient, 'monitors'>
  readonly chats: Pick<Chats, 'followedWhereKnown'>
  readonly updates: Pick<Updates, 'append'>
  readonly clock: Clock
}

/** Compares what chats were matched against with what the rate API says, and feeds what was missed into the stream. */
export function createReconciler({ redis, client, chats, updates, clock }: ReconcilerOptions) {
  const belief = createBelief()

  /** What each shard that can be asked was told last of each monitor; undefined where it was told nothing yet. */
  async function matched(refs: readonly string[]): Promise<ReadonlyMap<string, Known>> {
    const shards = TAGS.map((_, shard) => redis.hmget(keysOfShard(shard).prices, ...refs))
    const answers = await Promise.allSettled(shards)
    const lists = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    if (lists.length === 0) throw new Error('no shard says what it was told')
    return new Map(refs.map((ref, index) => [ref, parseKnown(lists.map((list) => list[index]))]))
  }

  /** What is to be fed, where any shard missed it: with the full price of what comes rounded. */
  function missedOf(answer: ObservedQuote, inShards: Known): readonly ObservedQuote[] {
    const [newest] = inShards.flatMap((one) => one ?? []).toSorted((a, b) => b.asOf - a.asOf)
    const believed = belief.judge(answer, newest)
    if (!believed) return []
    const full = withFullPrice(believed, newest)
    if (full.corrects !== undefined) return [full]
    // What one shard took as an alert was made, the others have still to be told.
    const isOther = newest && full.quote.price !== newest.quote.price
    if (isOther && full.asOf <= newest.asOf) return []
    return inShards.some((one) => isMissed(full, one)) ? [full] : []
  }

  /**
   * Returns how many monitors had moved without a word, as far as the shards can be asked. Throws RatesError where a page
   * could not be had, after what the others say was fed.
   */
  return async function reconcile(): Promise<number> {
    const ids = await chats.followedWhereKnown()
    if (ids.length === 0) return 0
    const [known, { snapshots, failure }] = await Promise.all([
      matched(ids.map(monitorRef)),
      snapshotsOf(client, ids),
    ])
    const missed = snapshots
      .flatMap((snapshot) => sightingsOfAnswer(snapshot, clock()))
      .flatMap((answer) => {
        const inShards = known.get(monitorRef(answer.quote.monitor))
        return inShards ? missedOf(answer, inShards) : []
      })
    if (missed.length > 0) await updates.append(missed)
    if (failure) throw failure
    return missed.length
  }
}

export type Reconcile = ReturnType<typeof createReconciler>

/** What shards were told last of a monitor, those that were told the same once. */
type Known = readonly (ObservedQuote | undefined)[]

const parseKnown = (values: readonly (string | null | undefined)[]): Known =>
  [...new Set(values)].map((value) => (value ? parseNumbered(value) : undefined))

/** Servers may answer rounded: the known price rounded was not missed. */
export function isMissed(seen: ObservedQuote, known: ObservedQuote | undefined): boolean {
  if (!known) return true
  const { price, stale } = withFullPrice(seen, known).quote
  return seen.asOf > known.asOf && (price !== known.quote.price || stale !== known.quote.stale)
}
