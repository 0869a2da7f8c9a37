import type { Request } from './request.ts'
import type { Speech } from './speech.ts'
import { parseHours, parseTime } from './times.ts'
import {
  anyOf,
  PARTS_OF_DAY,
  PHRASE_WORDS,
  PHRASES,
  textAt,
  tokensOf,
  WORDS,
  withoutAccents,
} from './tokens.ts'

const UNKNOWN_MAX = 2

/** Whether a text is about these phrases alone, but for some words without a meaning that we know. */
const isAbout = (
  { says, names, unknown }: Speech,
  meaning: keyof typeof PHRASES,
  unknownMax: number,
  ...beside: readonly ReadonlySet<string>[]
): boolean =>
  says(PHRASES[meaning]) && names.length === 0 && unknown(PHRASE_WORDS[meaning], ...beside) <= unknownMax

/** `ajustes`, `cambiar la hora del resumen`, `borra mis datos`, `háblame en inglés`. */
export function readSettings(speech: Speech): Request | undefined {
  if (isAbout(speech, 'ownData', 1, WORDS.remove)) return { kind: 'settings', page: 'data' }
  if (isAbout(speech, 'language', 1, WORDS.edit)) return { kind: 'settings', page: 'language' }
  if (isAbout(speech, 'tooMany', 1)) return { kind: 'settings', page: 'notices' }
  return isAbout(speech, 'settings', 1) ? { kind: 'settings' } : undefined
}

/** `ayuda`, `¿qué puedes hacer?`. */
export const readHelp = (speech: Speech): Request | undefined =>
  isAbout(speech, 'help', UNKNOWN_MAX) ? { kind: 'help' } : undefined

/** `muchas gracias, mi rey`. */
export const readThanks = (speech: Speech): Request | undefined =>
  isAbout(speech, 'thanks', UNKNOWN_MAX) && !speech.has(WORDS.asking) ? { kind: 'thanks' } : undefined

/** `¿de dónde sacas los precios?` */
export const readSources = (speech: Speech): Request | undefined =>
  isAbout(speech, 'sources', 1) ? { kind: 'sources' } : undefined

/** Who greets is shown all rates. */
export const readGreeting = (speech: Speech): Request | undefined =>
  isAbout(speech, 'greetings', 0) ? { kind: 'rate', names: [] } : undefined

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
  ...[WORDS.digest, WORDS.alert, WORDS.remove],
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
  speech.tokens.some(({ kind }, at) => kind === 'number' && WORDS.atHour.has(textAt(speech.tokens, at - 1)))
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
  // `no me avises más` ends all notifications, also while a question is open.
  const isAboutNotices = words.some((word) => WORDS.alert.has(word.text))
  return (
    !isAboutNotices &&
    words.some((word) => WORDS.cancelling.has(word.text)) &&
    words.every((word) => isKnown(word.text))
  )
}

/** Nothing but emoji: `❤️`. */
export const isEmojiOnly = (text: string): boolean =>
  EMOJI.test(text) && text.replace(OF_EMOJI, '').trim() === ''

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u

const OF_EMOJI = /[\u200d\ufe0f\p{Emoji_Modifier}\p{Extended_Pictographic}\p{Regional_Indicator}]/gu

/** `jajaja`, `ok`, `bendiciones`: asks for nothing. */
export function readSmallTalk({ tokens, names, has, unknown }: Speech): Request | undefined {
  const words = tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))
  const laughs = new Set(words.filter((word) => LAUGH.test(word)))
  const isTalk = (laughs.size > 0 || has(WORDS.smallTalk)) && unknown(WORDS.smallTalk, laughs) === 0
  return isTalk && names.length === 0 ? { kind: 'small_talk' } : undefined
}

const LAUGH = /^(?:a?(?:[jh]+[aeio]+)+[jh]*|x+d+|k{3,})$/

/** `vuelve a avisarme`, `épale, volví`, `start again`. */
export const readResume = (speech: Speech): Request | undefined =>
  isAbout(speech, 'resume', 0, WORDS.alert, WORDS.alertList) ? { kind: 'resume' } : undefined

const BESIDE_QUIET = [
  ...[PHRASE_WORDS.quiet, PHRASE_WORDS.silence, PHRASE_WORDS.unfollow],
  ...[WORDS.besideQuiet, WORDS.night, WORDS.remove],
]

const PART_SAID = new RegExp(String.raw`[ap]\.?\s?m\b|${anyOf(PARTS_OF_DAY.keys())}`, 'g')

/** What `de noche` means. */
const NIGHT_HOURS = { from: '22:00', to: '07:00' } as const

/** `no me molestes de noche`, `no me escribas entre 10 de la noche y 7 de la mañana`, `de 10pm a 7am`, `quita el silencio`. */
export function readQuiet(speech: Speech): Request | undefined {
  const { text, says, has, names, hasNumber, unknown } = speech
  if (names.length > 0) return undefined
  const isSilence = says(PHRASES.silence)
  const isAsked = isSilence || says(PHRASES.quiet)
  const hours = hoursIn(withoutAccents(text).toLowerCase(), isAsked)
  if (hours) return { kind: 'quiet', hours }
  if (!isAsked || hasNumber || unknown(...BESIDE_QUIET) > 0) return undefined
  if (isSilence && (has(WORDS.remove) || says(PHRASES.unfollow))) return { kind: 'quiet', hours: 'none' }
  if (has(WORDS.night)) return { kind: 'quiet', hours: NIGHT_HOURS }
  return isSilence ? { kind: 'quiet', hours: undefined } : undefined
}

/** Two times of a wish for silence, or alone where each says its part of the day. */
function hoursIn(text: string, isAsked: boolean) {
  if (!isAsked) return (text.match(PART_SAID)?.length ?? 0) > 1 ? parseHours(text) : undefined
  const phrases = [...PHRASES.quiet, ...PHRASES.silence].toSorted((a, b) => b.length - a.length)
  const spoken = text.replace(/['’]/g, ' ')
  const said = phrases.reduce((rest, phrase) => rest.replace(phrase, ' '), spoken)
  const words = said.split(/\s+/).filter((word) => !WORDS.besideQuiet.has(word))
  return parseHours(words.join(' ').trim())
}
