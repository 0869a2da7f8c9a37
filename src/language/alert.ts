import { isMovePercent } from '../domain/alert-kinds.ts'
import { DAY_MS, type Day, MINUTE_MS } from '../domain/caracas.ts'
import { absolute, compare, isPositive, multiply } from '../domain/decimal.ts'
import { amountOf, isMinusAt } from './amounts.ts'
import { isCount, joinDays, msOfPeriod, namesPeriod, namesTime } from './days.ts'
import {
  type AlertChange,
  type AlertCondition,
  type AlertFault,
  type AlertRequest,
  type AlertSignal,
  OFFICIAL,
  type Request,
} from './request.ts'
import {
  amountsIn,
  type LineOptions,
  readLine,
  type Speech,
  type SpokenAmount,
  UNKNOWN_MAX,
  type UnreadableWords,
  unreadable,
} from './speech.ts'
import {
  type Amount,
  currencyNamedBy,
  type DatedToken,
  isBesideAmount,
  isBolivares,
  isNumber,
  isPunctuation,
  isThing,
  means,
  monitorNamed,
  PHRASE_WORDS,
  PHRASES,
  type Token,
  textAt,
  typedOf,
  unitOf,
  valuesOf,
  WORDS,
  wordSet,
} from './tokens.ts'

type AlertProblem = UnreadableWords<AlertFault>

export type ReadAlert = { readonly kind: 'alert'; readonly request: AlertRequest } | AlertProblem

const COOLDOWN_MS_MAX = 30 * DAY_MS

type Direction = 'above' | 'below'

interface Threshold extends Amount {
  readonly isPercent: boolean
  /** A plus sign stands before it. */
  readonly isPlus: boolean
  /** The direction that was said last before it. */
  readonly direction: Direction | undefined
}

/** The parts of an alert, collected before they are checked. */
interface AlertParts {
  /** Names of monitors, and currencies. */
  readonly names: string[]
  /** The names of monitors alone. */
  readonly monitors: string[]
  /** Currencies beside a number. */
  readonly units: string[]
  /** Words that nobody explained; those side by side are one name. */
  readonly unknown: { name: string; end: number }[]
  readonly directions: Direction[]
  readonly thresholds: Threshold[]
  isGap: boolean
  isOnce: boolean
  isEitherWay: boolean
  /** The number came before the direction: `900 < usd`. */
  isReversed: boolean
  cooldownMs?: number
  until?: Day
}

export interface AlertOptions {
  /** What is watched where nothing is named. */
  readonly subject?: AlertSignal | undefined
  /** In a sentence, words that nobody explained mean nothing; in a command they are names. */
  readonly isSentence?: boolean
}

/** Reads what follows `/alerts`: `usd > 900`, `usd 2%`, `usd -3%`, `brecha < 30 una vez`, `usd > 1.000 cada 6h hasta 31-12-2026`. */
export const parseAlert = (line: string, today: Day, options: LineOptions & AlertOptions = {}): ReadAlert =>
  readLine(line, options, (tokens) => readAlert(tokens, today, options))

/** Reads an alert in a sentence or a command: its signal, its value, its direction, how often it is triggered, and its last day. */
function readAlert(tokens: readonly Token[], today: Day, options: AlertOptions = {}): ReadAlert {
  const dated = joinDays(tokens, today, 'coming')
  const parts: AlertParts = {
    ...{ names: [], monitors: [], units: [], unknown: [], directions: [], thresholds: [] },
    ...{ isGap: false, isOnce: false, isEitherWay: false, isReversed: false },
  }
  for (let at = 0; at < dated.length; ) {
    const taken = takeAt(dated, at, parts, { ...options, today })
    if (typeof taken !== 'number') return taken
    at += taken
  }
  if (parts.until !== undefined && parts.until < today) return unreadable('past_date', parts.until)
  return buildAlert(parts, options)
}

