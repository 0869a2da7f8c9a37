import { dayIn, HOUR_MINUTES, minutesOf, nextTimeOfDay, type TimeOfDay, weekdayOf } from './caracas.ts'

/** Times on some weekdays, such as 7:30 from Monday to Friday. */
export interface Schedule {
  /** In their order. */
  readonly times: readonly TimeOfDay[]
  /** 0 is Sunday; every day if empty. */
  readonly weekdays: readonly number[]
}

/** Once a day. */
export const daily = (time: TimeOfDay): Schedule => ({ times: [time], weekdays: [] })

/** `07:30,13:00 12345` */
export const scheduleText = ({ times, weekdays }: Schedule): string =>
  `${times.join()} ${weekdays.join('')}`.trimEnd()

/** Reads what `scheduleText` wrote; undefined for anything else. */
export function parseSchedule(text: string): Schedule | undefined {
  const [times = '', weekdays = ''] = text.split(' ')
  const read = times.split(',')
  if (read.some((time) => minutesOf(time) === undefined) || !/^[0-6]*$/.test(weekdays)) return undefined
  return { times: read, weekdays: [...weekdays].map(Number) }
}

/** One time more or less, without the times of some hours of a day (0 to 23), or other days: only these, or all but these. */
export type ScheduleChange =
  | { readonly act: 'add' | 'remove'; readonly time: TimeOfDay }
  | { readonly act: 'remove'; readonly hours: readonly number[] }
  | { readonly act: 'only' | 'without'; readonly days: readonly number[] }

const FACE_MINUTES = 12 * HOUR_MINUTES
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

/** A schedule as it is changed; undefined where no time or no day of it is left. */
export function changedSchedule(schedule: Schedule, change: ScheduleChange): Schedule | undefined {
  const { times, weekdays } = schedule
  if ('days' in change) {
    if (change.act === 'only') return { ...schedule, weekdays: change.days }
    const left = (weekdays.length > 0 ? weekdays : EVERY_DAY).filter((day) => !change.days.includes(day))
    return left.length > 0 ? { ...schedule, weekdays: left } : undefined
  }
  if (change.act === 'add') return { ...schedule, times: [...new Set([...times, change.time])].toSorted() }
  const left = 'hours' in change ? timesOutside(times, change.hours) : timesWithout(times, change.time)
  return left.length > 0 ? { ...schedule, times: left } : undefined
}

const timesOutside = (times: readonly TimeOfDay[], hours: readonly number[]): readonly TimeOfDay[] =>
  times.filter((time) => !hours.includes(Math.floor((minutesOf(time) ?? 0) / HOUR_MINUTES)))

/** Where there is no such time, it is said as on a clock face: `el de las 5` is that of 17:00. */
function timesWithout(times: readonly TimeOfDay[], said: TimeOfDay): readonly TimeOfDay[] {
  const onFace = (time: TimeOfDay): number => (minutesOf(time) ?? 0) % FACE_MINUTES
  const isExact = times.includes(said)
  return times.filter((time) => (isExact ? time !== said : onFace(time) !== onFace(said)))
}

const WEEK_DAYS = 7

/** The first instant (ms) of a schedule after the given one, on the clocks of a time zone (IANA name; Caracas if not given). */
export function nextOfSchedule({ times, weekdays }: Schedule, afterMs: number, zone?: string): number {
  let at = afterMs
  for (let tried = 0; tried <= WEEK_DAYS * times.length; tried++) {
    at = Math.min(...times.map((time) => nextTimeOfDay(time, at, zone)))
    if (weekdays.length === 0 || weekdays.includes(weekdayOf(dayIn(at, zone)))) return at
  }
  return at
}
