import { PHRASE_WORDS, PHRASES, WORDS } from './lexicon.ts'
import type { Request } from './request.ts'
import { parseShopLine, productsForImage, textToAdd } from './shop-line.ts'
import type { Speech } from './speech.ts'
import { parseTime } from './times.ts'
import { tokensOf } from './tokens.ts'

const UNKNOWN_MAX = 2

/** Whether a text is about these phrases alone. */
const isAbout = (
  { says, names, hasNumber, unknown }: Speech,
  meaning: keyof typeof PHRASES,
  unknownMax: number,
  beside: ReadonlySet<string> = new Set(),
): boolean =>
  says(PHRASES[meaning]) &&
  names.length === 0 &&
  !hasNumber &&
  unknown(PHRASE_WORDS[meaning], beside) <= unknownMax

/** `ajustes`, `cambiar la hora del resumen`. */
export const readSettings = (speech: Speech): Request | undefined =>
  isAbout(speech, 'settings', 1, WORDS.besideSettings) ? { kind: 'settings' } : undefined

/** `imagen`, `manda la imagen de hoy`: a picture, and neither a chart nor an alert. */
export const readImage = ({ text, has, hasNumber, unknown }: Speech): Request | undefined =>
  has(WORDS.image) && !has(WORDS.history) && !hasNumber && unknown(...ABOUT_IMAGE) === 0
    ? { kind: 'image', text }
    : undefined

/** The words that are said of a picture. */
export const ABOUT_IMAGE = [
  ...[WORDS.image, WORDS.besideImage, WORDS.square, WORDS.tall, WORDS.dark, WORDS.light],
  ...[WORDS.auto, WORDS.off, WORDS.shop],
]

/** `hazme una imagen con los precios: arroz 1.5$ y azúcar 2$`, `agrega harina 1,20`. */
export function readShop({ text, has, hasNumber, names, numbers }: Speech): Request | undefined {
  if (!hasNumber || names.length > 0 || [WORDS.history, WORDS.alert, WORDS.digest].some(has)) return undefined
  const added = has(WORDS.image) ? undefined : textToAdd(text)
  const said = has(WORDS.image) ? productsForImage(text) : added
  const read = said === undefined ? undefined : parseShopLine(said, numbers)
  if (read?.kind !== 'shop' || read.line.shop !== undefined) return undefined
  return { kind: 'shop', line: { ...read.line, ...(added !== undefined && { isAdded: true }) } }
}

/** `ayuda`, `¿qué puedes hacer?`. */
export const readHelp = (speech: Speech): Request | undefined =>
  isAbout(speech, 'help', UNKNOWN_MAX) ? { kind: 'help' } : undefined

/** `muchas gracias, mi rey`. */
export const readThanks = (speech: Speech): Request | undefined =>
  isAbout(speech, 'thanks', UNKNOWN_MAX) && !speech.has(WORDS.asking) ? { kind: 'thanks' } : undefined

/** Who greets is shown all rates. */
export const readGreeting = (speech: Speech): Request | undefined =>
  isAbout(speech, 'greetings', 0, WORDS.besideGreeting) ? { kind: 'rate', names: [] } : undefined

/** `resumen a las 7 de la mañana`, `mándame el bcv todos los días a las 8`, `quitar el resumen`. */
export function readDigest(speech: Speech): Request | undefined {
  const isDigest = speech.has(WORDS.digest)
  const isDaily =
    ((speech.time ?? hourAfterAt(speech)) !== undefined && speech.says(PHRASES.daily)) || isSentAt(speech)
  if ((!isDigest && !isDaily) || speech.unknown(...BESIDE_DIGEST) > 0) return undefined
  if (isDigest && (speech.says(PHRASES.quit) || speech.says(PHRASES.unfollow) || speech.has(WORDS.remove)))
    return { kind: 'no_digest' }
  const at = speech.time ?? hourIn(speech)
  const [name] = speech.names
  return at === undefined ? undefined : { kind: 'digest', at, ...(name !== undefined && { name }) }
}
const BESIDE_DIGEST = [
  ...[WORDS.digest, WORDS.besideDigest, WORDS.alert, WORDS.remove],
  ...[PHRASE_WORDS.quit, PHRASE_WORDS.unfollow, PHRASE_WORDS.daily],
]

/** `avísame a las 9am el bcv`: at an hour, and neither on a day nor for a reason. */
const isSentAt = ({ time, names, days, hasNumber, has }: Speech): boolean =>
  time !== undefined &&
  names.length > 0 &&
  days.length === 0 &&
  !hasNumber &&
  !has(WORDS.if) &&
  (has(WORDS.alert) || has(WORDS.send))

/** `every day at 8`: in English nothing else says that a number is an hour. */
const hourAfterAt = (speech: Speech): string | undefined =>
  speech.tokens.some(
    ({ kind }, at) => kind === 'number' && WORDS.atHour.has(speech.tokens[at - 1]?.text ?? ''),
  )
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
  const isKnown = (word: string) =>
    [WORDS.cancelling, WORDS.fillers, WORDS.smallTalk].some((known) => known.has(word))
  return words.some((word) => WORDS.cancelling.has(word.text)) && words.every((word) => isKnown(word.text))
}

/** Nothing but emoji: `❤️`. */
export const isEmojiOnly = (text: string): boolean =>
  EMOJI.test(text) && text.replace(OF_EMOJI, '').trim() === ''
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u
const OF_EMOJI = /[\u200d\ufe0f\p{Emoji_Modifier}\p{Extended_Pictographic}\p{Regional_Indicator}]/gu

/** `jajaja`, `ok`, `bendiciones`: asks for nothing. */
export function readSmallTalk({ tokens, names, hasNumber, has, unknown }: Speech): Request | undefined {
  const words = tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))
  const laughs = new Set(words.filter((word) => LAUGH.test(word)))
  const isTalk = (laughs.size > 0 || has(WORDS.smallTalk)) && unknown(WORDS.smallTalk, laughs) === 0
  return isTalk && names.length === 0 && !hasNumber ? { kind: 'small_talk' } : undefined
}
const LAUGH = /^(?:a?(?:[jh]+[aeio]+)+[jh]*|x+d+|k{3,})$/
