import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import {
  addDays,
  addMonths,
  DAY_MS,
  dayIn,
  dayOf,
  formatDatetime,
  formatIso,
  formatLastUpdate,
  instantOf,
  MINUTE_MS,
  minuteOfDay,
  minutesOf,
  nextTimeOfDay,
  offsetMinutesAt,
  parseDatetime,
  parseDay,
  parseMoment,
  startOfDay,
  startOfDayIn,
  workingTimeBetween,
} from '../../../src/domain/caracas.ts'

const instants = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2100, 0, 1) })

it('Caracas has the offset that the time zone database has, at any instant', () => {
  const zone = new Intl.DateTimeFormat('en', { timeZone: 'America/Caracas', timeZoneName: 'longOffset' })
  fc.assert(
    fc.property(instants, (instant) => {
      const name = zone.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value
      const hours = Math.trunc(offsetMinutesAt(instant) / -60)
      const minutes = Math.abs(offsetMinutesAt(instant) % 60)
      expect(name).toBe(`GMT-${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`)
    }),
  )
})

it('Caracas starts every day of a year at 04:00 UTC, one after the other', () => {
  for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
    expect(startOfDay(day)).toBe(Date.parse(`${day}T04:00:00Z`))
    expect([dayOf(startOfDay(day)), dayOf(startOfDay(day) - 1)]).toEqual([day, addDays(day, -1)])
  }
})

it('Caracas reads days in both orders, and refuses impossible ones', () => {
  for (const text of ['22-01-2026', '2026-01-22', '22/01/2026']) expect(parseDay(text)).toBe('2026-01-22')
  for (const text of ['31-02-2026', '2026-13-01', '00-01-2026', '29-02-2025', 'x2026-01-22', '22-01-2026x'])
    expect(parseDay(text)).toBeUndefined()
  expect(() => startOfDay('2026-02-31')).toThrow(RangeError)
})

it('Caracas has the times of day around a change of its clocks at the offset that holds then', () => {
  const at = (hour: number, minute: number) => instantOf({ year: 2016, month: 5, day: 1, hour, minute })
  // At 02:30 clocks went to 03:00.
  expect([at(2, 29), at(3, 0)]).toEqual([Date.UTC(2016, 4, 1, 6, 59), Date.UTC(2016, 4, 1, 7)])
  const in2007 = (hour: number) => instantOf({ year: 2007, month: 12, day: 9, hour })
  expect([in2007(2), in2007(6)]).toEqual([Date.UTC(2007, 11, 9, 6), Date.UTC(2007, 11, 9, 10, 30)])
})

it('Caracas reads a time that its clocks skipped, and has the day that began with one', () => {
  expect(instantOf({ year: 2016, month: 5, day: 1, hour: 2, minute: 45 })).toBe(Date.UTC(2016, 4, 1, 7, 15))
  // At 00:00 clocks went to 00:30.
  expect([startOfDay('1965-01-01'), parseDay('1965-01-01')]).toEqual([
    Date.UTC(1965, 0, 1, 4, 30),
    '1965-01-01',
  ])
})

it('Caracas counts no Saturday and no Sunday', () => {
  const friday = startOfDay('2026-11-20')
  expect(workingTimeBetween(friday, friday + 4 * DAY_MS)).toBe(2 * DAY_MS)
  expect(workingTimeBetween(friday + DAY_MS, friday + 2 * DAY_MS)).toBe(0)
  expect(workingTimeBetween(friday, friday - 1)).toBe(0)
})

it.each([
  ['2026-03-31', -1, '2026-02-28'],
  ['2024-02-29', -12, '2023-02-28'],
  ['2026-01-31', -3, '2025-10-31'],
  ['2026-12-31', 2, '2027-02-28'],
])('Caracas %s and %i months are %s', (day, months, then) => {
  expect(addMonths(day, months)).toBe(then)
})

it.each([
  ['2025-01-22T13:00:05.123456-0400', '2025-01-22T13:00:05-04:00'],
  ['2026-01-22T04:00:00Z', '2026-01-22T00:00:00-04:00'],
  ['2025-01-22 13:00', '2025-01-22T13:00:00-04:00'],
  ['2016-04-30', '2016-04-30T00:00:00-04:30'],
  ['22/01/2025, 12:30 AM', '2025-01-22T00:30:00-04:00'],
  ['22-01-2025, 1:00:05 pm', '2025-01-22T13:00:05-04:00'],
  ['22/01/2025,\n 1:05 p.  m.', '2025-01-22T13:05:00-04:00'],
  ['Jueves, 22 Enero  2026', '2026-01-22T00:00:00-04:00'],
  ['miércoles 22 de ene. de 2025', '2025-01-22T00:00:00-04:00'],
  ['1 de setiembre de 2026, 1:05 p. m.', '2026-09-01T13:05:00-04:00'],
  ['22 de Sept. del 2025 1:05 P.M.', '2025-09-22T13:05:00-04:00'],
  ['1737565200', '2025-01-22T13:00:00-04:00'],
  ['1737565200123', '2025-01-22T13:00:00-04:00'],
  ['631152000', '1989-12-31T20:00:00-04:00'],
  ['7258118400', '2199-12-31T20:00:00-04:00'],
  ['1900-01-01', '1900-01-01T00:00:00-04:30'],
])('a time as sources give it, %s, is %s', (text, iso) => {
  expect(formatIso(parseMoment(text) ?? 0)).toBe(iso)
})

it.each([
  ...['', 'ayer', '31/02/2026', '22/01/2025, 13:00 PM', '22/01/2026, 0:30 PM', '2026-01-22T25:00:00'],
  ...['2026-01-22T12:00:00+25:99', '22 de marzox de 2026', 'el jueves 22 de marzo de 2026', '1899-12-31'],
  ...['11737565200123', '631151999', '7258118401', '2201-01-01', '0'.repeat(81)],
])('%j is no time of a source', (text) => {
  expect(parseMoment(text)).toBeUndefined()
})

it('a time that is written is read back, to the precision of each form', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2017, 0, 1), max: Date.UTC(2090, 0, 1) }), (instant) => {
      const second = instant - (((instant % 1_000) + 1_000) % 1_000)
      expect(parseMoment(formatIso(instant))).toBe(second)
      expect(parseDatetime(formatDatetime(instant))).toBe(second)
      expect(parseMoment(formatLastUpdate(instant))).toBe(second - (second % 60_000))
    }),
  )
})

it('times are written in the forms of the rate API', () => {
  const instant = Date.UTC(2026, 10, 20, 18, 8, 23)
  expect(formatDatetime(instant)).toEqual({
    date: 'viernes, 20 de noviembre de 2026',
    time: '2:08:23 p. m.',
  })
  expect(formatLastUpdate(instant)).toBe('20/11/2026, 02:08 PM')
})

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
