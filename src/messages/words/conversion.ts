import type { Day } from '../../rates/caracas.ts'
import type { Language } from '../language.ts'

/** The phrases of conversions. Days come as `day` says them, numbers as they are shown. */
export interface ConversionWords {
  /** `viernes 13 de marzo de 2026`. */
  readonly day: (day: Day) => string
  readonly inBolivares: string
  readonly inDollars: string
  readonly inEuros: string
  readonly readAs: (read: string, other: string) => string
  readonly itWas: (other: string) => string
  readonly lastChange: (age: string) => string
  readonly priceOf: (day: string) => string
  readonly shortPriceOf: (day: string) => string
  readonly carried: (asked: string, used: string) => string
  readonly noPriceThen: (day: string) => string
  readonly notYet: (day: string) => string
  readonly historySilent: string
  readonly ask: string
  readonly askExamples: readonly string[]
  readonly askMoney: (amount: string) => string
  readonly tooLong: string
  readonly badNumber: (word: string) => string
  readonly notPositive: string
  readonly twoAmounts: string
  readonly tooMany: string
  readonly badDate: (word: string) => string
  readonly twoDates: string
  readonly notUnderstood: (word: string) => string
  readonly forExample: (example: string) => string
  readonly sameMoney: string
  readonly noSuchRate: string
  readonly copy: (number: string) => string
  readonly compare: string
}

const LONG = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
const SPANISH = new Intl.DateTimeFormat('es-VE', LONG)
const ENGLISH = new Intl.DateTimeFormat('en-US', LONG)
const noon = (day: Day): Date => new Date(`${day}T12:00:00Z`)

export const conversionWords: Readonly<Record<Language, ConversionWords>> = {
  es: {
    day: (day) => SPANISH.format(noon(day)).replace(',', ''),
    inBolivares: 'en bolívares',
    inDollars: 'en dólares',
    inEuros: 'en euros',
    readAs: (read, other) => `Leí el monto como ${read}, no como ${other}.`,
    itWas: (other) => `Era ${other}`,
    lastChange: (age) => `Último cambio ${age}`,
    priceOf: (day) => `Precio del ${day}`,
    shortPriceOf: (day) => `precio del ${day}`,
    carried: (asked, used) => `El ${asked} regía el precio del ${used}`,
    noPriceThen: (day) => `No tengo precios del ${day} ni de antes.`,
    notYet: (day) => `Todavía no hay precios para el ${day}.`,
    historySilent:
      'El historial no responde ahora, así que no puedo usar el precio de ese día. Prueba otra vez en un momento.',
    ask: '¿Cuánto quieres convertir? Toca un monto, o escríbelo así:',
    askExamples: ['/convertir 100 usd', '/convertir 5000 bs', '/convertir 100 usd 15-03-2026'],
    askMoney: (amount) => `¿${amount} de qué?`,
    tooLong: 'Eso es muy largo para mí.',
    badNumber: (word) => `No puedo leer el monto «${word}».`,
    notPositive: 'El monto debe ser mayor que cero.',
    twoAmounts: 'Veo más de un monto. Dime uno solo.',
    tooMany: 'Veo demasiadas tasas o monedas juntas.',
    badDate: (word) => `La fecha «${word}» no existe.`,
    twoDates: 'Veo más de una fecha. Dime una sola.',
    notUnderstood: (word) => `No entiendo «${word}».`,
    forExample: (example) => `Por ejemplo: ${example}`,
    sameMoney: 'Eso ya está en la misma moneda.',
    noSuchRate: 'No tengo una tasa para convertir eso.',
    copy: (number) => `Copiar ${number}`,
    compare: 'Comparar todas',
  },
  en: {
    day: (day) => ENGLISH.format(noon(day)),
    inBolivares: 'in bolivars',
    inDollars: 'in dollars',
    inEuros: 'in euros',
    readAs: (read, other) => `I read the amount as ${read}, not as ${other}.`,
    itWas: (other) => `It was ${other}`,
    lastChange: (age) => `Last change ${age}`,
    priceOf: (day) => `Price of ${day}`,
    shortPriceOf: (day) => `price of ${day}`,
    carried: (asked, used) => `On ${asked} the price of ${used} was in force`,
    noPriceThen: (day) => `I have no prices of ${day} or before.`,
    notYet: (day) => `There are no prices for ${day} yet.`,
    historySilent:
      'The price history does not answer now, so I cannot use the price of that day. Try again in a moment.',
    ask: 'How much do you want to convert? Tap an amount, or write it like this:',
    askExamples: ['/convert 100 usd', '/convert 5000 bs', '/convert 100 usd 15-03-2026'],
    askMoney: (amount) => `${amount} of what?`,
    tooLong: 'That is too long for me.',
    badNumber: (word) => `I cannot read the amount “${word}”.`,
    notPositive: 'The amount must be above zero.',
    twoAmounts: 'I see more than one amount. Give me one.',
    tooMany: 'I see too many rates or currencies at once.',
    badDate: (word) => `There is no date “${word}”.`,
    twoDates: 'I see more than one date. Give me one.',
    notUnderstood: (word) => `I do not understand “${word}”.`,
    forExample: (example) => `For example: ${example}`,
    sameMoney: 'That is the same currency already.',
    noSuchRate: 'I have no rate to convert that.',
    copy: (number) => `Copy ${number}`,
    compare: 'Compare all',
  },
}