/** Adds the part at a token; returns the number of tokens read, or why the alert is unreadable. */
function takeAt(
  tokens: readonly DatedToken[],
  at: number,
  parts: AlertParts,
  { isSentence, today }: AlertOptions & { readonly today: Day },
): number | AlertProblem {
  const token = tokens[at] as DatedToken
  if (token.kind === 'name') return parts.names.push(token.raw) && parts.monitors.push(token.raw) && 1
  // `sube 5 % más de lo que está hoy`
  const isSaidNow = isSentence && !means(tokens[at - 1], WORDS.until) && parts.thresholds.length > 0
  if (token.kind === 'day' && isSaidNow && token.day === today) return 1
  if (token.kind === 'day') return takeDay(token.day, token.text, parts)
  const number = numberAt(tokens, at, parts)
  if (number) return takeNumber(tokens, at, number, parts)
  if (means(token, WORDS.cooldown)) return takeCooldown(tokens, at, parts)
  if (takeKeyword(tokens, at, parts) || takeCurrency(tokens, at, parts)) return 1
  if (isSentence || isFiller(token)) return 1
  return token.kind === 'word' ? takeUnknown(tokens, at, parts) : unreadable('strange_sign', token.text)
}

/** A currency beside a number is its unit. */
function takeCurrency(tokens: readonly DatedToken[], at: number, { units, names }: AlertParts): boolean {
  const token = tokens[at] as DatedToken
  if (unitOf(token)?.kind !== 'currency') return false
  const moneys = isBesideAmount(tokens, at) ? units : names
  return moneys.push(monitorNamed(token) ?? '') > 0
}

const isFiller = (token: DatedToken): boolean =>
  isPunctuation(token) ||
  isBolivares(token) ||
  means(token, WORDS.besideCondition, WORDS.fillers, WORDS.price, WORDS.alert, WORDS.above, WORDS.below)

function takeUnknown(tokens: readonly DatedToken[], at: number, { unknown, names }: AlertParts): number {
  const [money, token] = [tokens[at - 1], tokens[at]] as [DatedToken | undefined, DatedToken]
  const name = typedOf(token)
  const before = unknown.at(-1)
  // A name such as `page.key` is whole.
  if (before?.end === at && !`${before.name}${name}`.includes('.'))
    Object.assign(before, { name: `${before.name} ${name}`, end: at + 1 })
  else if (isWordForMoney(money) && names.pop())
    unknown.push({ name: `${typedOf(money)} ${name}`, end: at + 1 })
  else unknown.push({ name, end: at + 1 })
  return 1
}

/** `dólar` begins a title such as `dólar paralelo`; `usd` is a whole name. */
const isWordForMoney = (token: DatedToken | undefined): token is DatedToken =>
  token?.kind === 'word' && unitOf(token)?.kind === 'currency' && monitorNamed(token) !== token.text

const EITHER_WAY = wordSet('± +-')

/** Adds a word or sign that has a meaning by itself; false for any other. */
function takeKeyword(tokens: readonly DatedToken[], at: number, parts: AlertParts): boolean {
  const token = tokens[at] as DatedToken
  const text = token.kind === 'number' ? typedOf(token) : token.text
  const direction = directionAt(tokens, at)
  const isMove = parts.directions.length > 0 || tokens.slice(0, at).some((one) => means(one, WORDS.moves))
  // `se mueve más de 2 %`, `baja más de 3 %`
  if (direction && isMove && WORDS.moreOrLess.has(text)) return true
  if (direction) {
    parts.directions.push(direction)
    parts.isReversed = parts.thresholds.length > 0 && parts.names.length === 0 && !parts.isGap
  } else if (WORDS.gap.has(text)) parts.isGap = true
  else if (WORDS.once.has(text)) parts.isOnce = true
  else if (EITHER_WAY.has(text)) parts.isEitherWay = true
  else return WORDS.until.has(text) || WORDS.moves.has(text)
  return true
}

