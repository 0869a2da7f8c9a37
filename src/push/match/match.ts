import { keysOfChats, MATCH, priceArguments } from '../../chats/access.ts'
import type { ObservedQuote, PriceStore } from '../../prices/prices.ts'
import type { DueQueue } from '../../queue/due-queue.ts'
import { monitorRef } from '../../rates/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import { isScriptError } from '../../redis/script.ts'
import { createMatched } from './consume.ts'

/** Most chats made due by the first call to each shard: all shards are called at once, and Redis serves others between. */
const CHATS_AT_FIRST = 16
const CHATS_A_CALL = 200
/** Of the shards where nobody was made due last time: the chats of the others are served meanwhile. */
const OTHERS_AT_ONCE = 16
/** Shards with more chats are worked off so many at a time, or other calls would wait for Redis. */
const SHARDS_AT_ONCE = 3

export interface MatcherOptions {
  readonly redis: Redis
  readonly queue: DueQueue
  readonly prices: Pick<PriceStore, 'record'>
  /** Called with each price before it is matched, and with one that some shards could not take. */
  readonly begin: (observed: ObservedQuote) => void
  readonly giveUp: (observed: ObservedQuote) => void
  /** Called with the shards where chats are about to be due: a reservation over the same connection is answered with the match. */
  readonly lookAt: (shards: readonly number[]) => void
}

/** Prices of one notification on their way through the shards. */
interface Round {
  readonly observedQuotes: readonly ObservedQuote[]
  /** The arguments of the script, but for the first one. */
  readonly args: readonly (string | number)[]
  readonly failures: unknown[]
}

interface Page {
  readonly hasMore: boolean
  /** How many chats were made due. */
  readonly made: number
}
const EMPTY_PAGE: Page = { hasMore: false, made: 0 }

/** Has every shard take prices: alerts are triggered and the chats that wait for a change are made due. */
export function createMatcher({ redis, queue, prices, begin, giveUp, lookAt }: MatcherOptions) {
  const matched = createMatched(queue.shards)
  const allShards = Array.from({ length: queue.shards }, (_, shard) => shard)
  /** Shards that cannot be reached: a later price must not get there before an earlier one. */
  const away = new Set<number>()

  /** Runs one call in one shard; where it fails the other shards go on. */
  async function matchPage(shard: number, round: Round, chats: number): Promise<Page> {
    const args = [chats, ...round.args]
    try {
      const [again, made] = (await MATCH.run(redis, keysOfChats(queue, shard, []), args)) as [number, number]
      if (again === 0) for (const observed of round.observedQuotes) matched.note(observed, shard)
      return { hasMore: again === 1, made }
    } catch (error) {
      round.failures.push(error)
      if (!isScriptError(error)) away.add(shard)
      return EMPTY_PAGE
    }
  }

  /** The shards where a monitor, or one that moved with it, made chats due last time; all at first. */
  const busyShards = new Map<string, Set<number>>()
  function busyOf(ref: string): Set<number> {
    const known = busyShards.get(ref) ?? new Set(allShards)
    busyShards.set(ref, known)
    return known
  }

  /** Makes a few chats of every shard due first, busy shards before the others; then the rest. */
  async function matchAll(round: Round, shards: readonly number[]): Promise<void> {
    const known = round.observedQuotes.map(({ quote }) => busyOf(monitorRef(quote.monitor)))
    const pages = new Map<number, Page>()
    const matchFirst = (some: readonly number[]): Promise<unknown> =>
      Promise.all(some.map(async (shard) => pages.set(shard, await matchPage(shard, round, CHATS_AT_FIRST))))
    const isBusy = (shard: number): boolean => known.some((ofOne) => ofOne.has(shard))
    const busy = shards.filter(isBusy)
    const others = shards.filter((shard) => !isBusy(shard))
    const first = matchFirst(busy)
    lookAt(busy)
    await first
    while (others.length > 0) await matchFirst(others.splice(0, OTHERS_AT_ONCE))
    for (const ofOne of known)
      for (const shard of shards) ofOne[pages.get(shard)?.made ? 'add' : 'delete'](shard)
    await matchRest(
      round,
      shards.filter((shard) => pages.get(shard)?.hasMore),
    )
  }

  async function matchRest(round: Round, left: number[]): Promise<void> {
    const work = async (): Promise<void> => {
      for (let shard = left.shift(); shard !== undefined; shard = left.shift())
        while ((await matchPage(shard, round, CHATS_A_CALL)).hasMore);
    }
    await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, work))
  }

  async function matchTogether(observedQuotes: readonly ObservedQuote[]): Promise<boolean> {
    const wanting = allShards.filter((shard) =>
      observedQuotes.some((observed) => matched.wants(observed, shard)),
    )
    if (wanting.length === 0) return false
    const failures: unknown[] = wanting.some((shard) => away.has(shard)) ? [new Error('a shard is away')] : []
    for (const observed of observedQuotes) begin(observed)
    await Promise.all([
      prices.record(observedQuotes).catch((error: unknown) => failures.push(error)),
      matchAll(
        { observedQuotes, args: observedQuotes.flatMap(priceArguments), failures },
        wanting.filter((shard) => !away.has(shard)),
      ),
    ])
    if (failures.length === 0) return true
    for (const observed of observedQuotes) giveUp(observed)
    throw failures[0]
  }

  /** Returns whether any shard had to take them. Throws where a shard could not: tried again, that shard alone is called. */
  async function match(observedQuotes: readonly ObservedQuote[]): Promise<boolean> {
    let hasDone = false
    for (const together of eachMonitorOnce(observedQuotes))
      hasDone = (await matchTogether(together)) || hasDone
    return hasDone
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
