import { SPANISH_MONTHS } from '../../rates/moment.ts'
import { alertWords } from './alerts.ts'
import { changesWords } from './changes.ts'
import { conversionWords } from './conversion.ts'
import { historyWords } from './history.ts'
import { gapWords, inlineWords } from './inline.ts'
import { liveWords, profileWords } from './live.ts'
import { operatorWords } from './operator.ts'
import { settingsWords } from './settings.ts'
import type { CalendarDay, ClockTime, Phrases } from './words.ts'

const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']
const two = (value: number): string => String(value).padStart(2, '0')
const clock = ({ hour, minute }: ClockTime): string =>
  `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'a. m.' : 'p. m.'}`
const atClock = (time: ClockTime): string => `${time.hour % 12 === 1 ? 'la' : 'las'} ${clock(time)}`
const shortDate = ({ day, month }: CalendarDay): string => `${two(day)}/${two(month)}`
const date = ({ year, month, day }: CalendarDay, withYear: boolean): string =>
  `${day} de ${SPANISH_MONTHS[month - 1]}${withYear ? ` de ${year}` : ''}`

export const es: Phrases = {
  menu: [
    { command: 'tasa', description: 'A cuánto está: /tasa o /tasa usd' },
    { command: 'convertir', description: 'Cuánto es: /convertir 100 usd' },
    { command: 'brecha', description: 'Cuánto va del oficial al paralelo' },
    { command: 'historial', description: 'El gráfico: /historial usd 90d' },
    { command: 'cambios', description: 'Cambios del día: /cambios usd' },
    { command: 'seguir', description: 'Avisar si una tasa cambia' },
    { command: 'dejar', description: 'Dejar de seguir una tasa' },
    { command: 'alertas', description: 'Avisar si pasa de un valor' },
    { command: 'ajustes', description: 'Idioma, números, hora, tus datos' },
    { command: 'parar', description: 'Dejar de avisar aquí' },
    { command: 'ayuda', description: 'Qué puedo hacer' },
  ],

  justNow: 'hace un momento',
  nowShort: 'ahora',
  minutesAgo: (minutes) => `hace ${minutes} min`,
  hoursAgo: (hours) => `hace ${hours} h`,
  daysAgo: (days) => (days === 1 ? 'hace 1 día' : `hace ${days} días`),
  atTime: (time) => `a ${atClock(time)}`,
  onDay: (day, withYear) => `el ${date(day, withYear)}`,
  sinceTime: (time) => `desde ${atClock(time)}`,
  sinceYesterday: (time) => `desde ayer a ${atClock(time)}`,
  sinceDay: (day, withYear) => `desde el ${date(day, withYear)}`,
  onWeekday: (day) => `el ${WEEKDAYS[day.weekday]} ${date(day, false)}`,
  nearWeekday: (day) => `${WEEKDAYS[day.weekday]?.slice(0, 3)} ${day.day}`,
  sinceShortTime: (time) => `desde ${clock(time)}`,
  sinceShortDay: (day) => `desde el ${shortDate(day)}`,
  shortDate,
  onShortDay: (day, withYear) => `el ${shortDate(day)}${withYear ? `/${day.year}` : ''}`,
  priceOfToday: 'precio de hoy',
  priceOfYesterday: 'precio de ayer',
  priceOfDay: (day, withYear) => `precio del ${date(day, withYear)}`,

  rates: 'Tasas',
  today: 'hoy',
  yesterday: 'ayer',
  inForceToday: (price) => `Rige hoy: ${price}`,
  change: {
    sinceBefore: 'desde el anterior',
    sinceToday: 'desde el de hoy',
    sinceEither: 'desde el anterior o el de hoy',
  },
  lastChange: (age) => `último cambio ${age}`,
  simulatedPrice: 'Precio simulado',
  simulatedPrices: 'Precios simulados',
  notUpdated: (since) => `sin actualizar ${since}`,
  stalled: (since) => `detenida ${since}`,
  inForceShort: (day) => `rige el ${day}`,
  inForceOn: (day) => `Rige ${day}`,
  silentSince: (since) => `El servicio de precios no responde ${since}: puede haber cambios.`,
  silent: (age) => `El servicio de precios no responde. Lo último es de ${age}.`,
  alsoOnOtherPages: (key) => `Otras tasas que se llaman «${key}»:`,
  more: (count) => `y ${count} más`,
  noPrices: 'Todavía no tengo precios. Prueba otra vez en un momento.',
  nothingNew: 'Sin cambios',

  conversion: conversionWords.es,
  alerts: alertWords.es,
  settings: settingsWords.es,
  clock,
  gap: gapWords.es,
  live: liveWords.es,
  profile: profileWords.es,
  operator: operatorWords.es,
  history: historyWords.es,
  changes: changesWords.es,
  inline: inlineWords.es,

  hello: 'Hola. Te digo a cuánto están el dólar y el euro en Venezuela, y quién lo dice.',
  whatNext: (amount) =>
    `También convierto montos, dibujo gráficos y te aviso de los cambios.\nPrueba: toca una tasa, escribe ${amount} o pide /seguir.`,
  helpIntro: 'Esto es lo que sé hacer:',
  helpAmounts: (first, second) => `Escribe un monto y lo convierto: ${first} o ${second}.`,
  helpNames: (short, long) => `Para una sola tasa, agrega su nombre: ${short} o ${long}.`,
  helpGroups: 'En un grupo todos consultan; los cambios los hacen sus administradores.',

  following: (title) => `Listo: avisaré aquí cuando cambie ${title}.`,
  alreadyFollowing: (title) => `${title} ya se sigue aquí.`,
  followsFull: (max) => `Ya se siguen ${max} tasas aquí, el máximo. Quita una con /dejar.`,
  unfollowed: (title) => `Listo: no avisaré más de ${title}.`,
  notFollowing: (title) => `${title} no se sigue aquí.`,
  followsNothing: 'Aquí no se sigue ninguna tasa. Empieza con /seguir.',
  whichRate: '¿Cuál quieres ver?',
  whichFollow: '¿Cuál quieres seguir?',
  whichUnfollow: '¿Cuál quieres dejar?',

  wentAbove: (subject, value) => `${subject} pasó de ${value}`,
  wentBelow: (subject, value) => `${subject} bajó de ${value}`,
  movedBy: (subject, percent) => `${subject} se movió ${percent}`,
  gapBetween: (first, second) => `La brecha entre ${first} y ${second}`,
  fromTo: (from, to, when) => `De ${from} a ${to} ${when}`,
  nowAt: (value) => `Ahora: ${value}`,
  digestOf: (day) => `Resumen del ${WEEKDAYS[day.weekday]} ${date(day, false)}`,

  unknownMonitor: (asked) => `No conozco «${asked}».`,
  didYouMean: '¿Quisiste decir una de estas?',
  seeAll: 'Con /tasa las ves todas.',
  talkHint: (amount, name) =>
    `Escribe un monto, como ${amount}, o una tasa, como ${name}. Con /ayuda ves todo.`,
  unknownCommand: 'No conozco ese comando. Con /ayuda ves los que hay.',
  administratorsOnly: 'Aquí solo los administradores pueden cambiar esto.',
  administratorsUnknown: 'No pude comprobar si eres administrador. Prueba otra vez en un momento.',
  tooManyCommands: 'Vas muy rápido. Espera un momento y prueba otra vez.',
  oldButton: 'Este botón ya no sirve. Escribe /tasa.',
  error: 'Algo falló de mi lado. Prueba otra vez en un momento.',

  button: {
    rates: 'Todas las tasas',
    refresh: '↻ Actualizar',
    share: 'Compartir',
    see: 'Ver la tasa',
    follow: 'Seguir',
    unfollow: 'Dejar de seguir',
  },
}