/** `más` and `menos` count before a number only, and `más o menos` is neither. */
function directionAt(tokens: readonly DatedToken[], at: number): Direction | undefined {
  const text = textAt(tokens, at)
  const isCounted = WORDS.moreOrLess.has(text)
  const isVague = isCounted && means(tokens[at - 1], WORDS.or)
  if (isVague || (isCounted && !tokens.slice(at + 1, at + 3).some(({ kind }) => kind === 'number')))
    return undefined
  return WORDS.above.has(text) ? 'above' : WORDS.below.has(text) ? 'below' : undefined
}

function takeDay(day: Day | undefined, text: string, parts: AlertParts): number | AlertProblem {
  if (day === undefined || parts.until !== undefined) return unreadable('bad_date', text)
  parts.until = day
  return 1
}

/** A number with the sign before it; the English `once` is no Spanish eleven behind a value. */
function numberAt(tokens: readonly DatedToken[], at: number, { thresholds }: AlertParts) {
  const isMinus = isMinusAt(tokens, at)
  const isPlus = tokens[at]?.text === '+' && tokens[at + 1]?.kind === 'number'
  const end = isMinus || isPlus ? at + 2 : at + 1
  const number = tokens[end - 1]
  if (number?.kind !== 'number' || (thresholds.length > 0 && WORDS.once.has(typedOf(number))))
    return undefined
  return { isMinus, isPlus, end, number }
}

function takeNumber(
  tokens: readonly DatedToken[],
  at: number,
  { isMinus, isPlus, end, number }: NonNullable<ReturnType<typeof numberAt>>,
  { thresholds, directions }: AlertParts,
): number | AlertProblem {
  const read = amountOf(number)
  if (!read) return unreadable('bad_number', number.text)
  const next = textAt(tokens, end)
  // `en 30 días` is no price.
  if (!WORDS.and.has(next) && msOfPeriod(1, next) !== undefined) return unreadable('strange_sign', next)
  const isPercent = WORDS.percent.has(next)
  // `recuérdame el 15`
  const isDay = means(tokens[at - 1], WORDS.beforeLastDay) && /^\d\d?$/.test(number.text)
  if (isDay && !isPercent && directions.length === 0) return unreadable('strange_sign', number.text)
  const amount = isMinus ? { value: multiply(read.value, '-1') } : read
  thresholds.push({ ...amount, isPercent, isPlus, direction: directions.at(-1) })
  return end + Number(isPercent) - at
}

/** `cada 6h`, `every 2 hours`, `cada hora`. */
function takeCooldown(tokens: readonly DatedToken[], at: number, parts: AlertParts): number | AlertProblem {
  const [first, second] = [tokens[at + 1], tokens[at + 2]]
  const isCounted = first?.kind === 'number'
  const unit = isCounted ? second : first
  const count = isCounted ? Number(isCount(first.text) ? first.text : 0) : 1
  const cooldownMs = unit?.kind === 'word' ? msOfPeriod(count, unit.text) : undefined
  const isFit = cooldownMs !== undefined && cooldownMs >= MINUTE_MS && cooldownMs <= COOLDOWN_MS_MAX
  if (!isFit || parts.cooldownMs !== undefined) return unreadable('bad_cooldown', first?.text)
  parts.cooldownMs = cooldownMs
  return isCounted ? 3 : 2
}

/** Builds the alert from its parts, or says what is missing. */
function buildAlert(parts: AlertParts, options: AlertOptions): ReadAlert {
  const { thresholds, isOnce, cooldownMs, until } = parts
  const signal = signalOf(parts, options)
  if ('reason' in signal) return signal
  const [threshold] = thresholds
  if (thresholds.length > 1) return unreadable('two_conditions')
  if (!threshold) return unreadable(parts.directions.length > 0 ? 'no_number' : 'no_condition')
  const condition = conditionOf({ ...parts, isGap: signal.kind === 'gap' }, threshold)
  if (typeof condition === 'string') return unreadable(condition)
  const { otherReading } = threshold
  const request = {
    ...{ signal, condition, isOnce },
    ...(otherReading !== undefined && { otherReading }),
    ...(cooldownMs !== undefined && { cooldownMs }),
    ...(until !== undefined && { until }),
  }
  return { kind: 'alert', request }
}

