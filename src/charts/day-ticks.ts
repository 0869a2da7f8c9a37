import { dayNumberOf, dayParts } from './day-number.ts'
import { type ChartWords, shortDay } from './words.ts'

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

const MONDAY_OFFSET = 4
const mondays =
  (weeks: number): Ticks =>
  (words, from, to) =>
    range(from, to)
      .filter((day) => (day - MONDAY_OFFSET) % (7 * weeks) === 0)
      .map((day) => ({ day, label: shortDay(words, day) }))

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

const FINEST_FIRST: readonly Ticks[] = [
  everyDay,
  everyDays(2),
  mondays(1),
  mondays(2),
  months(1),
  months(2),
  months(3),
  months(6),
  years(1),
  years(2),
  years(5),
]

/** The days to name under the axis: the finest calendar steps of which at most `max` fall between the two. */
export function dayTicks(words: ChartWords, from: number, to: number, max: number): DayTick[] {
  for (const ticks of FINEST_FIRST) {
    const found = ticks(words, from, to)
    if (found.length <= max) return found
  }
  return []
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

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
