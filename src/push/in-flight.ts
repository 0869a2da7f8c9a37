const LATENCY_MS_AT_FIRST = 100
const LATENCY_WEIGHT = 0.1
const IN_FLIGHT_MAX = 256

/**
 * Bounds the calls under way to what fills the rate: rate × measured latency, + 1. More would send nothing sooner, and
 * what is under way at a kill is what may be sent twice.
 */
export function createInFlight(ratePerSecond: number) {
  let latencyMs = LATENCY_MS_AT_FIRST
  let count = 0
  const waiting: (() => void)[] = []
  const limit = (): number => Math.min(IN_FLIGHT_MAX, Math.ceil((ratePerSecond * latencyMs) / 1000) + 1)

  return {
    limit,
    async run<Result>(call: () => Promise<Result>): Promise<Result> {
      while (count >= limit()) await new Promise<void>((go) => waiting.push(go))
      count += 1
      const startedAt = performance.now()
      try {
        return await call()
      } finally {
        latencyMs += LATENCY_WEIGHT * (performance.now() - startedAt - latencyMs)
        count -= 1
        waiting.shift()?.()
      }
    },
  }
}

export type InFlight = ReturnType<typeof createInFlight>
