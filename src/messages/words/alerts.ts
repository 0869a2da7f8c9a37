import type { AlertFault } from '../../parse/alert-request.ts'
import type { Day } from '../../rates/caracas.ts'
import type { Language } from '../language.ts'
import { type AlertButtonWords, alertButtons } from './alert-buttons.ts'

/** The phrases of alerts. Subjects come as HTML, figures as they are shown. */
export interface AlertWords {
  readonly title: string
  readonly countOf: (count: number, max: number) => string
  readonly none: string
  readonly full: (max: number) => string
  readonly gone: string
  readonly deleted: string
  /** What a gap is called in a typed alert. */
  readonly gapName: string
  readonly gapOf: (first: string, second: string) => string
  readonly goesAbove: (subject: string, value: string) => string
  readonly goesBelow: (subject: string, value: string) => string
  readonly moves: (subject: string, value: string) => string
  readonly willTell: (condition: string) => string
  readonly edited: (condition: string) => string
  readonly isAbove: (now: string) => string
  readonly isBelow: (now: string) => string
  readonly nextTime: string
  readonly lacks: (now: string, lack: string) => string
  readonly points: (points: string) => string
  readonly either: (up: string, down: string) => string
  readonly repeats: string
  readonly once: string
  readonly atMostEach: (period: string) => string
  readonly minutes: (count: number) => string
  readonly hours: (count: number) => string
  readonly days: (count: number) => string
  readonly until: (day: Day) => string
  readonly paused: string
  readonly noPriceOf: string
  readonly readAs: (read: string, other: string) => string

  readonly aboutWhat: string
  readonly when: string
  readonly whichPrice: string
  readonly whichGap: string
  readonly whichPercent: string
  readonly orType: string
  readonly typeIt: string
  readonly typeHere: string
  readonly newValue: string
  readonly howOften: string
  readonly badValue: (text: string, example: string) => string
  readonly fault: Readonly<Record<AlertFault, string>>
  readonly notUnderstood: (word: string) => string
  readonly examples: string

  readonly button: AlertButtonWords
}

const DATE = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
const SPANISH = new Intl.DateTimeFormat('es-VE', DATE)
const ENGLISH = new Intl.DateTimeFormat('en-US', DATE)
const noon = (day: Day): Date => new Date(`${day}T12:00:00Z`)

/** What is wrong with a typed alert. */
const alertFaults: Readonly<Record<Language, Readonly<Record<AlertFault, string>>>> = {
  es: {
    too_long: 'Eso es muy largo para mí.',
    no_signal: 'No sé qué tasa quieres vigilar.',
    too_many_names: 'Veo más de una tasa. Dime una sola.',
    gap_needs_two: 'Una brecha es entre dos tasas.',
    no_condition: 'Me falta saber cuándo avisar.',
    two_conditions: 'Veo más de una condición. Haz una alerta para cada una.',
    no_number: 'Me falta el número.',
    bad_number: 'No puedo leer ese número.',
    bad_percent: 'El porcentaje va entre 0 y 100.',
    percent_has_no_direction: 'Un porcentaje cuenta hacia arriba y hacia abajo: quita el signo.',
    gap_needs_direction: 'Dime si la brecha debe pasar (>) o bajar (<) de ese valor.',
    bad_cooldown: 'La pausa va de 1 minuto a 30 días, por ejemplo: cada 6h.',
    bad_date: 'Esa fecha no existe.',
    past_date: 'Esa fecha ya pasó.',
    strange_sign: 'No entiendo todo lo que escribiste.',
  },
  en: {
    too_long: 'That is too long for me.',
    no_signal: 'I do not know which rate you want to watch.',
    too_many_names: 'I see more than one rate. Name just one.',
    gap_needs_two: 'A gap is between two rates.',
    no_condition: 'I need to know when to tell.',
    two_conditions: 'I see more than one condition. Make an alert for each.',
    no_number: 'The number is missing.',
    bad_number: 'I cannot read that number.',
    bad_percent: 'The percentage goes from 0 to 100.',
    percent_has_no_direction: 'A percentage counts both ways: leave the sign out.',
    gap_needs_direction: 'Say whether the gap must rise above (>) or fall below (<) that value.',
    bad_cooldown: 'The pause goes from 1 minute to 30 days, for example: every 6h.',
    bad_date: 'There is no such date.',
    past_date: 'That date is over.',
    strange_sign: 'I do not understand all of that.',
  },
}

