import { parseShopLine, productsForImage, textToAdd } from '../charge/shop-line.ts'
import { wordsFor } from '../lexicon.ts'
import { parseTime } from '../times.ts'
import { tokensOf } from '../tokens.ts'
import type { Request } from './request.ts'
import type { Speech } from './speech.ts'
import {
  ALERT,
  ASKING,
  DAILY_PHRASES,
  DIGEST,
  FILLERS,
  GREETINGS,
  HELP_PHRASES,
  HISTORY,
  IF,
  IMAGE,
  wordsOf as listOf,
  QUIT_PHRASES,
  REMOVE_ALERT,
  SETTINGS_PHRASES,
  SMALL_TALK,
  THANKS_PHRASES,
  UNFOLLOW_PHRASES,
} from './vocabulary.ts'

const UNKNOWN_MAX = 2

const wordsOf = (phrases: readonly string[]): ReadonlySet<string> => new Set(listOf(phrases))
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

/** `imagen`, `manda la imagen de hoy`: a picture, and neither a chart nor an alert. */
export const readImage = ({ text, has, hasNumber, unknown }: Speech): Request | undefined =>
  has(IMAGE) && !has(HISTORY) && !hasNumber && unknown(IMAGE, IMAGE_WORDS) === 0
    ? { kind: 'image', text }
    : undefined
const IMAGE_WORDS = wordsFor('imageFillers')

/** `hazme una imagen con los precios: arroz 1.5$ y azúcar 2$`, `agrega harina 1,20`. */
export function readShop({ text, has, hasNumber, names, numbers }: Speech): Request | undefined {
  if (!hasNumber || names.length > 0 || [HISTORY, ALERT, DIGEST].some(has)) return undefined
  const added = has(IMAGE) ? undefined : textToAdd(text)
  const said = has(IMAGE) ? productsForImage(text) : added
  const read = said === undefined ? undefined : parseShopLine(said, numbers)
  if (read?.kind !== 'shop' || read.line.shop !== undefined) return undefined
  return { kind: 'shop', line: { ...read.line, ...(added !== undefined && { isAdded: true }) } }
}

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

/** `resumen a las 7 de la mañana`, `mándame el bcv todos los días a las 8`, `quitar el resumen`. */
export function readDigest(speech: Speech): Request | undefined {
  const isDigest = speech.has(DIGEST)
  const isDaily =
    ((speech.time ?? hourAfterAt(speech)) !== undefined && speech.says(DAILY_PHRASES)) || isSentAt(speech)
  if ((!isDigest && !isDaily) || speech.unknown(DIGEST_WORDS) > 0) return undefined
  if (isDigest && (speech.says(QUIT_PHRASES) || speech.says(UNFOLLOW_PHRASES) || speech.has(REMOVE_ALERT)))
    return { kind: 'no_digest' }
  const at = speech.time ?? hourIn(speech)
  const [name] = speech.names
  return at === undefined ? undefined : { kind: 'digest', at, ...(name !== undefined && { name }) }
}
const DIGEST_WORDS: ReadonlySet<string> = new Set([
  ...DIGEST,
  ...wordsFor('digestFillers'),
  ...ALERT,
  ...REMOVE_ALERT,
  ...listOf([...QUIT_PHRASES, ...UNFOLLOW_PHRASES, ...DAILY_PHRASES]),
])

/** `avísame a las 9am el bcv`: at an hour, and neither on a day nor for a reason. */
const isSentAt = ({ time, names, days, hasNumber, has }: Speech): boolean =>
  time !== undefined &&
  names.length > 0 &&
  days.length === 0 &&
  !hasNumber &&
  !has(IF) &&
  (has(ALERT) || has(SEND))
const SEND = wordsFor('send')

/** `every day at 8`: in English nothing else says that a number is an hour. */
const hourAfterAt = (speech: Speech): string | undefined =>
  speech.tokens.some(({ kind }, at) => kind === 'number' && speech.tokens[at - 1]?.text === 'at')
    ? hourIn(speech)
    : undefined

/** `resumen 8`: the only number is its hour. */
function hourIn({ tokens }: Speech): string | undefined {
  const [number, ...more] = tokens.filter(({ kind }) => kind === 'number')
  return number && more.length === 0 ? parseTime(number.text) : undefined
}

/** Whether a text takes back what was begun: `olvídalo`, `no vale, déjalo así`, `never mind`. */
export function isCancelling(text: string): boolean {
  const words = (tokensOf(text) ?? []).filter(({ kind }) => kind !== 'sign')
  const isKnown = (word: string) => [CANCELLING, FILLERS, SMALL_TALK].some((known) => known.has(word))
  return words.some((word) => CANCELLING.has(word.text)) && words.every((word) => isKnown(word.text))
}
const CANCELLING = wordsFor('cancelling')

/** Nothing but emoji: `❤️`. */
export const isEmojiOnly = (text: string): boolean =>
  EMOJI.test(text) && text.replace(OF_EMOJI, '').trim() === ''
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u
const OF_EMOJI = /[\u200d\ufe0f\p{Emoji_Modifier}\p{Extended_Pictographic}\p{Regional_Indicator}]/gu

/** `jajaja`, `ok`, `bendiciones`: asks for nothing. */
export function readSmallTalk({ tokens, names, hasNumber, has, unknown }: Speech): Request | undefined {
  const words = tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))
  const laughs = new Set(words.filter((word) => LAUGH.test(word)))
  const isTalk = (laughs.size > 0 || has(SMALL_TALK)) && unknown(SMALL_TALK, laughs) === 0
  return isTalk && names.length === 0 && !hasNumber ? { kind: 'small_talk' } : undefined
}
const LAUGH = /^(?:a?(?:[jh]+[aeio]+)+[jh]*|x+d+|k{3,})$/
