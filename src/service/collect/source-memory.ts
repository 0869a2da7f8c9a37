import { MINUTE_MS } from '../../domain/caracas.ts'
import { absolute, compare, type Decimal, divide, multiply, subtract } from '../../domain/decimal.ts'
import type { StoredMonitor } from '../history/stored-monitor.ts'
import type { Observation } from '../sources/source.ts'
import { haveOneOrigin, type SourceReading } from './combine.ts'

/** How far the time of a fetch may be from our clock: pages show minutes only, and clocks differ. */
const NEAR_MS = 2 * MINUTE_MS
/** After so many new times in a row that are each the time of the fetch, the times of a source are not believed. */
const IN_A_ROW = 2

interface Seen {
  readonly price: string
  readonly since: number
  readonly lastUpdate: number | undefined
  readonly stampsInARow: number
  /** The price that it was seen to give before. */
  readonly before?: string | undefined
}

interface SeenReading {
  readonly ref: string
  readonly source: string
  readonly observation: Observation
  readonly now: number
  /** The stored state of the monitor, by which a restart goes on. */
  readonly stored: StoredMonitor | undefined
}

/**
 * Remembers since when each source gives its price, and detects sources whose `last_update` is the time of the request: it
 * says nothing about the price, and would make every collection an update. Kept in memory.
 */
export function createReadingTimes() {
  const seen = new Map<string, Seen>()

  /** Notes what a source gave at `now` (ms). */
  return (reading: SeenReading): Pick<SourceReading, 'since' | 'isStamped' | 'before'> => {
    const { ref, source, observation, now, stored } = reading
    const { price, lastUpdate } = observation
    const name = `${ref} ${source}`
    const last = seen.get(name) ?? seenBefore(source, stored)
    const isNear = lastUpdate !== undefined && Math.abs(now - lastUpdate) <= NEAR_MS
    const isNew = last?.lastUpdate !== lastUpdate
    const stampsInARow = isNear ? (last?.stampsInARow ?? 0) + (isNew ? 1 : 0) : 0
    const { since, before } = last?.price === price ? last : { since: now, before: last?.price }
    seen.set(name, { price, since, lastUpdate, stampsInARow, before })
    return { since, before, isStamped: stampsInARow >= IN_A_ROW }
  }
}

/** What is known of a source after a restart: the stored price, where it was made of this source. */
function seenBefore(source: string, stored: StoredMonitor | undefined): Seen | undefined {
  if (!stored || stored.sources?.includes(source) === false) return undefined
  const { price, lastUpdate, isStamped = false } = stored
  return { price, since: lastUpdate, lastUpdate, stampsInARow: isStamped ? IN_A_ROW : 0 }
}

/** A stand-in that moves by less than so many percent says nothing about a source that stands still. */
const MOVED_PERCENT_MIN = 0.5
/** In so many collections running. */
const COLLECTIONS_MIN = 3

type Given = Pick<SourceReading, 'source' | 'echoOf' | 'observation'>

interface Watched {
  readonly price: Decimal
  /** What the independent sources gave when this one moved last, or when they were first seen since. */
  readonly others: ReadonlyMap<string, Decimal>
  /** The collections running in which one of them had moved away since. */
  readonly collections: number
}

/** Finds the sources that stand still while independent ones move away from them. Kept in memory. */
export function createStillSources() {
  const watched = new Map<string, Watched>()

  /** Counts one collection of a monitor, whose least change is in percent. */
  function note(ref: string, given: readonly Given[], leastChange?: number): void {
    for (const one of given) {
      const name = `${ref} ${one.source}`
      const independent = given.filter((other) => !haveOneOrigin(other, one))
      watched.set(name, watchedNow(watched.get(name), one, { independent, leastChange }))
    }
  }

  /** Whether a source still gives the price at which it stood while others moved in three collections running. */
  function standsStill(ref: string, { source, observation }: Given): boolean {
    const seen = watched.get(`${ref} ${source}`)
    return seen?.price === observation.price && seen.collections >= COLLECTIONS_MIN
  }

  return { note, standsStill }
}

function watchedNow(
  last: Watched | undefined,
  { observation: { price } }: Given,
  {
    independent,
    leastChange = 0,
  }: { readonly independent: readonly Given[]; readonly leastChange: number | undefined },
): Watched {
  const now = independent.map(({ source, observation }) => [source, observation.price] as const)
  if (last?.price !== price) return { price, others: new Map(now), collections: 0 }
  const share = divide(String(Math.max(leastChange, MOVED_PERCENT_MIN)), '100')
  const isApart = (a: Decimal, b: Decimal): boolean =>
    compare(absolute(subtract(a, b)), multiply(a, share)) > 0
  const hasMoved = now.some(
    ([source, other]) => isApart(last.others.get(source) ?? other, other) && isApart(price, other),
  )
  return {
    price,
    others: new Map([...now, ...last.others]),
    collections: hasMoved ? last.collections + 1 : 0,
  }
}
