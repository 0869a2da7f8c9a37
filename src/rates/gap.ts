import { type Decimal, divide, multiply, round, subtract } from './decimal.ts'

const PLACES = 6

/** How far the second price (of anything above zero) lies above the first, in percent to 6 decimals. */
export const gapBetween = (first: Decimal, second: Decimal): Decimal =>
  round(divide(multiply(subtract(second, first), '100'), first), PLACES)
