const LATENCY_MS_AT_FIRST = 100
const LATENCY_WEIGHT = 0.1
const EXCESSES = 4
const IN_FLIGHT_MAX = 384
const ROOM_SHARE = 1 / 32

/**
 * Bounds the calls under way to what fills the rate: rate × measured latency, + 1. More would send nothing sooner, and
 * what is under way at a kill is what may be sent twice. The latency is one that few calls exceed: with the mean, half
 * of the calls would find no room at their moment, and come late.
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

  /** Wakes as many as there is room for, some at once where there is room for many: a limit that grew may have it. */
  function leave(): void {
    count -= 1
    if (waiting.length === 0) return
    const most = limit()
    if (count <= most - Math.ceil(most * ROOM_SHARE)) for (const go of waiting.splice(0, most - count)) go()
  }

  const isFull = (): boolean => count >= limit()
  const someToLeave = (): Promise<void> => new Promise((go) => waiting.push(go))

  async function roomToCome(): Promise<void> {
    while (isFull()) await someToLeave()
  }

  return {
    limit,
    /** Undefined where there is room for a call, else resolves when there is; whoever calls first has it. */
    room: (): Promise<void> | undefined => (isFull() ? roomToCome() : undefined),
    /** A call begins; answers what `end` wants to know. */
    begin(): number {
      count += 1
      return performance.now()
    },
    end(startedAt: number): void {
      measure(performance.now() - startedAt)
      leave()
    },
  }
}

export type InFlight = ReturnType<typeof createInFlight>