function signalOf(parts: AlertParts, { isSentence, subject }: AlertOptions): AlertSignal | AlertProblem {
  // In a sentence a currency beside a monitor says what it is of.
  const names = isSentence && parts.monitors.length > 0 ? parts.monitors : parts.names
  const [strange, ...more] = parts.unknown.map(({ name }) => name)
  if (parts.isGap)
    return gapOf(
      names,
      [strange, ...more].filter((one) => one !== undefined),
    )
  const [named, ...others] = names
  const odd = named === undefined ? more[0] : strange
  if (odd !== undefined) return unreadable('strange_sign', odd)
  if (others.length > 0 && !isSentence) return unreadable('too_many_names')
  const name = named ?? strange ?? (subject ? undefined : parts.units[0])
  return name === undefined ? (subject ?? unreadable('no_signal')) : { kind: 'monitor', name }
}

function gapOf(known: readonly string[], unknown: readonly string[]): AlertSignal | AlertProblem {
  const names = [...known, ...unknown]
  if (names.length === 0 || names.length === 2) return { kind: 'gap', names }
  return unknown[0] === undefined ? unreadable('gap_needs_two') : unreadable('strange_sign', unknown[0])
}

function conditionOf(parts: AlertParts, threshold: Threshold): AlertCondition | AlertFault {
  const ways = new Set(parts.directions)
  // `sube o baja 5%` is either way.
  const [direction] = ways.size === 1 ? ways : []
  if (!parts.isGap && (threshold.isPercent || parts.isEitherWay)) return percentOf(direction, threshold)
  if (!parts.isGap && !isPositive(threshold.value)) return 'bad_number'
  if (direction === undefined) return { kind: 'reaches', threshold: threshold.value }
  const kind = parts.isReversed ? OTHER_WAY[direction] : direction
  return { kind, threshold: threshold.value }
}

const OTHER_WAY = { above: 'below', below: 'above' } as const

/** A sign before the percentage says the direction, `-3%`, and may repeat it, `baja -3%`, but not contradict it. */
function percentOf(
  direction: Direction | undefined,
  { value, isPlus }: Threshold,
): AlertCondition | AlertFault {
  const signed = isPlus ? 'above' : compare(value, '0') < 0 ? 'below' : undefined
  const percent = absolute(value)
  if (!isMovePercent(percent) || (direction !== undefined && signed !== undefined && signed !== direction))
    return 'bad_percent'
  const way = direction ?? signed
  return { kind: way === undefined ? 'percent' : MOVES[way], percent }
}

const MOVES = { above: 'rise', below: 'fall' } as const

/** `ya no quiero el bcv`, `parar`, `borra la alerta`. */
export const readQuit = (speech: Speech): Request | undefined =>
  isKept(speech) || speech.has(ASKED) ? undefined : (readSet(speech) ?? readEnd(speech))

/** `no me mandes tanta cosa, dime el dólar nada más` ends nothing. */
const ASKED: ReadonlySet<string> = new Set([...WORDS.telling].filter((word) => !PHRASE_WORDS.quit.has(word)))

/** `no me mandes tantos mensajes`, `quita mi tasa y vuelve al bcv`: what is set elsewhere, and ends nothing. */
function readSet({ says, has, hasNumber }: Speech): Request | undefined {
  if (says(PHRASES.tooMany)) return { kind: 'settings', page: 'notices' }
  return says(PHRASES.myRate) && has(WORDS.remove) && !hasNumber ? { kind: 'settings' } : undefined
}

