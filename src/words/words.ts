import { NUMBERS_IN, type NumberStyle, type Numbers } from '../domain/decimal.ts'
import { en } from './en.ts'
import { es, type Phrases } from './es.ts'

/** The languages that the chat is told in: a new one is a file of texts like `es.ts` and its place here. */
export const PHRASES = { es, en } as const satisfies Readonly<Record<string, Phrases>>

export type Language = keyof typeof PHRASES
export const LANGUAGES = Object.keys(PHRASES) as readonly Language[]

/** What a chat is told in: a language, and the way figures are written. */
export interface Words extends Phrases {
  readonly numbers: Numbers
}

/** The texts in a language, with figures in a style: the usual one of the language, where a chat chose no other. */
export const wordsIn = (language: Language, style: NumberStyle = PHRASES[language].usualNumbers): Words =>
  WORDS[language][style]

const inStyles = (phrases: Phrases): Readonly<Record<NumberStyle, Words>> => ({
  'es-VE': { ...phrases, numbers: NUMBERS_IN['es-VE'] },
  'en-US': { ...phrases, numbers: NUMBERS_IN['en-US'] },
})
const WORDS = Object.fromEntries(
  LANGUAGES.map((language) => [language, inStyles(PHRASES[language])]),
) as Readonly<Record<Language, ReturnType<typeof inStyles>>>

/** The language behind an IETF tag as Telegram gives it (`es`, `es-VE`, `en-US`); undefined where we do not speak it. */
export function languageOf(tag: string | undefined): Language | undefined {
  const base = tag?.toLowerCase().split(/[-_]/, 1)[0]
  return LANGUAGES.find((language) => language === base)
}

/** What a command is called in the code. */
export type CommandName = keyof Phrases['commands']

/** The names by which a command can be typed, those of every language. */
export const commandNames = (command: CommandName): string[] => [
  ...new Set(LANGUAGES.map((language) => PHRASES[language].commands[command])),
]

/** One command in the menu of Telegram: its name as typed in this language, and what it does. */
export interface MenuEntry {
  readonly command: string
  readonly description: string
}

type MenuName = keyof Phrases['menu']

/** What people use most. */
const MAIN_COMMANDS: readonly MenuName[] = ['rate', 'charge', 'image', 'history', 'alerts', 'settings']

/** Some commands of a language with what they do; all of them, if not told otherwise. */
export const menuOf = (
  { commands, menu }: Pick<Phrases, 'commands' | 'menu'>,
  names: readonly MenuName[] = Object.keys(menu) as MenuName[],
): MenuEntry[] => names.map((name) => ({ command: commands[name], description: menu[name] }))

/** The menu of Telegram in a language; groups and channels also have the live message. */
export const mainMenuOf = (words: Words, isGroup = false): MenuEntry[] =>
  menuOf(words, isGroup ? [...MAIN_COMMANDS, 'pin'] : MAIN_COMMANDS)
