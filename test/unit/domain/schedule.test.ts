import { expect, test } from 'vitest'
import { changedSchedule, nextOfSchedule, parseSchedule, scheduleText } from '../../../src/domain/schedule.ts'

const at = (text: string): number => Date.parse(text)

test.each([
  ['07:30', '2026-11-21T11:00Z', '2026-11-21T11:30Z'],
  ['07:30', '2026-11-21T11:30Z', '2026-11-22T11:30Z'],
  ['09:00,13:00', '2026-11-21T14:00Z', '2026-11-21T17:00Z'],
  // From Friday evening to Monday.
  ['07:30 12345', '2026-11-20T23:00Z', '2026-11-23T11:30Z'],
  ['07:30 0', '2026-11-22T11:30Z', '2026-11-29T11:30Z'],
  ['09:00,13:00 6', '2026-11-21T17:00Z', '2026-11-28T13:00Z'],
])('%s comes next after %s at %s', (text, after, next) => {
  const schedule = parseSchedule(text)
  expect(schedule && scheduleText(schedule)).toBe(text)
  expect(schedule && nextOfSchedule(schedule, at(after))).toBe(at(next))
})

test('a schedule follows the clocks and the weekdays of its zone', () => {
  // In Madrid it is Monday already.
  const schedule = { times: ['00:30'], weekdays: [1] }
  expect(nextOfSchedule(schedule, at('2026-11-22T12:00Z'), 'Europe/Madrid')).toBe(at('2026-11-22T23:30Z'))
})

test.each([
  ['07:00', { act: 'add', time: '17:00' }, '07:00,17:00'],
  ['07:00 12', { act: 'add', time: '07:00' }, '07:00 12'],
  ['07:00,17:00 12', { act: 'remove', time: '17:00' }, '07:00 12'],
  ['07:00,17:00', { act: 'remove', time: '05:00' }, '07:00'],
  ['05:00,17:00', { act: 'remove', time: '05:00' }, '17:00'],
  ['07:00', { act: 'remove', time: '06:00' }, '07:00'],
  ['07:00', { act: 'remove', time: '19:00' }, undefined],
  ['07:00,18:00 1', { act: 'remove', hours: [6, 7, 8] }, '18:00 1'],
  ['18:00', { act: 'remove', hours: [6, 7, 8] }, '18:00'],
  ['07:30,08:59', { act: 'remove', hours: [6, 7, 8] }, undefined],
  ['07:00 0', { act: 'only', days: [1, 2] }, '07:00 12'],
  ['07:00', { act: 'without', days: [0] }, '07:00 123456'],
  ['07:00 12345', { act: 'without', days: [0, 5] }, '07:00 1234'],
  ['07:00 6', { act: 'without', days: [0, 6] }, undefined],
] as const)('%s with %o is %s', (text, change, changed) => {
  const schedule = parseSchedule(text)
  const after = schedule && changedSchedule(schedule, change)
  expect(after && scheduleText(after)).toBe(changed)
})

test.each(['', 'x', '25:00', '07:30 9', '07:30,'])('«%s» is no schedule', (text) => {
  expect(parseSchedule(text)).toBeUndefined()
})
