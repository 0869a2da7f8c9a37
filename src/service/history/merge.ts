import { z } from 'zod'
import { addDays, dayOf, startOfDay } from '../../domain/caracas.ts'
import type { PriceUpdate } from '../../domain/in-force.ts'
import { loadScript, type Redis } from '../../redis/connection.ts'
import { KEYS } from '../keys.ts'
import { dayScore, formatDay, formatUpdate, type Origin, type StoredDay, withUpdate } from './history.ts'

const MERGE = loadScript(new URL('./merge.lua', import.meta.url))

/** Days of a monitor to be written, in order, and the updates in them in the order of arrival. */
export interface MergedHistory {
  readonly ref: string
  readonly days: readonly StoredDay[]
  readonly updates: readonly PriceUpdate[]
}

const MERGED = z
  .tuple([z.number(), z.number(), z.number()])
  .transform(([written, same, kept]) => ({ written, same, kept }))
/** How many days were written, were the same already, or were kept because they had been collected. */
export type Merged = z.output<typeof MERGED>

/**
 * Writes the history of monitors from elsewhere, all of it or none. Collected days and the newest price stay as they are. Returns
 * what was done to each.
 */
export async function mergeHistories(redis: Redis, histories: readonly MergedHistory[]): Promise<Merged[]> {
  const announce = JSON.stringify(histories.map(({ ref }) => ref))
  const plan = JSON.stringify({ announce, monitors: histories.map(planOf) })
  return MERGED.array().parse(await MERGE.run(redis, [KEYS.announced], [plan]))
}

/** Numbers the updates within their day, so that the same day is always written the same way; in the order of Redis. All figures are texts. */
function planOf({ ref, days, updates }: MergedHistory) {
  const byDay = Map.groupBy(updates, ({ lastUpdate }) => dayOf(lastUpdate))
  const merged = days.map((one) => ({
    score: String(dayScore(one.day)),
    from: String(startOfDay(one.day)),
    to: String(startOfDay(addDays(one.day, 1))),
    day: formatDay(one),
    updates: (byDay.get(one.day) ?? [])
      .map((update, i) => ({
        at: update.lastUpdate,
        text: formatUpdate({ ...update, origin: 'imported', arrival: i + 1 }),
      }))
      .sort((one, other) => one.at - other.at || (one.text < other.text ? -1 : 1))
      .map(({ text }) => text),
  }))
  return { updates: KEYS.updates(ref), days: KEYS.days(ref), merged }
}

/** Makes the days of updates, in order. `updates` are in the order of arrival. */
export function daysOf(updates: readonly PriceUpdate[], origin: Origin): StoredDay[] {
  const days = new Map<string, StoredDay>()
  for (const update of updates) {
    const day = dayOf(update.lastUpdate)
    days.set(day, withUpdate(days.get(day), { ...update, origin }))
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}
