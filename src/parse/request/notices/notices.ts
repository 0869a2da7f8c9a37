import { readAlert } from '../../alert-line.ts'
import { type DatedToken, joinDays, msOfPeriod } from '../../days.ts'
import { PHRASE_WORDS, PHRASES, WORDS } from '../../lexicon.ts'
import { unitOf } from '../../names.ts'
import { type Token, wordToken } from '../../tokens.ts'
import type { Request } from '../request.ts'
import { amountsIn, isBesideAmount, type Speech } from '../speech.ts'

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
  if (hasValue && (hasSubject || isOfDollar) && !isFollow)
    return readTyped(speech, isOfDollar ? [speech.topic ?? 'dollar'] : names)
  if (speech.unknown(...NOTICE_WORDS) > UNKNOWN_MAX) return undefined
  return readUnvalued(speech, isFollow)
}

/** `si pasa de 962 y si baja de 955`: each value has a direction of its own. */
function hasTwoConditions({ tokens }: Speech): boolean {
  const directions = tokens.flatMap((_, at) => (isDirectionAt(tokens, at) ? [at] : []))
  const values = amountsIn(tokens).map(({ at }) => directions.findLast((direction) => direction < at))
  return new Set(values.filter((direction) => direction !== undefined)).size > 1
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

/** Beside a value: the dollar is meant if nothing is named. */

function readTyped(speech: Speech, names: readonly string[]): Request | undefined {
  if (hasTwoConditions(speech)) return { kind: 'bad_alert', reason: 'two_conditions' }
  const isNamed = speech.names.length > 0 || speech.has(WORDS.gap)
  const tokens = [...(isNamed ? [] : names.map(wordToken)), ...alertTokens(speech)]
  const read = readAlert(tokens, speech.today, (name) => (names.includes(name) ? 'name' : undefined))
  if (read.kind === 'alert') return { kind: 'alert', alert: read.request }
  return { kind: 'bad_alert', reason: read.reason, ...(read.word !== undefined && { word: read.word }) }
}

const SIGNS: ReadonlySet<string> = new Set([
  ...[WORDS.percent, WORDS.above, WORDS.below, WORDS.plus, WORDS.minus].flatMap((signs) => [...signs]),
  '±',
])
const KEPT = [WORDS.gap, WORDS.cooldown, WORDS.until, WORDS.once]

/** What an alert is made of: its name, one direction, its value, how often it is triggered, and a day to come. */
function alertTokens({ marked, names, today }: Speech): DatedToken[] {
  const said = marked.filter((_, at) => !isBeforeOnce(marked, at))
  const tokens = withFigures(joinDays(said, today, 'coming'))
  const directions = tokens.filter((_, at) => isDirectionAt(tokens, at))
  // `sube o baja 5%` is either way.
  const isOnlyWay = [WORDS.above, WORDS.below].some((ways) => directions.every(({ text }) => ways.has(text)))
  const [first] = directions
  const hasExactName = tokens.some(({ kind }) => kind === 'name')
  return tokens.filter((token, at) => {
    if (isDirectionAt(tokens, at)) return isOnlyWay && token === first
    if (token.kind === 'name') return token.raw === names[0] || tokens.some(({ text }) => WORDS.gap.has(text))
    if (token.kind === 'number' || token.kind === 'day') return true
    if (token.kind === 'sign' && SIGNS.has(token.text)) return true
    return isNamedCurrency(tokens, at, hasExactName) || isKeptWord(tokens, at)
  })
}

/** The `una` of `una vez` and `una sola vez` is no number. */
const isBeforeOnce = (tokens: readonly Token[], at: number): boolean =>
  WORDS.one.has(tokens[at]?.text ?? '') && WORDS.onceAfterNumber.has(tokens[at + 1]?.text ?? '')

/** Writes amounts that are spelled out as figures: `llegue a mil`. */
function withFigures(tokens: readonly DatedToken[]): DatedToken[] {
  const written = [...tokens]
  for (const { at, end, value } of amountsIn(tokens).toReversed()) {
    const isSpelled = tokens.slice(at, end).every(({ kind }) => kind === 'word')
    if (isSpelled && value !== undefined) written.splice(at, end - at, { kind: 'number', text: value })
  }
  return written
}

const isNamedCurrency = (tokens: readonly DatedToken[], at: number, hasExactName: boolean): boolean =>
  !hasExactName && unitOf(tokens[at])?.kind === 'currency' && !isBesideAmount(tokens, at)

/** `más` and `menos` count before a number only, and `más o menos` is neither. */
function isDirectionAt(tokens: readonly DatedToken[], at: number): boolean {
  const text = tokens[at]?.text ?? ''
  if (
    (!WORDS.above.has(text) && !WORDS.below.has(text)) ||
    (WORDS.moreOrLess.has(text) && WORDS.or.has(tokens[at - 1]?.text ?? ''))
  )
    return false
  return !WORDS.moreOrLess.has(text) || tokens.slice(at + 1, at + 3).some(({ kind }) => kind === 'number')
}

function isKeptWord(tokens: readonly DatedToken[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]]
  const isCounted = before?.kind === 'number' || WORDS.cooldown.has(before?.text ?? '')
  return (
    (KEPT.some((words) => words.has(token?.text ?? '')) && !WORDS.one.has(token?.text ?? '')) ||
    (isCounted && msOfPeriod(1, token?.text ?? '') !== undefined)
  )
}
