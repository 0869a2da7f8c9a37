import type { RatesClient } from '../../../api/client.ts'
import type { ObservedQuote } from '../../../prices/prices.ts'
import type { Day } from '../../../rates/caracas.ts'
import type { DailyPrice, PriceUpdate } from '../../../rates/daily-price.ts'
import { type Decimal, isRoundedFrom } from '../../../rates/decimal.ts'
import { type MonitorId, monitorRef } from '../../../rates/monitor.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Log } from '../../../runtime/log.ts'
import { type Answered, createSharedAnswers } from '../../shared-answers.ts'

/**
 * How many days before a range its first price may be of: the price in force on the first day. Holy Week and Carnival, with
 * the weekends around them, go without a price for up to nine days.
 */
export const CARRY_DAYS = 10

/** The last price of a day. */
export interface PastDay {
  readonly day: Day
  readonly price: Decimal
}

/** Longest wait for the rate API, so that a person has an answer within 2 s. */
const WAIT_MS = 1_500

/** Reads the days of a monitor that have a price, oldest first; undefined while the rate API is silent. */
export type Past = (monitor: MonitorId, from: Day, to: Day) => Promise<readonly PastDay[] | undefined>

/** Reads the history of the rate API; undefined if it does not answer within 1.5 s. */
export interface PastReader {
  days(monitor: MonitorId, from: Day, to: Day): Promise<Answered<DailyPrice> | undefined>
  /** `newest` is the newest known price: an answer is shared only by those who know the same one. */
  updates(monitor: MonitorId, day: Day, newest?: PriceUpdate): Promise<Answered<PriceUpdate> | undefined>
}

/** Reads the history through the rate API; equal questions share an answer for a minute. */
export function createPastReader(
  client: Pick<RatesClient, 'history' | 'changes'>,
  clock: Clock,
  log: Log,
): PastReader {
  return {
    days: createSharedAnswers({
      ask: (monitor: MonitorId, from: Day, to: Day) => client.history(monitor, from, to, WAIT_MS),
      keyOf: (monitor, from, to) => `${monitorRef(monitor)} ${from} ${to}`,
      clock,
      log,
    }),
    updates: createSharedAnswers({
      ask: (monitor: MonitorId, day: Day, _newest?: PriceUpdate) => client.changes(monitor, day, WAIT_MS),
      keyOf: (monitor, day, newest) =>
        `${monitorRef(monitor)} ${day} ${newest?.price ?? ''} ${newest?.lastUpdate ?? ''}`,
      clock,
      log,
    }),
  }
}

/** Reads daily prices without the time at which they were requested. */
export const pastDays =
  ({ days }: PastReader): Past =>
  async (...question) =>
    (await days(...question))?.items

/** The price in force on a day: that of the last day up to it with a price, as weekends and holidays keep it. */
export const priceOn = (days: readonly PastDay[], day: Day): PastDay | undefined =>
  days.findLast((one) => one.day <= day)

/** Adds the newest price to the updates of a day if the rate API did not list it yet. */
export function withNewestUpdate(
  { items, at }: Answered<PriceUpdate>,
  { quote: { price, lastUpdate }, asOf }: ObservedQuote,
): readonly PriceUpdate[] {
  const last = items.at(-1)
  const isOld = last && (last.lastUpdate > lastUpdate || (last.lastUpdate === lastUpdate && asOf < at))
  const isKnown = last && (last.price === price || isRoundedFrom(last.price, price))
  return isOld || isKnown ? items : [...items, { price, lastUpdate }]
}
