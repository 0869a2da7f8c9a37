import { describe, expect, it } from 'vitest'
import { createOutageWatch } from '../../../../src/push/deliver/refusal.ts'
import { NO_ANSWER, SENT, type SendResult } from '../../../../src/telegram/send-result.ts'

const ALL = Number.POSITIVE_INFINITY
const REFUSED: SendResult = { kind: 'fail', reason: 'too long' }

/** A watch that was told of answers and failures; its clock stands at 0. */
function arrange(...results: readonly SendResult[]) {
  let now = 0
  const watch = createOutageWatch(() => now)
  for (const result of results) watch.judge(result)
  return {
    ...watch,
    at: (ms: number): void => {
      now = ms
    },
  }
}
const times = (count: number, result: SendResult): SendResult[] => Array.from({ length: count }, () => result)

describe('a failure of Telegram', () => {
  it('is that of its chat while others are answered, sent or refused', () => {
    const { judge } = arrange(SENT, REFUSED, { kind: 'retry', afterMs: 1, softRefusal: 'person' })
    expect(judge(NO_ANSWER)).toBe(NO_ANSWER)
  })

  it('is not that of its chat at first, and right after another failure', () => {
    const other = { ...NO_ANSWER, isOutage: true }
    expect(arrange().judge(NO_ANSWER)).toEqual(other)
    expect(arrange(SENT, SENT, SENT, NO_ANSWER, SENT, SENT).judge(NO_ANSWER)).toEqual(other)
  })
})

describe('an outage', () => {
  it('is ten failures one after another, and an answer ends it', () => {
    const { chatsMax, judge } = arrange(...times(9, NO_ANSWER))
    expect(chatsMax()).toBe(ALL)
    judge(NO_ANSWER)
    expect(chatsMax()).toBe(0)
    judge(REFUSED)
    expect(chatsMax()).toBe(ALL)
  })

  it('lets one chat be tried after a second, then less and less often, at least every 5 s', () => {
    const { chatsMax, judge, at } = arrange(...times(10, NO_ANSWER))
    const probes: number[] = []
    for (let ms = 0; ms <= 20_000; ms += 500) {
      at(ms)
      if (chatsMax() === 0) continue
      expect(chatsMax()).toBe(1)
      probes.push(ms)
      judge(NO_ANSWER)
    }
    expect(probes).toEqual([1_000, 3_000, 7_000, 12_000, 17_000])
  })

  it('is not prolonged by calls that were in flight, and begins anew with short pauses', () => {
    const { chatsMax, judge, at } = arrange(...times(200, NO_ANSWER))
    at(1_000)
    expect(chatsMax()).toBe(1)
    judge(SENT)
    for (const failure of times(10, NO_ANSWER)) judge(failure)
    at(2_000)
    expect(chatsMax()).toBe(1)
  })

  it('keeps the chat that was tried from being the next one, for 10 s at most', () => {
    const { judge, at } = arrange(...times(10, NO_ANSWER))
    const waits = [1_000, 3_000, 7_000, 12_000].map((ms) => {
      at(ms)
      return judge(NO_ANSWER)
    })
    expect(waits).toEqual(
      [4_000, 8_000, 10_000, 10_000].map((afterMs) => ({ kind: 'retry', isOutage: true, afterMs })),
    )
  })
})
