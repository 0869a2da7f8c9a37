import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/durations.ts'
import { minuteOfDay, minutesOf, nextTimeOfDay } from '../../../src/domain/time-of-day.ts'

/** 08:30 in Caracas, a Saturday. */
const MORNING = Date.UTC(2026, 10, 21, 12, 30)
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 16)

describe('a time of the day', () => {
  it('is hours and minutes, and nothing else is', () => {
    expect(['00:00', '07:05', '23:59'].map(minutesOf)).toEqual([0, 425, 1439])
    for (const text of ['', '7:05', '24:00', '12:60', '12:5', ' 12:00', '12:00:00', 'ab:cd'])
      expect(minutesOf(text)).toBeUndefined()
  })

  it('is read from a wall of the zone, in Caracas where none is named', () => {
    expect([minuteOfDay(MORNING), minuteOfDay(MORNING, 'UTC'), minuteOfDay(MORNING, 'Asia/Kolkata')]).toEqual(
      [8 * 60 + 30, 12 * 60 + 30, 18 * 60],
    )
  })
})

const FROM = Date.UTC(2026, 9, 1)
const TO = Date.UTC(2028, 9, 1)
const DAY_MINUTES = 1_440
const CHANGE_MS_MAX = 120 * MINUTE_MS
/** The shortest time between two changes is a month: Morocco's, around Ramadan. */
const STEP_MS = 14 * DAY_MS
/** Minutes around a change, and around the times that it leaves out. */
const AROUND = [-61, -60, -30, -1, 0, 1, 30, 59]

/** How far the wall of a zone is from UTC (minutes, modulo a day). */
const offsetAt = (ms: number, zone: string): number =>
  (minuteOfDay(ms, zone) - (ms % DAY_MS) / MINUTE_MS + DAY_MINUTES) % DAY_MINUTES

/** The first minute (ms) of a new offset in a span that has one change. */
function changeIn(before: number, after: number, zone: string): number {
  if (after - before === MINUTE_MS) return after
  const middle = before + Math.round((after - before) / 2 / MINUTE_MS) * MINUTE_MS
  const isBefore = offsetAt(middle, zone) === offsetAt(before, zone)
  return isBefore ? changeIn(middle, after, zone) : changeIn(before, middle, zone)
}

/** When clocks change in two years in each zone; of zones that change alike one. */
function changesOfZones(): { zone: string; changes: readonly number[] }[] {
  const byRule = new Map<string, { zone: string; changes: readonly number[] }>()
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const changes: number[] = []
    const first = offsetAt(FROM, zone)
    for (let at = FROM, offset = first; at < TO; at += STEP_MS) {
      const next = offsetAt(at + STEP_MS, zone)
      if (next !== offset) changes.push(changeIn(at, at + STEP_MS, zone))
      offset = next
    }
    byRule.set(`${first} ${changes}`, { zone, changes })
  }
  return [...byRule.values()].filter(({ changes }) => changes.length > 0)
}

const timeOf = (minutes: number): string => {
  const minute = (minutes + DAY_MINUTES) % DAY_MINUTES
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Times around those that a change leaves out or repeats, each asked for on that day and on the day before. */
function casesAround(zone: string, change: number): { zone: string; time: string; after: number }[] {
  const first = minuteOfDay(change - MINUTE_MS, zone) + 1
  return AROUND.flatMap((past) =>
    AROUND.map((minutes, index) => {
      const after = change + minutes * MINUTE_MS - (index % 2) * (DAY_MS - 1)
      return { zone, time: timeOf(first + past), after }
    }),
  )
}

/** Whether a wall shows the time at an instant, or shows at once a later one as clocks went forward. */
function isShownOrSkipped(time: string, ms: number, zone: string): boolean {
  const past = (minuteOfDay(ms, zone) - (minutesOf(time) ?? 0) + DAY_MINUTES) % DAY_MINUTES
  const gap = minuteOfDay(ms, zone) - minuteOfDay(ms - MINUTE_MS, zone)
  return past === 0 || past < (gap + DAY_MINUTES) % DAY_MINUTES
}

describe('the next time that a wall shows it', () => {
  it.each([
    ['08:31', '2026-11-21T12:31'],
    ['23:59', '2026-11-22T03:59'],
    ['00:00', '2026-11-22T04:00'],
    ['08:29', '2026-11-22T12:29'],
    ['08:30', '2026-11-22T12:30'],
  ])('%s is at %s, always later than now', (time, at) => {
    expect(iso(nextTimeOfDay(time, MORNING))).toBe(at)
    expect(nextTimeOfDay(time, MORNING + 59_999)).toBe(nextTimeOfDay(time, MORNING))
  })

  it('is right on the days on which clocks change', () => {
    const madrid = (time: string, ms: number): string => iso(nextTimeOfDay(time, ms, 'Europe/Madrid'))
    expect(madrid('08:00', Date.UTC(2026, 2, 28, 12))).toBe('2026-03-29T06:00') // an hour is left out
    expect(madrid('08:00', Date.UTC(2026, 9, 24, 12))).toBe('2026-10-25T07:00') // an hour comes twice
    expect(madrid('08:00', Date.UTC(2026, 9, 26, 12))).toBe('2026-10-27T07:00')
  })

  it.each([
    ['America/Santiago', '00:00', '2027-09-05T04:00'],
    ['Europe/Madrid', '02:00', '2027-03-28T01:00'],
    ['Europe/Madrid', '02:30', '2027-03-28T01:00'],
    ['America/New_York', '02:00', '2027-03-14T07:00'],
    ['Australia/Lord_Howe', '02:15', '2027-10-02T15:30'],
  ])('in %s %s is when clocks go forward over it', (zone, time, at) => {
    const change = Date.parse(`${at}Z`)
    for (const before of [1, MINUTE_MS, 30 * MINUTE_MS, 20 * 60 * MINUTE_MS])
      expect(iso(nextTimeOfDay(time, change - before, zone))).toBe(at)
    expect(nextTimeOfDay(time, change, zone)).toBeGreaterThan(change + 22 * 60 * MINUTE_MS)
  })

  it('is later than now and at most a day and a change ahead, around every change of clocks in every zone', () => {
    const cases = changesOfZones().flatMap(({ zone, changes }) =>
      changes.flatMap((change) => casesAround(zone, change)),
    )
    expect(cases.length).toBeGreaterThan(5_000)
    const wrong = cases.filter(({ zone, time, after }) => {
      const at = nextTimeOfDay(time, after, zone)
      const isSoon = at > after && at <= after + DAY_MS + CHANGE_MS_MAX
      return !isSoon || !isShownOrSkipped(time, at, zone)
    })
    expect(wrong).toEqual([])
  })
})
