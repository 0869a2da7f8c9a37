import { expect, test } from 'vitest'
import { createAxes, valueRangeOf } from '../../../src/charts/pen.ts'

test('the range of an axis leaves space for labels, is below zero only if a value is, and is never empty', () => {
  const at = (...values: number[]) => [values.map((value, day) => ({ day, value, isOld: false }))]
  expect(valueRangeOf(at(100, 200))).toEqual({ low: 82, high: 214 })
  expect(valueRangeOf(at(1, 200)).low).toBe(0)
  expect(valueRangeOf(at(-10, 20)).low).toBeCloseTo(-15.4)
  expect(valueRangeOf(at(30, 40), true).low).toBe(0)
  const level = valueRangeOf(at(5, 5))
  expect([level.low < 5, level.high > 5]).toEqual([true, true])
  expect(valueRangeOf([])).toEqual({ low: 0, high: 1 })
})

test('an axis of one day shows it in the middle', () => {
  const axes = createAxes(
    { left: 100, right: 300, top: 0, bottom: 100 },
    { from: 5, to: 5 },
    { low: 0, high: 10 },
  )
  expect([axes.x(5), axes.y(0), axes.y(10)]).toEqual([200, 100, 0])
})
