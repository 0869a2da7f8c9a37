import { absolute, compare, type Decimal, divide, multiply, round, subtract } from './decimal.ts'

export type Direction = 'up' | 'down' | 'same'

/** A move between two prices: amounts are absolute, in bolivares and in percent of the old price, to 2 decimals. */
export interface Change {
  readonly amount: Decimal
  readonly percent: Decimal
  readonly direction: Direction
}

const DIRECTIONS = { '-1': 'down', '0': 'same', '1': 'up' } as const

/** The move from `old` (above zero) to `now`. */
export function changeBetween(old: Decimal, now: Decimal): Change {
  const amount = absolute(subtract(now, old))
  return {
    amount: round(amount, 2),
    percent: round(divide(multiply(amount, '100'), old), 2),
    direction: DIRECTIONS[compare(now, old)],
  }
}
