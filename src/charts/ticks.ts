import { DAY_MS, type Day } from '../domain/caracas.ts'
import type { ChartWords } from '../words/words.ts'

/** Days since 1970-01-01, so that every day is one step on the axis. */
export const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

const dayNumberOf = (year: number, month: number, dayOfMonth: number): number =>
  Date.UTC(year, month - 1, dayOfMonth) / DAY_MS

/** The days a chart covers, both ends included; `step` (in days) where it is less than one, on a chart of hours. */
export interface DayRange {
  readonly from: number
  readonly to: number
  readonly step?: number
}

interface DayParts {
  readonly year: number
  readonly month: number
  readonly dayOfMonth: number
}

function dayParts(day: number): DayParts {
  const date = new Date(day * DAY_MS)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
  }
}

/** `17 ago` or `Aug 17`. */
export function shortDay(words: ChartWords, day: number): string {
  const { month, dayOfMonth } = dayParts(day)
  return words.dayAndMonth(dayOfMonth, words.months[month - 1] ?? '')
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

/** A label under the axis. */
interface DayTick {
  readonly day: number
  readonly label: string
}

type Ticks = (words: ChartWords, from: number, to: number) => DayTick[]

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
  { days: 1, ticks: everyDays(1) },
  { days: 2, ticks: everyDays(2) },
  { days: 7, ticks: mondays(1) },
  { days: 14, ticks: mondays(2) },
  { days: 28, ticks: months(1) },
  { days: 59, ticks: months(2) },
  { days: 90, ticks: months(3) },
  { days: 181, ticks: months(6) },
  { days: 365, ticks: years(1) },
  { days: 730, ticks: years(2) },
]

/** What to label between the ends of a chart: the finest calendar steps of which at most `max` fall in the range. */
export function ticksBetween(words: ChartWords, { from, to, step = 1 }: DayRange, max: number): DayTick[] {
  if (step < 1) return hoursBetween(words, from, to, max)
  for (const { days, ticks } of DAY_STEPS) {
    // Far too many ticks are not even built.
    if ((to - from) / days > 2 * max + 2) continue
    const found = ticks(words, from, to)
    if (found.length <= max) return found
  }
  return []
}

const HOURS = 24
const HOUR_STEPS = [1, 2, 3, 4, 6, 12]

/** Full hours of a day, of which at most `max` fall in the range. */
function hoursBetween(words: ChartWords, from: number, to: number, max: number): DayTick[] {
  const hours = Math.ceil((to - from) * HOURS - 1e-6) - 1
  const step = HOUR_STEPS.find((one) => hours / one <= max) ?? HOURS
  return Array.from({ length: Math.floor(hours / step) }, (_, index) => (index + 1) * step).map((hour) => ({
    day: from + hour / HOURS,
    label: words.clock({ hour, minute: 0 }),
  }))
}

/** The labels of the first and the last day, the last with its year, the first only with another one; of one day only one. */
export function endTicks(words: ChartWords, { from, to, step = 1 }: DayRange): DayTick[] {
  const [first, last] = [dayParts(from), dayParts(to)]
  if (step < 1) {
    const minutes = Math.round((to - from) * HOURS * 60)
    const time = { hour: Math.floor(minutes / 60), minute: minutes % 60 }
    const now = time.hour < HOURS ? [{ day: to, label: words.clock(time) }] : []
    return [{ day: from, label: shortDay(words, from) }, ...now]
  }
  const end = { day: to, label: words.withYear(shortDay(words, to), last.year) }
  if (from === to) return [end]
  const start = shortDay(words, from)
  return [{ day: from, label: first.year === last.year ? start : words.withYear(start, first.year) }, end]
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
