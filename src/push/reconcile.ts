import type { Sighting } from '../board/board.ts'
import type { Chats } from '../chats/chats.ts'
import { keysOfShard } from '../chats/keys.ts'
import { asOfOrNow } from '../protocol/as-of.ts'
import type { RatesClient } from '../protocol/client.ts'
import { isRoundedFrom } from '../rates/decimal.ts'
import { monitorRef } from '../rates/monitor.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Redis } from '../runtime/redis.ts'
import { parseNumbered } from './load.ts'
import { snapshotsOf } from './snapshots.ts'
import type { Updates } from './updates.ts'

export interface ReconcilerOptions {
  readonly redis: Redis
  readonly client: Pick<RatesClient, 'monitors'>
  readonly chats: Pick<Chats, 'followed'>
  readonly updates: Pick<Updates, 'append'>
  readonly clock: Clock
}

/** Compares what chats were matched against with what the rate API says, and feeds what was missed into the stream. */
export function createReconciler({ redis, client, chats, updates, clock }: ReconcilerOptions) {
  /** Every shard has a copy of each price; what the others have not yet, an unfinished update brings them. */
  const matched = async (): Promise<ReadonlyMap<string, Sighting>> => {
    const stored = await redis.hgetall(keysOfShard(0).prices)
    return new Map(Object.entries(stored).map(([ref, value]) => [ref, parseNumbered(value)]))
  }

  /**
   * Returns how many monitors had moved without a word. Throws RatesError where a page could not be had, after what the
   * others say was fed.
   */
  return async function reconcile(): Promise<number> {
    const ids = await chats.followed()
    const wanted = new Set(ids.map(monitorRef))
    const [known, { snapshots, failure }] = await Promise.all([matched(), snapshotsOf(client, ids)])
    const missed = snapshots.flatMap(({ asOf, quotes }) =>
      quotes
        .filter((quote) => wanted.has(monitorRef(quote.monitor)))
        .map((quote) => ({ quote, asOf: asOfOrNow(asOf, clock()) }))
        .filter((sighting) => isMissed(sighting, known.get(monitorRef(sighting.quote.monitor)))),
    )
    if (missed.length > 0) await updates.append(missed)
    if (failure) throw failure
    return missed.length
  }
}

export type Reconcile = ReturnType<typeof createReconciler>

/** Servers may answer from a cache, and rounded: an older price, or the known one rounded, was not missed. */
export function isMissed(seen: Sighting, known: Sighting | undefined): boolean {
  if (!known) return true
  if (seen.quote.lastUpdate < known.quote.lastUpdate - 60_000 || seen.asOf <= known.asOf) return false
  return seen.quote.price !== known.quote.price && !isRoundedFrom(seen.quote.price, known.quote.price)
}
