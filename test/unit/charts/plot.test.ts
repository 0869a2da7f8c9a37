import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadApart } from '../../../src/charts/plot.ts'

test('labels at the ends of lines do not overlap, keep their order and stay in the chart', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(38, 82),
      (unsorted, height) => {
        const middles = spreadApart(
          unsorted.toSorted((a, b) => a - b),
          height,
          -40,
          420,
        )
        for (const [index, middle] of middles.entries()) {
          const free = index === 0 ? -40 : (middles[index - 1] ?? 0) + height / 2
          expect(middle - height / 2).toBeGreaterThanOrEqual(free)
          expect(middle + height / 2).toBeLessThanOrEqual(420)
        }
      },
    ),
  )
  expect(spreadApart([200], 82, 0, 400)).toEqual([200])
})
