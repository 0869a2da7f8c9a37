import type { Language } from './language.ts'
import type { Moves } from './moves.ts'

/** Everything the bot says, as HTML for `parse_mode: 'HTML'`, at most 4,096 characters. */
export interface Messages {
  /** A push: one or several followed monitors moved. */
  readonly moves: (moves: Moves) => string
}

/** The messages in a language. */
export function messagesIn(language: Language): Messages {
  return { moves: ({ moves }) => `${language} ${moves.map(({ quote }) => quote.price).join(' ')}` }
}
