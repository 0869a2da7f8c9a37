/** A server whose clock is further ahead would have its price count as the newest for as long. */
const AHEAD_MS_MAX = 5 * 60_000

/** As of when (ms) something counts that a server dated so; now, where it did not, or its clock cannot be right. */
export const asOfOrNow = (dated: number | undefined, now: number): number =>
  dated === undefined || dated > now + AHEAD_MS_MAX ? now : dated
