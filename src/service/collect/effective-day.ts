import { addDays, type Day, dayOf, isWeekend, startOfDay } from '../../rates/caracas.ts'
import type { Decimal } from '../../rates/decimal.ts'
import { HOUR_MS } from '../../rates/durations.ts'
import type { CombinedObservation } from './combine.ts'

/** The bank publishes after this hour of a business day in Caracas, for the next one. */
const PUBLISHED_MS = 15 * HOUR_MS

/**
 * Gives an observation its effective day, where a source that stands in tells only when it took the price over. A price that
 * is stored already keeps its day. A new one is for the next business day if it was published in the afternoon.
 */
export function withEffectiveDay(seen: CombinedObservation, known: Decimal | undefined): CombinedObservation {
  const { lastUpdate, price } = seen
  if (lastUpdate === undefined || lastUpdate === startOfDay(dayOf(lastUpdate))) return seen
  if (price === known) return { ...seen, isStamped: true }
  return {
    ...seen,
    lastUpdate: startOfDay(effectiveDayOf(lastUpdate)),
    publishedAt: lastUpdate,
    isStamped: false,
  }
}

/** The day for which a price is that was published at an instant (ms). Holidays are not known. */
function effectiveDayOf(publishedAt: number): Day {
  const today = dayOf(publishedAt)
  let day = publishedAt >= startOfDay(today) + PUBLISHED_MS ? addDays(today, 1) : today
  while (isWeekend(day)) day = addDays(day, 1)
  return day
}
