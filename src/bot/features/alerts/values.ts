import type { AlertKind } from '../../../chats/alert.ts'
import { compare, type Decimal, decimalOf, isPositive } from '../../../rates/decimal.ts'

const DIGITS_MAX = 12
const PERCENT_MAX = '100'

/** Whether an alert can wait for a value: a price above zero, a percentage below 100, a gap of any size; 12 digits. */
export function isThreshold(kind: AlertKind, isGap: boolean, value: Decimal): boolean {
  if (value.replace(/\D/g, '').length > DIGITS_MAX) return false
  if (kind === 'percent') return isPositive(value) && compare(value, PERCENT_MAX) < 0
  return isGap || isPositive(value)
}

const PERCENTS: readonly Decimal[] = ['0.5', '1', '2', '5', '10']
const NEAR = [0, 1, 2]
const FAR = [0.05, 0.1]
const STEPS = [1, 2, 5, 10]
const POINTS = 5

/** Values that somebody may want at a press: round numbers on the right side of where the signal is now. */
export function suggestValues(kind: AlertKind, isGap: boolean, now: Decimal | undefined): readonly Decimal[] {
  if (kind === 'percent') return PERCENTS
  if (now === undefined) return []
  const side = kind === 'above' ? 1 : -1
  const at = Number(now)
  const found = isGap
    ? NEAR.map((index) => beyond(at, POINTS, side) + side * index * POINTS)
    : roundPrices(at, side)
  const texts = new Set(found.filter((value) => isGap || value > 0).flatMap(textOf))
  // What binary fractions left on this side of the price is no suggestion.
  return [...texts].filter((text) => compare(text, now) === side)
}

function roundPrices(at: number, side: 1 | -1): number[] {
  const near = roundStep(at * 0.01)
  const far = roundStep(at * 0.05)
  return [
    ...NEAR.map((index) => beyond(at, near, side) + side * index * near),
    ...FAR.map((share) => beyond(at * (1 + side * share), far, side)),
  ]
}

/** 1, 2 or 5 times a power of ten, about as large as wanted. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  return (STEPS.find((step) => step * power >= wanted) ?? 10) * power
}

/** The first multiple of a step past a number. */
const beyond = (at: number, step: number, side: 1 | -1): number =>
  (side > 0 ? Math.floor(at / step) + 1 : Math.ceil(at / step) - 1) * step

/** Without the dust of binary fractions. */
const textOf = (value: number): Decimal | [] => decimalOf(Number(value.toPrecision(10))) ?? []
