import { ALERT_KINDS, type AlertKind, MOVE_PERCENT_MIN } from '../../domain/alert-kinds.ts'
import { dayOf } from '../../domain/caracas.ts'
import {
  absolute,
  add,
  BOLIVARES_SIGN,
  compare,
  type Decimal,
  divide,
  multiply,
  round,
  subtract,
} from '../../domain/decimal.ts'
import { gapBetween, isNotYetInForce, leadingPrice } from '../../domain/in-force.ts'
import { isSameMonitor, type Quote } from '../../domain/monitor.ts'
import type { Schedule } from '../../domain/schedule.ts'
import type { AlertFault } from '../../language/request.ts'
import {
  boldTitle,
  capitalized,
  effectiveDayNotices,
  figure,
  forDaysToCome,
  inSentence,
  othersLine,
  percentFigure,
  plainTitle,
  silenceNotice,
  simulatedNotice,
  staleNotice,
  type Titled,
} from '../../words/price.ts'
import { clip, escapeHtml, joined, lines, quoted, sentence } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'
import { scheduleOf } from '../settings/text.ts'

/** What an alert looks at: one monitor, or the two of a gap; and its value now, a price or percent, where it is known. */
export interface Subject {
  readonly titles: readonly [Titled, ...Titled[]]
  readonly quotes: readonly Quote[]
  readonly now: Decimal | undefined
  /** When the rate API was last heard of its monitors (ms). */
  readonly asOf?: number | undefined
}

/** An alert as people read it. `until` in ms. */
export interface AlertView {
  readonly id: number
  readonly subject: Subject
  readonly kind: AlertKind
  readonly value: Decimal
  readonly once: boolean
  readonly paused: boolean
  readonly cooldownSeconds?: number
  readonly until?: number
  /** What a move is measured from. */
  readonly from?: Decimal
}

/** What an alert waits for. */
export type ShownCondition = Pick<AlertView, 'subject' | 'kind' | 'value'>

/** Of two monitors. */
export const isGap = ({ titles }: Subject): boolean => titles.length > 1

/** A price, or a gap in percent. */
const signalFigure = ({ numbers, percent }: Words, subject: Subject, value: Decimal): string =>
  isGap(subject) ? percent(numbers.decimal(round(value, 2))) : numbers.bolivares(value)

/** The price in force, or the gap between two of them; undefined where one is not known. `now` in ms. */
export function signalInForce(quotes: readonly Quote[], now: number): Decimal | undefined {
  if (quotes.some((quote) => isNotYetInForce(quote, now) && !quote.inForce)) return undefined
  const [first, second] = quotes.map((quote) => leadingPrice(quote, now).price)
  return first !== undefined && second !== undefined ? gapBetween(first, second) : first
}

/** A threshold or a percentage as people read it. */
export const thresholdFigure = (words: Words, kind: AlertKind, isOfGap: boolean, value: Decimal): string =>
  ALERT_KINDS[kind].isMove || isOfGap
    ? percentFigure(words, value)
    : `${BOLIVARES_SIGN}${figure(words.numbers, value, 2)}`

/** `Bs. 1.060`: a threshold in whole bolivares without its decimals. */
export const shortThreshold = (words: Words, kind: AlertKind, isOfGap: boolean, value: Decimal): string =>
  thresholdFigure(words, kind, isOfGap, value).replace(/[.,]00$/, '')

/** What is watched, as HTML. */
export function titleOf(words: Words, { titles, quotes }: Pick<Subject, 'titles' | 'quotes'>): string {
  const asShown = (titled: Titled): Titled =>
    quotes.find(({ monitor }) => isSameMonitor(monitor, titled.monitor)) ?? titled
  const [first, second] = titles
  return second
    ? words.alerts.gapOf(inSentence(words, asShown(first)), inSentence(words, asShown(second)))
    : inSentence(words, asShown(first))
}

