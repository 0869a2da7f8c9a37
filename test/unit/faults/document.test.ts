import { describe, expect, it } from 'vitest'
import { faultsSection, type Kept } from '../../faults/document.ts'
import { isGreen, lineOf, type Result, type Scenario, type Survived } from '../../faults/scenario.ts'

const resultOf = (survived: Survived): Result => ({
  scenario: { name: 'cut', promise: 'A cut loses nothing', done: 'cut | mend', run: async () => survived },
  seed: 7,
  seconds: 12.3,
  slowness: 1,
  survived,
})
const SURVIVED: Survived = {
  n: 2_000,
  of: 'messages',
  lost: 0,
  duplicates: { count: 3, max: 21 },
  delay: { of: 'to the chat', ms: 1_234, msMax: 5_000 },
}

const SCENARIO: Scenario = resultOf(SURVIVED).scenario
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
  it('adds up all seeds, and puts the bounds beside the duplicates and the worst delay', () => {
    const slow = { ...SURVIVED, delay: { of: 'to the chat', ms: 6_000, msMax: 5_000 } }
    const kept = [keptOf(2), keptOf(1, { survived: slow, slowness: 1.5 })]
    const section = faultsSection([SCENARIO], kept, [{ promise: 'A second machine', why: 'there is one.' }])
    expect(section).toContain(
      '| `cut`: A cut loses nothing | cut \\| mend | 0 of 4,000 messages | 6 (≤ 42) | 6.00 s (≤ 5 s) × 1.5 |',
    )
    expect(section).toContain('1 of 1 scenarios green with every seed. 2 runs, 2 minutes.')
    expect(section).toContain('- A second machine: there is one.')
  })

  it('names what failed, and what has not been run', () => {
    const { survived: _, ...run } = keptOf(2)
    const failed: Kept = { ...run, reason: 'not within 5 s\n    at somewhere' }
    const section = faultsSection([SCENARIO, OTHER], [keptOf(1), failed], [])
    expect(section).toContain('0 of 1 scenarios green')
    expect(section).toContain('| **broken**; 0 of 2,000 messages; seed 2: not within 5 s |')
    expect(section).toContain('- Another thing holds: not run yet (`other`).')
  })

  it('has the three newest results of a scenario, and says at which commit each was', () => {
    const kept = [keptOf(9, { at: 0 }), keptOf(1), keptOf(3), keptOf(2, { run: 'commit `def`' })]
    const section = faultsSection([SCENARIO, OTHER], [...kept, keptOf(1, { name: 'other' })], [])
    expect(section).toContain('| 0 of 6,000 messages |')
    expect(section).toContain('- seed 1, commit `abc1234`, 2 cores: all 2.\n- seed 2, commit `def`: cut.')
  })
})

describe('a result', () => {
  it('is not green with a lost message, one duplicate or one ms too many, or no try at all', () => {
    const changes: Partial<Survived>[] = [
      { lost: 1 },
      { duplicates: { count: 22, max: 21 } },
      { delay: { of: 'to the chat', ms: 5_001, msMax: 5_000 } },
      { n: 0 },
    ]
    expect(isGreen(resultOf(SURVIVED))).toBe(true)
    expect(changes.map((change) => isGreen(resultOf({ ...SURVIVED, ...change })))).toEqual(
      changes.map(() => false),
    )
  })

  it('may be later where the machine was busy with other work', () => {
    const late = resultOf({ ...SURVIVED, delay: { of: 'to the chat', ms: 9_000, msMax: 5_000 } })
    expect([isGreen(late), isGreen({ ...late, slowness: 2 })]).toEqual([false, true])
  })

  it('is printed in one line', () => {
    expect(lineOf(resultOf(SURVIVED))).toBe(
      'ok  cut (seed 7, 12 s): lost 0 of 2,000 messages (≤ 0.15 %); twice 3 (≤ 21); worst 1.23 s to the chat (≤ 5.00 s)',
    )
  })
})
