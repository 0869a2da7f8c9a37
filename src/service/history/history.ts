import type { Day } from '../../rates/caracas.ts'
import type { Decimal } from '../../rates/decimal.ts'

/** One update as it was stored. `lastUpdate` in ms is the source's own time for the price. */
export interface PriceUpdate {
  readonly price: Decimal
  readonly lastUpdate: number
}

/** One Caracas day of a monitor: `price` is the last of the day by arrival, `lastUpdate` (ms) the time of that one. */
export interface DailyPrice extends PriceUpdate {
  readonly day: Day
  readonly high: Decimal
  readonly low: Decimal
}

/** What was stored of a monitor, named by `monitorRef`. A monitor that is not known has no history. */
export interface History {
  /** The days from `from` to `to`, both included, that have an update; oldest first. */
  days(ref: string, from: Day, to: Day): Promise<DailyPrice[]>
  /** Every update of a day in the order of arrival. */
  updates(ref: string, day: Day): Promise<PriceUpdate[]>
  /** The last day with an update that is not after `day`: what counts on a weekend or holiday. */
  lastUntil(ref: string, day: Day): Promise<DailyPrice | undefined>
}
