import { expect, it } from 'vitest'
import { faultsSection, lineOf } from '../../faults/report.ts'
import { isGreen, type Result, type Survived } from '../../faults/scenario.ts'

const SURVIVED: Survived = {
  n: 2_000,
  of: 'messages',
  lost: 0,
  duplicates: { count: 3, max: 21 },
  delay: { ms: 1_234, msMax: 5_000 },
}
const RESULT: Result = {
  scenario: { name: 'cut', promise: 'A cut loses nothing', done: 'cut | mend', run: async () => SURVIVED },
  seed: 7,
  seconds: 60,
  slowness: 1.5,
  survived: SURVIVED,
}

it('the section puts bounds beside the figures, and names what failed and what was not tried', () => {
  const { survived: _, ...failed } = { ...RESULT, reason: 'not within 5 s\n    at somewhere' }
  const late = { ...RESULT, survived: { ...SURVIVED, delay: { ms: 6_000, msMax: 5_000 } } }
  const section = faultsSection(
    [RESULT, late, failed],
    [{ promise: 'A second machine', why: 'there is one.' }],
    'here',
  )
  expect(section).toContain('`npm run faults -- --seed 7`: 2 of 3 scenarios green, 3 minutes, here.')
  expect(section).toContain(
    '| `cut`: A cut loses nothing | cut \\| mend | 0 of 2,000 messages | 3 (≤ 21) | 1.23 s (≤ 5 s) |',
  )
  expect(section).toContain('| 6.00 s (≤ 5 s) × 1.5 |')
  expect(section).toContain('| **broken**; not within 5 s |')
  expect(section).toContain('- A second machine: there is one.')
  expect(lineOf(failed)).toMatch(/^BAD cut \(seed 7, 60 s.*: not within 5 s\n/)
})

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
