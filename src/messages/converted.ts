import { type Day, dayOf } from '../rates/caracas.ts'
import type { Decimal } from '../rates/decimal.ts'
import type { Quote } from '../rates/monitor.ts'
import type { Money } from './money.ts'
import type { Words } from './words.ts'

/** What an amount comes to by one monitor, or from one monitor to another through bolivares. */
export interface ConvertedRow {
  readonly quotes: readonly [Quote, ...Quote[]]
  /** The prices used, of the same monitors. */
  readonly prices: readonly Decimal[]
  readonly from: Money
  readonly to: Money
  readonly result: Decimal
  /** The same at the prices in force today, where a published one waits for its day. */
  readonly resultToday?: Decimal
  /** The day whose price was used, where a day was asked for. */
  readonly day?: Day
  /** When the rate API last said so (ms). */
  readonly asOf: number
}

/** A conversion by one monitor, or by several side by side. `now` in ms. */
export interface ConversionView {
  readonly amount: Decimal
  /** What an ambiguous amount would be to others. */
  readonly otherReading?: Decimal
  readonly rows: readonly [ConvertedRow, ...ConvertedRow[]]
  readonly date?: Day
  readonly now: number
}

/** The day that was asked for, where it is not today: today's price is the one in force, whichever day it is of. */
export const beforeToday = (date: Day | undefined, now: number): Day | undefined =>
  date === dayOf(now) ? undefined : date

/** The day whose price was used: the one asked for, or the last before it that has one. */
export function dayUsed(words: Words, day: Day, date: Day | undefined): string {
  const { conversion } = words
  return date === undefined || date === day
    ? conversion.priceOf(conversion.day(day))
    : conversion.carried(conversion.day(date), conversion.day(day))
}
