import type { Day } from './caracas.ts'
import { compare, type Decimal } from './decimal.ts'

/** A price of a monitor's past. `lastUpdate` (ms) is the source's own time for it. */
export interface PriceUpdate {
  readonly price: Decimal
  readonly lastUpdate: number
}

/** One Caracas day of a monitor: its last, highest and lowest price. */
export interface DailyPrice extends PriceUpdate {
  readonly day: Day
  readonly high: Decimal
  readonly low: Decimal
}

/** A figure of a day: a price in bolivares, or a gap in percent. */
export interface DayFigure {
  readonly day: Day
  readonly value: Decimal
}

/** What a stretch of days came to. `open` is the price in force when it began, else its first one. */
export interface Summary {
  readonly open: DayFigure
  readonly close: DayFigure
  readonly high: DayFigure
  readonly low: DayFigure
}

/** The same price for the whole day. */
export const steady = ({ day, value }: DayFigure): DaySpan => ({ day, value, high: value, low: value })

/** A day's last figure, and the highest and lowest it reached. */
export interface DaySpan extends DayFigure {
  readonly high: Decimal
  readonly low: Decimal
}

/** Days within a stretch, oldest first; the price from before it that was in force on its first day begins it. */
export function daysWithin(days: readonly DailyPrice[], from: Day, to: Day): DaySpan[] {
  const within = days.filter(({ day }) => day >= from && day <= to)
  const before = within[0]?.day === from ? undefined : days.findLast(({ day }) => day < from)
  const spans = within.map(({ day, price: value, high, low }) => ({ day, value, high, low }))
  return before ? [steady({ day: from, value: before.price }), ...spans] : spans
}

/** Of several equal days the first is the highest, and the lowest; undefined for no days. */
export function summarize(days: readonly DaySpan[]): Summary | undefined {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return undefined
  const high = days.reduce((best, one) => (compare(one.high, best.high) > 0 ? one : best), first)
  const low = days.reduce((best, one) => (compare(one.low, best.low) < 0 ? one : best), first)
  return {
    open: { day: first.day, value: first.value },
    close: { day: last.day, value: last.value },
    high: { day: high.day, value: high.high },
    low: { day: low.day, value: low.low },
  }
}
