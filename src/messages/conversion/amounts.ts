import type { Decimal } from '../../rates/decimal.ts'
import { BOLIVARES_SIGN, type Numbers } from '../../rates/number-format.ts'
import type { Money } from '../format/quote.ts'

/** The money that prices are in. */
export const BOLIVARES: Money = BOLIVARES_SIGN

const PLACES_MAX = 20
const PLACES = 2

/** `34992,72`: a result for pasting into another program. */
export const bareNumber = (numbers: Numbers, value: Decimal): string =>
  numbers.ungrouped(numbers.price(value))

/** What somebody wrote, with all its places: `100`, `1.500,50`, `0,001`. */
export function formatGiven(numbers: Numbers, value: Decimal): string {
  const places = value.split('.')[1]?.length ?? 0
  return numbers.decimal(value, places === 0 ? 0 : Math.min(Math.max(places, PLACES), PLACES_MAX))
}

/** The same without groups, so that the reading itself cannot be misread. */
export const ungrouped = (numbers: Numbers, amount: Decimal): string =>
  numbers.ungrouped(formatGiven(numbers, amount))

/** An amount with its money: `$100`, `Bs. 5.000`. */
export const given = (numbers: Numbers, money: Money, value: Decimal): string =>
  `${money}${formatGiven(numbers, value)}`

/** A result with its money: `Bs. 34.992,72`. */
export const result = (numbers: Numbers, money: Money, value: Decimal): string =>
  `${money}${numbers.price(value)}`
