import { expect, it } from 'vitest'
import { isGreen, type Survived } from '../../faults/scenario.ts'

const SURVIVED: Survived = {
  n: 2_000,
  of: 'messages',
  lost: 0,
  duplicates: { count: 3, max: 21 },
  delay: { ms: 1_234, msMax: 5_000 },
}

it.each<[boolean, Partial<Survived>, number]>([
  [true, {}, 1],
  [false, { lost: 1 }, 1],
  [false, { duplicates: { count: 22, max: 21 } }, 1],
  [false, { delay: { ms: 5_001, msMax: 5_000 } }, 1],
  [true, { delay: { ms: 9_000, msMax: 5_000 } }, 2],
  [false, { n: 0 }, 1],
])('a result is green: %s, with %o on a machine %i times slower', (green, change, slowness) =>
  expect(isGreen({ survived: { ...SURVIVED, ...change }, slowness })).toBe(green),
)
