import {
  type ClockTime,
  type Day,
  type DayKind,
  dayOfMonth,
  monthOf,
  SPANISH_MONTHS,
  twelveHours,
  weekdayOf,
  yearOf,
} from '../domain/caracas.ts'
import type { NumberStyle } from '../domain/decimal.ts'

const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado']
const SHORT_MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
const LONG_RANGES: Readonly<Record<number, string>> = { 1: 'hoy', 365: 'último año', 3650: 'últimos 10 años' }
const SHORT_RANGES: Readonly<Record<number, string>> = { 1: 'Hoy', 365: '1 año', 3650: 'Todo' }
const LIST = new Intl.ListFormat('es')
const COMMON_NAMES = /^(?:oficial|paralelo|promedio|dólar|euro)(?!\p{L})/iu

const clock = (time: ClockTime): string => `${twelveHours(time)} ${time.hour < 12 ? 'a. m.' : 'p. m.'}`
const atClock = (time: ClockTime): string => `${time.hour % 12 === 1 ? 'la' : 'las'} ${clock(time)}`
const weekday = (day: Day): string => WEEKDAYS[weekdayOf(day)] ?? ''
const shortDate = (day: Day): string => `${day.slice(8)}/${day.slice(5, 7)}`
const date = (day: Day, withYear: boolean): string =>
  `${dayOfMonth(day)} de ${SPANISH_MONTHS[monthOf(day) - 1]}${withYear ? ` de ${yearOf(day)}` : ''}`
const fullDay = (day: Day, withYear = false): string => `${weekday(day)} ${date(day, withYear)}`
/** Words of titles that are no names: they take an article, and a small letter within a sentence. */
const COMMON = /^(dólar|euro|paralelo|promedio|oficial|efectivo|peso|real)(?![\p{L}\d])/iu
const BANK = /^BCV(?![\p{L}\d])/u
/** `de el` is `del`. */
const contracted = (text: string): string => text.replace(/ de (<b>)?el /g, ' del $1')
/** `26 %`, on one line. */
const percent = (figure: string): string => `${figure}\u00a0%`
const chats = (count: string): string => (count === '1' ? '1 chat' : `${count} chats`)

/** What every language has: the keys of the Spanish texts, with what each of them takes. */
export type Phrases = typeof es

/**
 * Every text in Spanish. What a text takes is plain text unless a section says otherwise: the messages that use it
 * escape it.
 */
