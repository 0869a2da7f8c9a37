import { dayOf } from '../rates/caracas.ts'
import { absolute, add, compare, type Decimal, divide, multiply, round, subtract } from '../rates/decimal.ts'
import { type AlertView, isGap, signalFigure } from './alert.ts'
import type { Words } from './words.ts'

/** How far it is from being told. */
export function distanceOf(words: Words, { subject, kind, value, from }: AlertView): string {
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
