import { BOLIVARES_SIGN, type Numbers } from '../rates/amount.ts'
import { dayOf } from '../rates/caracas.ts'
import { absolute, add, compare, type Decimal, divide, multiply, round, subtract } from '../rates/decimal.ts'
import type { Quote } from '../rates/monitor.ts'
import { othersLine, simulatedMark, staleMark } from './marks.ts'
import { clip, escapeHtml, lines } from './text.ts'
import { boldTitle, nameOf, type Titled } from './titles.ts'
import type { AlertFault } from './words/alerts.ts'
import type { Words } from './words.ts'

const ASKED_MAX = 40
const PLACES_MAX = 6

export type AlertKind = 'above' | 'below' | 'percent'

/** What an alert looks at: one monitor, or the two of a gap; and its value now, a price or percent, where it is known. */
export interface Subject {
  readonly titles: readonly [Titled, ...Titled[]]
  readonly quotes: readonly Quote[]
  readonly now: Decimal | undefined
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
  /** What a percentage is measured from. */
  readonly from?: Decimal
}

export interface CreatedView {
  readonly alert: AlertView
  /** What the number would be to others than Venezuelans. */
  readonly otherReading?: Decimal
  readonly isEdited?: boolean
  /** Monitors that share the key. */
  readonly others?: readonly Titled[]
  /** ms. */
  readonly now: number
}

export interface AlertListView {
  readonly alerts: readonly AlertView[]
  /** How many there are, on all pages. */
  readonly count: number
  readonly max: number
}

const isGap = ({ titles }: Subject): boolean => titles.length > 1

/** Digits behind the comma as they were given, at least `least` of them. */
function figure(numbers: Numbers, value: Decimal, least: number): string {
  const given = value.split('.')[1]?.length ?? 0
  return numbers.decimal(value, Math.min(PLACES_MAX, Math.max(least, given)))
}

/** `2 %`, `2,5 %`: as it was typed. */
export const percentFigure = (numbers: Numbers, value: Decimal): string =>
  `${figure(numbers, value, 0)}\u00a0%`
/** `Bs. 900,00`. */
const priceFigure = (numbers: Numbers, value: Decimal): string =>
  `${BOLIVARES_SIGN}${figure(numbers, value, 2)}`
const signalFigure = ({ numbers }: Words, subject: Subject, value: Decimal): string =>
  isGap(subject) ? `${numbers.decimal(round(value, 2))} %` : numbers.bolivares(value)

/** A threshold or a percentage as people read it. */
const thresholdFigure = ({ numbers }: Words, kind: AlertKind, isOfGap: boolean, value: Decimal): string =>
  kind === 'percent' || isOfGap ? percentFigure(numbers, value) : priceFigure(numbers, value)

/** What is watched, as HTML. */
export function subjectOf(words: Words, { titles }: Subject): string {
  const [first, second] = titles
  return second ? words.alerts.gapOf(boldTitle(first), boldTitle(second)) : boldTitle(first)
}

/** `Dólar oficial pasa de Bs. 900,00`, as HTML. */
export function conditionOf(words: Words, { subject, kind, value }: AlertView): string {
  const { goesAbove, goesBelow, moves } = words.alerts
  const phrase = { above: goesAbove, below: goesBelow, percent: moves }[kind]
  return phrase(subjectOf(words, subject), `<b>${thresholdFigure(words, kind, isGap(subject), value)}</b>`)
}

/** How far it is from being told. */
function distanceOf(words: Words, { subject, kind, value, from }: AlertView): string {
  const { alerts, numbers } = words
  const { now } = subject
  if (now === undefined) return alerts.noPriceOf
  if (kind === 'percent') return eitherWay(words, now, value, from ?? now)
  const shown = signalFigure(words, subject, now)
  const isPast = compare(now, value) === (kind === 'above' ? 1 : -1)
  if (isPast) return `${(kind === 'above' ? alerts.isAbove : alerts.isBelow)(shown)} ${alerts.nextTime}`
  const lack = absolute(subtract(value, now))
  return alerts.lacks(
    shown,
    isGap(subject)
      ? alerts.points(numbers.decimal(lack))
      : `${numbers.bolivares(lack)} (${percentOf(words, lack, now)})`,
  )
}

const percentOf = ({ numbers }: Words, part: Decimal, whole: Decimal): string =>
  `${numbers.decimal(round(divide(multiply(part, '100'), whole), 2))} %`

/** The two prices at which a percentage is reached, each with how far it is from here. */
function eitherWay(words: Words, now: Decimal, percent: Decimal, from: Decimal): string {
  const [up, down] = ['1', '-1'].map((sign) => {
    const at = multiply(from, add('1', divide(multiply(percent, sign), '100')))
    const mark = compare(at, now) < 0 ? '−' : '+'
    return `${words.numbers.bolivares(at)} (${mark}${percentOf(words, absolute(subtract(at, now)), now)})`
  })
  return words.alerts.either(up ?? '', down ?? '')
}