export const es = {
  /** How figures are written, where a chat chose nothing else. */
  usualNumbers: 'es-VE' as NumberStyle,

  /** The names of commands as they are typed; every language's names work in every chat. */
  commands: {
    start: 'start',
    rate: 'tasa',
    convert: 'convertir',
    gap: 'brecha',
    charge: 'cobrar',
    worth: 'conviene',
    image: 'imagen',
    history: 'historial',
    changes: 'cambios',
    follow: 'seguir',
    unfollow: 'dejar',
    alerts: 'alertas',
    settings: 'ajustes',
    stop: 'parar',
    help: 'ayuda',
    cancel: 'cancelar',
    pin: 'fijar',
    stats: 'cifras',
    health: 'estado',
    broadcast: 'difundir',
  },
  /** What the menu of Telegram says of commands, in its order. */
  menu: {
    rate: 'A cuánto está: /tasa o /tasa usd',
    convert: 'Cuánto es: /convertir 100 usd',
    gap: 'La brecha del oficial al paralelo',
    charge: 'Cobrar y dar vuelto: /cobrar 20',
    worth: 'Si te conviene: /conviene 980',
    image: 'La imagen de hoy, para compartir',
    history: 'El gráfico: /historial usd 90d',
    changes: 'Cambios del día: /cambios usd',
    follow: 'Te aviso si una tasa cambia',
    unfollow: 'Dejar de seguir una tasa',
    alerts: 'Te aviso si pasa de un valor',
    pin: 'Fijar aquí los precios al día',
    settings: 'Idioma, números, hora, tus datos',
    stop: 'No avisar más aquí',
    help: 'Qué puedo hacer',
  },

  /** A figure in percent. */
  percent,
  clock,
  justNow: 'hace un momento',
  nowShort: 'ahora',
  minutesAgo: (minutes: number) => `hace ${minutes} min`,
  hoursAgo: (hours: number) => `hace ${hours} h`,
  daysAgo: (days: number) => (days === 1 ? 'hace 1 día' : `hace ${days} días`),
  atTime: (time: ClockTime) => `a ${atClock(time)}`,
  onDay: (day: Day, withYear: boolean) => `el ${date(day, withYear)}`,
  sinceTime: (time: ClockTime) => `desde ${atClock(time)}`,
  sinceYesterday: (time: ClockTime) => `desde ayer a ${atClock(time)}`,
  sinceDay: (day: Day, withYear: boolean) => `desde el ${date(day, withYear)}`,
  onWeekday: (day: Day) => `el ${fullDay(day)}`,
  fullDay,
  weekdays: WEEKDAYS,
  weekdayAndDay: (day: Day) => `${weekday(day)} ${dayOfMonth(day)}`,
  nearWeekday: (day: Day) => `${weekday(day).slice(0, 3)} ${dayOfMonth(day)}`,
  sinceShortDay: (day: Day) => `desde el ${shortDate(day)}`,
  shortDate,
  onShortDay: (day: Day, withYear: boolean) => `el ${shortDate(day)}${withYear ? `/${yearOf(day)}` : ''}`,
  priceOfToday: 'precio de hoy',
  priceOfYesterday: 'precio de ayer',
  priceOfDay: (day: Day, withYear: boolean) => `precio del ${date(day, withYear)}`,

  /** What a price was made of: one source, or the median of several. */
  source: (name: string) => `Fuente: ${name}`,
  meanOf: (one: string, other: string) => contracted(`Promedio de ${one} y ${other}`),
  medianOf: (count: number) => `Mediana de ${count} fuentes`,

  /** A title within a sentence, with its article. */
  inSentence: (title: string) => {
    if (BANK.test(title)) return `el ${title}`
    return COMMON.test(title) ? `el ${title.charAt(0).toLocaleLowerCase('es')}${title.slice(1)}` : title
  },
  rates: 'Tasas en Bs.',
  gapRow: 'Brecha',
  today: 'hoy',
  yesterday: 'ayer',
  /** The price in force, and the one beside it; days as `martes 24`. */
  inForce: {
    today: (price: string) => `hoy ${price}`,
    todayUntil: (day: string, price: string) => `hoy y hasta el ${day}: ${price}`,
    tomorrow: (day: string) => `mañana ${day}`,
    fromTomorrow: (day: string) => `desde mañana y hasta el ${day}`,
    onDay: (day: string) => `el ${day}`,
    /** After a title, of a price that is to come. */
    forTomorrow: (day: string) => `para mañana ${day}`,
    forDay: (day: string) => `para el ${day}`,
    still: (price: string) => `hoy sigue ${price}`,
    was: (day: string, price: string) => `el ${day} fue ${price}`,
    until: (day: string) => `hoy y hasta el ${day}`,
    shortUntil: (day: string) => `hasta el ${day}`,
  },
  change: {
    sinceYesterday: 'desde ayer',
    sinceDay: (weekday: string) => `desde el ${weekday}`,
    /** Below a column of changes. */
    counted: (since: string) => `Cambio ${since}`,
  },
  trend: {
    title: 'Así se ha movido',
    lastDays: (days: number) => `${days} días`,
    silent: 'El historial no responde ahora: falta lo de días pasados.',
    nobodyKnows: 'Hacia dónde va, nadie lo sabe.',
  },
  /** Whether the price of the next business day is out. */
  published: {
    isOut: 'Sí, ya salió.',
    notYet: 'Todavía no.',
    usually: 'Suele salir de lunes a viernes, entre 3:40 y 7:50 p. m.',
    tell: 'Avísame cuando salga',
  },
  /** What an amount will be by a price that was published for a day to come. */
  amountToCome: (amount: string, sum: string) => `Tus ${amount} serán ${sum}`,
  simulatedPrice: 'Precio simulado',
  simulatedPrices: 'Precios simulados',
  notUpdated: (since: string) => `sin actualizar ${since}`,
  stalled: (since: string) => `detenida ${since}`,
  inForceShort: (day: string) => `rige el ${day}`,
  inForceOn: (day: string) => `Rige ${day}`,
  silentSince: (since: string) => `El servicio de precios no responde ${since}: puede haber cambios.`,
  otherMeant: '¿Buscabas otra?',
  forExample: 'Por ejemplo:',
  more: (count: number) => `y ${count} más`,
  noPrices: 'Todavía no tengo precios. Prueba otra vez en un momento.',
  nothingNew: 'Sin cambios',

  hello: 'Hola. Te digo a cuánto están el dólar y el euro en Venezuela.',
  whatNext: (amount: string) => `Escribe un monto, como ${amount}, y lo convierto.`,
  help: {
    intro: 'Pregúntame como le hablas a un amigo:',
    /** What is typed, and what it answers. */
    examples: [
      ['a cuánto está el dólar', 'BCV, paralelo y lo que rige mañana'],
      ['20', 'cuánto es en bolívares'],
      ['cobrar 20', 'la cuenta, con vuelto e IGTF'],
      ['gráfico del bcv 30 días', 'cómo se ha movido'],
      ['avísame si el paralelo pasa de 1000', 'te escribo cuando pase'],
    ] as readonly (readonly [text: string, what: string])[],
    groups: 'En un grupo todos pueden consultar; los cambios los hacen los administradores.',
    allCommands: 'También hay comandos:',
  },

  following: (title: string) => `Listo: te aviso cuando cambie ${title}.`,
  followingFrom: (title: string, percent: string) =>
    `Listo: te aviso cuando ${title} cambie ${percent} o más.`,
  alreadyFollowing: (title: string) => `Ya sigues ${title}.`,
  followsFull: (max: number) => `Ya sigues ${max} tasas, el máximo. Quita una con /dejar.`,
  unfollowed: (title: string) => contracted(`Listo: ya no te aviso de ${title}.`),
  notFollowing: (title: string) => `No sigues ${title}.`,
  /** Active alerts on a rate that is not followed any more. */
  alertsStay: (count: number) =>
    count === 1
      ? 'Pero tienes 1 alerta activa sobre esa tasa.'
      : `Pero tienes ${count} alertas activas sobre esa tasa.`,
  unfollowedAll: 'Listo: ya no sigues ninguna tasa. Tus alertas y el resumen quedan como estaban.',
  followsNothing: 'Todavía no sigues ninguna tasa. Empieza con /seguir.',
  whichFollow: '¿Cuál quieres seguir?',
  whichUnfollow: '¿Cuál quieres dejar?',

  /** What a price was before. */
  before: (price: string) => `Antes: ${price}`,
  nowAt: (value: string) => `Ahora: ${value}`,
  digestOf: (day: Day) => `Resumen del ${fullDay(day)}`,

  listed: (parts: readonly string[]) => LIST.format(parts),
  unknownMonitor: (asked: string) => `No conozco «${asked}».`,
  didYouMean: '¿Quisiste decir una de estas?',
  seeAll: (names: string) => `Tengo ${names}. Con /tasa las ves todas.`,
  talkHint: (amount: string, name: string) =>
    `No te entendí. Escribe un monto, como ${amount}, o una tasa, como ${name}.`,
  /** Where prices come from. */
  /** Answers to questions about the bot. */
  about: {
    sources: (names: readonly string[]) =>
      `Los precios vienen de: ${LIST.format(names)}. Debajo de cada tasa está su fuente. Si ves otra cifra, mira de qué día y hora es.`,
    trade: 'No compro ni vendo divisas: solo te digo a cuánto están.',
    free: 'Sí, es gratis.',
    weekends:
      'Sábados, domingos y feriados bancarios el BCV no publica: rige la última que publicó, que es la del próximo día hábil. El paralelo y USDT se mueven siempre.',
    kinds:
      '<b>BCV</b>: la oficial, una por día; con ella cobran los comercios.\n<b>Paralelo</b>: la de la calle, a toda hora.\n<b>USDT</b>: un dólar digital; su precio está entre el de compra y el de venta en Binance.\nNo son iguales porque la del BCV la fija el BCV, y las otras las pone quien compra y vende.',
    legal:
      'En dólares se puede pagar si los dos quieren. En bolívares, los comercios deben cobrar a la tasa del <b>BCV</b> del día. El paralelo y USDT sirven para comparar, o para lo que acuerden entre ustedes. Para sacar la cuenta: <code>cobrar 20$</code>',
    figures:
      'Esa cifra no la llevo: solo sigo tasas de cambio. Si sabes cuánto es, escríbemelo, como <code>130 bs</code>, y te digo cuántos dólares son.',
    stopping:
      'Para que no te mande nada más: /stop. Para borrar o pausar alertas: /alertas. Para el resumen y las horas de silencio: /ajustes. Para dejar de seguir una tasa: /dejar.',
    identity:
      'Soy un bot: ni una persona, ni del BCV, ni del gobierno. Nunca te pido claves ni dinero. Leo lo que escribes o dictas; notas de voz, no.',
    products:
      'Ese precio no lo tengo: solo llevo tasas. Si sabes cuánto cuesta, escríbelo, como <code>4,50$</code> o <code>3.600 bs</code>, y te digo cuánto es.',
    tax: 'El IGTF es el 3 % de lo que se paga en divisas: efectivo, Zelle o USDT. Lo cobran solo los contribuyentes especiales, y sale en la factura. En bolívares, por punto o pago móvil, no se cobra. Para la cuenta: <code>cobrar 20$ con igtf</code>',
    ability:
      'No te entendí, o no es algo que haga. Digo las tasas, convierto, saco cuentas, hago gráficos e imágenes, y aviso cuando un precio se mueve: /ayuda.',
    groups:
      'En Telegram sí: agrégame a tu grupo y escribe /tasa. En otras redes no estoy, pero con [Compartir] mandas allá cada respuesta.',
  },
  /** Said above the help of who was not understood twice. */
  stillUnclear: 'Tampoco entendí eso.',
  /** Above what the sums come to in a text whose question is not understood. */
  sumsSeen: 'No entendí toda la pregunta. Esto es lo que vi:',
  /** Said above all rates. */
  zelle: 'Zelle no tiene tasa propia: son dólares, a la tasa que acuerden. Las de hoy:',
  youAreWelcome: '¡A la orden! 🙌',
  onlyFirst: (most: number) => `Respondo hasta ${most} a la vez. Pregunta aparte por las demás.`,
  smallTalk: (amount: string, name: string) =>
    `😄 Aquí estoy: escribe un monto, como ${amount}, o una tasa, como ${name}.`,
  unknownCommand: 'No conozco ese comando. Con /ayuda ves los que hay.',
  administratorsOnly:
    'Aquí solo los administradores pueden cambiar esto. En privado sí puedes hacerlo para ti.',
  administratorsUnknown: 'No pude comprobar si eres administrador. Prueba otra vez en un momento.',
  tooManyCommands: (seconds: number) => `Vas muy rápido. Prueba otra vez en ${seconds} s.`,
  undo: '↩ Deshacer',
  oldButton: 'Este botón ya no sirve. Escribe /tasa.',
  error: 'Algo falló de mi lado. Prueba otra vez en un momento.',

  /** The keys below a private chat; what they say is read like any text. */
  keys: {
    rates: 'Tasas',
    charge: 'Cobrar',
    hide: 'Ocultar teclas',
    hidden: 'Listo, sin teclas. Con /start vuelven.',
  },

  share: { copy: 'Copiar el texto' },

  button: {
    rates: 'Todas las tasas',
    commands: 'Ver los comandos',
    more: 'Más ›',
    others: 'Otras tasas ›',
    back: '‹ Tasas',
    previous: '‹ Atrás',
    cancel: 'Cancelar',
    convert: 'Convertir',
    alert: 'Avisarme',
    refresh: '↻ Actualizar',
    share: 'Compartir',
    sources: 'Fuentes',
    see: 'Ver la tasa',
    follow: 'Seguir',
    unfollow: 'Dejar de seguir',
    inPrivate: 'Escríbeme en privado',
  },

  /** Under a push, and under an alert that was triggered. */
  pushButton: {
    less: 'Menos avisos',
    leave: 'No seguir',
    pauseAlert: 'Pausar alerta',
    anotherAlert: 'Otra alerta',
  },

  /** Conversions. Days come as `day` says them, numbers as they are shown. */
  conversion: {
    /** Below two rates, what the sum at the first is at the second. */
    backAt: (sum: string, back: string, title: string) => `${sum} son ${back} a ${title}`,
    backMore: (sum: string) => `${sum} más`,
    backLess: (sum: string) => `${sum} menos`,
    /** Under a sum in bolivares. */
    soldFor: (sum: string, title: string, price: string) => `Son ${sum} en ${title}, a ${price}`,
    total: 'Total',
    inBolivares: 'en bolívares',
    inDollars: 'en dólares',
    inEuros: 'en euros',
    readAs: (read: string, other: string) => `Leí el monto como ${read}, no como ${other}.`,
    itWas: (other: string) => `Era ${other}`,
    ifItWas: (amount: string) => `Si eran ${amount}:`,
    lessThan: (amount: string) => `menos de ${amount}`,
    lastChange: (age: string) => `Último cambio ${age}`,
    priceOf: (day: string) => `precio del ${day}`,
    /** Above prices of several days. */
    inForceOn: (day: string) => `Precios vigentes el ${day}`,
    /** Of a price that was in force before its day; days as `lun 23`. */
    heldFrom: (day: string, from: string) => `del ${day}, rige desde el ${from}`,
    carried: (asked: string, used: string) => `El ${asked} regía el precio del ${used}`,
    carriedAhead: (asked: string, used: string) => `El ${asked} regirá el precio del ${used}`,
    noPriceThen: (day: string) => `No tengo precios del ${day} ni de antes.`,
    noMoney: (name: string) => `No tengo precio de «${name}». Lo que sí tengo:`,
    /** Said of a bank, above a button with the official rate. */
    noBankRate: (name: string) =>
      `No llevo la tasa propia de «${name}» ni de otros bancos: suele estar cerca de la del BCV, que sí tengo.`,
    notComeYet: 'El precio de ese día todavía no ha salido. Hoy:',
    ask: '¿Cuánto quieres convertir? Toca un monto, o escríbelo así:',
    askExamples: ['/convertir 100 usd', '/convertir 5000 bs', '/convertir 50$ el 15 de marzo'],
    wereEuros: 'Eran €',
    wereBolivares: 'Eran Bs.',
    copy: (number: string) => `Copiar ${number}`,
    fault: {
      history_silent: () =>
        'El historial no responde ahora, así que no puedo usar el precio de ese día. Prueba otra vez en un momento.',
      too_long: () => 'Eso es muy largo para mí.',
      bad_number: (word: string) => `No puedo leer el monto «${word}».`,
      not_positive: () => 'El monto debe ser mayor que cero.',
      too_much: () => 'Es demasiado: convierto hasta un billón (un millón de millones).',
      two_amounts: () => 'Veo más de un monto. Dime uno solo.',
      too_many_units: () => 'Veo demasiadas tasas o monedas juntas.',
      bad_date: (word: string) => `La fecha «${word}» no existe.`,
      two_dates: () => 'Veo más de una fecha. Dime una sola.',
      strange_sign: (word: string) => `No entiendo «${word}».`,
      same_money: () => 'Eso ya está en la misma moneda.',
      no_rate: () => 'No tengo una tasa para convertir eso.',
    },
  },

  /** The gap between two monitors. */
  gap: {
    dearer: (second: string, first: string, percent: string) =>
      `${second} está ${percent} más caro que ${first}`,
    cheaper: (second: string, first: string, percent: string) =>
      `${second} está ${percent} más barato que ${first}`,
    withRateOf: (day: string, gap: string) => `Con la tasa del ${day}: ${gap}`,
    title: (percent: string) => `Brecha: ${percent}`,
    difference: 'Diferencia en Bs.',
    lowest: 'Mínima',
    highest: 'Máxima',
    noHistory: 'Todavía no hay historial de los últimos 30 días.',
    historySilent: 'El historial no responde ahora: no puedo decirte la mínima ni la máxima.',
    noPair: 'Para una brecha hacen falta dos tasas del dólar, y no las tengo.',
    needsTwo: (example: string) => `La brecha compara dos tasas distintas. Por ejemplo: ${example}`,
    example: '/brecha bcv paralelo',
  },

  /** Bills. Sums come as HTML. */
  charge: {
    ask: '¿Cuánto cobras? Toca un monto en dólares, o escribe la cuenta, por ejemplo:',
    askExamples: ['/cobrar 20', '/cobrar 12x25+8', '/cobrar 20 paga 15 usd y 2.000 bs', '/cobrar 20 eur'],
    tax: `IGTF ${percent('3')}`,
    paidIn: (sign: string) => `Pagó ${sign}`,
    left: 'Falta',
    change: 'Vuelto',
    or: 'o',
    withTax: 'con IGTF',
    leftIs: (sums: string) => `Falta: ${sums}`,
    changeIs: (sums: string) => `Vuelto: ${sums}`,
    paid: '✓ Pago completo',
    ifForeign: (sum: string) => `Si paga en divisas: <b>${sum}</b> con IGTF`,
    taxNote: `IGTF: ${percent('3')} de lo que se paga en divisas o cripto; los bolívares no lo pagan.`,
    rounded: 'Redondeado al bolívar.',
    rateOf: (day: string) => `Tasa del ${day}`,
    publishedAt: (time: string) => `Publicado ${time}`,
    noRate: 'No tengo una tasa oficial para cobrar en esa moneda.',
    paidSoFar: (sums: readonly string[]) => `Sumado a lo que ya pagó, van ${LIST.format(sums)}.`,
    guessed: {
      foreign: (sum: string) =>
        `Leí el pago en divisas: ${sum}. Si era en otra moneda, escríbela con el monto.`,
      bolivares: (sum: string) =>
        `Leí el pago en bolívares: ${sum}. Si era en otra moneda, escríbela con el monto.`,
    },
    atOfficial: 'Esa tasa no es de esta moneda: la cuenta va a la oficial.',
    agreedRate: (equation: string) => `Tasa acordada: ${equation}`,
    askPaid: (example: string) => `¿Con cuánto paga? Toca los billetes que entrega, o escríbelo: ${example}`,
    fault: {
      bad_sum: (word: string) => `No puedo calcular «${word}».`,
      not_positive: () => 'El monto debe ser mayor que cero.',
      too_much: () => 'Ese monto es demasiado grande.',
      two_moneys: () =>
        'Veo demasiadas divisas. Usa una para la cuenta y una para el pago; puedes sumar bolívares.',
      not_understood: (word: string) => `No entiendo «${word}».`,
      too_long: () => 'Eso es muy largo para mí.',
    },
    button: {
      withoutTax: 'Sin IGTF',
      charge: (bill: string) => `Cobrar ${bill}`,
      paidPart: 'Pagó una parte',
      unpaid: 'Quitar el pago',
      done: '✓ Listo',
    },
  },

  /** Offers to sell or buy dollars. Sums come as HTML. */
  worth: {
    ask: '¿Qué te ofrecen? Escríbelo así:',
    askExamples: ['me venden a 980', 'me venden 100$ en 1020', 'me compran a 1010'],
    offer: {
      sold: (price: string) => `Te venden a ${price}`,
      bought: (price: string) => `Te compran a ${price}`,
    },
    total: (amount: string, sum: string) => `${amount} son ${sum}`,
    names: { official: 'la tasa oficial', parallel: 'el paralelo', exchange: 'el USDT' },
    better: (said: string) => `✓ Te conviene: ${said}.`,
    worse: (said: string) => `✗ No te conviene: ${said}.`,
    same: (name: string) => `Es casi lo mismo que ${name}.`,
    nearest: (name: string, percent: string) => `Lo más cercano: ${name} (${percent}).`,
    verdict: {
      sold: {
        above: (percent: string, name: string) => `es ${percent} más caro que ${name}`,
        below: (percent: string, name: string) => `es ${percent} más barato que ${name}`,
      },
      bought: {
        above: (percent: string, name: string) => `te pagan ${percent} más que ${name}`,
        below: (percent: string, name: string) => `te pagan ${percent} menos que ${name}`,
      },
    },
    sum: {
      sold: { above: (sum: string) => `Pagas ${sum} de más.`, below: (sum: string) => `Pagas ${sum} menos.` },
      bought: {
        above: (sum: string) => `Recibes ${sum} más.`,
        below: (sum: string) => `Recibes ${sum} menos.`,
      },
    },
    button: {
      sold: (price: string) => `Me venden a ${price}`,
      bought: (price: string) => `Me compran a ${price}`,
    },
  },

  /** Today's card, and what a shop shows on it. Names come as HTML in answers, plain in the picture. */
  card: {
    title: 'El dólar hoy',
    gap: (percent: string) => `Brecha ${percent}`,
    productsTitle: 'Precios a tasa BCV',
    madeWith: (bot: string) => `Hecho con @${bot}`,
    notReady: 'Todavía no tengo las tasas para la imagen. Prueba otra vez en un momento.',
    /** Of automatic posts. */
    autoOn: 'Listo: cuando el BCV publique un precio nuevo, pongo aquí la imagen del día. ¿Cómo la quieres?',
    autoAsk: 'Cuando el BCV publique un precio nuevo, pongo la imagen del día. ¿Cómo la quieres?',
    autoOff: 'Listo: ya no pongo la imagen por mi cuenta. Para activarla otra vez: /imagen auto',
    autoPlace: 'Eso es para un canal o un grupo: agrégame allí y escribe /imagen auto.',
    /** The shop. */
    shop: '🏪 Tu imagen',
    name: (name: string) => `Nombre: ${name}`,
    noName: 'Sin nombre de tienda.',
    count: (count: number, max: number) => `Productos: ${count} de ${max}`,
    noProducts: 'Sin productos.',
    askName: 'Escribe el nombre de tu tienda o negocio. Sale en grande en la imagen.',
    badName: (max: number) => `Ese nombre no cabe: escribe hasta ${max} letras. Para dejarlo así: /cancelar`,
    askProducts: (max: number) =>
      `Escribe hasta ${max} productos, uno por línea, con su precio en dólares. La lista nueva reemplaza la de antes; con + al comienzo se agregan a ella.`,
    /** What was typed and is kept: a name as HTML, the number of products. */
    kept: (what: readonly string[]) => `Guardado en tu imagen: ${LIST.format(what)}.`,
    keptProducts: (count: number) => (count === 1 ? '1 producto' : `${count} productos`),
    keptMore: (count: number) => (count === 1 ? '1 producto más' : `${count} productos más`),
    replaces: 'Reemplaza lo que tenías.',
    productsExample: ['Harina PAN', 'Café 500 g', 'Queso blanco kg'],
    currentProducts: 'Los de ahora, para copiar y cambiar:',
    productsFault: {
      no_price: (line: string) => `Me falta el precio en «${line}».`,
      bad_price: (line: string) => `No puedo usar el precio de «${line}».`,
      no_name: (line: string) => `Me falta el nombre en «${line}».`,
      long_name: (line: string) => `Ese nombre es muy largo: «${line}».`,
      too_many: () => 'Son demasiados.',
      empty: () => 'No veo productos.',
    },
    giveUp: 'Para dejarlo así: /cancelar',
    look: {
      'tall-light': 'Vertical clara',
      'tall-dark': 'Vertical oscura',
      'square-light': 'Cuadrada clara',
      'square-dark': 'Cuadrada oscura',
    },
    button: {
      tall: '▯ Vertical',
      square: '◻ Cuadrada',
      light: '☀ Clara',
      dark: '☾ Oscura',
      shop: '🏪 Mi tienda',
      name: 'Nombre',
      products: 'Productos',
      noName: 'Quitar el nombre',
      noProducts: 'Quitar los productos',
      show: '‹ Ver la imagen',
      autoOff: 'No publicar más',
    },
  },

  /** Charts. Days come as text, prices and names as they are shown. */
  history: {
    /** `21 nov`, `21 nov 2026`. */
    shortDay: (day: Day, withYear: boolean) =>
      `${dayOfMonth(day)} ${SHORT_MONTHS[monthOf(day) - 1]}${withYear ? ` ${yearOf(day)}` : ''}`,
    /** Of a price whose day was asked for: the last time that it was crossed. */
    crossed: {
      above: (price: string, day: string) => `La última vez que llegó a ${price} fue el ${day}.`,
      below: (price: string, day: string) => `La última vez que bajó de ${price} fue el ${day}.`,
    },
    neverCrossed: (price: string) => `En lo que conozco no ha pasado por ${price}.`,
    /** Where the prices begin later than what was asked for. */
    since: (day: string) => `desde el ${day} (antes no hay precios)`,
    /** Below the name of one of several whose prices begin later than those of the others. */
    knownFrom: (day: string) => `desde el ${day}`,
    lastDays: (days: number) => LONG_RANGES[days] ?? `últimos ${days} días`,
    between: (from: string, to: string) => `${from} – ${to}`,
    /** A name as it stands after another one: only words that are no proper name become small. */
    nameAfter: (name: string) =>
      COMMON_NAMES.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name,
    above: (second: string, first: string) => `${second} sobre ${first}`,
    points: (amount: string) => `${amount} puntos`,
    open: 'Empezó en',
    high: 'Máximo',
    low: 'Mínimo',
    mean: 'Promedio',
    unchanged: 'sin cambios',
    noPrices: (from: string, to: string) => `No hay precios entre el ${from} y el ${to}.`,
    tryAnother: 'Prueba con otro período:',
    silent: 'El historial no responde ahora. Prueba otra vez en un momento.',
    busy: 'Hay muchos gráficos en cola. Prueba otra vez en un momento.',
    whichChart: '¿De cuál quieres el gráfico?',
    example: '/historial usd 90d',
    chart: 'Gráfico',
    changes: 'Cambios de hoy',
    inDark: '☾ En oscuro',
    shortRange: (days: number) => SHORT_RANGES[days] ?? `${days} d`,
    fault: {
      too_long: () => 'Eso es muy largo para mí.',
      too_many_names: () => 'En un gráfico caben 4 tasas.',
      gap_needs_two: () => 'La brecha compara dos tasas.',
      bad_date: (word: string) => `«${word}» no es una fecha.`,
      two_ranges: () => 'Dime un solo período: los últimos días, o desde una fecha hasta otra.',
      bad_range: () => 'Un gráfico muestra de 2 días a 10 años.',
      strange_sign: (word: string) => `No entiendo «${word}».`,
    },
  },

  /** A day's changes. Prices and days come as they are shown. */
  changes: {
    title: 'Cambios',
    count: (changes: number) =>
      changes === 0 ? 'sin cambios' : changes === 1 ? '1 cambio' : `${changes} cambios`,
    byHour: (changes: number) => `${changes} cambios. Aquí va el último de cada hora:`,
    latest: (changes: number, shown: number) => `${changes} cambios. Aquí van los últimos ${shown}:`,
    noTimes: 'La fuente no dice la hora.',
    none: {
      past: 'Sin cambios ese día.',
      today: 'Sin cambios hoy.',
      coming: 'Todavía no hay cambios para ese día.',
    },
    opened: (title: string, price: string) => `${title} amaneció hoy en ${price}.`,
    stillAt: (price: string, day: DayKind) => `${day === 'past' ? 'Seguía' : 'Sigue'} en ${price}.`,
    wholeDay: (price: string, low: string, high: string) =>
      `Cerró en ${price}; se movió entre ${low} y ${high}.`,
    notKept: 'De ese día no tengo todos los cambios.',
    notYet: (day: string) => `El ${day} todavía no llega.`,
    silent: 'No puedo leer los cambios ahora. Prueba otra vez en un momento.',
    whichChanges: '¿De cuál quieres ver los cambios?',
    example: '/cambios usd 20-11-2026',
    fault: {
      too_many: () => 'Dime una tasa y un día.',
      bad_date: (word: string) => `«${word}» no es una fecha.`,
      not_understood: (word: string) => `No entiendo «${word}».`,
      too_long: () => 'Eso es muy largo para mí.',
    },
  },

  /** Alerts. Subjects come as HTML, figures as they are shown. */
  alerts: {
    title: 'Alertas',
    countOf: (count: number, max: number) => `${count} de ${max}`,
    none: 'Todavía no tienes alertas. Te aviso cuando una tasa suba o baje de un precio, cuando se mueva un porcentaje, o cuando la brecha pase de un valor.',
    full: (max: number) => `Ya tienes ${max} alertas, el máximo. Borra alguna con /alertas.`,
    fullOfPerson: (max: number) =>
      `Ya tienes ${max} alertas entre tu chat privado y tus grupos y canales, el máximo para una persona. Escribe /alertas en uno de ellos y borra alguna.`,
    noName: 'No pude saber quién eres. Crea la alerta con tu nombre y no con el de este chat.',
    gone: 'Esa alerta ya no existe.',
    deleted: 'Alerta borrada.',
    /** What a gap is called in a typed alert. */
    gapName: 'brecha',
    gapOf: (first: string, second: string) => `la brecha entre ${first} y ${second}`,
    /** What each kind of alert waits for. */
    condition: {
      above: (subject: string, value: string) => `${subject} supera ${value}`,
      below: (subject: string, value: string) => contracted(`${subject} baja de ${value}`),
      percent: (subject: string, value: string) => `${subject} sube o baja ${value}`,
      rise: (subject: string, value: string) => `${subject} sube ${value}`,
      fall: (subject: string, value: string) => `${subject} baja ${value}`,
    },
    /** That it happened; a move comes as its percentage. */
    triggered: {
      above: (subject: string, value: string) => `${subject} superó ${value}`,
      below: (subject: string, value: string) => contracted(`${subject} bajó de ${value}`),
      rise: (subject: string, percent: string) => `${subject} subió ${percent}`,
      fall: (subject: string, percent: string) => `${subject} bajó ${percent}`,
    },
    /** A threshold within a sentence. */
    threshold: (value: string, isPercent: boolean) => `${isPercent ? 'el' : 'los'} ${value}`,
    reachedAndBefore: (reached: string, before: string) => `Llegó a ${reached}, antes ${before}`,
    willBe: (price: string) => `Será ${price}`,
    nowAndBefore: (now: string, before: string) => `Ahora ${now}, antes ${before}`,
    farAway: (asked: string, now: string) =>
      `Eso está muy lejos: pides ${asked}, y ahora está en ${now}. ¿Así lo quieres?`,
    which: '¿Cuál de tus alertas?',
    /** Below the list, what else the chat is told. */
    follows: (titles: string) => `Sigues: ${titles}`,
    digest: (schedule: string) => `Resumen: ${schedule}`,
    /** Of an alert on a move: what it is counted from. */
    fromNow: 'Cuento desde el precio de ahora, tarde lo que tarde.',
    /** Of all alerts, or of all others than one. */
    deleteAllQuestion: (count: number, kept?: string) =>
      kept === undefined
        ? `¿Borro ${count === 1 ? 'tu alerta' : `tus ${count} alertas`}? No se puede deshacer.`
        : `¿Borro las otras ${count} alertas y dejo ${kept}? No se puede deshacer.`,
    deletedAll: 'Alertas borradas.',
    /** An alert of another version of the program. */
    ofUnknownKind: 'Una alerta de otra versión del bot: no sé mostrarla',
    triggeredOfUnknownKind: '🔔 Pasó lo que esperaba una alerta de otra versión del bot. No sé decir más.',
    alreadyThere: (condition: string) => `Ya la tienes: te aviso si ${condition}.`,
    willTell: (condition: string) => `🔔 Listo. Te aviso si ${condition}.`,
    edited: (condition: string) => `🔔 Cambiada. Te aviso si ${condition}.`,
    isAbove: (now: string) => `Ya está por encima: ${now}.`,
    isBelow: (now: string) => `Ya está por debajo: ${now}.`,
    nextTime: 'Te aviso la próxima vez que cruce.',
    lacks: (now: string, lack: string) => `Está en ${now}: faltan ${lack}.`,
    upAt: (price: string) => `▲ en ${price}`,
    downAt: (price: string) => `▼ en ${price}`,
    atMostEach: (period: string) => `Una vez cada ${period}, como mucho`,
    minutes: (count: number) => (count === 1 ? 'minuto' : `${count} minutos`),
    hours: (count: number) => (count === 1 ? 'hora' : `${count} horas`),
    days: (count: number) => (count === 1 ? 'día' : `${count} días`),
    until: (day: Day) => `Hasta el ${date(day, true)}`,
    paused: '⏸ En pausa',
    noPriceOf: 'Sin precio por ahora.',
    readAs: (read: string, other: string) => `Leí ${read}, no ${other}.`,

    aboutWhat: '🔔 ¿De qué te aviso?',
    when: '¿Cuándo te aviso?',
    nothingYet: 'Todavía no tienes avisos.',
    whichPrice: '¿Qué precio?',
    whichGap: '¿Qué porcentaje?',
    whichPercent: '¿Cuánto tiene que moverse?',
    orType: 'Toca uno, o escríbelo.',
    typeHere: 'Escribe solo el número.',
    typeIt: 'Escribe el número en respuesta a este mensaje.',
    newValue: '¿Cuál es el nuevo valor?',
    howOften: '¿Una sola vez, o cada vez que cruce?',
    badValue: (text: string, example: string) =>
      `No puedo usar «${text}». Escribe solo el número, por ejemplo 950 o ${example}. Para dejarlo así: /cancelar`,
    badPercentage: (text: string, least: string, example: string) =>
      `No puedo usar «${text}». Escribe un porcentaje de ${least} a menos de 100, por ejemplo ${example}. Para dejarlo así: /cancelar`,
    /** What is wrong with a typed alert. */
    fault: {
      too_long: 'Eso es muy largo para mí.',
      no_signal: 'No sé de qué tasa avisarte.',
      too_many_names: 'Veo más de una tasa. Dime una sola.',
      gap_needs_two: 'Una brecha es entre dos tasas.',
      no_condition: 'Me falta saber cuándo avisarte.',
      two_conditions: 'Veo más de una condición. Haz una alerta para cada una.',
      no_number: 'Me falta el número.',
      bad_number: 'No puedo leer ese número.',
      bad_percent: 'El porcentaje va de 0,1 a menos de 100.',
      bad_cooldown: 'La pausa va de 1 minuto a 30 días, por ejemplo: cada 6h.',
      bad_date: 'Esa fecha no existe.',
      past_date: 'Esa fecha ya pasó.',
      strange_sign: 'No entiendo todo lo que escribiste.',
    },

    button: {
      create: '🔔 Nueva alerta',
      list: 'Ver las alertas',
      gap: 'La brecha',
      kind: {
        above: '▲ Si pasa de un precio',
        below: '▼ Si baja de un precio',
        percent: '± Si se mueve un porcentaje',
        rise: '+ Si sube un porcentaje',
        fall: '− Si baja un porcentaje',
      },
      percents: '% Por porcentaje ›',
      /** The kinds that a gap may have. */
      gapKind: {
        above: '▲ Si pasa de un valor',
        below: '▼ Si baja de un valor',
      },
      onChange: 'Cuando cambie una tasa',
      atPrice: 'Cuando llegue a un precio',
      atHour: 'Cada día a una hora',
      onOfficial: 'Cuando salga la del BCV',
      repeat: 'Cada vez que cruce',
      once: 'Una sola vez',
      other: 'Otro valor',
      pause: '⏸ Pausar',
      resume: '▶ Activar',
      editThis: 'Cambiar el valor',
      removeThis: 'Borrar',
      removeAll: 'Borrar todas',
      removeAllYes: 'Sí, borrarlas',
      asAsked: 'Sí, avísame así',
      instead: {
        above: (value: string) => `Mejor cuando pase de ${value}`,
        below: (value: string) => `Mejor cuando baje de ${value}`,
      },
    },
  },

  /** Settings, leaving, and how much a followed rate must change. Values come as HTML. */
  settings: {
    title: 'Ajustes',
    notices: 'Avisos',
    ownData:
      'Guardo lo que este chat eligió, las tasas que sigue y sus alertas. Puedes descargarlo o borrarlo.',
    language: 'Idioma',
    languageName: 'Español',
    numbers: 'Números',
    zone: 'Zona horaria',
    defaults: 'Tasas preferidas',
    usual: 'las de siempre',
    quiet: 'Horas de silencio',
    digest: 'Resumen',
    ownAmount: 'Monto del aviso del BCV',
    askOwnAmount:
      'Cuando el BCV publica el precio de otro día, te digo cuántos bolívares serán tus dólares. ¿Qué monto uso?',
    typeOwnAmount: 'Escribe el monto en dólares, por ejemplo: 150.',
    badOwnAmount: (text: string) =>
      `No entiendo «${text}». Escribe un monto en dólares, por ejemplo: 150. Para dejarlo así: /cancelar`,
    noOwnRateYet: 'Todavía no tienes una tasa tuya. Ponla aquí:',
    ownRate: 'Mi tasa',
    askOwnRate: '¿A cuánto cuentas tú el dólar? Después escribe «20$ a mi tasa» o «cobrar 20 a mi tasa».',
    typeOwnRate: 'Escribe cuántos bolívares es un dólar para ti, por ejemplo: 900.',
    badOwnRate: (text: string) =>
      `No entiendo «${text}». Escribe cuántos bolívares es un dólar, por ejemplo: 900. Para dejarlo así: /cancelar`,
    payTo: 'Pago móvil',
    askPayTo: 'Con tus datos de pago móvil, al compartir un cobro van para que el cliente pague.',
    typePayTo: 'Escribe banco, teléfono y cédula en una línea, por ejemplo: 0102 0414-1234567 V-12345678.',
    badPayTo: (text: string) =>
      `Me falta algo en «${text}». Escribe banco, teléfono y cédula, por ejemplo: Banesco 0414-1234567 V-12345678. Para dejarlo así: /cancelar`,
    charts: 'Gráficos',
    /** Whether today's card is posted by itself. */
    auto: 'Imagen automática',
    isAuto: (isOn: boolean): string => (isOn ? 'sí' : 'no'),
    chartColours: (isDark: boolean): string => (isDark ? 'oscuros' : 'claros'),
    askCharts: '¿Cómo quieres los gráficos de este chat?',
    charge: 'Cobros',
    charging: (isWhole: boolean, isTaxed: boolean) =>
      `${isWhole ? 'al bolívar' : 'al céntimo'}, ${isTaxed ? 'con IGTF' : 'sin IGTF'}`,
    askCharge: (now: string) =>
      `¿Cómo cobro aquí con /cobrar? Ahora: ${now}.\nEl total en bolívares puede ir al céntimo o redondeado al bolívar. El IGTF es el ${percent('3')} que un comercio obligado suma a lo que le pagan en divisas o cripto.`,
    none: 'no',
    hours: (from: string, to: string) => `de ${from} a ${to}`,
    noQuiet: 'ninguna',
    askLanguage:
      '¿En qué idioma hablo aquí, y cómo escribo los números? Así leo también los que escribas tú.',
    askZone: (now: string) => `¿Qué hora uso para el silencio y el resumen? Ahora: ${now}`,
    typeZone: 'Escribe tu ciudad, por ejemplo: Barcelona, Panamá o Nueva York.',
    badZone: (text: string) =>
      `No encuentro la hora de «${text}». Prueba con una ciudad grande cercana, por ejemplo: Madrid. Para dejarlo así: /cancelar`,
    askQuiet:
      '¿A qué horas no te escribo? Lo que pase mientras tanto te lo digo al terminar, en un solo mensaje.',
    typeQuiet: 'Escribe desde qué hora hasta qué hora, por ejemplo: 22:30 a 6:30.',
    badQuiet: (text: string) =>
      `No entiendo «${text}». Escribe dos horas, por ejemplo: 22:30 a 6:30. Para dejarlo así: /cancelar`,
    askDigest:
      '¿A qué hora te mando el resumen de las tasas? También puedes escribirme: «resumen a las 7:30 de lunes a viernes».',
    digestSet: (when: string) => `🔔 Listo. Te mando el resumen ${when}`,
    everyDay: 'cada día',
    fromDayToDay: (first: string, last: string) => `de ${first} a ${last}`,
    onDays: (days: readonly string[]) =>
      `los ${LIST.format([...days].map((day) => (day.endsWith('s') ? day : `${day}s`)))}`,
    muted: (day: string) => `🔕 Listo: no te escribo antes del ${day}. Lo que pase te lo digo ese día.`,
    tooMany: '¿Cómo te escribo menos?',
    /** Added to what is said of a follow. */
    digestToo: (when: string) => `Y te mando el resumen ${when}`,
    noDigestYet:
      'Los días se eligen para el resumen, y todavía no tienes uno. Pídelo así: resumen a las 7 de lunes a viernes.',
    digestEnded: 'Listo: ya no te mando el resumen.',
    digestOfMain: 'Lleva las tasas principales; para elegirlas: /seguir.',
    typeDigest: 'Escribe la hora, por ejemplo: 7:30.',
    badDigest: (text: string) =>
      `No entiendo «${text}». Escribe una hora, por ejemplo: 7:30. Para dejarlo así: /cancelar`,
    askDefaults: 'Toca las tasas que prefieres, en orden: con ellas empiezo cuando no nombras ninguna.',
    exported: 'Esto es todo lo que guardo de este chat.',
    askDelete:
      '¿Borro todo lo que guardo de este chat? Se van las tasas que sigues, las alertas y los ajustes, y no se puede deshacer.',
    deleted: 'Listo: borré todo lo que guardaba de este chat. Para empezar de nuevo: /start',
    stopped: (isPrivate: boolean) =>
      `Listo: ya no te aviso aquí. Durante 90 días guardo lo que tenías; ${isPrivate ? 'con /start' : 'con este botón'} vuelve todo como estaba.`,
    resumed: (what: string) => `Vuelves a recibir: ${what}.`,
    resumedNothing:
      'Listo: los avisos están encendidos. Todavía no sigues ninguna tasa ni tienes alertas activas.',
    alertCount: (count: number) => (count === 1 ? '1 alerta' : `${count} alertas`),
    pausedCount: (count: number) => (count === 1 ? '1 alerta en pausa' : `${count} alertas en pausa`),
    /** Said above what a chat has while it is sent nothing. */
    off: '🔕 Aquí los avisos están apagados.',
    /** Added where something is followed in another topic than before. */
    topicMoved: 'Desde ahora aviso en este tema de todo lo que sigue el grupo.',
    nothingAsked: 'No hay nada que cancelar.',
    cancelled: 'Listo, lo dejamos así.',
    /** Said to a button that cancels a question which was answered, or forgotten. */
    closed: 'Esa pregunta ya está cerrada.',
    /** Said to an answer to a question of an older program. */
    outdated: 'Me actualicé y olvidé esa pregunta. Empieza otra vez, por favor.',

    least: (title: string) => contracted(`¿Cuándo te aviso de ${title}?`),
    everyChange: 'cada cambio',
    fromPercent: (percent: string) => `cambios de ${percent} o más`,
    leastSet: (title: string, least: string) => contracted(`Listo: te aviso de ${least} de ${title}.`),
    leastBefore: (least: string) => `Antes: ${least}.`,
    leastIsMost: (title: string, least: string) => contracted(`Ya te aviso solo de ${least} de ${title}.`),
    typeLeast: (example: string) => `Escribe desde qué porcentaje, por ejemplo: ${example}.`,
    badLeast: (text: string, example: string) =>
      `No puedo usar «${text}». Escribe un porcentaje entre 0 y 100, por ejemplo: ${example}. Para dejarlo así: /cancelar`,
    followed: 'Sigues:',
    chooseFollow: 'Toca una para elegir de qué cambios te aviso.',

    button: {
      language: 'Idioma y números',
      data: 'Mis datos',
      quiet: 'Silencio',
      onlyLarge: 'Solo cambios grandes',
      onlyDigest: 'Un resumen al día',
      noOwnRate: 'Sin tasa mía',
      noPayTo: 'Borrar estos datos',
      light: 'Claros',
      dark: 'Oscuros',
      toCentimo: 'Al céntimo',
      toBolivar: 'Al bolívar',
      export: 'Descargar mis datos',
      delete: 'Borrar mis datos',
      other: 'Otro',
      write: 'Escribir',
      noQuiet: 'Sin silencio',
      noDigest: 'Sin resumen',
      deleteAll: 'Sí, borrar todo',
      keep: 'No, volver',
      resume: 'Volver a avisar',
      least: '⚙ Qué cambios',
      lessStill: 'Menos todavía',
      followMore: '+ Seguir otra',
    },
  },

  /** What only the administrator of a channel reads. */
  channel: {
    seePrivate: 'Te respondí en privado.',
    shownForAWhile: 'Escríbeme en privado y te respondo solo a ti. Borro este mensaje en un momento.',
    openPrivate: 'Escribir en privado',
    /** In place of an answer to a post of one of several administrators. */
    forAdministrators: 'Respuesta solo para administradores. Borro este mensaje en un momento.',
    seeAnswer: 'Ver la respuesta',
  },

  /** Groups and channels: the greeting, and the pinned message that is kept up to date. */
  live: {
    greetGroup:
      'Hola a todos. Con /tasa digo a cuánto están el dólar y el euro. Los administradores pueden pedir con /seguir que avise aquí cuando cambien.',
    greetChannel:
      'Hola. Publica /tasa en el canal y digo a cuánto están el dólar y el euro; con /seguir aviso cuando cambien. Tus cambios te los confirmo en privado, no en el canal.',
    live: 'En vivo',
    pin: '📌 Fijar en vivo',
    pinned:
      'Listo: el mensaje fijado mostrará siempre lo último. Para que ya no cambie, bórralo o escribe: /fijar no',
    pinNeedsRight: 'Aquí no puedo fijar mensajes.\nHazme administrador con ese permiso y repite /fijar.',
    unpinned: 'Listo: el mensaje fijado ya no cambiará.',
    nothingPinned: 'Aquí no hay un precio fijado. Con /fijar pongo uno.',
    /** What becomes of a live message that ends. */
    ended: '📌 Ya no actualizo este mensaje. Con /fijar pongo otro.',
  },

  /** Inline mode. */
  inline: {
    inOneMessage: (count: number) => (count === 1 ? 'Una tasa' : `${count} tasas en un mensaje`),
    hint: 'Escribe 100 usd, 5000 bs o una tasa',
    simulated: 'simulado',
  },

  /** What Telegram shows of the bot before anyone has written to it, plain text. */
  profile: {
    /** In the empty chat; three lines that a phone does not break, at most 512 characters in all. */
    description:
      'El dólar y el euro en bolívares, al día.\nConversiones, gráficos y la brecha.\nAvisos cuando una tasa cambie.',
    /** On the bot's page and with its links; at most 120 characters. */
    shortDescription: 'A cuánto están el dólar y el euro en bolívares, con gráficos, conversiones y avisos.',
  },

  /** What only operators read. */
  operator: {
    stats: 'Cifras',
    health: 'Estado',
    chats: 'Chats privados',
    groups: 'Grupos y canales',
    follows: 'Seguimientos',
    alerts: 'Alertas',
    waiting: 'En espera',
    parked: 'Apartados',
    toldToday: 'Avisos de hoy',
    oldest: (seconds: number) => `El primero espera desde hace ${seconds} s.`,
    pastRead: (done: number, total: number) => `Historial leído: ${done} de ${total} tasas`,
    pastProblem: (reason: string) => `⚠ Lo intentaré de nuevo. ${reason}`,
    /** What can be reached or not, by the name of its check. */
    part: { redis: 'Base de datos', telegram: 'Telegram', rates: 'Servicio de precios' },
    fine: (ms: number) => `bien, ${ms} ms`,
    unreachable: (reason: string) => `no responde. ${reason}`,
    replaced: (address: string, hours: number) =>
      `⚠ Los avisos de precios iban a <code>${address}</code> y desde hace ${hours < 1 ? 'menos de 1' : hours} h llegan aquí: el servicio admite un solo destino.`,
    noneStale: 'Todas las tasas están al día.',
    /** `age`: since when, where that is known. */
    noneAtAll: (age: string) =>
      age ? `⚠ No hay ni una tasa desde ${age}.` : '⚠ No hay ni una tasa todavía.',
    pricedAgain: '✓ Ya hay tasas.',
    roles: { service: 'Recolección', bot: 'Respuestas', push: 'Avisos' },
    noSign: (age: string) => `sin señal desde ${age}`,
    notRunning: 'no está en marcha',
    running: (hours: number) =>
      hours < 1 ? 'En marcha desde hace menos de 1 h' : `En marcha desde hace ${hours} h`,
    /** What begins to be wrong with the sources of a price, and what is over. */
    begun: {
      stale: '⚠ Sin actualizar:',
      held: '⚠ Cambio muy grande, retenido hasta que se confirme:',
      still: '⚠ Fuente detenida mientras otras se mueven; ya no se usa:',
    },
    over: {
      stale: '✓ Otra vez al día:',
      held: '✓ Ya no hay un cambio retenido:',
      still: '✓ La fuente se mueve otra vez:',
    },
    broadcastWhat: '¿Qué les digo a todos? Escribe el mensaje, o /cancelar.',
    broadcastTooLong: (max: number) =>
      `El mensaje es muy largo: caben ${max} caracteres. Escríbelo más corto, o /cancelar.`,
    broadcastQuestion: (reached: string) => `Así lo verán. ¿Enviarlo a ${reached}?`,
    /** Whom a broadcast reaches; the number, and as it is written. */
    reached: {
      people: (count: number, written: string) => (count === 1 ? '1 persona' : `${written} personas`),
      groups: (count: number, written: string) => (count === 1 ? '1 grupo' : `${written} grupos`),
      channels: (count: number, written: string) =>
        count === 1 ? '1 canal, como el canal' : `${written} canales, como cada canal`,
    },
    broadcastBusy: 'Ya hay un envío en marcha. Espera a que termine, o cancélalo.',
    broadcastGone: 'Este borrador ya no está. Escríbelo otra vez.',
    broadcastGoing: (sent: string, found: string, failed: string) =>
      `Enviado a ${sent} de ${chats(found)} · sin recibir: ${failed}`,
    broadcastFinding: 'Todavía busco chats.',
    broadcastDone: (sent: string, failed: string) =>
      `Terminado: enviado a ${chats(sent)} · sin recibir: ${failed}`,
    broadcastCancelled: (sent: string) => `Cancelado: enviado a ${chats(sent)}.`,
    broadcastDropped: 'No se envió.',
    send: 'Enviar',
  },

  /** What stands in the picture of a chart. */
  chart: {
    months: SHORT_MONTHS,
    dayAndMonth: (day: number, month: string) => `${day} ${month}`,
    withYear: (day: string, year: number) => `${day} ${year}`,
    simulated: 'SIMULADO',
    noPrices: 'No hay precios en estas fechas',
    onePrice: 'Solo hay un precio en estas fechas',
    without: 'sin datos',
    withoutSince: (day: string) => `sin datos desde el ${day}`,
    high: 'máx.',
    low: 'mín.',
  },
}
