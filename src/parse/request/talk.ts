import type { Request } from './request.ts'
import type { Speech } from './speech.ts'
import { ASKING, GREETINGS, HELP_PHRASES, SETTINGS_PHRASES, THANKS_PHRASES } from './vocabulary.ts'

const UNKNOWN_MAX = 2

const wordsOf = (phrases: readonly string[]): ReadonlySet<string> =>
  new Set(phrases.flatMap((phrase) => phrase.split(' ')))
const SETTINGS_WORDS = new Set([
  ...wordsOf(SETTINGS_PHRASES),
  ...'cambiar cambio hora ver abrir borrar ingles english espanol castellano diario pon'.split(' '),
])
const THANKS_WORDS = wordsOf(THANKS_PHRASES)
const HELP_WORDS = wordsOf(HELP_PHRASES)
const GREETING_WORDS = new Set([...wordsOf(GREETINGS), 'holaa', 'alo', 'feliz'])

/** Whether a text is about these phrases alone. */
const isAbout = (
  { says, names, hasNumber, unknown }: Speech,
  phrases: readonly string[],
  words: ReadonlySet<string>,
  unknownMax: number,
): boolean => says(phrases) && names.length === 0 && !hasNumber && unknown(words) <= unknownMax

/** `ajustes`, `cambiar la hora del resumen`. */
export const readSettings = (speech: Speech): Request | undefined =>
  isAbout(speech, SETTINGS_PHRASES, SETTINGS_WORDS, 1) ? { kind: 'settings' } : undefined

/** `ayuda`, `¿qué puedes hacer?`. */
export const readHelp = (speech: Speech): Request | undefined =>
  isAbout(speech, HELP_PHRASES, HELP_WORDS, UNKNOWN_MAX) ? { kind: 'help' } : undefined

/** `muchas gracias, mi rey`. */
export const readThanks = (speech: Speech): Request | undefined =>
  isAbout(speech, THANKS_PHRASES, THANKS_WORDS, UNKNOWN_MAX) && !speech.has(ASKING)
    ? { kind: 'thanks' }
    : undefined

/** Who greets is shown all rates. */
export const readGreeting = (speech: Speech): Request | undefined =>
  isAbout(speech, GREETINGS, GREETING_WORDS, 0) ? { kind: 'rate', names: [] } : undefined
