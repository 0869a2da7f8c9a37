import { expect, test } from 'vitest'
import {
  dayIn,
  MINUTE_MS,
  minuteOfDay,
  minutesOf,
  nextTimeOfDay,
  startOfDayIn,
} from '../../../src/domain/caracas.ts'

/** 08:30 in Caracas, a Saturday. */
const MORNING = Date.UTC(2026, 10, 21, 12, 30)
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 16)

test('a time of the day is hours and minutes, and nothing else is', () => {
  expect(['00:00', '07:05', '23:59'].map(minutesOf)).toEqual([0, 425, 1439])
  for (const text of ['', '7:05', '24:00', '12:60', '12:5', ' 12:00', '12:00:00', 'ab:cd'])
    expect(minutesOf(text)).toBeUndefined()
})

test('the time of the day is read from a wall of the zone, in Caracas where none is named', () => {
  const minutes = [undefined, 'UTC', 'Asia/Kolkata'].map((zone) => minuteOfDay(MORNING, zone))
  expect(minutes).toEqual([8 * 60 + 30, 12 * 60 + 30, 18 * 60])
})

test.each([
  ['08:31', '2026-11-21T12:31'],
  ['23:59', '2026-11-22T03:59'],
  ['00:00', '2026-11-22T04:00'],
  ['08:30', '2026-11-22T12:30'],
])('the next %s is at %s, always later than now', (time, at) => {
  expect(iso(nextTimeOfDay(time, MORNING))).toBe(at)
  expect(nextTimeOfDay(time, MORNING + 59_999)).toBe(nextTimeOfDay(time, MORNING))
})

test('the next time is right on the days on which clocks change', () => {
  const madrid = (ms: number): string => iso(nextTimeOfDay('08:00', ms, 'Europe/Madrid'))
  expect(madrid(Date.UTC(2026, 2, 28, 12))).toBe('2026-03-29T06:00') // an hour is left out
  expect(madrid(Date.UTC(2026, 9, 24, 12))).toBe('2026-10-25T07:00') // an hour comes twice
})

test.each([
  ['America/Santiago', '00:00', '2027-09-05T04:00'],
  ['Europe/Madrid', '02:30', '2027-03-28T01:00'],
  ['America/New_York', '02:00', '2027-03-14T07:00'],
  ['Australia/Lord_Howe', '02:15', '2027-10-02T15:30'],
])('in %s the next %s is when clocks go forward over it', (zone, time, at) => {
  const change = Date.parse(`${at}Z`)
  for (const before of [1, MINUTE_MS, 30 * MINUTE_MS, 20 * 60 * MINUTE_MS])
    expect(iso(nextTimeOfDay(time, change - before, zone))).toBe(at)
  expect(nextTimeOfDay(time, change, zone)).toBeGreaterThan(change + 22 * 60 * MINUTE_MS)
})

test.each([
  [undefined, '2026-11-23T04:00Z'],
  ['Europe/Madrid', '2026-11-22T23:00Z'],
  ['America/Los_Angeles', '2026-11-23T08:00Z'],
  ['Asia/Tokyo', '2026-11-22T15:00Z'],
  ['Pacific/Kiritimati', '2026-11-22T10:00Z'],
  ['Pacific/Pago_Pago', '2026-11-23T11:00Z'],
])('a day begins by the clocks of %s at %s', (zone, instant) => {
  const at = Date.parse(instant)
  expect(startOfDayIn('2026-11-23', zone)).toBe(at)
  expect([dayIn(at - 1, zone), dayIn(at, zone)]).toEqual(['2026-11-22', '2026-11-23'])
})
