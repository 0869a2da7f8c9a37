import type { RatesClient, Snapshot } from '../../api/client.ts'
import type { Chats } from '../../chats/chats.ts'
import { keysOfShard, TAGS } from '../../chats/keys.ts'
import { type MonitorId, monitorRef } from '../../domain/monitor.ts'
import { type ObservedQuote, observedQuotesOfAnswer, withFullPrice } from '../../prices/observed-quote.ts'
import { createOutdatedAnswerFilter } from '../../prices/outdated-answers.ts'
import type { Resources } from '../../redis/connection.ts'
import { parseSequencedQuote } from '../deliver/load.ts'
import type { PriceStream } from '../match/price-stream.ts'

type Monitors = Pick<RatesClient, 'monitors'>

/** Asks for one snapshot of each page and currency of the monitors; `failure` is the error of another. */
async function snapshotsOf(
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

/** Returns those of the monitors that the rate API has. Throws RatesError. */
export async function offeredOf(client: Monitors, ids: readonly MonitorId[]): Promise<MonitorId[]> {
  const { snapshots, failure } = await snapshotsOf(client, ids)
  if (failure) throw failure
  const offered = new Set(snapshots.flatMap(({ quotes }) => quotes.map(({ monitor }) => monitorRef(monitor))))
  return ids.filter((id) => offered.has(monitorRef(id)))
}

export interface ReconcilerOptions extends Pick<Resources, 'redis' | 'clock'> {
  readonly client: Pick<RatesClient, 'monitors'>
  readonly chats: { readonly wanted: Pick<Chats['wanted'], 'knownMonitors'> }
  readonly stream: Pick<PriceStream, 'append'>
}

/** Compares the prices of the shards with those of the rate API, and appends missed ones to the stream. */
export function createReconciler({ redis, client, chats, stream, clock }: ReconcilerOptions) {
  const outdatedAnswers = createOutdatedAnswerFilter()

  /** Reads the newest price of each monitor in every shard that can be read; undefined where a shard has none. */
  async function readShards(refs: readonly string[]): Promise<ReadonlyMap<string, Known>> {
    const shards = TAGS.map((_, shard) => redis.hmget(keysOfShard(shard).prices, ...refs))
    const answers = await Promise.allSettled(shards)
    const lists = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    if (lists.length === 0) throw new Error('no shard can be read')
    return new Map(refs.map((ref, index) => [ref, parseKnown(lists.map((list) => list[index]))]))
  }

  /** Returns a price that any shard missed; where the rate API answers rounded, with the full price. */
  function missedOf(answer: ObservedQuote, inShards: Known, isDoubted: boolean): readonly ObservedQuote[] {
    const [newest] = inShards.flatMap((one) => one ?? []).toSorted((a, b) => b.asOf - a.asOf)
    const accepted = outdatedAnswers.accept(answer, newest, isDoubted)
    if (!accepted) return []
    const full = withFullPrice(accepted, newest)
    if (full.corrects !== undefined) return [full]
    // A shard may have a price that the others lack, since it took it when an alert was added.
    const isOther = newest && full.quote.price !== newest.quote.price
    if (isOther && full.asOf <= newest.asOf) return []
    return inShards.some((one) => isMissed(full, one)) ? [full] : []
  }

  /**
   * Returns how many monitors changed without a notification, by the shards that can be read. `isDoubted`: a notification was
   * dated before what is known. Throws RatesError where a page could not be read, after the missed prices of the others were
   * appended.
   */
  return async function reconcile(isDoubted: boolean): Promise<number> {
    const ids = await chats.wanted.knownMonitors()
    if (ids.length === 0) return 0
    const [known, { snapshots, failure }] = await Promise.all([
      readShards(ids.map(monitorRef)),
      snapshotsOf(client, ids),
    ])
    const missed = snapshots
      .flatMap((snapshot) => observedQuotesOfAnswer(snapshot, clock()))
      .flatMap((answer) => {
        const inShards = known.get(monitorRef(answer.quote.monitor))
        return inShards ? missedOf(answer, inShards, isDoubted) : []
      })
    const trace = `compared-${clock()}`
    if (missed.length > 0) await stream.append(missed.map((one) => ({ ...one, trace })))
    if (failure) throw failure
    return missed.length
  }
}

export type Reconcile = ReturnType<typeof createReconciler>

/** The newest price of a monitor in each shard, equal ones once. */
type Known = readonly (ObservedQuote | undefined)[]

const parseKnown = (values: readonly (string | null | undefined)[]): Known =>
  [...new Set(values)].map((value) => (value ? parseSequencedQuote(value) : undefined))

/** Whether a price is newer than the known one and differs from it, also when rounded as servers do in answers. */
function isMissed(seen: ObservedQuote, known: ObservedQuote | undefined): boolean {
  if (!known) return true
  const { price, stale } = withFullPrice(seen, known).quote
  return seen.asOf > known.asOf && (price !== known.quote.price || stale !== known.quote.stale)
}
