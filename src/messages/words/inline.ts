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
