import { describe, expect, test } from 'vitest'
import { createLimit, WINDOW_MS } from '../../../../src/service/http/auth.ts'

describe('a limit', () => {
  test('lets max calls of a key through in a minute, then says for how many seconds to wait', () => {
    let now = 1_000
    const { take } = createLimit({ clock: () => now, max: 2 })
    expect([take('a'), take('a'), take('a'), take('b')]).toEqual([0, 0, 60, 0])
    now += 45_001
    expect(take('a')).toBe(15)
    now += WINDOW_MS
    expect(take('a')).toBe(0)
  })

  test('refuses nobody for longer where the clock is set back by an hour', () => {
    let now = 7_200_000
    const { take, isSpent } = createLimit({ clock: () => now, max: 1 })
    take('a')
    take('a')
    now = 3_600_000
    expect([isSpent('a'), take('a'), take('a')]).toEqual([false, 0, 60])
  })

  test('remembers a bounded number of keys, the newest', () => {
    const { take, size } = createLimit({ clock: () => 0, max: 1, keysMax: 100 })
    for (let i = 0; i < 10_000; i++) take(String(i))
    expect([size(), take('9999') > 0]).toEqual([100, true])
  })
})
