import type { Language } from '../language.ts'

/** What Telegram shows of the bot before anyone has written to it, plain text. */
export interface ProfileWords {
  /** In the empty chat; three lines that a phone does not break, at most 512 characters in all. */
  readonly description: string
  /** On the bot's page and with its links; at most 120 characters. */
  readonly shortDescription: string
}

export const profileWords: Readonly<Record<Language, ProfileWords>> = {
  es: {
    description:
      'El dólar y el euro en bolívares, al día.\nConversiones, gráficos y la brecha.\nAvisos cuando una tasa cambie.',
    shortDescription: 'A cuánto están el dólar y el euro en bolívares, con gráficos, conversiones y avisos.',
  },
  en: {
    description:
      'The dollar and the euro in bolivars.\nConversions, charts and the gap.\nAlerts when a rate changes.',
    shortDescription: 'What the dollar and the euro cost in bolivars, with charts, conversions and alerts.',
  },
}