/** `Dólar oficial pasa de Bs. 900,00`, as HTML. */
function conditionOf(words: Words, { subject, kind, value }: ShownCondition): string {
  const phrase = words.alerts.condition[kind]
  const figure = `<b>${thresholdFigure(words, kind, isGap(subject), value)}</b>`
  const { isMove } = ALERT_KINDS[kind]
  return phrase(titleOf(words, subject), isMove ? figure : words.alerts.threshold(figure, isGap(subject)))
}

/** How far it is from being told. */
function distanceOf(words: Words, { subject, kind, value, from }: AlertView): string {
  const { alerts, history, numbers } = words
  const { now } = subject
  if (now === undefined) return alerts.noPriceOf
  const { side, isMove } = ALERT_KINDS[kind]
  if (isMove) return pricesOfMove(words, { kind, value, from }, now)
  const shown = signalFigure(words, subject, now)
  if (compare(now, value) === side)
    return `${(side === 1 ? alerts.isAbove : alerts.isBelow)(shown)} ${alerts.nextTime}`
  const lack = absolute(subtract(value, now))
  return alerts.lacks(
    shown,
    isGap(subject)
      ? history.points(numbers.decimal(lack))
      : `${numbers.bolivares(lack)} (${percentOf(words, lack, now)})`,
  )
}

const percentOf = ({ numbers, percent }: Words, part: Decimal, whole: Decimal): string =>
  percent(numbers.decimal(round(divide(multiply(part, '100'), whole), 2)))

type Move = Pick<AlertView, 'kind' | 'value'> & { readonly from: Decimal | undefined }

/** The prices at which a move triggers, up, down or both, each with how far it is from here. */
function pricesOfMove(words: Words, { kind, value, from }: Move, now: Decimal): string {
  const { side } = ALERT_KINDS[kind]
  const priceAt = (sign: '1' | '-1'): string => {
    const at = multiply(from ?? now, add('1', divide(multiply(value, sign), '100')))
    const mark = compare(at, now) < 0 ? '−' : '+'
    return `${words.numbers.bolivares(at)} (${mark}${percentOf(words, absolute(subtract(at, now)), now)})`
  }
  const { upAt, downAt } = words.alerts
  return lines(side >= 0 && upAt(priceAt('1')), side <= 0 && downAt(priceAt('-1')))
}

/** What else it was asked for: once, at most so often, until when. */
function optionsOf(words: Words, { once, cooldownSeconds, until }: AlertView): string {
  const { alerts } = words
  return joined(
    once && alerts.button.once,
    cooldownSeconds !== undefined && alerts.atMostEach(periodOf(words, cooldownSeconds)),
    until !== undefined && alerts.until(dayOf(until - 1)),
  )
}

function periodOf({ alerts }: Words, seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes % 1440 === 0) return alerts.days(minutes / 1440)
  return minutes % 60 === 0 ? alerts.hours(minutes / 60) : alerts.minutes(minutes)
}

/** An alert as it was just made or changed. */
interface CreatedView {
  readonly alert: AlertView
  /** What the number would be to others than Venezuelans. */
  readonly otherReading?: Decimal | undefined
  readonly isEdited?: boolean
  /** Monitors that share the key. */
  readonly others?: readonly Titled[]
  /** What else is said above the question whether another monitor was meant, HTML. */
  readonly also?: readonly string[]
  /** ms. */
  readonly now: number
}

/** An alert that cannot be shown: another version of the program made it. */
export interface UnknownAlert {
  readonly id: number
  readonly subject?: undefined
}

/** A page of the list of alerts. */
interface AlertListView {
  readonly alerts: readonly (AlertView | UnknownAlert)[]
  /** How many there are, on all pages. */
  readonly count: number
  readonly max: number
  /** ms. */
  readonly now: number
}

