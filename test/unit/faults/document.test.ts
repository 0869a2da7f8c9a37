import { describe, expect, it } from 'vitest'
import { faultsSection, hasFullRun, type Report } from '../../faults/document.ts'
import { isGreen, lineOf, type Result, type Survived } from '../../faults/scenario.ts'
import { replaceSection } from '../../support/reliability.ts'

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

const REPORT: Report = {
  results: [resultOf(SURVIVED)],
  untried: [{ promise: 'A second machine', why: 'there is one.' }],
  date: '2026-11-22',
  commit: 'abc1234',
  machine: '2 cores',
  minutes: 0.2,
  isShort: false,
}

describe('the section of faults', () => {
  it('shows zero with its upper limit, and duplicates and delays with their bounds', () => {
    const section = faultsSection(REPORT)
    expect(section).toContain(
      '| ✓ | A cut loses nothing | cut \\| mend | 0 of 2,000 messages (≤ 0.15 %) | 3 (≤ 21) | 1.23 s to the chat (≤ 5.00 s) | cut |',
    )
    expect(section).toContain('`npm run faults -- --seed 7`: 1 of 1 green in 0 minutes, commit `abc1234`')
    expect(section).toContain('- A second machine: there is one.')
  })

  it('says that it is of the short form, which takes no place of a full run', () => {
    const documents = [REPORT, { ...REPORT, isShort: true }].map((report) =>
      replaceSection('# Reliability\n', 'faults', faultsSection(report)),
    )
    expect(documents.map(hasFullRun)).toEqual([true, false])
    expect(documents[1]).toContain('`npm run faults -- --seed 7 --short`: 1 of 1 green in the short form')
    expect(hasFullRun('# Reliability\n')).toBe(false)
  })

  it('replaces itself and leaves those of other commands as they are', () => {
    const written = replaceSection(replaceSection('# Reliability\n', 'faults', 'old'), 'soak', '20 minutes')
    expect(replaceSection(written, 'faults', 'new')).toBe(written.replace('old', 'new'))
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
