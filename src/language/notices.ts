import { readAlert } from './alert.ts'
import { PHRASE_WORDS, PHRASES, WORDS } from './lexicon.ts'
import type { Request } from './request.ts'
import { amountsIn, type Speech } from './speech.ts'

const UNKNOWN_MAX = 3

/** `ya no quiero el bcv`, `parar`, `borra la alerta`. */
export function readQuit(speech: Speech): Request | undefined {
  const [name] = speech.names
  const isQuit = speech.says(PHRASES.quit)
  const isUnfollow = speech.says(PHRASES.unfollow)
  if ((!isQuit && !isUnfollow && !speech.has(WORDS.remove)) || speech.hasNumber) return undefined
  if (speech.has(WORDS.alertNoun) && speech.has(WORDS.remove)) return { kind: 'alerts' }
  if (speech.unknown(...QUIT_KNOWN) > (name === undefined ? 0 : UNKNOWN_MAX)) return undefined
  if (name !== undefined) return { kind: 'unfollow', name }
  if (isQuit || speech.has(WORDS.everything)) return { kind: 'stop' }
  return isUnfollow ? { kind: 'unfollow' } : undefined
}

const QUIT_KNOWN = [WORDS.besideQuit, WORDS.alertNoun, PHRASE_WORDS.quit, PHRASE_WORDS.unfollow]

/** `si sube`, `cuando baje`. */
const isOneWay = ({ has }: Speech): boolean => has(WORDS.if) && (has(WORDS.above) || has(WORDS.below))

/** `sigue subiendo` is no wish to follow. */
const isFollowAsked = (speech: Speech): boolean =>
  (speech.names.length > 0 && speech.says(PHRASES.daily)) ||
  speech.tokens.some(
    ({ text }, at) => WORDS.follow.has(text) && !GERUND.test(speech.tokens[at + 1]?.text ?? ''),
  )
const GERUND = /(?:ando|iendo)$/

/** `avísame si el dólar pasa de 1100`, `avísame cuando cambie el bcv`, `seguir bcv`, `mis alertas`. */
export function readNotice(speech: Speech): Request | undefined {
  const { names } = speech
  const isFollow = isFollowAsked(speech)
  if (speech.says(PHRASES.followed)) return { kind: 'followed' }
  const isAlert = speech.has(WORDS.alert) || speech.says(PHRASES.alert)
  const hasValue = amountsIn(speech.tokens).length > 0
  const isCondition = hasValue && isOneWay(speech)
  if (!isFollow && !isAlert && !isCondition && !speech.has(WORDS.alertList)) return undefined
  const hasSubject = names.length > 0 || speech.has(WORDS.gap)
  const isOfDollar =
    !hasSubject && speech.has(WORDS.if) && speech.unknown(...NOTICE_WORDS, WORDS.besideCondition) === 0
  if (hasValue && (hasSubject || isOfDollar) && !isFollow) return readTyped(speech, speech.topic ?? 'dollar')
  if (speech.unknown(...NOTICE_WORDS) > UNKNOWN_MAX) return undefined
  return readUnvalued(speech, isFollow)
}

/** A wish to be told, without a value. */
function readUnvalued(speech: Speech, isFollow: boolean): Request | undefined {
  const [name] = speech.names
  // A notice has no hour of its own: one that is said is not dropped.
  if (speech.time !== undefined) return { kind: 'bad_alert', reason: 'strange_sign', word: speech.time }
  if (name !== undefined) return { kind: !isFollow && isOneWay(speech) ? 'alert_on' : 'follow', name }
  if (speech.unknown(...NOTICE_WORDS) > 0) return undefined
  return { kind: isFollow ? 'follow' : 'alerts' }
}
const NOTICE_WORDS = [
  ...[WORDS.alert, WORDS.alertList, WORDS.follow, WORDS.above, WORDS.below],
  WORDS.besideAlert,
]

/** An alert with its value; the dollar is meant if nothing is named. */
function readTyped(speech: Speech, subject: string): Request | undefined {
  const read = readAlert(speech.marked, speech.today, { isSentence: true, subject })
  if (read.kind === 'alert') return { kind: 'alert', alert: read.request }
  return { kind: 'bad_alert', reason: read.reason, ...(read.word !== undefined && { word: read.word }) }
}
