/** What a person in the chat reads; a language is one object of `Words`. */
export const LANGUAGES = ['es', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** The language behind an IETF tag as Telegram gives it (`es`, `es-VE`, `en-US`); undefined where we do not speak it. */
export function languageOf(tag: string | undefined): Language | undefined {
  const base = tag?.toLowerCase().split(/[-_]/, 1)[0]
  return LANGUAGES.find((language) => language === base)
}
