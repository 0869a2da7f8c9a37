import { addDays, DAY_MS, type Day } from './caracas.ts'
import type { Decimal } from './decimal.ts'
import { gapBetween } from './gap.ts'
import { type DailyPrice, type DaySpan, steady } from './past.ts'

type DayPrice = Pick<DailyPrice, 'day' | 'price'>

/** Longer than any row of weekends and holidays: an older price says nothing about a gap. */
const HELD_DAYS_MAX = 7

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

/** The price in force on a day, asked for day after day. */
function inForce(days: readonly DayPrice[]): (day: Day) => Decimal | undefined {
  let next = 0
  return (day) => {
    while ((days[next]?.day ?? day) < day || days[next]?.day === day) next++
    const known = days[next - 1]
    return known && Date.parse(day) - Date.parse(known.day) <= HELD_DAYS_MAX * DAY_MS
      ? known.price
      : undefined
  }
}
