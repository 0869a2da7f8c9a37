import { expect, test } from 'vitest'
import { createPrivatePace } from '../../../src/bot/command-limit.ts'

test('four replies go at once, the next ones a second after each other, and other chats at once', () => {
  let now = 0
  const pace = createPrivatePace(() => now)
  expect([pace('1'), pace('1'), pace('1'), pace('1'), pace('1'), pace('1')]).toEqual([
    0, 0, 0, 0, 1_050, 2_100,
  ])
  expect(pace('2')).toBe(0)
  now = 10_000
  expect([pace('1'), pace('1'), pace('1'), pace('1'), pace('1')]).toEqual([0, 0, 0, 0, 1_050])
})
