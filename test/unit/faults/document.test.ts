import { describe, expect, it } from 'vitest'
import { faultsSection, type Kept } from '../../faults/document.ts'
import { isGreen, type Scenario, type Survived } from '../../faults/scenario.ts'

const SURVIVED: Survived = {
  n: 2_000,
  of: 'messages',
  lost: 0,
  duplicates: { count: 3, max: 21 },
  delay: { of: 'to the chat', ms: 1_234, msMax: 5_000 },
}
const SCENARIO: Scenario = {
  name: 'cut',
  promise: 'A cut loses nothing',
  done: 'cut | mend',
  run: async () => SURVIVED,
}
const OTHER: Scenario = { ...SCENARIO, name: 'other', promise: 'Another thing holds' }

const keptOf = (seed: number, change: Partial<Kept> = {}): Kept => ({
  name: 'cut',
  seed,
  seconds: 60,
  slowness: 1,
  survived: SURVIVED,
  run: 'commit `abc1234`, 2 cores',
  at: seed,
  ...change,
})

describe('the section of faults', () => {
  it('adds up the three newest seeds, puts bounds beside the figures, and names what was not tried', () => {
    const slow = { ...SURVIVED, delay: { of: 'to the chat', ms: 6_000, msMax: 5_000 } }
    const kept = [keptOf(3), keptOf(2), keptOf(9, { at: 0 }), keptOf(1, { survived: slow, slowness: 1.5 })]
    const untried = [{ promise: 'A second machine', why: 'there is one.' }]
    const section = faultsSection([SCENARIO, OTHER], kept, untried)
    expect(section).toContain(
      '| `cut`: A cut loses nothing | cut \\| mend | 0 of 6,000 messages | 9 (≤ 63) | 6.00 s (≤ 5 s) × 1.5 |',
    )
    expect(section).toContain('1 of 1 scenarios green with every seed. 3 runs, 3 minutes.')
    expect(section).toContain('- A second machine: there is one.')
    expect(section).toContain('- Another thing holds: not run yet (`other`).')
  })

  it('names what failed', () => {
    const { survived: _, ...run } = keptOf(2)
    const failed: Kept = { ...run, reason: 'not within 5 s\n    at somewhere' }
    const section = faultsSection([SCENARIO], [keptOf(1), failed], [])
    expect(section).toContain('0 of 1 scenarios green')
    expect(section).toContain('| **broken**; 0 of 2,000 messages; seed 2: not within 5 s |')
  })
})

it.each<[boolean, Partial<Survived>, number]>([
  [true, {}, 1],
  [false, { lost: 1 }, 1],
  [false, { duplicates: { count: 22, max: 21 } }, 1],
  [false, { delay: { of: 'to the chat', ms: 5_001, msMax: 5_000 } }, 1],
  [true, { delay: { of: 'to the chat', ms: 9_000, msMax: 5_000 } }, 2],
  [false, { n: 0 }, 1],
])('a result is green: %s, with %o on a machine %i times slower', (green, change, slowness) =>
  expect(isGreen({ survived: { ...SURVIVED, ...change }, slowness })).toBe(green),
)
