import type { ChartWords } from '../messages/words/words.ts'
import type { Day } from '../rates/caracas.ts'
import { DAY_MS } from '../rates/durations.ts'

/** Days since 1970-01-01, so that every day is one step on the axis. */
export const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

const dayNumberOf = (year: number, month: number, dayOfMonth: number): number =>
  Date.UTC(year, month - 1, dayOfMonth) / DAY_MS

/** The days a chart covers, both ends included. */
export interface DayRange {
  readonly from: number
  readonly to: number
}

interface DayParts {
  readonly year: number
  readonly month: number
  readonly dayOfMonth: number
  /** 0 is Sunday. */
  readonly weekday: number
}

function dayParts(day: number): DayParts {
  const date = new Date(day * DAY_MS)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}

/** `17 ago` or `Aug 17`. */
export function shortDay(words: ChartWords, day: number): string {
  const { month, dayOfMonth } = dayParts(day)
  return words.dayAndMonth(dayOfMonth, words.months[month - 1] ?? '')
}

/** `22 jul – 21 ago 2026`: the days a chart covers, with the year once if both share it. */
export function daySpan(words: ChartWords, from: number, to: number): string {
  const end = words.withYear(shortDay(words, to), dayParts(to).year)
  if (from === to) return end
  const isSameYear = dayParts(from).year === dayParts(to).year
  const start = isSameYear
    ? shortDay(words, from)
    : words.withYear(shortDay(words, from), dayParts(from).year)
  return `${start} – ${end}`
}

const VALUE_STEPS = [1, 2, 2.5, 5, 10]

interface ValueTicks {
  readonly values: readonly number[]
  /** Decimal places needed to tell the ticks apart. */
  readonly places: number
}

/** Round numbers within a range, about `wanted` of them. */
export function valueTicks(low: number, high: number, wanted: number): ValueTicks {
  const rough = (high - low) / wanted
  const power = Math.floor(Math.log10(rough))
  const step = (VALUE_STEPS.find((factor) => factor * 10 ** power >= rough) ?? 10) * 10 ** power
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  const values = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { values, places: placesOf(step) }
}

function placesOf(step: number): number {
  let places = 0
  while (places < 8 && Math.abs(step * 10 ** places - Math.round(step * 10 ** places)) > 1e-6) places++
  return places
}

interface DayTick {
  readonly day: number
  readonly label: string
}

type Ticks = (words: ChartWords, from: number, to: number) => DayTick[]

const everyDay: Ticks = (words, from, to) =>
  range(from, to).map((day) => {
    const { weekday, dayOfMonth } = dayParts(day)
    return { day, label: `${words.weekdays[weekday]} ${dayOfMonth}` }
  })

/** Every few days, counted back from the last day, which readers look for first. */
const everyDays =
  (step: number): Ticks =>
  (words, from, to) =>
    range(from, to)
      .filter((day) => (to - day) % step === 0)
      .map((day) => ({ day, label: shortDay(words, day) }))

/** Day number of 1970-01-05. */
const FIRST_MONDAY = 4
const mondays =
  (weeks: number): Ticks =>
  (words, from, to) => {
    const last = to - ((to - FIRST_MONDAY) % 7)
    return range(from, last)
      .filter((day) => (last - day) % (7 * weeks) === 0)
      .map((day) => ({ day, label: shortDay(words, day) }))
  }

/** The first days of months; January is labelled with its year. */
const months =
  (step: number): Ticks =>
  (words, from, to) =>
    firstsOfMonths(from, to)
      .filter(({ month }) => (month - 1) % step === 0)
      .map(({ year, month, day }) => ({
        day,
        label: month === 1 ? String(year) : (words.months[month - 1] ?? ''),
      }))

const years =
  (step: number): Ticks =>
  (_words, from, to) =>
    firstsOfMonths(from, to)
      .filter(({ year, month }) => month === 1 && year % step === 0)
      .map(({ year, day }) => ({ day, label: String(year) }))

/** Kinds of ticks, the finest first, with the fewest days between two ticks. */
const DAY_STEPS: readonly { readonly days: number; readonly ticks: Ticks }[] = [
  { days: 1, ticks: everyDay },
  { days: 2, ticks: everyDays(2) },
  { days: 7, ticks: mondays(1) },
  { days: 14, ticks: mondays(2) },
  { days: 28, ticks: months(1) },
  { days: 59, ticks: months(2) },
  { days: 90, ticks: months(3) },
  { days: 181, ticks: months(6) },
  { days: 365, ticks: years(1) },
  { days: 730, ticks: years(2) },
  { days: 1_826, ticks: years(5) },
]

/** The days to label under the axis: the finest calendar steps of which at most `max` fall in the range. */
export function dayTicks(words: ChartWords, from: number, to: number, max: number): DayTick[] {
  for (const { days, ticks } of DAY_STEPS) {
    // Far too many ticks are not even built.
    if ((to - from) / days > 2 * max + 2) continue
    const found = ticks(words, from, to)
    if (found.length <= max) return found
  }
  return []
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

function firstsOfMonths(from: number, to: number): { year: number; month: number; day: number }[] {
  const start = dayParts(from)
  const found = []
  for (let at = start.year * 12 + start.month - 1; ; at++) {
    const [year, month] = [Math.floor(at / 12), (at % 12) + 1]
    const day = dayNumberOf(year, month, 1)
    if (day > to) return found
    if (day >= from) found.push({ year, month, day })
  }
}
