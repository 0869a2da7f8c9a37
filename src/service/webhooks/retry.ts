const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const SPREAD = 0.2

/** Waits after the first, second … failure in a row; the last one repeats. */
export const RETRY_WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
]

/** A webhook that failed for so long is disabled. */
export const FAILING_MS_MAX = 5 * 24 * HOUR_MS

/** The waits, each moved by up to 20 % either way, so that those that failed together do not come back together. */
export const spreadWaits = (random: () => number): number[] =>
  RETRY_WAITS_MS.map((wait) => Math.round(wait * (1 + SPREAD * (2 * random() - 1))))
