import { type Decimal, round } from '../domain/decimal.ts'
import { BOLIVARES_SIGN, type Numbers } from '../domain/number-format.ts'
import type { Money } from './quote.ts'
import type { Words } from './words.ts'

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

const CENT = '0.01'

/** A result as it is shown: foreign money to its cents; bolivares as a price, which may be below one. */
export const payable = (money: Money, value: Decimal): Decimal =>
  money === BOLIVARES ? value : round(value, PLACES)

/** A result with its money: `Bs. 34.992,72`, `$0,06`, `menos de $0,01`. */
export function result({ numbers, conversion }: Words, money: Money, value: Decimal): string {
  const shown = payable(money, value)
  if (shown === '0' && value !== '0') return conversion.lessThan(`${money}${numbers.decimal(CENT)}`)
  return `${money}${numbers.price(shown)}`
}

/** Caption of the button that copies an amount. */
export const copyCaption = ({ conversion, numbers }: Words, value: Decimal): string =>
  conversion.copy(numbers.price(value))
