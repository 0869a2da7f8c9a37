import {
  addDays,
  type ClockTime,
  DAY_MS,
  type Day,
  dayOf,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  startOfDay,
  wallClock,
  weekdayOf as weekdayIn,
  yearOf,
} from '../domain/caracas.ts'
import type { Words } from './words.ts'

/** The time on the wall clock of Caracas at an instant (ms). */
export function clockTime(at: number): ClockTime {
  const wall = wallClock(at)
  return { hour: wall.getUTCHours(), minute: wall.getUTCMinutes() }
}

const isToday = (at: number, now: number): boolean => dayOf(at) === dayOf(now)
const isYesterday = (at: number, now: number): boolean => dayOf(at) === addDays(dayOf(now), -1)
const isOfAnotherYear = (at: number, now: number): boolean => yearOf(dayOf(at)) !== yearOf(dayOf(now))

/** Sources that give a day and no time give its first moment in Caracas. */
const isBareDay = (at: number): boolean => at === startOfDay(dayOf(at))

/** «hace 2 min»: how long ago `at` was (both ms). */
export function ago(words: Words, at: number, now: number): string {
  const passed = now - at
  if (passed < MINUTE_MS) return words.justNow
  if (passed < HOUR_MS) return words.minutesAgo(Math.floor(passed / MINUTE_MS))
  if (passed < DAY_MS) return words.hoursAgo(Math.floor(passed / HOUR_MS))
  return words.daysAgo(Math.floor(passed / DAY_MS))
}

/** The same text with times in place of ages, which stays true when it is sent on: «Último cambio a la 1:05 p. m.». `at` (ms) is when it was written. */
export function agesAsTimes(words: Words, text: string, at: number): string {
  const ages = [
    [words.minutesAgo, MINUTE_MS],
    [words.hoursAgo, HOUR_MS],
    [words.daysAgo, DAY_MS],
  ] as const
  const constant = text
    .replaceAll(words.justNow, when(words, at, at))
    .replaceAll(words.daysAgo(1), when(words, at - DAY_MS, at))
  return ages.reduce((said, [age, ms]) => {
    const pattern = new RegExp(age(SOME).replace(String(SOME), String.raw`(\d+)`), 'g')
    return said.replace(pattern, (_, count: string) => when(words, at - Number(count) * ms, at))
  }, constant)
}

/** Any number above one. */
const SOME = 2

/** «jueves 22 de enero, 1:05 p. m.» */
export const dayAndTime = (words: Words, at: number): string =>
  `${words.fullDay(dayOf(at))}, ${words.clock(clockTime(at))}`

/** «a la 1:05 p. m.», or the day where it was another one. */
export const when = (words: Words, at: number, now: number): string =>
  isToday(at, now) ? words.atTime(clockTime(at)) : words.onDay(dayOf(at), isOfAnotherYear(at, now))

/** «desde la 1:05 p. m.»: when something began, in words that stay true while the message lies in the chat. */
export function since(words: Words, at: number, now: number): string {
  if (isBareDay(at)) return words.sinceDay(dayOf(at), isOfAnotherYear(at, now))
  if (isToday(at, now)) return words.sinceTime(clockTime(at))
  if (isYesterday(at, now)) return words.sinceYesterday(clockTime(at))
  return words.sinceDay(dayOf(at), isOfAnotherYear(at, now))
}

/** The same on a narrow line: «desde el 19/01». */
export const shortSince = (words: Words, at: number, now: number): string =>
  isToday(at, now) && !isBareDay(at) ? words.sinceTime(clockTime(at)) : words.sinceShortDay(dayOf(at))

/** The same beside a name: «1:05 p. m.», «desde el 19/01». */
export const shortestSince = (words: Words, at: number, now: number): string =>
  isToday(at, now) && !isBareDay(at) ? words.clock(clockTime(at)) : words.sinceShortDay(dayOf(at))

/** How fresh a price is by its source's own time: «hace 2 min», or «precio de hoy» where it gives the day alone. */
export function freshness(words: Words, at: number, now: number): string {
  if (!isBareDay(at)) return ago(words, at, now)
  if (isToday(at, now)) return words.priceOfToday
  if (isYesterday(at, now)) return words.priceOfYesterday
  return words.priceOfDay(dayOf(at), isOfAnotherYear(at, now))
}

/** The same on a narrow line: «hoy», «el 05/01». */
export function shortFreshness(words: Words, at: number, now: number): string {
  if (!isBareDay(at)) return now - at < MINUTE_MS ? words.nowShort : ago(words, at, now)
  if (isToday(at, now)) return words.today
  if (isYesterday(at, now)) return words.yesterday
  return words.onShortDay(dayOf(at), isOfAnotherYear(at, now))
}

/** «viernes 20 de noviembre», with its year where that is another one. */
export const dayIn = (words: Words, day: Day, today: Day): string =>
  words.fullDay(day, yearOf(day) !== yearOf(today))

/** «jueves». */
export const weekdayOf = (words: Words, at: number): string => words.weekdays[weekdayIn(dayOf(at))] ?? ''

/** «jueves 22», of a day of this week. */
export const weekdayAndDay = (words: Words, at: number): string => words.weekdayAndDay(dayOf(at))

/** «jue 22», of a day of this week, where a line is narrow. */
export const nearWeekday = (words: Words, at: number): string => words.nearWeekday(dayOf(at))

/** Whole seconds of a time to wait (ms), at least one. */
export const secondsIn = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / SECOND_MS))
