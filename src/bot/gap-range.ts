import type { GapRange } from '../messages/gap.ts'
import { addDays, type Day } from '../rates/caracas.ts'
import { compare, type Decimal } from '../rates/decimal.ts'
import { gapBetween } from '../rates/gap.ts'
import { type PastDay, priceOn } from './past.ts'

export const GAP_RANGE_DAYS = 30

export interface GapPast {
  readonly first: readonly PastDay[]
  readonly second: readonly PastDay[]
  readonly today: Day
  /** The prices that count now. */
  readonly now: readonly [first: Decimal, second: Decimal]
}

/** The lowest and highest gap of the last 30 days, at the price in force on each and the newest one today; the latest day where several share it. */
export function gapRange({ first, second, today, now }: GapPast): GapRange | undefined {
  const past = Array.from({ length: GAP_RANGE_DAYS - 1 }, (_, at) => addDays(today, at - GAP_RANGE_DAYS + 1))
  const gaps = past.flatMap((day) => {
    const [a, b] = [priceOn(first, day), priceOn(second, day)]
    return a && b ? [{ day, percent: gapBetween(a.price, b.price) }] : []
  })
  if (gaps.length === 0) return undefined
  const all = [...gaps, { day: today, percent: gapBetween(now[0], now[1]) }]
  return {
    days: GAP_RANGE_DAYS,
    low: all.reduce((low, one) => (compare(one.percent, low.percent) <= 0 ? one : low)),
    high: all.reduce((high, one) => (compare(one.percent, high.percent) >= 0 ? one : high)),
  }
}
