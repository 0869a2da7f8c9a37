import { keysOfChats, MATCH, priceArguments } from '../../chats/scripts.ts'
import { monitorRef } from '../../domain/monitor.ts'
import type { ObservedQuote, PriceStore } from '../../prices/prices.ts'
import type { DueQueue } from '../../queue/due-queue.ts'
import { isScriptError, type Redis } from '../../redis/connection.ts'

/** How many chats the first call to each shard makes due; few, so that the alerts of all shards are triggered soon. */
const CHATS_AT_FIRST = 16
const CHATS_A_CALL = 200
/** How many shards with more chats are called at once, so that other calls do not wait for Redis. */
const SHARDS_AT_ONCE = 3

export interface MatcherOptions {
  readonly redis: Redis
  readonly queue: DueQueue
  readonly prices: Pick<PriceStore, 'record'>
}

/** The prices of one notification while shards take them. */
interface Round {
  /** The arguments of the script, but for the first one. */
  readonly args: readonly (string | number)[]
  readonly failures: unknown[]
  /** How many chats were made due. */
  made: number
}

/** Has every shard take prices: alerts are triggered, and chats that follow a changed price are made due. */
export function createMatcher({ redis, queue, prices }: MatcherOptions) {
  const allShards = Array.from({ length: queue.shards }, (_, shard) => shard)
  /** Shards that cannot be reached: they get no later price before the earlier one is tried again. */
  const away = new Set<number>()

  /** Makes one call to a shard; returns whether it has more to do. If it fails the other shards go on. */
  async function matchPage(shard: number, round: Round, chats: number): Promise<boolean> {
    const args = [chats, ...round.args]
    try {
      const [again, made] = (await MATCH.run(redis, keysOfChats(queue, shard, []), args)) as [number, number]
      round.made += made
      return again === 1
    } catch (error) {
      round.failures.push(error)
      if (!isScriptError(error)) away.add(shard)
      return false
    }
  }

  /** Makes a few chats of every shard due first, then the rest. */
  async function matchAll(round: Round, shards: readonly number[]): Promise<void> {
    const hasMore = await Promise.all(shards.map((shard) => matchPage(shard, round, CHATS_AT_FIRST)))
    const left = shards.filter((_, index) => hasMore[index])
    const work = async (): Promise<void> => {
      for (let shard = left.shift(); shard !== undefined; shard = left.shift())
        while (await matchPage(shard, round, CHATS_A_CALL));
    }
    await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, work))
  }

  async function matchTogether(observedQuotes: readonly ObservedQuote[]): Promise<number> {
    const failures: unknown[] = away.size > 0 ? [new Error('a shard is away')] : []
    const round = { args: observedQuotes.flatMap(priceArguments), failures, made: 0 }
    await Promise.all([
      prices.record(observedQuotes).catch((error: unknown) => failures.push(error)),
      matchAll(
        round,
        allShards.filter((shard) => !away.has(shard)),
      ),
    ])
    if (failures.length > 0) throw failures[0]
    return round.made
  }

  /** Returns how many chats were made due. Throws where a shard could not take the prices; to the others a repetition is no news. */
  async function match(observedQuotes: readonly ObservedQuote[]): Promise<number> {
    let made = 0
    for (const together of eachMonitorOnce(observedQuotes)) made += await matchTogether(together)
    return made
  }

  return { match, beginRound: (): void => away.clear() }
}

/** Splits prices so that the second one of a monitor is matched after the first. */
function eachMonitorOnce(observedQuotes: readonly ObservedQuote[]): readonly (readonly ObservedQuote[])[] {
  const groups: Map<string, ObservedQuote>[] = []
  for (const observed of observedQuotes) {
    const ref = monitorRef(observed.quote.monitor)
    const last = groups.at(-1)
    if (last && !last.has(ref)) last.set(ref, observed)
    else groups.push(new Map([[ref, observed]]))
  }
  return groups.map((group) => [...group.values()])
}
