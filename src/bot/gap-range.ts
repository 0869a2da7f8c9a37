import type { GapRange } from '../messages/gap.ts'
import { addDays, type Day } from '../rates/caracas.ts'
import { compare, type Decimal } from '../rates/decimal.ts'
import { gapBetween } from '../rates/gap.ts'
import { gapDays } from '../rates/gap-days.ts'
import type { PastDay } from './past.ts'

export const GAP_RANGE_DAYS = 30

export interface GapPast {
  readonly first: readonly PastDay[]
  readonly second: readonly PastDay[]
  readonly today: Day
  /** The prices that count now. */
  readonly now: readonly [first: Decimal, second: Decimal]
}

/** The lowest and highest gap of the last 30 days, today as it is now; the latest day where several share it. */
export function gapRange({ first, second, today, now }: GapPast): GapRange | undefined {
  const from = addDays(today, 1 - GAP_RANGE_DAYS)
  const gaps = gapDays(first, second, from, addDays(today, -1))
  if (gaps.length === 0) return undefined
  const all = [
    ...gaps.map(({ day, value: percent }) => ({ day, percent })),
    { day: today, percent: gapBetween(now[0], now[1]) },
  ]
  return {
    days: GAP_RANGE_DAYS,
    low: all.reduce((low, one) => (compare(one.percent, low.percent) <= 0 ? one : low)),
    high: all.reduce((high, one) => (compare(one.percent, high.percent) >= 0 ? one : high)),
  }
}
