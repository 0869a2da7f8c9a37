import { keysOfChats, MATCH, priceArguments } from '../../chats/access.ts'
import type { ObservedQuote, PriceStore } from '../../prices/prices.ts'
import type { DueQueue } from '../../queue/due-queue.ts'
import { monitorRef } from '../../rates/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import { isScriptError } from '../../redis/script.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import { type ConsumeOptions, createConsumer, createMatched } from './consume.ts'

/** Most chats made due by the first call of each shard: all shards are asked at once, and Redis serves others between. */
const CHATS_AT_FIRST = 16
const CHATS_A_CALL = 200
/** Of the shards that had nobody: the chats of the others are told meanwhile. */
const OTHERS_AT_ONCE = 16
/** Shards that have more are worked off so many at a time, or others would wait for Redis. */
const SHARDS_AT_ONCE = 3

export interface MatcherOptions extends Omit<ConsumeOptions, 'match' | 'beginRound'> {
  readonly redis: Redis
  readonly queue: DueQueue
  readonly prices: Pick<PriceStore, 'record'>
  /** Hears of each price before it is matched, and of one that could not be in all shards. */
  readonly begin: (observed: ObservedQuote) => void
  readonly giveUp: (observed: ObservedQuote) => void
  /** Says where chats are about to be due: who asks at once, over the same connection, has the answer with ours. */
  readonly lookAt: (shards: readonly number[]) => void
}

/** Prices of one notification on their way through the shards. */
interface Round {
  readonly observedQuotes: readonly ObservedQuote[]
  /** What they are for the script, but for the first argument. */
  readonly args: readonly (string | number)[]
  readonly failures: unknown[]
}

interface Page {
  readonly hasMore: boolean
  /** How many chats were made due. */
  readonly made: number
}
const NOTHING: Page = { hasMore: false, made: 0 }

/** Takes what was seen from the stream and makes due, in every shard, the chats that want to hear of it. */
export function createMatcher(options: MatcherOptions): Part {
  const { redis, queue, prices } = options
  const matched = createMatched(queue.shards)
  const allShards = Array.from({ length: queue.shards }, (_, shard) => shard)
  /** Shards that cannot be reached: a later price must not come there before an earlier one. */
  const away = new Set<number>()

  /** One step in one shard. Where it fails the others go on. */
  async function matchPage(shard: number, round: Round, chats: number): Promise<Page> {
    const args = [chats, ...round.args]
    try {
      const [again, made] = (await MATCH.run(redis, keysOfChats(queue, shard, []), args)) as [number, number]
      if (again === 0) for (const observed of round.observedQuotes) matched.note(observed, shard)
      return { hasMore: again === 1, made }
    } catch (error) {
      round.failures.push(error)
      if (!isScriptError(error)) away.add(shard)
      return NOTHING
    }
  }

  /** Shards that had somebody to tell of a monitor last time, or of one that moved with it; all at first. */
  const busyShards = new Map<string, Set<number>>()
  function busyOf(ref: string): Set<number> {
    const known = busyShards.get(ref) ?? new Set(allShards)
    busyShards.set(ref, known)
    return known
  }

  /** A little of every shard first, those that had somebody last time before the others; then what is left. */
  async function matchAll(round: Round, shards: readonly number[]): Promise<void> {
    const known = round.observedQuotes.map(({ quote }) => busyOf(monitorRef(quote.monitor)))
    const pages = new Map<number, Page>()
    const matchFirst = (some: readonly number[]): Promise<unknown> =>
      Promise.all(some.map(async (shard) => pages.set(shard, await matchPage(shard, round, CHATS_AT_FIRST))))
    const isBusy = (shard: number): boolean => known.some((ofOne) => ofOne.has(shard))
    const busy = shards.filter(isBusy)
    const others = shards.filter((shard) => !isBusy(shard))
    const first = matchFirst(busy)
    options.lookAt(busy)
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
    for (const observed of observedQuotes) options.begin(observed)
    await Promise.all([
      prices.record(observedQuotes).catch((error: unknown) => failures.push(error)),
      matchAll(
        { observedQuotes, args: observedQuotes.flatMap(priceArguments), failures },
        wanting.filter((shard) => !away.has(shard)),
      ),
    ])
    if (failures.length === 0) return true
    for (const observed of observedQuotes) options.giveUp(observed)
    throw failures[0]
  }

  /** Throws where a shard has not taken it all: it comes again, and is asked of that one alone. */
  async function match(observedQuotes: readonly ObservedQuote[]): Promise<boolean> {
    let hasDone = false
    for (const together of eachMonitorOnce(observedQuotes))
      hasDone = (await matchTogether(together)) || hasDone
    return hasDone
  }

  return createConsumer({ ...options, match, beginRound: () => away.clear() })
}

/** What is seen of a monitor a second time is matched after what came before it. */
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
