import { describe, expect, it } from 'vitest'
import { judgeSoftRefusal, toOutcome } from '../../../../src/push/deliver/refusal.ts'

const MINUTE_MS = 60_000
const refusal = (softRefusal: 'person' | 'rights') =>
  ({ kind: 'retry', afterMs: 1_000, softRefusal }) as const

describe('a soft refusal', () => {
  it.each([
    ['person', 1, { kind: 'retry', afterMs: 10 * MINUTE_MS, softRefusal: 'person' }],
    ['person', 2, { kind: 'retry', afterMs: 24 * 60 * MINUTE_MS, softRefusal: 'person' }],
    ['person', 3, { kind: 'unreachable', reason: 'refused 3 times' }],
    ['rights', 1, { kind: 'retry', afterMs: 10 * MINUTE_MS, softRefusal: 'rights' }],
    ['rights', 9, { kind: 'retry', afterMs: 12 * 60 * MINUTE_MS, softRefusal: 'rights' }],
  ] as const)('by a %s, number %i in a row, is judged', (softRefusal, times, sendResult) => {
    expect(judgeSoftRefusal(refusal(softRefusal), times)).toEqual(sendResult)
  })

  it('is judged, and other refusals are not', () => {
    expect(judgeSoftRefusal({ kind: 'retry', afterMs: 1_000 }, 5)).toEqual({ kind: 'retry', afterMs: 1_000 })
  })
})

describe('the outcome of a refusal', () => {
  it('waits longer with every retry, up to five minutes, and at least as long as Telegram asks', () => {
    const waits = [0, 1, 5, 20].map((retries) => toOutcome({ kind: 'retry', afterMs: 1_500 }, retries))
    expect(waits).toEqual([1_500, 2_000, 32_000, 300_000].map((ms) => ({ kind: 'retry', ms })))
  })

  it('is done for a chat that is gone, and counts no failure where all chats wait', () => {
    expect(toOutcome({ kind: 'unreachable', reason: '' }, 0)).toEqual({ kind: 'done', ms: 0 })
    expect(toOutcome({ kind: 'pause', reason: 'flood_limit', afterMs: 3_000 }, 0)).toEqual({
      kind: 'wait',
      ms: 3_000,
    })
  })
})