export const alertWords: Readonly<Record<Language, AlertWords>> = {
  es: {
    title: 'Alertas',
    countOf: (count, max) => `${count} de ${max}`,
    none: 'Aquí no hay alertas todavía. Puedo avisar cuando una tasa suba o baje de un precio, cuando se mueva un porcentaje, o cuando la brecha pase de un valor.',
    full: (max) => `Ya hay ${max} alertas aquí, el máximo. Borra alguna con /alertas.`,
    gone: 'Esa alerta ya no existe.',
    deleted: 'Alerta borrada.',
    gapName: 'brecha',
    gapOf: (first, second) => `la brecha entre ${first} y ${second}`,
    goesAbove: (subject, value) => `${subject} pasa de ${value}`,
    goesBelow: (subject, value) => `${subject} baja de ${value}`,
    moves: (subject, value) => `${subject} sube o baja ${value}`,
    willTell: (condition) => `🔔 Listo. Avisaré aquí si ${condition}.`,
    edited: (condition) => `🔔 Cambiada. Avisaré aquí si ${condition}.`,
    isAbove: (now) => `Ya está por encima: ${now}.`,
    isBelow: (now) => `Ya está por debajo: ${now}.`,
    nextTime: 'Avisaré la próxima vez que cruce.',
    lacks: (now, lack) => `Está en ${now}: faltan ${lack}.`,
    points: (points) => `${points} puntos`,
    either: (up, down) => `▲ en ${up}\n▼ en ${down}`,
    repeats: 'Cada vez que cruce',
    once: 'Una sola vez',
    atMostEach: (period) => `Una vez cada ${period}, como mucho`,
    minutes: (count) => (count === 1 ? 'minuto' : `${count} minutos`),
    hours: (count) => (count === 1 ? 'hora' : `${count} horas`),
    days: (count) => (count === 1 ? 'día' : `${count} días`),
    until: (day) => `Hasta el ${SPANISH.format(noon(day))}`,
    paused: '⏸ En pausa',
    noPriceOf: 'Sin precio por ahora.',
    readAs: (read, other) => `Leí ${read}, no ${other}.`,

    aboutWhat: '🔔 ¿Qué quieres vigilar?',
    when: '¿Cuándo aviso?',
    whichPrice: '¿Qué precio?',
    whichGap: '¿Qué porcentaje?',
    whichPercent: '¿Cuánto tiene que moverse?',
    orType: 'Toca uno, o escríbelo.',
    typeHere: 'Escribe solo el número.',
    typeIt: 'Escribe el número en respuesta a este mensaje.',
    newValue: '¿Cuál es el nuevo valor?',
    howOften: '¿Una sola vez, o cada vez que cruce?',
    badValue: (text, example) =>
      `No puedo usar «${text}». Escribe solo el número, por ejemplo 950 o ${example}. Para dejarlo así: /cancelar`,
    fault: alertFaults.es,
    notUnderstood: (word) => `No entiendo «${word}».`,
    examples: 'Por ejemplo:',

    button: alertButtons.es,
  },
  en: {
    title: 'Alerts',
    countOf: (count, max) => `${count} of ${max}`,
    none: 'No alerts here yet. I can tell you when a rate rises above or falls below a price, moves by a percentage, or when the gap passes a value.',
    full: (max) => `There are ${max} alerts here, the most there can be. Delete one with /alerts.`,
    gone: 'That alert no longer exists.',
    deleted: 'Alert deleted.',
    gapName: 'gap',
    gapOf: (first, second) => `the gap between ${first} and ${second}`,
    goesAbove: (subject, value) => `${subject} rises above ${value}`,
    goesBelow: (subject, value) => `${subject} falls below ${value}`,
    moves: (subject, value) => `${subject} moves ${value} either way`,
    willTell: (condition) => `🔔 Done. I will tell this chat if ${condition}.`,
    edited: (condition) => `🔔 Changed. I will tell this chat if ${condition}.`,
    isAbove: (now) => `It is above that already: ${now}.`,
    isBelow: (now) => `It is below that already: ${now}.`,
    nextTime: 'I will tell the next time it crosses.',
    lacks: (now, lack) => `It is at ${now}: ${lack} to go.`,
    points: (points) => `${points} points`,
    either: (up, down) => `▲ at ${up}\n▼ at ${down}`,
    repeats: 'Every time it crosses',
    once: 'Once only',
    atMostEach: (period) => `Once every ${period} at most`,
    minutes: (count) => (count === 1 ? 'minute' : `${count} minutes`),
    hours: (count) => (count === 1 ? 'hour' : `${count} hours`),
    days: (count) => (count === 1 ? 'day' : `${count} days`),
    until: (day) => `Until ${ENGLISH.format(noon(day))}`,
    paused: '⏸ Paused',
    noPriceOf: 'No price for now.',
    readAs: (read, other) => `I read ${read}, not ${other}.`,

    aboutWhat: '🔔 What do you want to watch?',
    when: 'When should I tell?',
    whichPrice: 'Which price?',
    whichGap: 'Which percentage?',
    whichPercent: 'How far must it move?',
    orType: 'Tap one, or type it.',
    typeHere: 'Type just the number.',
    typeIt: 'Type the number as a reply to this message.',
    newValue: 'What is the new value?',
    howOften: 'Once only, or every time it crosses?',
    badValue: (text, example) =>
      `I cannot use “${text}”. Type just the number, for example 950 or ${example}. To leave it: /cancel`,
    fault: alertFaults.en,
    notUnderstood: (word) => `I do not understand “${word}”.`,
    examples: 'For example:',

    button: alertButtons.en,
  },
}
