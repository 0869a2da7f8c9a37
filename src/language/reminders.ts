import { anyOf, PARTS_OF_DAY, PHRASE_WORDS, PHRASES, WORDS } from './lexicon.ts'
import type { AlertChange, Request } from './request.ts'
import { amountsIn, type Speech } from './speech.ts'
import { parseHours } from './times.ts'
import { withoutAccents } from './tokens.ts'

/** `vuelve a avisarme`, `épale, volví`, `start again`. */
export const readResume = ({ says, names, hasNumber, unknown }: Speech): Request | undefined =>
  says(PHRASES.resume) && names.length === 0 && !hasNumber && unknown(...BESIDE_RESUME) === 0
    ? { kind: 'resume' }
    : undefined
const BESIDE_RESUME = [PHRASE_WORDS.resume, WORDS.besideQuit, WORDS.alert, WORDS.alertList]

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

const ACTS = [
  ['remove', WORDS.remove],
  ['pause', WORDS.pause],
  ['resume', WORDS.resume],
  ['edit', WORDS.edit],
] as const
const BESIDE_CHANGE = [WORDS.alert, WORDS.alertList, WORDS.alertNoun, WORDS.everything]

/** `borra la alerta del bcv`, `quita todas las alertas`, `cambia la alerta 1 a 1150`, `pausa la alerta 2`. */
export function readAlertChange(speech: Speech): Request | undefined {
  const { tokens, has, names, unknown } = speech
  const [act, words] = ACTS.find(([, verbs]) => has(verbs)) ?? []
  if (!act || !has(WORDS.alertNoun) || unknown(words, ...BESIDE_CHANGE) > 0) return undefined
  const amounts = amountsIn(tokens)
  const number = amounts.find(({ at }) => WORDS.alertNoun.has(tokens[at - 1]?.text ?? ''))
  const value = amounts.find(({ at }) => act === 'edit' && WORDS.to.has(tokens[at - 1]?.text ?? ''))
  if (amounts.length > Number(number !== undefined) + Number(value !== undefined)) return undefined
  const id = number && Number(number.value)
  const change: AlertChange = {
    act,
    isAll: has(WORDS.everything),
    ...(id !== undefined && { id }),
    ...(names[0] !== undefined && { name: names[0] }),
    ...(value?.value !== undefined && { value: value.value }),
  }
  return { kind: 'alert_change', change }
}
