import { type Decimal, multiply, round } from '../../rates/decimal.ts'
import type { Source } from './source.ts'

/** Lets somebody push simulated prices by hand; each source moves once, at its next look, and goes on from there. */
export function createNudge() {
  const waiting: { percent: number }[] = []

  /** The source with the prices of those keys pushed by what came since its last look. */
  function wrap(source: Source, keys: readonly string[]): Source {
    const own = { percent: 0 }
    waiting.push(own)
    return {
      async fetch(signal) {
        const { observations, unreadable } = await source.fetch(signal)
        const { percent } = own
        if (percent === 0) return { observations, unreadable }
        own.percent = 0
        const moved = observations.map((seen) =>
          keys.includes(seen.key) ? { ...seen, price: raise(seen.price, percent) } : seen,
        )
        return { observations: moved, unreadable }
      },
    }
  }

  function move(percent: number): void {
    for (const own of waiting) own.percent += percent
  }

  return { wrap, move }
}

/** With as many decimals as the price had, two at least. */
function raise(price: Decimal, percent: number): Decimal {
  const places = Math.max(2, price.split('.')[1]?.length ?? 0)
  return round(multiply(price, (1 + percent / 100).toFixed(8)), places)
}
