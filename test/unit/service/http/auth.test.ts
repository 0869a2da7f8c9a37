import { describe, expect, test } from 'vitest'
import { createLimit, networkOf, WINDOW_MS } from '../../../../src/service/http/auth.ts'

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

describe('networkOf', () => {
  test.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
  ])('%s is %s', (address, network) => expect(networkOf(address)).toBe(network))

  test('all addresses of a /64 are one, those of another are not', () => {
    const network = networkOf('2001:db8:1:2::1')
    expect(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(network)
    expect(networkOf('2001:db8:1:3::1')).not.toBe(network)
  })
})