function readEnd(speech: Speech): Request | undefined {
  const [name] = speech.names
  const isQuit = speech.says(PHRASES.quit)
  const isUnfollow = speech.says(PHRASES.unfollow)
  if (speech.has(WORDS.alertNoun) && speech.has(WORDS.remove)) return { kind: 'alerts' }
  if (speech.says(PHRASES.leave) && name === undefined && !speech.hasNumber) return { kind: 'stop' }
  const isEnded = isQuit || isUnfollow || speech.has(WORDS.remove)
  if (!isEnded || speech.hasNumber) return undefined
  if (speech.unknown(...QUIT_KNOWN) > (name === undefined ? 0 : UNKNOWN_MAX)) return undefined
  if (name !== undefined) return { kind: 'unfollow', name }
  if (isQuit || speech.has(WORDS.everything)) return stopAt(speech)
  // `quita una` of a bill
  return isUnfollow && !speech.has(WORDS.one) && !speech.tokens.some(isNumber)
    ? { kind: 'unfollow' }
    : undefined
}

/** `no me mandes nada mañana` ends nothing for good. */
const stopAt = ({ tokens, days }: Speech): Request | undefined =>
  days.length > 0 || tokens.some(({ text }) => namesPeriod(text)) ? undefined : { kind: 'stop' }

/** `don't stop`, `no quitar esa por favor` */
const isKept = ({ tokens }: Speech): boolean =>
  tokens.some(
    ({ text }, at) =>
      (WORDS.remove.has(text) || WORDS.stopping.has(text)) && means(tokens[at - 1], WORDS.negation),
  )

const QUIT_KNOWN = [WORDS.alertNoun, PHRASE_WORDS.quit, PHRASE_WORDS.unfollow]

/** `si sube`, `cuando baje`; neither `y si me da 5 más` nor `ya pasé los 40, revisa si te llegó`. */
function isOneWay({ tokens }: Speech): boolean {
  const from = tokens.findIndex(({ text }) => WORDS.if.has(text))
  return from >= 0 && tokens.some((_, at) => at > from && directionAt(tokens, at) !== undefined)
}

/** `sigue subiendo` is no wish to follow. */
const isFollowAsked = (speech: Speech): boolean =>
  // `pásame el bcv de cada día de esta semana` asks for prices.
  (speech.names.length > 0 &&
    speech.says(PHRASES.daily, PHRASES.workdays) &&
    !speech.says(PHRASES.eachDayOf) &&
    !speech.has(WORDS.moved)) ||
  speech.tokens.some(({ text }, at) => WORDS.follow.has(text) && !GERUND.test(textAt(speech.tokens, at + 1)))

const GERUND = /(?:ando|iendo)$/

/** `si el bcv sube 10% ¿a cuánto queda?`, `when did the bcv pass 500` only ask. */
const onlyAsks = ({ tokens, says }: Speech): boolean =>
  says(PHRASES.whenDid) ||
  tokens.some(({ text }) => WORDS.asking.has(text) && (WORDS.howMuch.has(text) || WORDS.howMany.has(text)))

/** `si el euro toca los 1000 me dices` */
const isConditioned = (speech: Speech): boolean =>
  (isOneWay(speech) || (speech.has(WORDS.if) && speech.names.length > 0 && speech.says(PHRASES.toldThen))) &&
  !onlyAsks(speech)

