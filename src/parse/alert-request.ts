import type { Day } from '../rates/caracas.ts'
import { compare, type Decimal, isPositive } from '../rates/decimal.ts'
import type { Amount } from './amounts.ts'

/** What is wrong with an alert that was typed. */
export type AlertFault =
  | 'too_long'
  | 'no_signal'
  | 'too_many_names'
  | 'gap_needs_two'
  | 'no_condition'
  | 'two_conditions'
  | 'no_number'
  | 'bad_number'
  | 'bad_percent'
  | 'percent_has_no_direction'
  | 'gap_needs_direction'
  | 'bad_cooldown'
  | 'bad_date'
  | 'past_date'
  | 'strange_sign'

/** What an alert watches; a gap without names is the usual one. */
export type AlertSignal =
  | { readonly kind: 'monitor'; readonly name: string }
  | { readonly kind: 'gap'; readonly names: readonly string[] }

/** A price in bolivares, or a gap in percent, to cross; or a move of so many percent either way. */
export type AlertCondition =
  | { readonly kind: 'above' | 'below'; readonly threshold: Decimal }
  | { readonly kind: 'percent'; readonly percent: Decimal }

export interface AlertRequest {
  readonly signal: AlertSignal
  readonly condition: AlertCondition
  /** What an ambiguous number would be to others than Venezuelans. */
  readonly otherReading?: Decimal
  readonly isOnce: boolean
  readonly cooldownMs?: number
  /** The last day on which it counts. */
  readonly until?: Day
}

interface Unreadable {
  readonly kind: 'unreadable'
  readonly reason: AlertFault
  readonly word?: string
}

export type ReadAlert = { readonly kind: 'alert'; readonly request: AlertRequest } | Unreadable

const PERCENT_MAX = '100'

interface Threshold {
  readonly amount: Amount
  readonly isPercent: boolean
}

/** What was read of a line, before it is known whether that is an alert. */
export interface Found {
  readonly names: string[]
  /** The names as they were typed, in lower case. */
  readonly typed: string[]
  readonly directions: ('above' | 'below')[]
  readonly thresholds: Threshold[]
  isGap: boolean
  isOnce: boolean
  isEitherWay: boolean
  /** The number came before the sign: `900 < usd`. */
  isReversed: boolean
  /** Something else stands between two names, so that they are no title. */
  isScattered: boolean
  /** The token after the last name. */
  nameEnd: number
  cooldownMs?: number
  until?: Day
}

export const refuseAlert = (reason: AlertFault, word?: string): Unreadable => ({
  kind: 'unreadable',
  reason,
  ...(word === undefined ? {} : { word }),
})

/** Whether there is a monitor of that name, or one that those words may mean. */
export type Knows = (words: string) => 'name' | 'near' | undefined

/** The alert that was read, or what it lacks. */
export function judgeAlert(found: Found, knows: Knows): ReadAlert {
  const { thresholds, isOnce, cooldownMs, until } = found
  const named = signalOf(found)
  const signal = typeof named === 'string' ? asOneName(found, named, knows) : named
  if ('reason' in signal) return signal
  if (thresholds.length > 1 || found.directions.length > 1) return refuseAlert('two_conditions')
  const [threshold] = thresholds
  if (!threshold) return refuseAlert(found.directions.length > 0 ? 'no_number' : 'no_condition')
  const condition = conditionOf(found, threshold)
  if (typeof condition === 'string') return refuseAlert(condition)
  const { otherReading } = threshold.amount
  const request = {
    signal,
    condition,
    ...(otherReading === undefined ? {} : { otherReading }),
    isOnce,
    ...(cooldownMs === undefined ? {} : { cooldownMs }),
    ...(until === undefined ? {} : { until }),
  }
  return { kind: 'alert', request }
}

function signalOf({ names, isGap }: Found): AlertSignal | AlertFault {
  const [name, ...others] = names
  if (isGap) return names.length === 0 || names.length === 2 ? { kind: 'gap', names } : 'gap_needs_two'
  if (name === undefined) return 'no_signal'
  return others.length > 0 ? 'too_many_names' : { kind: 'monitor', name }
}

/** More names than there may be: together they may be near to a title (`dólar paralelo`), else one of them is no name. */
function asOneName(
  { names, typed, isGap, isScattered }: Found,
  reason: AlertFault,
  knows: Knows,
): AlertSignal | Unreadable {
  const strange = typed.find((_, at) => knows(names[at] ?? '') !== 'name')
  const name = typed.join(' ')
  if (strange !== undefined && !isGap && !isScattered && knows(name) === 'near')
    return { kind: 'monitor', name }
  return strange === undefined ? refuseAlert(reason) : refuseAlert('strange_sign', strange)
}

function conditionOf(found: Found, { amount, isPercent }: Threshold): AlertCondition | AlertFault {
  const [direction] = found.directions
  if (!found.isGap && (isPercent || found.isEitherWay)) return percentOf(direction, amount.value)
  if (direction === undefined) return found.isGap ? 'gap_needs_direction' : 'no_condition'
  if (!found.isGap && !isPositive(amount.value)) return 'bad_number'
  const kind = found.isReversed ? OTHER_WAY[direction] : direction
  return { kind, threshold: amount.value }
}
const OTHER_WAY = { above: 'below', below: 'above' } as const

function percentOf(direction: 'above' | 'below' | undefined, percent: Decimal): AlertCondition | AlertFault {
  if (direction !== undefined) return 'percent_has_no_direction'
  const isFit = isPositive(percent) && compare(percent, PERCENT_MAX) < 0
  return isFit ? { kind: 'percent', percent } : 'bad_percent'
}
