import { MINUTE_MS } from '../../rates/durations.ts'

/** How far the time of a fetch may be from our clock: pages show minutes only, and clocks differ. */
const NEAR_MS = 2 * MINUTE_MS
/** After so many new times in a row that are each the time of the fetch, the times of a source are not believed. */
const IN_A_ROW = 5

interface Seen {
  readonly lastUpdate: number
  readonly inARow: number
}

/**
 * Detects sources whose `last_update` is the time of the request: it says nothing about the price, and would make every
 * collection an update. Kept in memory: a restart needs as many collections again.
 */
export function createRequestTimes() {
  const seen = new Map<string, Seen>()

  /** Notes a source's time at `now` (ms). Returns whether the source gives the time of the request. */
  return function isRequestTime(ref: string, lastUpdate: number | undefined, now: number): boolean {
    if (lastUpdate === undefined) return false
    const before = seen.get(ref)
    const isNear = Math.abs(now - lastUpdate) <= NEAR_MS
    const isNew = before?.lastUpdate !== lastUpdate
    const inARow = isNear ? (before?.inARow ?? 0) + (isNew ? 1 : 0) : 0
    seen.set(ref, { lastUpdate, inARow })
    return inARow >= IN_A_ROW
  }
}
