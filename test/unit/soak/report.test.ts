import { expect, test } from 'vitest'
import type { Judged } from '../../soak/figures.ts'
import { isGreen, soakFigures, soakSection } from '../../soak/report.ts'
import type { Soaked } from '../../soak/soak.ts'

const memory: Judged = {
  of: 'bot 1',
  figure: { name: 'memory', unit: 'MB', risePerHourMax: 60, ofMinute: 'mean' },
  slope: { from: 100, to: 101, perHour: 4, margin: 9, samples: 120 },
  isBroken: false,
}

const GREEN: Soaked = {
  seed: 1,
  seconds: 1_260,
  judged: [memory],
  span: [300, 1_200],
  upsets: new Map([['a 429', 3]]),
  asked: 900,
  pushes: 5_000,
  messagesPerSecond: 50,
  lost: { untold: 0, backwards: 0 },
  unanswered: { count: 2, max: 2 },
  repeated: { count: 4, max: 4 },
  surprises: [],
  fallen: [],
  parked: 0,
  isBalanced: true,
}

test.each<Partial<Soaked>>([
  { lost: { untold: 1, backwards: 0 } },
  { lost: { untold: 0, backwards: 1 } },
  { unanswered: { count: 3, max: 2 } },
  { repeated: { count: 5, max: 4 } },
  { surprises: ['unhandled rejection'] },
  { fallen: ['push 1'] },
  { parked: 1 },
  { isBalanced: false },
  { judged: [memory, { ...memory, isBroken: true }] },
])('a soak with %o is not green', (wrong) => {
  expect(isGreen({ ...GREEN, ...wrong })).toBe(false)
  expect(soakSection({ ...GREEN, ...wrong }, 'a run')).toContain(
    '--seed 1`: **not green**, 21.0 minutes, a run.',
  )
})

test('a soak within all bounds is green, and each figure stands beside its bound', () => {
  expect(isGreen(GREEN)).toBe(true)
  expect(soakSection(GREEN, 'a run')).toContain('`npm run soak -- 20 --seed 1`: green, 21.0 minutes, a run.')
  expect(soakFigures(GREEN)).toContain('| ✓ | memory | bot 1 | 100 → 101 MB | +4.00 ± 9.00 | ≤ 60 |')
})
