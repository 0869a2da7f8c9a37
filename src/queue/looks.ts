/**
 * When each shard is looked at next, and which are next in turn: those where something urgent is due before all others.
 * Times are ms of `performance.now()`.
 */
export function createLooks(shards: number) {
  const nextAt = new Float64Array(shards)
  const urgentAt = new Float64Array(shards).fill(Number.POSITIVE_INFINITY)
  let turn = 0
  let urgentTurn = 0

  /** Up to so many shards whose time has come, beginning with a shard. */
  function find(times: Float64Array, now: number, { from, most }: { from: number; most: number }): number[] {
    const found: number[] = []
    for (let i = 0; i < shards && found.length < most; i++) {
      const shard = (from + i) % shards
      if ((times[shard] ?? 0) <= now) found.push(shard)
    }
    return found
  }

  return {
    /** Looks then, unless something is heard before. */
    postpone(shard: number, until: number): void {
      nextAt[shard] = until
      urgentAt[shard] = Number.POSITIVE_INFINITY
    },
    /** Looks then at the latest. */
    expect(shard: number, at: number): void {
      nextAt[shard] = Math.min(nextAt[shard] ?? 0, at)
    },
    /** The same, and before shards where nothing is urgent. */
    hurry(shard: number, at: number): void {
      urgentAt[shard] = Math.min(urgentAt[shard] ?? 0, at)
    },
    firstAt: (): number => Math.min(...nextAt, ...urgentAt),
    /** Up to so many shards that want a look, each in its turn. */
    next(now: number, most: number): number[] {
      const urgent = find(urgentAt, now, { from: urgentTurn, most })
      const others = find(nextAt, now, { from: turn, most })
        .filter((shard) => !urgent.includes(shard))
        .slice(0, most - urgent.length)
      urgentTurn = (urgent.at(-1) ?? urgentTurn - 1) + 1
      turn = (others.at(-1) ?? turn - 1) + 1
      return [...urgent, ...others]
    },
  }
}