/** `avísame si el dólar pasa de 1100`, `avísame cuando cambie el bcv`, `seguir bcv`, `mis alertas`. */
export function readNotice(speech: Speech): Request | undefined {
  const { names } = speech
  const listed = readListed(speech)
  if (listed) return listed
  const isFollow = isFollowAsked(speech)
  const isAlert = isAlso(speech) || speech.has(WORDS.alert) || speech.says(PHRASES.alert)
  const hasValue = amountsIn(speech.tokens).length > 0
  const isCondition = hasValue && isConditioned(speech)
  if (!isFollow && !isAlert && !isCondition && !speech.has(WORDS.alertList)) return undefined
  const hasSubject = names.length > 0 || speech.has(WORDS.gap)
  const isOfDollar = !hasSubject && isOfTopic(speech)
  // `sigue el paralelo solo si se mueve 1 %` is an alert for each such move.
  const isOfMoves = isFollow && speech.has(WORDS.moves) && speech.tokens.some(({ text }) => text === '%')
  if (hasValue && (hasSubject || isOfDollar) && (!isFollow || isOfMoves)) return readValued(speech, isFollow)
  if (speech.unknown(...NOTICE_WORDS) > UNKNOWN_MAX) return undefined
  return readUnvalued(speech, isFollow)
}

/** `¿qué sigo?`, `¿qué alertas tengo puestas?` */
function readListed({ says, has, hasNumber }: Speech): Request | undefined {
  if (says(PHRASES.followed)) return { kind: 'followed' }
  return says(PHRASES.alertsAsked) && !hasNumber && !has(WORDS.if) ? { kind: 'alerts' } : undefined
}

/** `y también cuando suba el bcv`; `y si sube el bcv, ¿también sube el paralelo?` is none. */
const isAlso = (speech: Speech): boolean => {
  const { tokens, names, has } = speech
  const [at, ...more] = tokens.flatMap((token, index) => (means(token, WORDS.also) ? [index] : []))
  const isFirst = at !== undefined && at < 2 && more.length === 0
  const isOfOne = isFirst && names.length === 1 && isOneWay(speech)
  return has(WORDS.also) && has(WORDS.if) && (has(WORDS.moves) || isOfOne) && !has(WORDS.pays)
}

/** `cuando suba un 3 %`: of what the question before was about, or of the dollar. */
const isOfTopic = ({ has, topic, unknown }: Speech): boolean =>
  has(WORDS.if) && unknown(...NOTICE_WORDS, WORDS.besideCondition) <= (topic ? UNKNOWN_MAX : 0)

/** A wish to be told, without a value. */
function readUnvalued(speech: Speech, isFollow: boolean): Request | undefined {
  const [name] = speech.names
  // A notice has no hour of its own: one that is said is not dropped.
  const [time] = speech.times
  if (time !== undefined) return { kind: 'bad_alert', reason: 'strange_sign', word: time }
  const isComing = speech.says(PHRASES.comesOut) && (name === undefined || name === 'dollar')
  const others = speech.unknown(...NOTICE_WORDS, PHRASE_WORDS.comesOut)
  if (isComing && others <= Number(name !== undefined || speech.has(WORDS.price)))
    return { kind: 'follow', name: OFFICIAL }
  // `avísame si sube` after `bcv`
  const ofBefore = speech.has(WORDS.if) && speech.topic?.kind === 'monitor' ? speech.topic.name : undefined
  const subject = name ?? ofBefore
  if (subject !== undefined) return readNamed(speech, subject, isFollow)
  // `what alerts do I have set up?`
  const isListAsked = speech.has(WORDS.alertList) && speech.has(WORDS.asking)
  if (speech.unknown(...NOTICE_WORDS) > (isListAsked ? UNKNOWN_MAX : 0)) return undefined
  return { kind: isFollow ? 'follow' : 'alerts' }
}

/** `avísame del paralelo`, `avísame si sube el bcv`: a follow, or an alert whose value is asked for. */
function readNamed(speech: Speech, name: string, isFollow: boolean): Request {
  // `sácame la alarma del paralelo`: something of an alert that there is.
  if (speech.says(THE_ALERT) && speech.unknown(...NOTICE_WORDS) > 0) return { kind: 'alerts' }
  if (!isFollow && isOneWay(speech)) return { kind: 'alert_on', name }
  // Of several, the chat chooses.
  const areSeveral = speech.names.filter((one) => !currencyNamedBy(one)).length > 1
  return areSeveral ? { kind: 'follow' } : { kind: 'follow', name }
}

