import { describe, expect, test } from 'vitest'
import { createAxes, DARK, LIGHT, valueRangeOf } from '../../../src/charts/pen.ts'

/** How people who lack a kind of cone see linear red, green and blue (Machado, Oliveira and Fernandes, 2009). */
const EYES = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152, 1.053, -0.205, 0.115, 0.786, 0.099, -0.004, -0.048, 1.052],
  deutan: [0.367, 0.861, -0.228, 0.28, 0.673, 0.047, -0.012, 0.043, 0.969],
  tritan: [1.256, -0.077, -0.179, -0.078, 0.931, 0.148, 0.005, 0.691, 0.304],
}
/** From linear red, green and blue to CIE XYZ, relative to white. */
const XYZ = [0.4339, 0.3762, 0.1899, 0.2126, 0.7152, 0.0722, 0.0177, 0.1095, 0.8727]

const times = (matrix: readonly number[], [r = 0, g = 0, b = 0]: readonly number[]): number[] =>
  [0, 3, 6].map((at) => {
    const value = (matrix[at] ?? 0) * r + (matrix[at + 1] ?? 0) * g + (matrix[at + 2] ?? 0) * b
    return Math.min(1, Math.max(0, value))
  })
const linear = (colour: string): number[] =>
  [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
function lab(seen: readonly number[]): [number, number, number] {
  const [x = 0, y = 0, z = 0] = times(XYZ, seen).map((value) =>
    value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116,
  )
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
const brightness = (colour: string): number => times(XYZ, linear(colour))[1] ?? 0

const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [brightness(one), brightness(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('the colours of a %s chart', (_name, ink) => {
  test('have lines that are distinct for every kind of colour vision', () => {
    for (const eyes of Object.values(EYES)) {
      const seen = ink.lines.map((colour) => lab(times(eyes, linear(colour))))
      const distances = seen.flatMap((a, index) =>
        seen.slice(index + 1).map((b) => Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)))),
      )
      expect(Math.min(...distances)).toBeGreaterThan(25)
    }
  })

  test('have a contrast with the paper of 4.5 to 1 for text, and 3 to 1 for lines', () => {
    for (const colour of [ink.text, ink.quiet, ink.up, ink.down])
      expect(contrast(colour, ink.paper)).toBeGreaterThan(4.5)
    expect(contrast(ink.simulated, ink.simulatedPaper)).toBeGreaterThan(4.5)
    for (const colour of ink.lines) expect(contrast(colour, ink.paper)).toBeGreaterThan(3)
  })
})

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
