import { addDays, type Day, dayOf, isWeekend, startOfDay } from '../../domain/caracas.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { HOUR_MS } from '../../domain/durations.ts'
import type { SourceReading } from './combine.ts'

/** The bank publishes after this hour of a business day in Caracas, for the next one. */
const PUBLISHED_MS = 15 * HOUR_MS

/** Whether a time (ms) is the beginning of a day in Caracas: then a source names the day of its price. */
export const isDay = (at: number): boolean => at === startOfDay(dayOf(at))

/**
 * Gives a reading its effective day, where a source that stands in tells only when it took the price over. A price that
 * is stored already keeps its day. A new one is for the next business day if it was published in the afternoon: at the
 * latest when the source was first seen to give it, whatever newer times it gives now.
 */
export function withEffectiveDay(reading: SourceReading, known: Decimal | undefined): SourceReading {
  const { observation, since } = reading
  const { lastUpdate, price } = observation
  if (lastUpdate === undefined || isDay(lastUpdate)) return reading
  if (price === known) return { ...reading, isStamped: true }
  const publishedAt = Math.min(lastUpdate, since)
  return {
    ...reading,
    observation: { ...observation, lastUpdate: startOfDay(effectiveDayOf(publishedAt)), publishedAt },
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
