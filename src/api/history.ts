import { z } from 'zod'
import { type Day, dayOf } from '../domain/caracas.ts'
import { compare } from '../domain/decimal.ts'
import type { DailyPrice, PriceUpdate } from '../domain/in-force.ts'
import { wireMoment, wirePrice } from './record.ts'

const ENTRIES_MAX = 50_000

const ENTRY = z.object({
  price: wirePrice,
  last_update: wireMoment,
  price_high: wirePrice.nullish().catch(null),
  price_low: wirePrice.nullish().catch(null),
})
type Entry = z.output<typeof ENTRY>

/** The fields under which servers list a history; some return a bare list. */
const LISTED = z.object({ history: z.unknown(), daily: z.unknown(), changes: z.unknown() }).partial()

/** The days of an answer that was requested newest first; oldest first. Undefined if it cannot be read. */
export function parseDays(answer: unknown): DailyPrice[] | undefined {
  const entries = entriesOf(answer, 'newest first')
  if (!entries) return undefined
  const days = new Map<Day, DailyPrice>()
  for (const entry of entries) {
    const day = dayOf(entry.last_update)
    days.set(day, joined(days.get(day), { ...dailyOf(entry), day }))
  }
  return [...days.values()]
}

/** The updates of an answer, oldest first; undefined if it cannot be read. */
export const parseUpdates = (answer: unknown): PriceUpdate[] | undefined =>
  entriesOf(answer, 'oldest first')?.map(({ price, last_update: lastUpdate }) => ({ price, lastUpdate }))

/** The entries, oldest first; `order` is that of the list where all times are equal. */
function entriesOf(answer: unknown, order: 'newest first' | 'oldest first'): Entry[] | undefined {
  const entries = listOf(answer)
    ?.slice(0, ENTRIES_MAX)
    .flatMap((value) => ENTRY.safeParse(value).data ?? [])
  const [first, last] = [entries?.[0]?.last_update ?? 0, entries?.at(-1)?.last_update ?? 0]
  if (first > last || (first === last && order === 'newest first')) entries?.reverse()
  // Sorting is stable: entries of the same time stay in the order of arrival.
  return entries?.sort((a, b) => a.last_update - b.last_update)
}

/** The list in an answer: bare, under a field, or the values of an object. */
function listOf(answer: unknown): unknown[] | undefined {
  if (Array.isArray(answer)) return answer
  const { history, daily, changes } = LISTED.safeParse(answer).data ?? {}
  const listed = history ?? daily ?? changes
  if (Array.isArray(listed)) return listed
  return typeof listed === 'object' && listed !== null ? Object.values(listed) : undefined
}

/** A high below the price, or a low above it, is replaced by the price. */
function dailyOf({ price, last_update: lastUpdate, price_high, price_low }: Entry): Omit<DailyPrice, 'day'> {
  const high = price_high && compare(price_high, price) > 0 ? price_high : price
  const low = price_low && compare(price_low, price) < 0 ? price_low : price
  return { price, lastUpdate, high, low }
}

/** Some servers list every update of a day: the last one is the day's price. */
function joined(before: DailyPrice | undefined, now: DailyPrice): DailyPrice {
  if (!before) return now
  return {
    ...now,
    high: compare(before.high, now.high) > 0 ? before.high : now.high,
    low: compare(before.low, now.low) < 0 ? before.low : now.low,
  }
}
