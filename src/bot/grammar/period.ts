const DAYS_OF: ReadonlyMap<string, number> = new Map(
  Object.entries({ dia: 1, semana: 7, mes: 30, trimestre: 90, ano: 365 }).concat(
    Object.entries({ day: 1, week: 7, month: 30, quarter: 90, year: 365 }),
  ),
)
const LETTERS: ReadonlyMap<string, number> = new Map([
  ['d', 1],
  ['w', 7],
  ['sem', 7],
  ['m', 30],
  ['y', 365],
])
const MINUTES_OF: ReadonlyMap<string, number> = new Map([
  ['min', 1],
  ['minuto', 1],
  ['minute', 1],
  ['h', 60],
  ['hora', 60],
  ['hour', 60],
])

const singular = (word: string): string => word.replace(/(?<=es)es$|(?<=[^s])s$/, '')
const daysOf = (word: string): number | undefined =>
  DAYS_OF.get(word) ?? DAYS_OF.get(word === 'meses' ? 'mes' : singular(word))

/** Whether a word, without accents, is a stretch of days by itself: `mes`, `year`. */
export const namesPeriod = (word: string): boolean => word !== 'dia' && word !== 'day' && DAYS_OF.has(word)

/** Whether a number, as typed, can count days or hours. */
export const isCount = (text: string): boolean => /^\d+$/.test(text)

/** Days in so many of a unit, in words without accents (`d`, `semanas`, `months`); undefined for another word. */
export function daysOfPeriod(count: number, unit: string): number | undefined {
  const days = LETTERS.get(unit) ?? daysOf(unit)
  return days === undefined ? undefined : count * days
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** The same in ms, from minutes up; a month of this kind is not one. */
export function msOfPeriod(count: number, unit: string): number | undefined {
  const minutes = MINUTES_OF.get(unit) ?? MINUTES_OF.get(singular(unit))
  if (minutes !== undefined) return count * minutes * MINUTE_MS
  const days = unit === 'm' ? undefined : daysOfPeriod(count, unit)
  return days === undefined ? undefined : days * DAY_MINUTES * MINUTE_MS
}
