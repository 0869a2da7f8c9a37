import { MINUTE_MS } from '../../domain/durations.ts'
import type { StoredMonitor } from '../history/stored-monitor.ts'
import type { Observation } from '../sources/source.ts'
import type { SourceReading } from './combine.ts'

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
  function note({
    ref,
    source,
    observation,
    now,
    stored,
  }: SeenReading): Pick<SourceReading, 'since' | 'isStamped' | 'before'> {
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

  return { note }
}

/** What is known of a source after a restart: the stored price, where it was made of this source. */
function seenBefore(source: string, stored: StoredMonitor | undefined): Seen | undefined {
  if (!stored || stored.sources?.includes(source) === false) return undefined
  const { price, lastUpdate, isStamped = false } = stored
  return { price, since: lastUpdate, lastUpdate, stampsInARow: isStamped ? IN_A_ROW : 0 }
}
