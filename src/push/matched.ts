import type { Sighting } from '../board/board.ts'
import { monitorRef } from '../rates/monitor.ts'

/** Until when each shard was shown the prices of each monitor: what is older, or comes again, need not be asked of it. */
export function createMatched(shards: number) {
  const until = new Map<string, Float64Array>()

  return {
    note({ quote, asOf, corrects }: Sighting, shard: number): void {
      const ref = monitorRef(quote.monitor)
      const known = until.get(ref) ?? new Float64Array(shards)
      known[shard] = corrects === undefined ? Math.max(known[shard] ?? 0, asOf) : asOf
      until.set(ref, known)
    },
    /** Whether a shard has still to be shown it. */
    wants: ({ quote, asOf, corrects }: Sighting, shard: number): boolean =>
      corrects !== undefined || asOf > (until.get(monitorRef(quote.monitor))?.[shard] ?? 0),
  }
}
