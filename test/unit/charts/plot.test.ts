import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadApart } from '../../../src/charts/plot.ts'

test('labels at the ends of lines do not overlap, keep their order and stay in the chart', () => {
  const label = fc.record({ wanted: fc.integer({ min: 0, max: 400 }), height: fc.constantFrom(38, 82) })
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (unsorted) => {
      const sorted = unsorted.toSorted((a, b) => a.wanted - b.wanted)
      const middles = spreadApart(sorted, -40, 420)
      for (const [index, middle] of middles.entries()) {
        const half = (sorted[index]?.height ?? 0) / 2
        const free = index === 0 ? -40 : (middles[index - 1] ?? 0) + (sorted[index - 1]?.height ?? 0) / 2
        expect(middle - half).toBeGreaterThanOrEqual(free)
        expect(middle + half).toBeLessThanOrEqual(420)
      }
    }),
  )
  expect(spreadApart([{ wanted: 200, height: 82 }], 0, 400)).toEqual([200])
})
