/** How far from our clock a time may be that is the time of the fetch: pages show minutes, and clocks differ. */
const NEAR_MS = 2 * 60_000
/** So many new times in a row, each that of its fetch, and the source stamps what it has whenever it is asked. */
const IN_A_ROW = 5

interface Seen {
  readonly lastUpdate: number
  readonly inARow: number
}

/**
 * Finds sources whose `last_update` is the time at which they were asked: it says nothing of the price, and as an update
 * every collection would be one. Remembered by the process: after a restart it takes as many collections again.
 */
export function createStampedTimes() {
  const seen = new Map<string, Seen>()

  /** Takes note of what a source said at `now` (ms); true where it says the time of the fetch again. */
  return function isStamp(ref: string, lastUpdate: number | undefined, now: number): boolean {
    if (lastUpdate === undefined) return false
    const before = seen.get(ref)
    const isNear = Math.abs(now - lastUpdate) <= NEAR_MS
    const isNew = before?.lastUpdate !== lastUpdate
    const inARow = isNear ? (before?.inARow ?? 0) + (isNew ? 1 : 0) : 0
    seen.set(ref, { lastUpdate, inARow })
    return inARow >= IN_A_ROW
  }
}
