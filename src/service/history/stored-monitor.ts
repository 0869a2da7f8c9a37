import { z } from 'zod'
import { workingTimeBetween } from '../../rates/caracas.ts'
import { DAY_MS } from '../../rates/durations.ts'
import type { Currency, MonitorId, Quote } from '../../rates/monitor.ts'
import type { PriceUpdate } from './stored.ts'

/** A monitor that a page offers, whether or not it has a price yet. */
export interface OfferedMonitor {
  readonly monitor: MonitorId
  readonly title: string
  readonly image: string | null
}

/** A source page as configured; its monitors are in the order of the file. */
export interface OfferedPage {
  readonly page: string
  readonly title: string
  readonly simulated: boolean
  readonly monitors: readonly OfferedMonitor[]
}

/** The newest prices, in memory, kept fresh by what `publish.lua` announces. Every call answers at once. */
export interface LatestQuotes {
  /** All pages in page order (that of `SOURCES_FILE`). */
  pages(): readonly OfferedPage[]
  /** Monitors that have a price, in page order, then in the order of the page; the same array until the next version. */
  quotes(): readonly Quote[]
  /** The quote of a monitor; undefined while it has no price, or when there is no such monitor. */
  find(page: string, currency: Currency, key: string): Quote | undefined
  /** Grows whenever `quotes()` or any stored history changes: prices, `last_update`, `in_force`, `stale`, an import. */
  version(): number
  /** The number of an offered monitor on the wire, the same for ever. Throws RangeError where it is not offered. */
  numberOf(monitor: MonitorId): number
  /** Calls back with the refs (`monitorRef`) of what changed, after `version()` grew. Returns how to stop it. */
  onChange(listener: (refs: readonly string[]) => void): () => void
}

const UPDATES_AHEAD_MAX = 16

const update = z.object({ price: z.string(), lastUpdate: z.number() })

/** The newest state of a monitor. `earlier`: updates that may still be in force until `lastUpdate` has come. */
const STORED_MONITOR = z.object({
  revision: z.number().int(),
  price: z.string(),
  priceOld: z.string(),
  lastUpdate: z.number(),
  simulated: z.boolean(),
  earlier: z.array(update),
})
export type StoredMonitor = z.output<typeof STORED_MONITOR>

/** Reads what JSON.stringify made of a StoredMonitor. Throws where something else lies in Redis. */
export const parseStoredMonitor = (text: string): StoredMonitor => STORED_MONITOR.parse(JSON.parse(text))

/** Whether an observed price is an update: its price or its `lastUpdate` differs from what was stored last. */
export const isUpdate = (stored: StoredMonitor | undefined, { price, lastUpdate }: PriceUpdate): boolean =>
  stored?.price !== price || stored.lastUpdate !== lastUpdate

export interface NewUpdate extends PriceUpdate {
  /** When it was collected, in ms. */
  readonly at: number
  readonly simulated: boolean
  /** What the source itself says is in force until then; used where nothing was stored before. */
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

/** Of what has come, only the newest; of what has not, all: it may come before the newest does. */
function stillNeeded(updates: readonly PriceUpdate[], now: number): PriceUpdate[] {
  const come = newestUntil(updates, now)
  const ahead = updates.filter(({ lastUpdate }) => lastUpdate > now)
  return [...(come ? [come] : []), ...ahead.slice(-UPDATES_AHEAD_MAX)]
}

/** The one with the latest `lastUpdate` until `now`; of several the last to arrive. */
function newestUntil(updates: readonly PriceUpdate[], now: number): PriceUpdate | undefined {
  let newest: PriceUpdate | undefined
  for (const one of updates) {
    if (one.lastUpdate <= now && one.lastUpdate >= (newest?.lastUpdate ?? 0)) newest = one
  }
  return newest
}

/** When a monitor was read well (ms); negative where its source said that its price stands still, so that it is old at once. */
export const collectedAt = (at: number, isStale: boolean): number => (isStale ? -at : at)

/** A stored state, and what it is read against. */
export interface StoredReading {
  readonly stored: StoredMonitor
  /** The last good collection, as `collectedAt` writes it; undefined when there was none yet. */
  readonly collectedAt: number | undefined
  readonly staleAfterMs: number
  readonly now: number
}

/** The quote as it reads at `now`: what is in force and what is stale follow from the time. */
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

/** Whether more than `ageMs` of working time has passed; days are walked only where the calendar leaves it open. */
function isOlder(ageMs: number, { at, now }: { readonly at: number; readonly now: number }): boolean {
  const passed = now - at
  if (passed <= ageMs) return false
  if (passed > 2 * ageMs + 2 * WEEKEND_MS) return true
  return workingTimeBetween(at, now) > ageMs
}
