import { addDays, type Day } from './caracas.ts'
import { type DailyPrice, type DaySpan, steady } from './daily-price.ts'
import { absolute, compare, type Decimal, divide, multiply, round, subtract } from './decimal.ts'
import { createPriceOfDay, HELD_DAYS_MAX } from './in-force.ts'
import { pricePlaces } from './number-format.ts'

export type Direction = 'up' | 'down' | 'same'

/** A move between two prices: absolute, in bolivares to as many decimals as the higher price is shown with, and in percent of the old price to 2. */
export interface Change {
  readonly amount: Decimal
  readonly percent: Decimal
  readonly direction: Direction
}

const DIRECTIONS = { '-1': 'down', '0': 'same', '1': 'up' } as const

/** The move from `old` (above zero) to `now`. */
export function changeBetween(old: Decimal, now: Decimal): Change {
  const amount = absolute(subtract(now, old))
  const direction = compare(now, old)
  return {
    amount: round(amount, pricePlaces(direction > 0 ? now : old)),
    percent: round(divide(multiply(amount, '100'), old), 2),
    direction: DIRECTIONS[direction],
  }
}

const PLACES = 6

/** How far the second price (of anything above zero) lies above the first, in percent to 6 decimals. */
export const gapBetween = (first: Decimal, second: Decimal): Decimal =>
  round(divide(multiply(subtract(second, first), '100'), first), PLACES)

type DayPrice = Pick<DailyPrice, 'day' | 'price'>

/** How far the second is above the first in percent, on each day on which both have a price in force. */
export function gapDays(
  first: readonly DayPrice[],
  second: readonly DayPrice[],
  from: Day,
  to: Day,
): DaySpan[] {
  const [base, other] = [inForce(first), inForce(second)]
  const gaps: DaySpan[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const [under, over] = [base(day), other(day)]
    if (under !== undefined && over !== undefined) gaps.push(steady({ day, value: gapBetween(under, over) }))
  }
  return gaps
}

/** The price in force on a day; one that is too old says nothing about a gap. */
function inForce(days: readonly DayPrice[]): (day: Day) => Decimal | undefined {
  const priceOn = createPriceOfDay(days, false)
  return (day) => {
    const { price } = priceOn(day) ?? {}
    return price && price.day >= addDays(day, -HELD_DAYS_MAX) ? price.price : undefined
  }
}
