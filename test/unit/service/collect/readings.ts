import { HOUR_MS } from '../../../../src/domain/caracas.ts'
import type { CombineOptions, SourceReading } from '../../../../src/service/collect/combine.ts'

/** A Wednesday noon in Caracas. */
export const NOW = Date.UTC(2026, 0, 21, 16)
export const STALE_AFTER_MS = 36 * HOUR_MS

/** A price that a source gave. */
export function reading(
  source: string,
  price: string,
  { lastUpdate, stale, since = NOW, ...more }: Partial<SourceReading & SourceReading['observation']> = {},
): SourceReading {
  const observation = {
    key: 'usd',
    price,
    ...(lastUpdate !== undefined && { lastUpdate }),
    ...(stale && { stale }),
  }
  return { source, observation, since, isStamped: false, ...more }
}

export const first: CombineOptions = {
  strategy: 'first',
  quorum: 2,
  staleAfterMs: STALE_AFTER_MS,
  now: NOW,
  known: undefined,
  isForDays: false,
  order: ['BCV', 'A', 'B', 'C', 'D', 'Fallback'],
}
export const median: CombineOptions = { ...first, strategy: 'median' }
/** What is stored. */
export const knownAs = (price: string, lastUpdate = NOW - HOUR_MS, sources = ['A']) => ({
  price,
  lastUpdate,
  sources,
})