/** An alert that was just made, or has a new value. */
export function createdAlert(
  words: Words,
  { alert, otherReading, others = [], also = [], isEdited, now }: CreatedView,
): string {
  const { subject, kind, value, once } = alert
  const shown = (number: Decimal): string => thresholdFigure(words, kind, isGap(subject), number)
  const { willTell, edited, readAs, button, fromNow } = words.alerts
  const counted = ALERT_KINDS[kind].isMove ? fromNow : !once && button.repeat
  return lines(
    (isEdited ? edited : willTell)(conditionOf(words, alert)),
    alert.paused ? words.alerts.paused : distanceFrom(words, alert, now),
    effectiveDayNotices(words, subject.quotes, now),
    optionsOf(words, alert) || counted,
    otherReading !== undefined && readAs(shown(value), shown(otherReading)),
    ...subject.quotes.map((quote) => staleNotice(words, quote, now)),
    silenceNotice(words, subject.asOf ?? now, now),
    simulatedNotice(words, subject.quotes),
    ...also,
    othersLine(words, subject.titles[0], others),
  )
}

/** The alerts of a chat, a row each: what it waits for, and whether it is paused. A button opens its card. */
export function alertList(words: Words, { alerts, count, max, now }: AlertListView): string {
  if (count === 0) return words.alerts.none
  return lines(
    `<b>${words.alerts.title}</b> · ${words.alerts.countOf(count, max)}`,
    ...alerts.map((alert) => `${alert.id}. ${rowOf(words, alert)}`),
    silenceNotice(words, Math.min(now, ...alerts.flatMap(({ subject }) => subject?.asOf ?? [])), now),
  )
}

const LABEL_MAX = 24

/** `Paralelo 1.000`, `Brecha 20 %`, `BCV ± 2 %`: an alert on a button; its number for a kind that is not known. */
export function alertLabel(words: Words, alert: AlertView | UnknownAlert): string {
  if (alert.subject === undefined) return `🔔 ${alert.id}`
  const { subject, kind, value } = alert
  const [first] = subject.titles
  const { side, isMove } = ALERT_KINDS[kind]
  const title = isGap(subject) ? words.gapRow : plainTitle(first)
  const figure = shortThreshold(words, kind, isGap(subject), value).replace(BOLIVARES_SIGN, '')
  const sign = isMove ? ['−', '±', '+'].at(side + 1) : ''
  return `${clip(title, LABEL_MAX)} ${sign}${figure}`
}

const rowOf = (words: Words, alert: AlertView | UnknownAlert): string =>
  alert.subject === undefined
    ? words.alerts.ofUnknownKind
    : `${sentence(conditionOf(words, alert))}${alert.paused ? ' ⏸' : ''}`

/** How far it is from being told, counted from the newest price; that comes with its day where it is to come. */
function distanceFrom(words: Words, alert: AlertView, now: number): string {
  const days = forDaysToCome(words, alert.subject.quotes, now)
  const distance = distanceOf(words, alert)
  return days === '' || ALERT_KINDS[alert.kind].isMove
    ? distance
    : `${capitalized(days)} ${distance.charAt(0).toLocaleLowerCase('es')}${distance.slice(1)}`
}

/** The card of one alert: what it waits for, how far that is, and its options. */
export function alertCard(words: Words, alert: AlertView, now: number): string {
  const { subject, paused } = alert
  return lines(
    `🔔 ${sentence(conditionOf(words, alert))}`,
    paused ? words.alerts.paused : distanceOf(words, alert),
    effectiveDayNotices(words, subject.quotes, now),
    ...subject.quotes.map((quote) => staleNotice(words, quote, now)),
    optionsOf(words, alert),
    silenceNotice(words, subject.asOf ?? now, now),
    simulatedNotice(words, subject.quotes),
  )
}