const THE_ALERT = ['el', 'la', 'the'].flatMap((article) =>
  [...WORDS.alertNoun].map((noun) => `${article} ${noun}`),
)

const NOTICE_WORDS = [
  ...[WORDS.alert, WORDS.alertList, WORDS.follow, WORDS.above, WORDS.below],
  PHRASE_WORDS.alert,
]

/** An alert with its value; the dollar is meant if nothing is named. */
export function readValued({ marked, today, topic }: Speech, isFollow = false): Request | undefined {
  const subject = topic ?? ({ kind: 'monitor', name: 'dollar' } as const)
  const read = readAlert(marked, today, { isSentence: true, subject })
  if (read.kind === 'alert')
    return { kind: 'alert', alert: isFollow ? { ...read.request, isOnce: false } : read.request }
  return { kind: 'bad_alert', reason: read.reason, ...(read.word !== undefined && { word: read.word }) }
}

const ACTS = [
  ['remove', WORDS.remove],
  ['pause', WORDS.pause],
  ['resume', WORDS.resume],
  ['edit', WORDS.edit],
] as const

const STOP = ['remove', PHRASE_WORDS.quit] as const

const BESIDE_CHANGE = [WORDS.alert, WORDS.alertList, WORDS.alertNoun, WORDS.everything, WORDS.without]

/** What is done, and the words that say it; `stop the alert at 930` ends that one. */
const actOf = ({ has, says, hasNumber }: Speech) =>
  ACTS.find(([, verbs]) => has(verbs)) ?? (says(PHRASES.quit) && hasNumber ? STOP : undefined)

/** `quítala`, `delete it`: the only alert, or which one is meant is asked. */
export const isThatRemoved = (speech: Speech): boolean => {
  const { tokens, has, says, names, unknown } = speech
  const isEnded = has(WORDS.remove) || says(PHRASES.quit)
  const isThat =
    isEnded &&
    says(PHRASES.thisOne) &&
    unknown(WORDS.remove, PHRASE_WORDS.quit, PHRASE_WORDS.thisOne, WORDS.alertNoun) === 0
  return (
    (isThat || says(PHRASES.removeThat)) && names.length + amountsIn(tokens).length === 0 && !isKept(speech)
  )
}

/** `quita las dos`, whose number is left out as no amount */
const isBothRemoved = ({ tokens, unknown }: Speech): boolean =>
  means(tokens[0], WORDS.remove) && means(tokens.at(-1), WORDS.plural) && unknown(WORDS.remove) === 0

/** `borra la alerta del bcv`, `quita todas las alertas`, `cambia la alerta 1 a 1150`, `pausa la segunda`. */
export function readAlertChange(speech: Speech): Request | undefined {
  // `how do i delete them`, `do not delete all the alerts`
  const isAll = speech.says(PHRASES.allOfThem) || isBothRemoved(speech)
  if (isKept(speech) || (isAll && speech.has(WORDS.asking))) return undefined
  const kept = readKept(speech, isAll)
  if (kept) return kept
  // `quita el primero, déjame nada más el de mil`: which one is meant is asked.
  if (speech.says(PHRASES.keepOnly) && speech.has(WORDS.remove))
    return { kind: 'alert_change', change: { act: 'remove', isAll: false } }
  if (isAll || isThatRemoved(speech)) return { kind: 'alert_change', change: { act: 'remove', isAll } }
  const { tokens } = speech
  // `quita los 2 panes`
  if (levelsIn(tokens).some(({ at }) => isThing(tokens[at + 1]))) return undefined
  const change = readNamedChange(speech)
  // `borra la primera y la segunda`: which ones are meant is asked.
  const isOfSeveral = tokens.filter((_, at) => isPlaceAt(tokens, at)).length > 1
  return change?.kind === 'alert_change' && isOfSeveral
    ? { kind: 'alert_change', change: { act: change.change.act, isAll: false } }
    : change
}

