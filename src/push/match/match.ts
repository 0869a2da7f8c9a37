import { keysOfChats, MATCH, priceArguments } from '../../chats/access.ts'
import { monitorRef } from '../../domain/monitor.ts'
import type { ObservedQuote, PriceStore } from '../../prices/prices.ts'
import type { DueQueue } from '../../queue/due-queue.ts'
import type { Redis } from '../../redis/connection.ts'
import { isScriptError } from '../../redis/script.ts'

/** How many chats the first call to each shard makes due; few, so that Redis serves other calls in between. */
const CHATS_AT_FIRST = 16
const CHATS_A_CALL = 200
/** How many shards without due chats last time are called at once: the busy shards go first. */
const OTHERS_AT_ONCE = 16
/** How many shards with more chats are called at once, so that other calls do not wait for Redis. */
const SHARDS_AT_ONCE = 3

export interface MatcherOptions {
  readonly redis: Redis
  readonly queue: DueQueue
  readonly prices: Pick<PriceStore, 'record'>
  /** Called with each price before it is matched. */
  readonly begin: (observed: ObservedQuote) => void
  /** Called with a price that some shards could not take. */
  readonly giveUp: (observed: ObservedQuote) => void
  /** Called with the shards where chats are about to be due: their reservation goes to Redis right behind the match. */
  readonly readSoon: (shards: readonly number[]) => void
}

/** The prices of one notification while shards take them. */
interface Round {
  readonly observedQuotes: readonly ObservedQuote[]
  /** The arguments of the script, but for the first one. */
  readonly args: readonly (string | number)[]
  readonly failures: unknown[]
  /** How many chats were made due. */
  made: number
}

interface Page {
  readonly hasMore: boolean
  /** How many chats were made due. */
  readonly made: number
}
const EMPTY_PAGE: Page = { hasMore: false, made: 0 }

/** Has every shard take prices: alerts are triggered, and chats that follow a changed price are made due. */
export function createMatcher({ redis, queue, prices, begin, giveUp, readSoon }: MatcherOptions) {
  const matched = createMatched(queue.shards)
  const allShards = Array.from({ length: queue.shards }, (_, shard) => shard)
  /** Shards that cannot be reached: they get no later price before the earlier one is tried again. */
  const away = new Set<number>()

  /** Makes one call to a shard. If it fails the other shards go on. */
  async function matchPage(shard: number, round: Round, chats: number): Promise<Page> {
    const args = [chats, ...round.args]
    try {
      const [again, made] = (await MATCH.run(redis, keysOfChats(queue, shard, []), args)) as [number, number]
      round.made += made
      if (again === 0) for (const observed of round.observedQuotes) matched.note(observed, shard)
      return { hasMore: again === 1, made }
    } catch (error) {
      round.failures.push(error)
      if (!isScriptError(error)) away.add(shard)
      return EMPTY_PAGE
    }
  }

  /** For each monitor, the shards where it made chats due last time; all at first. */
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
    readSoon(busy)
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

  /** Returns how many chats were made due; undefined where no shard had to take the prices. */
  async function matchTogether(observedQuotes: readonly ObservedQuote[]): Promise<number | undefined> {
    const wanting = allShards.filter((shard) =>
      observedQuotes.some((observed) => matched.wants(observed, shard)),
    )
    if (wanting.length === 0) return undefined
    const failures: unknown[] = wanting.some((shard) => away.has(shard)) ? [new Error('a shard is away')] : []
    for (const observed of observedQuotes) begin(observed)
    const round = { observedQuotes, args: observedQuotes.flatMap(priceArguments), failures, made: 0 }
    await Promise.all([
      prices.record(observedQuotes).catch((error: unknown) => failures.push(error)),
      matchAll(
        round,
        wanting.filter((shard) => !away.has(shard)),
      ),
    ])
    if (failures.length === 0) return round.made
    for (const observed of observedQuotes) giveUp(observed)
    throw failures[0]
  }

  /**
   * Returns how many chats were made due; undefined where no shard had to take the prices. Throws where a shard could not; the
   * next try calls that shard only.
   */
  async function match(observedQuotes: readonly ObservedQuote[]): Promise<number | undefined> {
    let made: number | undefined
    for (const together of eachMonitorOnce(observedQuotes)) {
      const count = await matchTogether(together)
      if (count !== undefined) made = (made ?? 0) + count
    }
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

/** Remembers the newest price of each monitor that each shard has taken, so that it is not sent older or repeated ones. */
function createMatched(shards: number) {
  const until = new Map<string, Float64Array>()

  return {
    note({ quote, asOf, corrects }: ObservedQuote, shard: number): void {
      const ref = monitorRef(quote.monitor)
      const known = until.get(ref) ?? new Float64Array(shards)
      known[shard] = corrects === undefined ? Math.max(known[shard] ?? 0, asOf) : asOf
      until.set(ref, known)
    },
    /** Whether a shard has to take a price. */
    wants: ({ quote, asOf, corrects }: ObservedQuote, shard: number): boolean =>
      corrects !== undefined || asOf > (until.get(monitorRef(quote.monitor))?.[shard] ?? 0),
  }
}
