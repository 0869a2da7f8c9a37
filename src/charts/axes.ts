import type { Days } from './day-number.ts'
import type { Held } from './held.ts'

/** A rectangle of the picture, in pixels. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Where days and values lie in a box. */
export interface Axes {
  readonly box: Box
  readonly low: number
  readonly high: number
  readonly x: (day: number) => number
  readonly y: (value: number) => number
}

/** Room above the highest and below the lowest for what is written there, as shares of the height between them. */
const ROOM_ABOVE = 0.16
const ROOM_BELOW = 0.2

export interface Span {
  readonly low: number
  readonly high: number
}

/** The values an axis spans; never below zero where no value is, and from zero on `withZero`. */
export function spanOf(lines: readonly (readonly Held[])[], withZero = false): Span {
  let [low, high] = withZero ? [0, 0] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { value } of lines.flat()) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (low > high) return { low: 0, high: 1 }
  const height = high - low || Math.abs(high) * 0.02 || 1
  const floor = low < 0 ? Number.NEGATIVE_INFINITY : 0
  return { low: Math.max(floor, low - height * ROOM_BELOW), high: high + height * ROOM_ABOVE }
}

export function createAxes(box: Box, { from, to }: Days, { low, high }: Span): Axes {
  const perDay = (box.right - box.left) / Math.max(1, to - from)
  const perUnit = (box.bottom - box.top) / (high - low)
  return {
    box,
    low,
    high,
    x: (day) => (from === to ? (box.left + box.right) / 2 : box.left + (day - from) * perDay),
    y: (value) => box.bottom - (value - low) * perUnit,
  }
}
