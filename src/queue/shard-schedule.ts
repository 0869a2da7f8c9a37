/**
 * When each shard is read next, and which come next: first those with urgent members, as far as these have room, then the others,
 * each kind in rotation. Times are ms of `performance.now()`.
 */
export function createShardSchedule(shards: number) {
  const nextAt = new Float64Array(shards)
  const urgentAt = new Float64Array(shards).fill(Number.POSITIVE_INFINITY)
  let nextShard = 0
  let nextUrgentShard = 0

  /** Finds up to `most` shards whose time has come, from one shard on. */
  function find(times: Float64Array, now: number, { from, most }: { from: number; most: number }): number[] {
    const found: number[] = []
    for (let i = 0; i < shards && found.length < most; i++) {
      const shard = (from + i) % shards
      if ((times[shard] ?? 0) <= now) found.push(shard)
    }
    return found
  }

  function urgent(now: number, most: number): number[] {
    const found = find(urgentAt, now, { from: nextUrgentShard, most })
    nextUrgentShard = (found.at(-1) ?? nextUrgentShard - 1) + 1
    return found
  }

  return {
    /** Reads the shard then, unless a member is due before. */
    postpone(shard: number, until: number): void {
      nextAt[shard] = until
      urgentAt[shard] = Number.POSITIVE_INFINITY
    },
    /** Reads the shard then at the latest. */
    expect(shard: number, at: number): void {
      nextAt[shard] = Math.min(nextAt[shard] ?? 0, at)
    },
    /** Reads the shard then at the latest, and before shards without urgent members. */
    hurry(shard: number, at: number): void {
      urgentAt[shard] = Math.min(urgentAt[shard] ?? 0, at)
    },
    /** When the first shard is read; only routine members are waited for where urgent ones have no room. */
    firstAt: (urgentRoom = 1): number => Math.min(...nextAt, ...(urgentRoom > 0 ? urgentAt : [])),
    /** Whether a shard may have routine members that are due. */
    isDue: (now: number): boolean => Math.min(...nextAt) <= now,
    /** Up to `most` shards with urgent members to read now. */
    urgent,
    /** Up to `most` shards to read now, `urgentRoom` of them for their urgent members. */
    next(now: number, most: number, urgentRoom = most): number[] {
      const first = urgent(now, Math.min(most, urgentRoom))
      const others = find(nextAt, now, { from: nextShard, most })
        .filter((shard) => !first.includes(shard))
        .slice(0, most - first.length)
      nextShard = (others.at(-1) ?? nextShard - 1) + 1
      return [...first, ...others]
    },
  }
}
