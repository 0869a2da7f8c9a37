import type { Sighting } from '../board/board.ts'
import { monitorRef } from '../rates/monitor.ts'

/** Until when each shard was shown the prices of each monitor: what is older, or comes again, need not be asked of it. */
export function createMatched(shards: number) {
  const until = new Map<string, Float64Array>()
  const all = Array.from({ length: shards }, (_, shard) => shard)

  return {
    note({ quote, asOf }: Sighting, shard: number): void {
      const ref = monitorRef(quote.monitor)
      const known = until.get(ref) ?? new Float64Array(shards)
      known[shard] = Math.max(known[shard] ?? 0, asOf)
      until.set(ref, known)
    },
    /** Those that have still to be shown it. */
    shardsWithout({ quote, asOf }: Sighting): readonly number[] {
      const known = until.get(monitorRef(quote.monitor))
      return known ? all.filter((shard) => asOf > (known[shard] ?? 0)) : all
    },
  }
}
