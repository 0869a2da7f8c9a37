/** When each shard is looked at next, and which are next in turn; times are ms of `performance.now()`. */
export function createLooks(shards: number) {
  const nextAt = new Float64Array(shards)
  let turn = 0

  return {
    /** Looks then, unless something is heard before. */
    postpone(shard: number, until: number): void {
      nextAt[shard] = until
    },
    /** Looks then at the latest. */
    expect(shard: number, at: number): void {
      nextAt[shard] = Math.min(nextAt[shard] ?? 0, at)
    },
    firstAt: (): number => Math.min(...nextAt),
    /** Up to so many shards that want a look, each in its turn. */
    next(now: number, most: number): number[] {
      const found: number[] = []
      const first = turn
      for (let i = 0; i < shards && found.length < most; i++) {
        const shard = (first + i) % shards
        if ((nextAt[shard] ?? 0) > now) continue
        found.push(shard)
        turn = shard + 1
      }
      return found
    },
  }
}