/** `bórralas todas menos la de 900`; where the one that stays is not understood, which one is meant is asked. */
function readKept(
  { tokens, names: [name, ...names], has, says }: Speech,
  isAll: boolean,
): Request | undefined {
  if (!has(WORDS.except) || !(isAll || (has(WORDS.remove) && has(WORDS.everything)))) return undefined
  if (!isAll && name === undefined && !has(WORDS.alertNoun) && !says(PHRASES.thatOne)) return undefined
  const [level, ...more] = levelsIn(tokens)
  const that = alertNamed(tokens, name, level)
  const isSaid = more.length + names.length === 0 && Object.keys(that).length === 1
  return {
    kind: 'alert_change',
    change: isSaid
      ? { act: 'remove', isAll: true, isExcept: true, ...that }
      : { act: 'remove', isAll: false },
  }
}

/** What says which alert is meant: its name, its value or its place. */
function alertNamed(tokens: Speech['tokens'], name: string | undefined, level: SpokenAmount | undefined) {
  const place = placeIn(tokens)
  return {
    ...(place !== undefined && { place }),
    ...(name !== undefined && { name }),
    ...(level?.value !== undefined && { at: level.value }),
  }
}

const PLACES = valuesOf('inOrder')

const PLACE_WORDS: ReadonlySet<string> = new Set(PLACES.keys())

/** `la primera`, `the last one`; `la última semana` is none. */
const isPlaceAt = (tokens: Speech['tokens'], at: number): boolean =>
  PLACES.has(wordAt(tokens, at)) &&
  means(tokens[at - 1], WORDS.glue) &&
  (means(tokens[at + 1], WORDS.and) || !namesTime(textAt(tokens, at + 1))) &&
  !means(tokens[at + 1], WORDS.often)

const placeIn = (tokens: Speech['tokens']): number | undefined => {
  const at = tokens.findIndex((_, index) => isPlaceAt(tokens, index))
  return PLACES.get(wordAt(tokens, at))
}

/** The word that was typed, where it was read as a number. */
const wordAt = (tokens: Speech['tokens'], at: number): string => {
  const token = tokens[at]
  return token?.kind === 'number' ? typedOf(token) : textAt(tokens, at)
}

/** The amounts of a text, of which a place in the list is none: `the first one`. */
const levelsIn = (tokens: Speech['tokens']) =>
  amountsIn(tokens).filter(
    ({ at }) => !isPlaceAt(tokens, at) && !(isPlaceAt(tokens, at - 1) && WORDS.one.has(wordAt(tokens, at))),
  )

function readNamedChange(speech: Speech): Request | undefined {
  const { tokens, has, says, names, unknown } = speech
  const amounts = levelsIn(tokens)
  const [act, words] = actOf(speech) ?? []
  const isThatOne = act === 'remove' && amounts.length === 1 && says(PHRASES.thatOne)
  if (!act || !(has(WORDS.alertNoun) || isThatOne || placeIn(tokens) !== undefined)) return undefined
  const number = amounts.find(({ at }) => means(tokens[at - 1], WORDS.alertNoun))
  const level = act === 'edit' || number ? undefined : amounts[0]
  if (unknown(words, PLACE_WORDS, ...BESIDE_CHANGE) > Number(level !== undefined)) return undefined
  const value = amounts.find(({ at }) => act === 'edit' && means(tokens[at - 1], WORDS.to))
  if (amounts.length > [number, value, level].filter((one) => one !== undefined).length) return undefined
  const id = number && Number(number.value)
  const change: AlertChange = {
    act,
    isAll: has(WORDS.everything),
    ...(id !== undefined && { id }),
    ...alertNamed(tokens, names[0], level),
    ...(value?.value !== undefined && { value: value.value }),
  }
  return { kind: 'alert_change', change }
}
