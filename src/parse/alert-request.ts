import { isMovePercent } from '../rates/alert-kinds.ts'
import type { Day } from '../rates/caracas.ts'
import { absolute, compare, type Decimal, isPositive } from '../rates/decimal.ts'
import type { Amount } from './amounts.ts'

/** Why a typed alert cannot be read. */
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
  | 'bad_cooldown'
  | 'bad_date'
  | 'past_date'
  | 'strange_sign'

/** What an alert watches; a gap without names is the default one. */
export type AlertSignal =
  | { readonly kind: 'monitor'; readonly name: string }
  | { readonly kind: 'gap'; readonly names: readonly string[] }

/**
 * A price in bolivares or a gap in percent to cross, or a change of some percent: in either direction, up, or down. `reaches`
 * is above or below, as the price is now.
 */
export type AlertCondition =
  | { readonly kind: 'above' | 'below' | 'reaches'; readonly threshold: Decimal }
  | { readonly kind: 'percent' | 'rise' | 'fall'; readonly percent: Decimal }

export interface AlertRequest {
  readonly signal: AlertSignal
  readonly condition: AlertCondition
  /** The value of an ambiguous number in the other notation. */
  readonly otherReading?: Decimal
  readonly isOnce: boolean
  readonly cooldownMs?: number
  /** The last day of the alert. */
  readonly until?: Day
}

interface Unreadable {
  readonly kind: 'unreadable'
  readonly reason: AlertFault
  readonly word?: string
}

export type ReadAlert = { readonly kind: 'alert'; readonly request: AlertRequest } | Unreadable

interface Threshold {
  readonly amount: Amount
  readonly isPercent: boolean
  /** A plus sign stands before it. */
  readonly isPlus: boolean
}

/** The parts of a line, collected before they are checked. */
export interface AlertParts {
  readonly names: string[]
  /** The names as they were typed, in lower case. */
  readonly typed: string[]
  readonly directions: ('above' | 'below')[]
  readonly thresholds: Threshold[]
  isGap: boolean
  isOnce: boolean
  isEitherWay: boolean
  /** The number came before the direction: `900 < usd`. */
  isReversed: boolean
  /** Something stands between two names, so that they are not one title. */
  isScattered: boolean
  /** Index of the token after the last name. */
  nameEnd: number
  cooldownMs?: number
  until?: Day
}

export const unreadable = (reason: AlertFault, word?: string): Unreadable => ({
  kind: 'unreadable',
  reason,
  ...(word === undefined ? {} : { word }),
})

/** Whether words are a monitor's name, or near to one. */
export type ClassifyName = (words: string) => 'name' | 'near' | undefined

/** Builds the alert from its parts, or says what is missing. */
export function buildAlert(parts: AlertParts, classifyName: ClassifyName): ReadAlert {
  const { thresholds, isOnce, cooldownMs, until } = parts
  const named = signalOf(parts)
  const signal = typeof named === 'string' ? asOneName(parts, named, classifyName) : named
  if ('reason' in signal) return signal
  if (thresholds.length > 1 || parts.directions.length > 1) return unreadable('two_conditions')
  const [threshold] = thresholds
  if (!threshold) return unreadable(parts.directions.length > 0 ? 'no_number' : 'no_condition')
  const condition = conditionOf(parts, threshold)
  if (typeof condition === 'string') return unreadable(condition)
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

function signalOf({ names, isGap }: AlertParts): AlertSignal | AlertFault {
  const [name, ...others] = names
  if (isGap) return names.length === 0 || names.length === 2 ? { kind: 'gap', names } : 'gap_needs_two'
  if (name === undefined) return 'no_signal'
  return others.length > 0 ? 'too_many_names' : { kind: 'monitor', name }
}

/** Reads several names as one title (`dólar paralelo`) if that is one or near to one; otherwise reports the unknown one. */
function asOneName(
  { names, typed, isGap, isScattered }: AlertParts,
  reason: AlertFault,
  classifyName: ClassifyName,
): AlertSignal | Unreadable {
  const strange = typed.find((_, at) => classifyName(names[at] ?? '') !== 'name')
  const name = typed.join(' ')
  const known = isGap || isScattered || typed.length < 2 ? undefined : classifyName(name)
  if (known === 'name' || (known === 'near' && strange !== undefined)) return { kind: 'monitor', name }
  return strange === undefined ? unreadable(reason) : unreadable('strange_sign', strange)
}

function conditionOf(parts: AlertParts, threshold: Threshold): AlertCondition | AlertFault {
  const { amount, isPercent } = threshold
  const [direction] = parts.directions
  if (!parts.isGap && (isPercent || parts.isEitherWay)) return percentOf(direction, threshold)
  if (!parts.isGap && !isPositive(amount.value)) return 'bad_number'
  if (direction === undefined) return { kind: 'reaches', threshold: amount.value }
  const kind = parts.isReversed ? OTHER_WAY[direction] : direction
  return { kind, threshold: amount.value }
}
const OTHER_WAY = { above: 'below', below: 'above' } as const

/** A sign before the percentage says the direction, `-3%`, and may repeat it, `baja -3%`, but not contradict it. */
function percentOf(
  direction: 'above' | 'below' | undefined,
  { amount: { value }, isPlus }: Threshold,
): AlertCondition | AlertFault {
  const signed = isPlus ? 'above' : compare(value, '0') < 0 ? 'below' : undefined
  const percent = absolute(value)
  if (!isMovePercent(percent) || (direction !== undefined && signed !== undefined && signed !== direction))
    return 'bad_percent'
  const way = direction ?? signed
  return { kind: way === undefined ? 'percent' : MOVES[way], percent }
}
const MOVES = { above: 'rise', below: 'fall' } as const