/** A question of the conversation that makes an alert, under what is known so far. */
const askedAbout = (words: Words, subject: Subject, ...questions: readonly string[]): string => {
  const { quotes, asOf, now: newest } = subject
  const now = asOf === undefined ? newest : (signalInForce(quotes, asOf) ?? newest)
  return lines(
    sentence(titleOf(words, subject)),
    now !== undefined && words.nowAt(`<b>${signalFigure(words, subject, now)}</b>`),
    asOf !== undefined && effectiveDayNotices(words, quotes, asOf),
    questions.filter((question) => question !== '').join(' '),
  )
}

/** What is wrong with a typed alert; `word` is what could not be read. */
interface AlertFaultView {
  readonly fault: AlertFault
  readonly word?: string | undefined
  /** A monitor for examples. */
  readonly example: Quote | undefined
}

/** What is wrong with a typed alert, and how one is typed. */
export function alertFault(words: Words, { fault, word, example }: AlertFaultView): string {
  const said =
    fault === 'strange_sign' && word !== undefined
      ? words.conversion.fault.strange_sign(quoted(word))
      : words.alerts.fault[fault]
  const key = escapeHtml(example?.monitor.key ?? 'usd')
  const price = example ? priceAbove(words, example.price) : '900'
  const forms = [`${key} > ${price}`, `${key} 2%`, `${words.alerts.gapName} > 30`]
  const typed = forms.map((form) => `<code>/${words.commands.alerts} ${form.replaceAll('>', '&gt;')}</code>`)
  return lines(said, words.forExample, ...typed)
}

/** A tenth above a price: whole bolivares, but for a price below 1. */
function priceAbove({ numbers }: Words, price: Decimal): string {
  const above = multiply(price, '1.1')
  return compare(price, '1') < 0 ? numbers.price(above) : numbers.decimal(above, 0)
}

/** A typed value that cannot be used, and how one is typed. */
export function badAlertValue({ alerts, numbers }: Words, text: string, kind: AlertKind): string {
  const typed = quoted(text)
  if (!ALERT_KINDS[kind].isMove) return alerts.badValue(typed, numbers.decimal('2.5', 1))
  return alerts.badPercentage(typed, numbers.decimal(MOVE_PERCENT_MIN, 1), numbers.decimal('2.5', 1))
}

/** A chat has this alert already. */
export const alreadyThere = (words: Words, alert: AlertView): string =>
  words.alerts.alreadyThere(conditionOf(words, alert))

/** Asks whether a value that is far from the one of now is meant. */
export const farAway = (words: Words, subject: Subject, kind: AlertKind, value: Decimal): string =>
  words.alerts.farAway(
    thresholdFigure(words, kind, isGap(subject), value),
    signalFigure(words, subject, subject.now ?? value),
  )

export const whenQuestion = (words: Words, subject: Subject): string =>
  askedAbout(words, subject, words.alerts.when)

export function valueQuestion(words: Words, subject: Subject, kind: AlertKind, canType: boolean): string {
  const { whichPercent, whichGap, whichPrice, orType } = words.alerts
  const which = ALERT_KINDS[kind].isMove ? whichPercent : isGap(subject) ? whichGap : whichPrice
  return askedAbout(words, subject, which, canType ? orType : '')
}

export const howOftenQuestion = (words: Words, alert: ShownCondition): string =>
  lines(`${sentence(conditionOf(words, alert))}.`, words.alerts.howOften)

export const newValueQuestion = (words: Words, alert: ShownCondition, canType: boolean): string =>
  lines(
    `${sentence(conditionOf(words, alert))}.`,
    words.alerts.newValue + (canType ? ` ${words.alerts.orType}` : ''),
  )

/** `Sigues: BCV y Paralelo`, `Resumen: cada día a las 7:00 a. m.`: what a chat is told besides its alerts. */
export const alsoLines = (
  words: Words,
  { followed, digest }: { readonly followed: readonly Titled[]; readonly digest: Schedule | undefined },
): string =>
  lines(
    followed.length > 0 && words.alerts.follows(words.listed(followed.map(boldTitle))),
    digest && words.alerts.digest(scheduleOf(words, digest)),
  )
