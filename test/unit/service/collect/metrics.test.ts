import { expect, test } from 'vitest'
import { createMetrics } from '../../../../src/runtime/metrics.ts'
import { measurePages } from '../../../../src/service/collect/metrics.ts'
import type { LatestQuotes } from '../../../../src/service/history/latest.ts'
import { parseSources } from '../../../../src/service/sources/file/sources-file.ts'

const FILE =
  '{"pages": {"bcv": {"source": {"kind": "simulated"}, "monitors": {"usd": {"currency": "dollar"}}}}}'

test('the age of a page that was never read counts from the start, so that its alert can fire', async () => {
  const latest: Pick<LatestQuotes, 'pages' | 'quotes' | 'collectedAt'> = {
    pages: () => parseSources(FILE, 'test'),
    quotes: () => [],
    collectedAt: () => undefined,
  }
  let now = 1_000_000
  const metrics = createMetrics()
  measurePages({ latest, metrics, clock: () => now })
  now += 7_300_000
  const text = await metrics.text()
  expect(text).toContain('tasa_collection_age_seconds{page="bcv"} 7300')
  expect(text).toContain('tasa_stale_monitors{page="bcv"} 0')
})
