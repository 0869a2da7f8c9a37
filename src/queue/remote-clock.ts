const REPLIES_KEPT = 16

/**
 * Another machine's clock by our `performance.now()`, from the times in its replies: of the last few the soonest is the
 * truest, so that one that was long on its way does not move what was agreed on.
 */
export function createRemoteClock() {
  let delays: number[] = []

  return {
    /** A reply that carries the time over there (ms) has just come. */
    hear(ms: number): void {
      delays = [...delays.slice(1 - REPLIES_KEPT), performance.now() - ms]
    },
    /** A moment over there (ms), by our clock. */
    here: (ms: number): number => ms + Math.min(...delays),
  }
}
