import type { Language } from '../language.ts'

/** The phrases of inline mode. */
export interface InlineWords {
  readonly allRates: string
  readonly inOneMessage: (count: number) => string
  readonly hint: string
  readonly simulated: string
}

export const inlineWords: Readonly<Record<Language, InlineWords>> = {
  es: {
    allRates: 'Todas las tasas',
    inOneMessage: (count) => (count === 1 ? 'Una tasa' : `${count} tasas en un mensaje`),
    hint: 'Escribe 100 usd, 5000 bs o una tasa',
    simulated: 'simulado',
  },
  en: {
    allRates: 'All rates',
    inOneMessage: (count) => (count === 1 ? 'One rate' : `${count} rates in one message`),
    hint: 'Type 100 usd, 5000 bs or a rate',
    simulated: 'simulated',
  },
}

/** The phrases of the gap between two monitors. */
export interface GapWords {
  readonly title: (percent: string) => string
  readonly difference: string
  readonly lastDays: (days: number) => string
  readonly lowest: string
  readonly highest: string
  readonly onShortDay: (dayAndMonth: string) => string
  readonly noHistory: string
  readonly historySilent: string
  readonly noPair: string
  readonly needsTwo: (example: string) => string
  readonly command: string
}

export const gapWords: Readonly<Record<Language, GapWords>> = {
  es: {
    command: 'brecha',
    title: (percent) => `Brecha: ${percent}`,
    difference: 'Diferencia en Bs.',
    lastDays: (days) => `Últimos ${days} días`,
    lowest: 'Mínima',
    highest: 'Máxima',
    onShortDay: (day) => `el ${day}`,
    noHistory: 'Todavía no hay historial de los últimos 30 días.',
    historySilent: 'El historial no responde ahora: sin la mínima y la máxima.',
    noPair: 'Para una brecha hacen falta dos tasas del dólar, y no las tengo.',
    needsTwo: (example) => `La brecha compara dos tasas distintas. Por ejemplo: ${example}`,
  },
  en: {
    command: 'gap',
    title: (percent) => `Gap: ${percent}`,
    difference: 'Difference in Bs.',
    lastDays: (days) => `Last ${days} days`,
    lowest: 'Lowest',
    highest: 'Highest',
    onShortDay: (day) => `on ${day}`,
    noHistory: 'There is no history of the last 30 days yet.',
    historySilent: 'The price history does not answer now: no lowest and highest.',
    noPair: 'A gap needs two dollar rates, and I do not have them.',
    needsTwo: (example) => `A gap compares two different rates. For example: ${example}`,
  },
}
