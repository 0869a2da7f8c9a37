import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRemoteClock } from '../../../src/redis/connection.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The clock over there is 1,000 ms ahead of ours; replies take as long as said. */
function hearReplies(...tookMs: readonly number[]) {
  const clock = createRemoteClock()
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  for (const ms of tookMs) {
    now += 100
    clock.hear(now - ms + 1_000)
  }
  return clock
}

describe('the clock of Redis', () => {
  it('is known from a reply, less the time that the reply took', () => {
    expect(hearReplies(2).here(5_000)).toBe(4_002)
  })

  it('is not moved by a slow reply', () => {
    expect(hearReplies(2, 40, 3).here(5_000)).toBe(4_002)
  })

  it('is known again within sixteen replies after it was set back', () => {
    const setBackBy = 60_000
    expect(hearReplies(2, ...Array<number>(16).fill(setBackBy)).here(5_000)).toBe(64_000)
  })
})
