import { ALERT_KINDS, type AlertKind } from '../../domain/alert-kinds.ts'
import { compare, type Decimal, decimalOf } from '../../domain/decimal.ts'

const PERCENTS: readonly Decimal[] = ['1', '2', '5', '10']
const NEAR = [0, 1, 2]
const FAR = [0.05, 0.1]
const STEPS = [1, 2, 5, 10]
const POINTS = 5

/** Values to offer for an alert: round numbers above or below the present value of the signal. */
export function suggestValues(kind: AlertKind, isGap: boolean, now: Decimal | undefined): readonly Decimal[] {
  const { side, isMove } = ALERT_KINDS[kind]
  if (isMove) return PERCENTS
  if (now === undefined) return []
  const at = Number(now)
  const found = isGap
    ? NEAR.map((index) => beyond(at, POINTS, side) + side * index * POINTS)
    : roundPrices(at, side)
  const texts = new Set(found.filter((value) => isGap || value > 0).flatMap(textOf))
  // Rounding of binary fractions may have put a value on the wrong side of the price.
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

/** The smallest 1, 2 or 5 times a power of ten that is at least as large as wanted. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  return (STEPS.find((step) => step * power >= wanted) ?? 10) * power
}

/** The first multiple of a step above or below a number. */
const beyond = (at: number, step: number, side: 1 | -1): number =>
  (side > 0 ? Math.floor(at / step) + 1 : Math.ceil(at / step) - 1) * step

/** Rounds away the error of binary fractions. */
const textOf = (value: number): Decimal | [] => decimalOf(Number(value.toPrecision(10))) ?? []