/** What else it was asked for: once, at most so often, until when. */
function optionsOf(words: Words, { once, cooldownSeconds, until }: AlertView): string {
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

/** An alert that was just made, or has a new value. */
export function createdAlert(
  words: Words,
  { alert, otherReading, others = [], isEdited, now }: CreatedView,
): string {
  const { subject, kind, value, once } = alert
  const shown = (number: Decimal): string => thresholdFigure(words, kind, isGap(subject), number)
  const { willTell, edited, readAs, repeats } = words.alerts
  return lines(
    (isEdited ? edited : willTell)(conditionOf(words, alert)),
    alert.paused ? words.alerts.paused : distanceOf(words, alert),
    optionsOf(words, alert) || (!once && kind !== 'percent' && repeats),
    otherReading !== undefined && readAs(shown(value), shown(otherReading)),
    ...subject.quotes.map((quote) => staleMark(words, quote, now)),
    simulatedMark(words, subject.quotes),
    others.length > 0 && nameOf(subject.titles[0]),
    othersLine(words, subject.titles[0], others),
  )
}

/** The alerts of a chat, each with how far it is from being told. */
export function alertList(words: Words, { alerts, count, max }: AlertListView): string {
  if (count === 0) return words.alerts.none
  return [
    `<b>${words.alerts.title}</b> · ${words.alerts.countOf(count, max)}`,
    ...alerts.map((alert) =>
      lines(
        `<b>${alert.id}.</b> ${upperFirst(conditionOf(words, alert))}`,
        alert.paused ? words.alerts.paused : distanceOf(words, alert),
        optionsOf(words, alert),
      ),
    ),
    simulatedMark(
      words,
      alerts.flatMap(({ subject }) => subject.quotes),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const upperFirst = (html: string): string => html.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

/** A question of the conversation that makes an alert, under what is known so far. */
export const askedAbout = (words: Words, subject: Subject, ...questions: readonly string[]): string =>
  lines(
    upperFirst(subjectOf(words, subject)),
    subject.now !== undefined && words.nowAt(`<b>${signalFigure(words, subject, subject.now)}</b>`),
    questions.filter((question) => question !== '').join(' '),
  )

/** What is wrong with a typed alert, and how one is typed. */
export function alertFault(words: Words, fault: AlertFault, example: Quote | undefined): string {
  const key = escapeHtml(example?.monitor.key ?? 'usd')
  const price = example ? words.numbers.decimal(round(multiply(example.price, '1.1'), 0), 0) : '900'
  const [command] = words.menu.filter(({ command }) => /^alert/.test(command))
  const forms = [`${key} > ${price}`, `${key} 2%`, `${words.alerts.gapName} > 30`]
  const typed = forms.map((form) => `<code>/${command?.command} ${form.replaceAll('>', '&gt;')}</code>`)
  return lines(words.alerts.fault[fault], words.alerts.examples, ...typed)
}

export const badValue = (words: Words, text: string): string =>
  words.alerts.badValue(escapeHtml(clip(text, ASKED_MAX)), words.numbers.decimal('2.5', 1))

/** All that is said about alerts. */
export const alertMessages = (words: Words) => ({
  button: words.alerts.button,
  /** A threshold or a percentage as a button shows it, plain text. */
  figure: (kind: AlertKind, isOfGap: boolean, value: Decimal): string =>
    thresholdFigure(words, kind, isOfGap, value),
  created: (view: CreatedView): string => createdAlert(words, view),
  list: (view: AlertListView): string => alertList(words, view),
  fault: (fault: AlertFault, example: Quote | undefined): string => alertFault(words, fault, example),
  badValue: (text: string): string => badValue(words, text),
  aboutWhat: words.alerts.aboutWhat,
  when: (subject: Subject): string => askedAbout(words, subject, words.alerts.when),
  whichValue: (subject: Subject, kind: AlertKind, canType: boolean): string =>
    askedAbout(words, subject, whichValue(words, subject, kind), canType ? words.alerts.orType : ''),
  howOften: (alert: AlertView): string =>
    lines(`${upperFirst(conditionOf(words, alert))}.`, words.alerts.howOften),
  newValue: (alert: AlertView, canType: boolean): string =>
    lines(
      `${upperFirst(conditionOf(words, alert))}.`,
      words.alerts.newValue + (canType ? ` ${words.alerts.orType}` : ''),
    ),
  typeIt: (isPrivate: boolean): string => (isPrivate ? words.alerts.typeHere : words.alerts.typeIt),
  /** Plain text. */
  deleted: words.alerts.deleted,
  full: (max: number): string => words.alerts.full(max),
  gone: words.alerts.gone,
})

const whichValue = ({ alerts }: Words, subject: Subject, kind: AlertKind): string => {
  if (kind === 'percent') return alerts.whichPercent
  return isGap(subject) ? alerts.whichGap : alerts.whichPrice
}
