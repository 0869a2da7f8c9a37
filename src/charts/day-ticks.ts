import { type ChartWords, dayNumberOf, dayParts, shortDay } from './words.ts'

export interface DayTick {
  readonly day: number
  readonly label: string
}

type Ticks = (words: ChartWords, from: number, to: number) => DayTick[]

const everyDay: Ticks = (words, from, to) =>
  range(from, to).map((day) => {
    const { weekday, dayOfMonth } = dayParts(day)
    return { day, label: `${words.weekdays[weekday]} ${dayOfMonth}` }
  })

/** Days counted back from the last, which is the one people look for. */
const everyDays =
  (step: number): Ticks =>
  (words, from, to) =>
    range(from, to)
      .filter((day) => (to - day) % step === 0)
      .map((day) => ({ day, label: shortDay(words, day) }))

/** 1970-01-05 was a Monday. */
const FIRST_MONDAY = 4
const mondays =
  (weeks: number): Ticks =>
  (words, from, to) => {
    const last = to - ((to - FIRST_MONDAY) % 7)
    return range(from, last)
      .filter((day) => (last - day) % (7 * weeks) === 0)
      .map((day) => ({ day, label: shortDay(words, day) }))
  }

/** First days of months; January is named by its year. */
const months =
  (step: number): Ticks =>
  (words, from, to) =>
    firsts(from, to)
      .filter(({ month }) => (month - 1) % step === 0)
      .map(({ year, month, day }) => ({
        day,
        label: month === 1 ? String(year) : (words.months[month - 1] ?? ''),
      }))

const years =
  (step: number): Ticks =>
  (_words, from, to) =>
    firsts(from, to)
      .filter(({ year, month }) => month === 1 && year % step === 0)
      .map(({ year, day }) => ({ day, label: String(year) }))

/** Finest first; how many days lie between two ticks, at least. */
const STEPS: readonly { readonly days: number; readonly ticks: Ticks }[] = [
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

/** The days to name under the axis: the finest calendar steps of which at most `max` fall between the two. */
export function dayTicks(words: ChartWords, from: number, to: number, max: number): DayTick[] {
  for (const { days, ticks } of STEPS) {
    const isHopeless = (to - from) / days > 2 * max + 2
    const found = isHopeless ? undefined : ticks(words, from, to)
    if (found && found.length <= max) return found
  }
  return []
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

function firsts(from: number, to: number): { year: number; month: number; day: number }[] {
  const start = dayParts(from)
  const found = []
  for (let at = start.year * 12 + start.month - 1; ; at++) {
    const [year, month] = [Math.floor(at / 12), (at % 12) + 1]
    const day = dayNumberOf(year, month, 1)
    if (day > to) return found
    if (day >= from) found.push({ year, month, day })
  }
}
