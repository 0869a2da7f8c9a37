import type { Day } from '../../rates/caracas.ts'
import type { Language } from '../language.ts'

/** A day as seen from today; prices may be published for one to come. */
export type DayKind = 'past' | 'today' | 'coming'

/** The phrases of a day's changes. Prices and days come as they are shown. */
export interface ChangesWords {
  readonly title: string
  readonly today: string
  readonly yesterday: string
  /** `viernes 20 de noviembre`, with its year where that is another one. */
  readonly day: (day: Day, withYear: boolean) => string
  /** `vie 20`. */
  readonly nearDay: (day: Day) => string
  readonly clock: (hour: number, minute: number) => string
  readonly count: (changes: number) => string
  readonly thinned: (changes: number, minutes: number) => string
  readonly latest: (changes: number, shown: number) => string
  readonly noTimes: string
  readonly none: Readonly<Record<DayKind, string>>
  readonly stillAt: (price: string, day: DayKind) => string
  readonly wholeDay: (price: string, low: string, high: string) => string
  readonly notKept: string
  readonly notYet: (day: string) => string
  readonly silent: string
  readonly whichChanges: string
  readonly tooMany: string
  readonly badDate: (word: string) => string
  readonly notUnderstood: (word: string) => string
  readonly tooLong: string
  readonly forExample: string
  readonly example: string
}

const LONG = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
const SHORT = { weekday: 'short', timeZone: 'UTC' } as const
const FORMATS = {
  es: {
    long: new Intl.DateTimeFormat('es-VE', LONG),
    dated: new Intl.DateTimeFormat('es-VE', { ...LONG, year: 'numeric' }),
    short: new Intl.DateTimeFormat('es-VE', SHORT),
  },
  en: {
    long: new Intl.DateTimeFormat('en-US', LONG),
    dated: new Intl.DateTimeFormat('en-US', { ...LONG, year: 'numeric' }),
    short: new Intl.DateTimeFormat('en-US', SHORT),
  },
} as const
const noon = (day: Day): Date => new Date(`${day}T12:00:00Z`)
const dayIn =
  (language: Language) =>
  (day: Day, withYear: boolean): string =>
    FORMATS[language][withYear ? 'dated' : 'long'].format(noon(day))
const nearDayIn =
  (language: Language) =>
  (day: Day): string =>
    `${FORMATS[language].short.format(noon(day))} ${Number(day.slice(8))}`
const twelve = (hour: number, minute: number): string =>
  `${hour % 12 || 12}:${String(minute).padStart(2, '0')}`

export const changesWords: Readonly<Record<Language, ChangesWords>> = {
  es: {
    title: 'Cambios',
    today: 'hoy',
    yesterday: 'ayer',
    day: (day, withYear) => dayIn('es')(day, withYear).replace(',', ''),
    nearDay: nearDayIn('es'),
    clock: (hour, minute) => `${twelve(hour, minute)} ${hour < 12 ? 'a. m.' : 'p. m.'}`,
    count: (changes) => (changes === 0 ? 'sin cambios' : changes === 1 ? '1 cambio' : `${changes} cambios`),
    thinned: (changes, minutes) =>
      `${changes} cambios. Aquí, el último de cada ${minutes === 60 ? 'hora' : minutes === 1 ? 'minuto' : `${minutes} minutos`}:`,
    latest: (changes, shown) => `${changes} cambios. Aquí, los últimos ${shown}:`,
    noTimes: 'La fuente no dice la hora.',
    none: {
      past: 'Sin cambios ese día.',
      today: 'Sin cambios hoy.',
      coming: 'No hay cambios publicados para ese día.',
    },
    stillAt: (price, day) => `${day === 'past' ? 'Seguía' : 'Sigue'} en ${price}.`,
    wholeDay: (price, low, high) => `Cerró en ${price}; fue de ${low} a ${high}.`,
    notKept: 'De ese día no tengo cada cambio.',
    notYet: (day) => `El ${day} todavía no llega.`,
    silent: 'No puedo leer los cambios ahora. Prueba otra vez en un momento.',
    whichChanges: '¿De cuál quieres ver los cambios?',
    tooMany: 'Di una tasa y un día.',
    badDate: (word) => `«${word}» no es una fecha.`,
    notUnderstood: (word) => `No entiendo «${word}».`,
    tooLong: 'Es demasiado largo.',
    forExample: 'Por ejemplo:',
    example: '/cambios usd 20-11-2026',
  },
  en: {
    title: 'Changes',
    today: 'today',
    yesterday: 'yesterday',
    day: dayIn('en'),
    nearDay: nearDayIn('en'),
    clock: (hour, minute) => `${twelve(hour, minute)} ${hour < 12 ? 'AM' : 'PM'}`,
    count: (changes) => (changes === 0 ? 'no changes' : changes === 1 ? '1 change' : `${changes} changes`),
    thinned: (changes, minutes) =>
      `${changes} changes. Here, the last of every ${minutes === 60 ? 'hour' : minutes === 1 ? 'minute' : `${minutes} minutes`}:`,
    latest: (changes, shown) => `${changes} changes. Here, the last ${shown}:`,
    noTimes: 'The source does not say the time.',
    none: {
      past: 'No changes on that day.',
      today: 'No changes today.',
      coming: 'No changes are published for that day.',
    },
    stillAt: (price, day) => `It ${day === 'past' ? 'stayed' : 'stays'} at ${price}.`,
    wholeDay: (price, low, high) => `It closed at ${price}, from ${low} to ${high}.`,
    notKept: 'I do not have every change of that day.',
    notYet: (day) => `${day} has not come yet.`,
    silent: 'I cannot read the changes now. Try again in a moment.',
    whichChanges: 'Whose changes do you want to see?',
    tooMany: 'Name one rate and one day.',
    badDate: (word) => `“${word}” is not a date.`,
    notUnderstood: (word) => `I do not understand “${word}”.`,
    tooLong: 'That is too long.',
    forExample: 'For example:',
    example: '/changes usd 20-11-2026',
  },
}
