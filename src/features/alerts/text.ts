import { ALERT_KINDS, type AlertKind } from '../../domain/alert-kinds.ts'
import { dayOf } from '../../domain/caracas.ts'
import { gapBetween } from '../../domain/change.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  multiply,
  round,
  subtract,
} from '../../domain/decimal.ts'
import { isNotYetInForce, leadingPrice } from '../../domain/in-force.ts'
import { isSameMonitor, type Quote } from '../../domain/monitor.ts'
import { BOLIVARES_SIGN, type Numbers } from '../../domain/number-format.ts'
import { figure, inSentence, percentFigure, type Titled } from '../../words/quote.ts'
import { lines } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'

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

/** Of two monitors. */
export const isGap = ({ titles }: Subject): boolean => titles.length > 1

/** `Bs. 900,00`. */
const priceFigure = (numbers: Numbers, value: Decimal): string =>
  `${BOLIVARES_SIGN}${figure(numbers, value, 2)}`
/** A price, or a gap in percent. */
export const signalFigure = ({ numbers, percent }: Words, subject: Subject, value: Decimal): string =>
  isGap(subject) ? percent(numbers.decimal(round(value, 2))) : numbers.bolivares(value)

/** The price in force, or the gap between two of them; undefined where one is not known. `now` in ms. */
export function signalInForce(quotes: readonly Quote[], now: number): Decimal | undefined {
  if (quotes.some((quote) => isNotYetInForce(quote, now) && !quote.inForce)) return undefined
  const [first, second] = quotes.map((quote) => leadingPrice(quote, now).price)
  return first !== undefined && second !== undefined ? gapBetween(first, second) : first
}

/** A threshold or a percentage as people read it. */
export const thresholdFigure = (words: Words, kind: AlertKind, isOfGap: boolean, value: Decimal): string =>
  ALERT_KINDS[kind].isMove || isOfGap ? percentFigure(words, value) : priceFigure(words.numbers, value)

/** `Bs. 1.060`: a threshold in whole bolivares without its decimals. */
export const shortThreshold = (words: Words, kind: AlertKind, isOfGap: boolean, value: Decimal): string =>
  thresholdFigure(words, kind, isOfGap, value).replace(/[.,]00$/, '')

/** What is watched, as HTML. */
export function subjectOf(words: Words, { titles, quotes }: Subject): string {
  const asShown = (titled: Titled): Titled =>
    quotes.find(({ monitor }) => isSameMonitor(monitor, titled.monitor)) ?? titled
  const [first, second] = titles
  return second
    ? words.alerts.gapOf(inSentence(words, asShown(first)), inSentence(words, asShown(second)))
    : inSentence(words, asShown(first))
}

/** `Dólar oficial pasa de Bs. 900,00`, as HTML. */
export function conditionOf(words: Words, { subject, kind, value }: AlertView): string {
  const phrase = words.alerts.condition[kind]
  const figure = `<b>${thresholdFigure(words, kind, isGap(subject), value)}</b>`
  const { isMove } = ALERT_KINDS[kind]
  return phrase(subjectOf(words, subject), isMove ? figure : words.alerts.threshold(figure, isGap(subject)))
}

/** How far it is from being told. */
export function distanceOf(words: Words, { subject, kind, value, from }: AlertView): string {
  const { alerts, numbers } = words
  const { now } = subject
  if (now === undefined) return alerts.noPriceOf
  const { side, isMove } = ALERT_KINDS[kind]
  if (isMove) return pricesOfMove(words, { side, now, percent: value, from: from ?? now })
  const shown = signalFigure(words, subject, now)
  if (compare(now, value) === side)
    return `${(side === 1 ? alerts.isAbove : alerts.isBelow)(shown)} ${alerts.nextTime}`
  const lack = absolute(subtract(value, now))
  return alerts.lacks(
    shown,
    isGap(subject)
      ? alerts.points(numbers.decimal(lack))
      : `${numbers.bolivares(lack)} (${percentOf(words, lack, now)})`,
  )
}

const percentOf = ({ numbers, percent }: Words, part: Decimal, whole: Decimal): string =>
  percent(numbers.decimal(round(divide(multiply(part, '100'), whole), 2)))

interface MoveView {
  readonly side: 1 | -1 | 0
  readonly now: Decimal
  readonly percent: Decimal
  readonly from: Decimal
}

/** The prices at which a move triggers, up, down or both, each with how far it is from here. */
function pricesOfMove(words: Words, { side, now, percent, from }: MoveView): string {
  const priceAt = (sign: '1' | '-1'): string => {
    const at = multiply(from, add('1', divide(multiply(percent, sign), '100')))
    const mark = compare(at, now) < 0 ? '−' : '+'
    return `${words.numbers.bolivares(at)} (${mark}${percentOf(words, absolute(subtract(at, now)), now)})`
  }
  const { upAt, downAt } = words.alerts
  return lines(side >= 0 && upAt(priceAt('1')), side <= 0 && downAt(priceAt('-1')))
}

/** What else it was asked for: once, at most so often, until when. */
export function optionsOf(words: Words, { once, cooldownSeconds, until }: AlertView): string {
  const { alerts } = words
  return [
    once && alerts.once,
    cooldownSeconds && alerts.atMostEach(periodOf(words, cooldownSeconds)),
    until !== undefined && alerts.until(dayOf(until - 1)),
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ')
}

function periodOf({ alerts }: Words, seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes % 1440 === 0) return alerts.days(minutes / 1440)
  return minutes % 60 === 0 ? alerts.hours(minutes / 60) : alerts.minutes(minutes)
}
