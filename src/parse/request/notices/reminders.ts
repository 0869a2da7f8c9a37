import { wordsFor } from '../../lexicon.ts'
import { isConnector } from '../../pieces.ts'
import { parseHours } from '../../times.ts'
import { withoutAccents } from '../../tokens.ts'
import type { AlertChange, Request } from '../request.ts'
import { amountsIn, type Speech } from '../speech.ts'
import {
  ALERT,
  ALERT_LIST,
  ALERT_NOUNS,
  EVERYTHING,
  QUIET_PHRASES,
  QUIT_WORDS,
  REMOVE_ALERT,
  RESUME_PHRASES,
  SILENCE_PHRASES,
  UNFOLLOW_PHRASES,
  wordsOf,
} from '../vocabulary.ts'

const RESUME_WORDS = new Set([...wordsOf(RESUME_PHRASES), ...QUIT_WORDS, ...ALERT, ...ALERT_LIST])

/** `vuelve a avisarme`, `épale, volví`, `start again`. */
export const readResume = ({ says, names, hasNumber, unknown }: Speech): Request | undefined =>
  says(RESUME_PHRASES) && names.length === 0 && !hasNumber && unknown(RESUME_WORDS) === 0
    ? { kind: 'resume' }
    : undefined

const QUIET_FILLERS = wordsFor('quietFillers')
const AT_NIGHT = wordsFor('night')
const QUIET_WORDS = new Set([
  ...wordsOf([...QUIET_PHRASES, ...SILENCE_PHRASES, ...UNFOLLOW_PHRASES]),
  ...QUIET_FILLERS,
  ...AT_NIGHT,
  ...REMOVE_ALERT,
])
const PART_SAID = /[ap]\.?\s?m\b|noche|manana|tarde|madrugada|night|morning|evening/g
/** What `de noche` means. */
const NIGHT_HOURS = { from: '22:00', to: '07:00' } as const

/** `no me molestes de noche`, `no me escribas entre 10 de la noche y 7 de la mañana`, `de 10pm a 7am`, `quita el silencio`. */
export function readQuiet(speech: Speech): Request | undefined {
  const { text, says, has, names, hasNumber, unknown } = speech
  if (names.length > 0) return undefined
  const isSilence = says(SILENCE_PHRASES)
  const isAsked = isSilence || says(QUIET_PHRASES)
  const hours = hoursIn(withoutAccents(text).toLowerCase(), isAsked)
  if (hours) return { kind: 'quiet', hours }
  if (!isAsked || hasNumber || unknown(QUIET_WORDS) > 0) return undefined
  if (isSilence && (has(REMOVE_ALERT) || says(UNFOLLOW_PHRASES))) return { kind: 'quiet', hours: 'none' }
  if (has(AT_NIGHT)) return { kind: 'quiet', hours: NIGHT_HOURS }
  return isSilence ? { kind: 'quiet', hours: undefined } : undefined
}

/** Two times of a wish for silence, or alone where each says its part of the day. */
function hoursIn(text: string, isAsked: boolean) {
  if (!isAsked) return (text.match(PART_SAID)?.length ?? 0) > 1 ? parseHours(text) : undefined
  const phrases = [...QUIET_PHRASES, ...SILENCE_PHRASES].toSorted((a, b) => b.length - a.length)
  const spoken = text.replace(/['’]/g, ' ')
  const said = phrases.reduce((rest, phrase) => rest.replace(phrase, ' '), spoken)
  const words = said.split(/\s+/).filter((word) => !QUIET_FILLERS.has(word))
  return parseHours(words.join(' ').trim())
}

const ACTS = [
  ['remove', REMOVE_ALERT],
  ['pause', wordsFor('pause')],
  ['resume', wordsFor('resume')],
  ['edit', wordsFor('edit')],
] as const
const CHANGE_WORDS = new Set([...ALERT, ...ALERT_LIST, ...ALERT_NOUNS, ...EVERYTHING])

/** `borra la alerta del bcv`, `quita todas las alertas`, `cambia la alerta 1 a 1150`, `pausa la alerta 2`. */
export function readAlertChange(speech: Speech): Request | undefined {
  const { tokens, has, names, unknown } = speech
  const [act, words] = ACTS.find(([, verbs]) => has(verbs)) ?? []
  if (!act || !has(ALERT_NOUNS) || unknown(words, CHANGE_WORDS) > 0) return undefined
  const amounts = amountsIn(tokens)
  const number = amounts.find(({ at }) => ALERT_NOUNS.has(tokens[at - 1]?.text ?? ''))
  const value = amounts.find(({ at }) => act === 'edit' && isConnector(tokens[at - 1]?.text ?? ''))
  if (amounts.length > Number(number !== undefined) + Number(value !== undefined)) return undefined
  const id = number && Number(number.value)
  const change: AlertChange = {
    act,
    isAll: has(EVERYTHING),
    ...(id !== undefined && { id }),
    ...(names[0] !== undefined && { name: names[0] }),
    ...(value?.value !== undefined && { value: value.value }),
  }
  return { kind: 'alert_change', change }
}
