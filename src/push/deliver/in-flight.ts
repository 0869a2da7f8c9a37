const LATENCY_MS_AT_FIRST = 100
const LATENCY_WEIGHT = 0.1
const EXCESSES = 4
const IN_FLIGHT_MAX = 384
const ROOM_SHARE = 1 / 32

/**
 * Limits the calls in flight to what fills the rate: rate × latency + 1. More calls would send nothing sooner, and each call
 * in flight at a kill may be sent twice. The latency is one that few calls exceed: with the mean, half of the calls would find
 * no room at their place and be late.
 */
export function createInFlight(ratePerSecond: () => number) {
  let meanMs = LATENCY_MS_AT_FIRST
  let excessMs = 0
  let count = 0
  const waiting: (() => void)[] = []

  function limit(): number {
    const latencyMs = meanMs + EXCESSES * excessMs
    return Math.min(IN_FLIGHT_MAX, Math.ceil((ratePerSecond() * latencyMs) / 1000) + 1)
  }

  function measure(ms: number): void {
    excessMs += LATENCY_WEIGHT * (Math.max(0, ms - meanMs) - excessMs)
    meanMs += LATENCY_WEIGHT * (ms - meanMs)
  }

  /** Lets as many waiting calls begin as there is room for; several at once, as the limit may have grown. */
  function wakeWaiting(): void {
    if (waiting.length === 0) return
    const most = limit()
    if (count <= most - Math.ceil(most * ROOM_SHARE)) for (const go of waiting.splice(0, most - count)) go()
  }

  const isFull = (): boolean => count >= limit()
  const nextEnd = (): Promise<void> => new Promise((go) => waiting.push(go))

  async function waitForRoom(): Promise<void> {
    while (isFull()) await nextEnd()
  }

  return {
    limit,
    /** Undefined where there is room for a call; otherwise resolves when there is, for the first caller that then begins. */
    room: (): Promise<void> | undefined => (isFull() ? waitForRoom() : undefined),
    /** Notes that a call begins; returns what `end` takes. */
    begin(): number {
      count += 1
      return performance.now()
    },
    end(startedAt: number): void {
      measure(performance.now() - startedAt)
      count -= 1
      wakeWaiting()
    },
  }
}

export type InFlight = ReturnType<typeof createInFlight>
