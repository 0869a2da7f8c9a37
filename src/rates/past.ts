import type { Day } from './caracas.ts'
import type { Decimal } from './decimal.ts'

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
