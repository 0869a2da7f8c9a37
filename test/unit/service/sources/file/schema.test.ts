import { expect, test } from 'vitest'
import { isCron, nextAfter, parsePeriod } from '../../../../../src/service/sources/file/schema.ts'

test('a period is a number of seconds, minutes, hours or days, from one second up', () => {
  expect(['1s', '90s', '15m', '36h', '2d'].map(parsePeriod)).toEqual([
    1_000, 90_000, 900_000, 129_600_000, 172_800_000,
  ])
})

test('a period is nothing else', () => {
  const others = ['', '0s', '1', 's', '-1s', '1.5h', '1w', '15 m', '1S', '1000ms', '9999999999s']
  expect(others.filter((text) => parsePeriod(text) !== undefined)).toEqual([])
})

test('a cron expression has five or six fields, and a time that comes', () => {
  const good = ['*/5 * * * *', '0 16 * * 1-5', '30 */2 * * * *']
  const bad = ['', '* *', '61 * * * *', 'monday', '@daily', '2026-01-22T16:00:00', 'every five minutes']
  expect([...good, ...bad, '0 0 31 2 *'].filter(isCron)).toEqual(good)
})

test('a cron expression means the clock in Caracas', () => {
  const next = nextAfter({ crons: ['0 16 * * 1-5'] }, 0)
  const thursday = Date.UTC(2026, 0, 22, 20)
  const monday = Date.UTC(2026, 0, 26, 20)
  expect(next(thursday - 1)).toBe(thursday)
  expect(next(thursday + 24 * 3_600_000)).toBe(monday)
})

test('the time of the next run keeps to the beat, and skips what passed in a slow run', () => {
  const next = nextAfter({ everyMs: 1_000 }, 5_000)
  expect([5_000, 5_001, 5_900, 6_000, 9_500].map(next)).toEqual([6_000, 6_000, 6_000, 6_000, 10_000])
})
