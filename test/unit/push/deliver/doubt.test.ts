import { expect, it } from 'vitest'
import { judgeSoftRefusal } from '../../../../src/push/deliver/refusal.ts'

const MINUTE_MS = 60_000
const refusal = (doubt: 'person' | 'rights') => ({ kind: 'retry', afterMs: 1_000, doubt }) as const

it.each([
  ['person', 1, { kind: 'retry', afterMs: 10 * MINUTE_MS, doubt: 'person' }],
  ['person', 2, { kind: 'retry', afterMs: 24 * 60 * MINUTE_MS, doubt: 'person' }],
  ['person', 3, { kind: 'unreachable', reason: 'refused 3 times' }],
  ['rights', 1, { kind: 'retry', afterMs: 10 * MINUTE_MS, doubt: 'rights' }],
  ['rights', 9, { kind: 'retry', afterMs: 12 * 60 * MINUTE_MS, doubt: 'rights' }],
] as const)('a doubt about a %s, the %i. in a row', (doubt, times, sendResult) => {
  expect(judgeSoftRefusal(refusal(doubt), times)).toEqual(sendResult)
})

it('leaves what is certain as it is', () => {
  expect(judgeSoftRefusal({ kind: 'retry', afterMs: 1_000 }, 5)).toEqual({ kind: 'retry', afterMs: 1_000 })
})
