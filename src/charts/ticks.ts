import { DAY_MS, type Day } from '../domain/caracas.ts'
import type { Phrases } from '../words/es.ts'

/** Days since 1970-01-01, so that every day is one step on the axis. */
export const dayNumber = (day: Day): number => Date.parse(day) / DAY_MS

/** The days a chart covers, both ends included; `step` (in days) where it is less than one, on a chart of hours. */
export interface DayRange {
  readonly from: number
  readonly to: number
  readonly step?: number
}

/** The calendar day of a day number. */
function dayParts(day: number) {
  const date = new Date(day * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, dayOfMonth: date.getUTCDate() }
}

/** `17 ago` or `Aug 17`. */
export function shortDay(words: Phrases, day: number): string {
  const { month, dayOfMonth } = dayParts(day)
  return words.chart.dayAndMonth(dayOfMonth, words.chart.months[month - 1] ?? '')
}

const VALUE_STEPS = [1, 2, 2.5, 5, 10]

/** A round value with its label beside a plot. */
export interface ValueTick {
  readonly value: number
  readonly label: string
}

/** Round numbers within a range, about `wanted` of them; `format` gets the decimal places that tell them apart. */
export function valueTicks(
  { low, high }: { readonly low: number; readonly high: number },
  wanted: number,
  format: (value: number, places: number) => string,
): ValueTick[] {
  const rough = (high - low) / wanted
  const power = Math.floor(Math.log10(rough))
  const step = (VALUE_STEPS.find((factor) => factor * 10 ** power >= rough) ?? 10) * 10 ** power
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  const places = placesOf(step)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step).map((value) => ({
    value,
    label: format(value, places),
  }))
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

/** Day number of 1970-01-05. */
const FIRST_MONDAY = 4
const WEEK_DAYS = 7

/** Days between two ticks, the fewest first: whole weeks fall on Mondays. */
const DAY_STEPS = [1, 2, WEEK_DAYS, 2 * WEEK_DAYS]
const MONTH_STEPS = [1, 2, 3, 6, 12, 24]

/** What to label between the ends of a chart: the finest calendar steps of which at most `max` fall in the range. */
export function ticksBetween(words: Phrases, { from, to, step = 1 }: DayRange, max: number): DayTick[] {
  if (step < 1) return hoursBetween(words, from, to, max)
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const lastMonday = to - ((to - FIRST_MONDAY) % WEEK_DAYS)
  for (const every of DAY_STEPS) {
    // Counted back from the last day, which readers look for first.
    const last = every < WEEK_DAYS ? to : lastMonday
    const found = days.filter((day) => (last - day) % every === 0)
    if (found.length <= max) return found.map((day) => ({ day, label: shortDay(words, day) }))
  }
  const months = days.map((day) => ({ day, ...dayParts(day) })).filter(({ dayOfMonth }) => dayOfMonth === 1)
  for (const every of MONTH_STEPS) {
    const found = months.filter(({ year, month }) => (year * 12 + month - 1) % every === 0)
    if (found.length <= max) return found.map((one) => ({ day: one.day, label: monthOrYear(words, one) }))
  }
  return []
}

/** January is labelled with its year. */
const monthOrYear = (words: Phrases, { year, month }: ReturnType<typeof dayParts>): string =>
  month === 1 ? String(year) : (words.chart.months[month - 1] ?? '')

const HOURS = 24
const HOUR_STEPS = [1, 2, 3, 4, 6, 12]

/** Full hours of a day, of which at most `max` fall in the range. */
function hoursBetween(words: Phrases, from: number, to: number, max: number): DayTick[] {
  const hours = Math.ceil((to - from) * HOURS - 1e-6) - 1
  const step = HOUR_STEPS.find((one) => hours / one <= max) ?? HOURS
  return Array.from({ length: Math.floor(hours / step) }, (_, index) => (index + 1) * step).map((hour) => ({
    day: from + hour / HOURS,
    label: words.clock({ hour, minute: 0 }),
  }))
}

/** The labels of the first and the last day, the last with its year, the first only with another one; of one day only one. */
export function endTicks(words: Phrases, { from, to, step = 1 }: DayRange): DayTick[] {
  const [first, last] = [dayParts(from), dayParts(to)]
  if (step < 1) {
    const minutes = Math.round((to - from) * HOURS * 60)
    const time = { hour: Math.floor(minutes / 60), minute: minutes % 60 }
    const now = time.hour < HOURS ? [{ day: to, label: words.clock(time) }] : []
    return [{ day: from, label: shortDay(words, from) }, ...now]
  }
  const end = { day: to, label: words.chart.withYear(shortDay(words, to), last.year) }
  if (from === to) return [end]
  const start = shortDay(words, from)
  return [
    { day: from, label: first.year === last.year ? start : words.chart.withYear(start, first.year) },
    end,
  ]
}
