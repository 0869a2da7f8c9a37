import type { Day } from '../../rates/caracas.ts'
import type { Language } from '../language.ts'

/** The phrases of charts. Days come as text, prices and names as they are shown. */
export interface HistoryWords {
  /** `21 nov`, `21 nov 2026`. */
  readonly shortDay: (day: Day, withYear: boolean) => string
  readonly lastDays: (days: number) => string
  readonly between: (from: string, to: string) => string
  readonly compared: (count: number) => string
  readonly gap: string
  readonly above: (second: string, first: string) => string
  readonly points: (amount: string) => string
  readonly open: string
  readonly close: string
  readonly high: string
  readonly low: string
  readonly unchanged: string
  readonly noPrices: (from: string, to: string) => string
  readonly tryAnother: string
  readonly silent: string
  readonly busy: string
  readonly whichChart: string
  readonly forExample: string
  readonly example: string
  readonly tooLong: string
  readonly tooManyNames: string
  readonly gapNeedsTwo: string
  readonly badDate: (word: string) => string
  readonly twoRanges: string
  readonly badRange: string
  readonly strangeSign: (word: string) => string
  readonly chart: string
  readonly changes: string
  readonly gapChart: string
  readonly shortRange: (days: number) => string
}

const MONTHS = {
  es: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
} as const
const YEAR_DAYS = 365

const month = (day: Day, language: Language): string => MONTHS[language][Number(day.slice(5, 7)) - 1] ?? ''
const dayOfMonth = (day: Day): string => String(Number(day.slice(8)))

export const historyWords: Readonly<Record<Language, HistoryWords>> = {
  es: {
    shortDay: (day, withYear) =>
      `${dayOfMonth(day)} ${month(day, 'es')}${withYear ? ` ${day.slice(0, 4)}` : ''}`,
    lastDays: (days) => (days === YEAR_DAYS ? 'último año' : `últimos ${days} días`),
    between: (from, to) => `${from} – ${to}`,
    compared: (count) => `${count} tasas`,
    gap: 'Brecha',
    above: (second, first) => `${second} sobre ${first}`,
    points: (amount) => `${amount} puntos`,
    open: 'Apertura',
    close: 'Cierre',
    high: 'Máximo',
    low: 'Mínimo',
    unchanged: 'sin cambios',
    noPrices: (from, to) => `No hay precios entre el ${from} y el ${to}.`,
    tryAnother: 'Prueba con otro período:',
    silent: 'El historial no responde ahora. Prueba otra vez en un momento.',
    busy: 'Hay muchos gráficos en cola. Prueba otra vez en un momento.',
    whichChart: '¿De cuál quieres el gráfico?',
    forExample: 'Por ejemplo:',
    example: '/historial usd 90d',
    tooLong: 'Es demasiado largo.',
    tooManyNames: 'En un gráfico caben 4 tasas.',
    gapNeedsTwo: 'La brecha compara dos tasas.',
    badDate: (word) => `«${word}» no es una fecha.`,
    twoRanges: 'Di un solo período: los últimos días, o desde una fecha hasta otra.',
    badRange: 'Un gráfico muestra de 2 días a 10 años.',
    strangeSign: (word) => `No entiendo «${word}».`,
    chart: 'Gráfico',
    changes: 'Cambios de hoy',
    gapChart: 'Brecha',
    shortRange: (days) => (days === YEAR_DAYS ? '1 año' : `${days} d`),
  },
  en: {
    shortDay: (day, withYear) =>
      `${month(day, 'en')} ${dayOfMonth(day)}${withYear ? `, ${day.slice(0, 4)}` : ''}`,
    lastDays: (days) => (days === YEAR_DAYS ? 'last year' : `last ${days} days`),
    between: (from, to) => `${from} – ${to}`,
    compared: (count) => `${count} rates`,
    gap: 'Gap',
    above: (second, first) => `${second} over ${first}`,
    points: (amount) => `${amount} points`,
    open: 'Open',
    close: 'Close',
    high: 'High',
    low: 'Low',
    unchanged: 'unchanged',
    noPrices: (from, to) => `There are no prices from ${from} to ${to}.`,
    tryAnother: 'Try another period:',
    silent: 'The price history does not answer now. Try again in a moment.',
    busy: 'Many charts are waiting to be drawn. Try again in a moment.',
    whichChart: 'Which one do you want a chart of?',
    forExample: 'For example:',
    example: '/history usd 90d',
    tooLong: 'That is too long.',
    tooManyNames: 'A chart has room for 4 rates.',
    gapNeedsTwo: 'A gap compares two rates.',
    badDate: (word) => `“${word}” is not a date.`,
    twoRanges: 'Name one period: the last days, or from one date to another.',
    badRange: 'A chart shows from 2 days to 10 years.',
    strangeSign: (word) => `I do not understand “${word}”.`,
    chart: 'Chart',
    changes: "Today's changes",
    gapChart: 'Gap',
    shortRange: (days) => (days === YEAR_DAYS ? '1 y' : `${days} d`),
  },
}
