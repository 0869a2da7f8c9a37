import type { Language } from '../language.ts'

/** What Telegram shows of the bot before anyone has written to it, plain text. */
export interface ProfileWords {
  /** In the empty chat; three lines, at most 512 characters. */
  readonly description: string
  /** On the bot's page and with its links; at most 120 characters. */
  readonly shortDescription: string
}

export const profileWords: Readonly<Record<Language, ProfileWords>> = {
  es: {
    description:
      'A cuánto están el dólar y el euro en bolívares, y cuándo cambió cada precio.\nConvierte montos, muestra gráficos y la brecha entre las tasas.\nTe avisa cuando una tasa cambie o pase del valor que digas.',
    shortDescription: 'A cuánto están el dólar y el euro en bolívares, con gráficos, conversiones y avisos.',
  },
  en: {
    description:
      'What the dollar and the euro cost in bolivars, and when each price changed.\nConverts amounts, draws charts, and shows the gap between the rates.\nTells you when a rate changes or crosses a value you choose.',
    shortDescription: 'What the dollar and the euro cost in bolivars, with charts, conversions and alerts.',
  },
}
