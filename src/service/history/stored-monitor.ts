import { z } from 'zod'
import { workingTimeBetween } from '../../rates/caracas.ts'
import type { PriceUpdate } from '../../rates/daily-price.ts'
import { DAY_MS } from '../../rates/durations.ts'
import type { Quote } from '../../rates/monitor.ts'
import type { OfferedMonitor } from '../latest-quotes.ts'

const UPDATES_AHEAD_MAX = 16

const update = z.object({ price: z.string(), lastUpdate: z.number() })

/** The newest state of a monitor. `earlier` has the updates that are in force until `lastUpdate` has come. */
const STORED_MONITOR = z.object({
  revision: z.number().int(),
  price: z.string(),
  priceOld: z.string(),
  lastUpdate: z.number(),
  simulated: z.boolean(),
  earlier: z.array(update),
})
export type StoredMonitor = z.output<typeof STORED_MONITOR>

/** Parses a StoredMonitor from its JSON. Throws on anything else. */
export const parseStoredMonitor = (text: string): StoredMonitor => STORED_MONITOR.parse(JSON.parse(text))

/** Whether an observed price is an update: its price or its `lastUpdate` differs from the stored one. */
export const isUpdate = (stored: StoredMonitor | undefined, { price, lastUpdate }: PriceUpdate): boolean =>
  stored?.price !== price || stored.lastUpdate !== lastUpdate

export interface NewUpdate extends PriceUpdate {
  /** When it was collected, in ms. */
  readonly at: number
  readonly simulated: boolean
  /** The price in force until then by the source itself; used where nothing was stored before. */
  readonly inForce?: PriceUpdate
}

/** The state after an update. `priceOld` is the price of the update before. */
export function withNewest(
  stored: StoredMonitor | undefined,
  { price, lastUpdate, simulated, at, inForce }: NewUpdate,
): StoredMonitor {
  const before = stored
    ? [...stored.earlier, { price: stored.price, lastUpdate: stored.lastUpdate }]
    : inForce
      ? [inForce]
      : []
  return {
    revision: (stored?.revision ?? 0) + 1,
    price,
    priceOld: stored?.price ?? price,
    lastUpdate,
    simulated,
    earlier: lastUpdate > at ? stillNeeded(before, at) : [],
  }
}

/** Of the updates until `now` the newest, and all that are ahead: those may come before the newest does. */
function stillNeeded(updates: readonly PriceUpdate[], now: number): PriceUpdate[] {
  const come = newestUntil(updates, now)
  const ahead = updates.filter(({ lastUpdate }) => lastUpdate > now)
  return [...(come ? [come] : []), ...ahead.slice(-UPDATES_AHEAD_MAX)]
}

/** The update with the latest `lastUpdate` until `now`; of several the last to arrive. */
function newestUntil(updates: readonly PriceUpdate[], now: number): PriceUpdate | undefined {
  let newest: PriceUpdate | undefined
  for (const one of updates) {
    if (one.lastUpdate <= now && one.lastUpdate >= (newest?.lastUpdate ?? 0)) newest = one
  }
  return newest
}

/** When a monitor was last read (ms); negative where its source marked the price as stale, so that it is old at once. */
export const collectedAt = (at: number, isStale: boolean): number => (isStale ? -at : at)

/** A stored state with the times that decide what is in force and what is stale. */
export interface StoredReading {
  readonly stored: StoredMonitor
  /** The last good collection, as `collectedAt` writes it; undefined when there was none yet. */
  readonly collectedAt: number | undefined
  readonly staleAfterMs: number
  readonly now: number
}

/** The quote at `now`, with the price in force and whether it is stale. */
export function quoteAt(
  { monitor, title, image }: OfferedMonitor,
  { stored, now, collectedAt, staleAfterMs }: StoredReading,
): Quote {
  const isOld = (at: number): boolean => isOlder(staleAfterMs, { at, now })
  const inForce = stored.lastUpdate > now ? newestUntil(stored.earlier, now) : undefined
  return {
    monitor,
    title,
    image,
    price: stored.price,
    priceOld: stored.priceOld,
    lastUpdate: stored.lastUpdate,
    ...(inForce && { inForce }),
    simulated: stored.simulated,
    stale: isOld(collectedAt ?? 0) || isOld(stored.lastUpdate),
  }
}

const WEEKEND_MS = 2 * DAY_MS

/** Whether more than `ageMs` of working time has passed. Counts the days only where weekends can matter. */
function isOlder(ageMs: number, { at, now }: { readonly at: number; readonly now: number }): boolean {
  const passed = now - at
  if (passed <= ageMs) return false
  if (passed > 2 * ageMs + 2 * WEEKEND_MS) return true
  return workingTimeBetween(at, now) > ageMs
}
