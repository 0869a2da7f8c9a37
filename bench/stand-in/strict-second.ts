const SECOND_MS = 1_000

/**
 * Judges calls by a sliding second: true while fewer than `cap` were taken within the last 1,000 ms. Each refusal bans
 * everything for a second, a refusal within that second too.
 */
export function createStrictSecond(cap: number): (nowMs: number) => boolean {
  const taken = new Float64Array(cap).fill(Number.NEGATIVE_INFINITY)
  let oldest = 0
  let bannedUntil = Number.NEGATIVE_INFINITY
  return (nowMs) => {
    const isFull = (taken[oldest] ?? 0) > nowMs - SECOND_MS
    if (isFull || nowMs < bannedUntil) {
      bannedUntil = nowMs + SECOND_MS
      return false
    }
    taken[oldest] = nowMs
    oldest = (oldest + 1) % cap
    return true
  }
}
