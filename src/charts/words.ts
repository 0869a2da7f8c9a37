import type { Day } from '../rates/caracas.ts'
import { DAY_MS } from '../rates/durations.ts'

/** DayRange since 1970-01-01, so that every day is one step on the axis. */
export const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

export const dayNumberOf = (year: number, month: number, dayOfMonth: number): number =>
  Date.UTC(year, month - 1, dayOfMonth) / DAY_MS

/** The days a chart covers, both ends included. */
export interface DayRange {
  readonly from: number
  readonly to: number
}

export interface DayParts {
  readonly year: number
  readonly month: number
  readonly dayOfMonth: number
  /** 0 is Sunday. */
  readonly weekday: number
}

export function dayParts(day: number): DayParts {
  const date = new Date(day * DAY_MS)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}

/** Languages of the labels of charts. */
export type ChartLanguage = 'es' | 'en'

/** The words of a chart; months and weekdays are abbreviated. */
export interface ChartWords {
  readonly months: readonly string[]
  readonly weekdays: readonly string[]
  readonly dayAndMonth: (day: number, month: string) => string
  readonly withYear: (day: string, year: number) => string
  readonly source: (name: string) => string
  readonly simulated: string
  readonly noPrices: string
  readonly onePrice: string
  readonly without: string
  readonly withoutSince: (day: string) => string
  readonly high: string
  readonly low: string
}

export const CHART_WORDS: Readonly<Record<ChartLanguage, ChartWords>> = {
  es: {
    months: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'],
    weekdays: ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'],
    dayAndMonth: (day, month) => `${day} ${month}`,
    withYear: (day, year) => `${day} ${year}`,
    source: (name) => `Fuente: ${name}`,
    simulated: 'SIMULADO',
    noPrices: 'No hay precios en estas fechas',
    onePrice: 'Solo hay un precio en estas fechas',
    without: 'sin datos',
    withoutSince: (day) => `sin datos desde el ${day}`,
    high: 'máx.',
    low: 'mín.',
  },
  en: {
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    dayAndMonth: (day, month) => `${month} ${day}`,
    withYear: (day, year) => `${day}, ${year}`,
    source: (name) => `Source: ${name}`,
    simulated: 'SIMULATED',
    noPrices: 'No prices on these days',
    onePrice: 'There is only one price on these days',
    without: 'no data',
    withoutSince: (day) => `no data since ${day}`,
    high: 'high',
    low: 'low',
  },
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
