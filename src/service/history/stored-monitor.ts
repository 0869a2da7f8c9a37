import { z } from 'zod'
import {
  addDays,
  businessDayFrom,
  DAY_MS,
  dayOf,
  MINUTE_MS,
  startOfDay,
  workingTimeBetween,
} from '../../domain/caracas.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { isForDays, type PriceUpdate, type PublishedPrice, priceInForce } from '../../domain/in-force.ts'
import type { Quote } from '../../domain/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import { notLaterThan } from '../../runtime/clock.ts'
import { KEYS } from '../keys.ts'
import type { StandsStillAfter } from '../sources/file/schema.ts'
import type { MonitorConfig } from '../sources/file/sources-file.ts'

const UPDATES_AHEAD_MAX = 16

/** `publishedAt` is missing in what earlier versions stored. */
const update = z.object({ price: z.string(), lastUpdate: z.number(), publishedAt: z.number().optional() })

/** The newest state of a monitor. `earlier` has the updates that are in force until `lastUpdate` has come. */
const STORED_MONITOR = z.object({
  revision: z.number().int(),
  price: z.string(),
  priceOld: z.string(),
  lastUpdate: z.number(),
  /** When it was published, else first seen, in ms. */
  publishedAt: z.number().optional(),
  /** When its price changed last, in ms; missing in what earlier versions stored. */
  changedAt: z.number().optional(),
  simulated: z.boolean(),
  /** The names of the sources that gave it last, where their page names them. */
  sources: z.array(z.string()).optional(),
  /** The time that those gave at last, where it is not `lastUpdate`: another source confirmed the price. */
  confirmedAt: z.number().optional(),
  /** The sources that gave way to others as they stood still, each with the price at which it stands. */
  still: z.record(z.string(), z.string()).optional(),
  /** Its source gives the time of each request as that of the price, so it is no older than its collection. */
  isStamped: z.boolean().optional(),
  earlier: z.array(update),
})
export type StoredMonitor = z.output<typeof STORED_MONITOR>

/** Parses a StoredMonitor from its JSON. Throws on anything else. */
export const parseStoredMonitor = (text: string): StoredMonitor => STORED_MONITOR.parse(JSON.parse(text))

const HELD_JUMP = z.object({
  direction: z.enum(['up', 'down']),
  since: z.number(),
  /** The price of the last collection; missing in what earlier versions stored. */
  price: z.string().optional(),
})
/** A jump that is not believed yet: its direction, and since when (ms) every collection has shown it. */
export type HeldJump = z.output<typeof HELD_JUMP>

export interface NewUpdate extends PriceUpdate {
  /** When it was collected, in ms. */
  readonly at: number
  /** When the source published it (ms), where it says so. */
  readonly publishedAt?: number | undefined
  readonly simulated: boolean
  readonly sources?: readonly string[] | undefined
  readonly isStamped?: boolean
  readonly still?: StoredMonitor['still']
  /** The price in force until then by the source itself; used where nothing was stored before. */
  readonly inForce?: PriceUpdate
}

/** The state after an update. `priceOld` is the price of the update before. */
export function withNewest(
  stored: StoredMonitor | undefined,
  { price, lastUpdate, simulated, at, publishedAt = at, inForce, sources, isStamped, still }: NewUpdate,
): StoredMonitor {
  const first = inForce ? [{ ...inForce, publishedAt: inForce.lastUpdate }] : []
  const before = stored ? publishedOf(stored, at) : first
  // A correction was published when the price that it corrects was.
  const corrected = before.findLast((one) => one.lastUpdate === lastUpdate)
  return {
    revision: (stored?.revision ?? 0) + 1,
    price,
    priceOld: stored?.price ?? price,
    lastUpdate,
    publishedAt: corrected?.publishedAt ?? notLaterThan(at, publishedAt),
    changedAt: notLaterThan(at, stored?.price === price ? changedAtOf(stored) : lastUpdate),
    simulated,
    ...(sources && { sources: [...sources] }),
    ...(isStamped && { isStamped }),
    ...(still && { still }),
    earlier: lastUpdate > at ? stillNeeded(before, { lastUpdate, at }) : [],
  }
}

/** The clocks of two processes are less apart. */
const SET_BACK_MS_MIN = MINUTE_MS

/** Whether a price was stored before the clock was set back. Then days that are to come may be in the history. */
export const isFromLater = ({ publishedAt = 0 }: Pick<StoredMonitor, 'publishedAt'>, now: number): boolean =>
  publishedAt > now + SET_BACK_MS_MIN

/** The prices of a state in the order in which they were published, without those from later than now. */
const publishedOf = (
  { earlier, price, lastUpdate, publishedAt }: StoredMonitor,
  now: number,
): PublishedPrice[] =>
  [...earlier, { price, lastUpdate, publishedAt }]
    .filter((one) => !isFromLater(one, now))
    .map((one) => ({ ...one, publishedAt: one.publishedAt ?? one.lastUpdate }))

/** Of the updates until `at` the newest, and all that are ahead, but for those that the new one corrects. */
function stillNeeded(
  updates: readonly PublishedPrice[],
  { lastUpdate, at }: { readonly lastUpdate: number; readonly at: number },
): PublishedPrice[] {
  const others = updates.filter((one) => one.lastUpdate !== lastUpdate)
  const come = priceInForce(others, { now: at, forDays: false })
  const ahead = others.filter((one) => one.lastUpdate > at)
  return [...(come ? [come] : []), ...ahead.slice(-UPDATES_AHEAD_MAX)]
}

/** When a monitor was last read (ms); negative where its source marked the price as stale, so that it is old at once. */
export const collectedAt = (at: number, isStale: boolean): number => (isStale ? -at : at)

interface ReadingTimes {
  readonly now: number
  /** The last good collection, as `collectedAt` writes it; undefined when there was none yet. */
  readonly collectedAt: number | undefined
}

/** The quote at `now`, with the price in force and whether it is stale. */
export function quoteAt(
  {
    about,
    staleAfterMs,
    stands_still_after,
  }: Pick<MonitorConfig, 'about' | 'staleAfterMs' | 'stands_still_after'>,
  stored: StoredMonitor,
  { now, collectedAt }: ReadingTimes,
): Quote {
  const { price, priceOld, lastUpdate, simulated, sources, isStamped } = stored
  // Pages are read at weekends too, though few publish then.
  const isUnread = now - (collectedAt ?? 0) > staleAfterMs
  const isStill = stands_still_after !== undefined && now >= standsStillFrom(stored, stands_still_after)
  const isOld = !isStamped && isOlder(staleAfterMs, { at: givenAt(stored), now })
  const forDays = isForDays({ lastUpdate, effectiveDay: about.effectiveDay })
  const inForce = earlierInForce(stored, { now, forDays })
  return {
    ...about,
    price,
    priceOld,
    lastUpdate,
    ...(inForce && { inForce }),
    simulated,
    ...(sources && { sources }),
    stale: isUnread || isStill || isOld,
  }
}

/** The price in force, where that is not the newest one. */
function earlierInForce(
  stored: StoredMonitor,
  { now, forDays }: { readonly now: number; readonly forDays: boolean },
): PriceUpdate | undefined {
  if (stored.lastUpdate <= now) return undefined
  const { price, lastUpdate } = priceInForce(publishedOf(stored, now), { now, forDays }) ?? stored
  return lastUpdate === stored.lastUpdate ? undefined : { price, lastUpdate }
}

/** The newest time that a source gave for the price, in ms. */
const givenAt = ({ lastUpdate, confirmedAt }: StoredMonitor): number =>
  Math.max(lastUpdate, confirmedAt ?? lastUpdate)

/** When the price of a state changed last, in ms; an earlier version stored only when it was published. */
const changedAtOf = ({ changedAt, publishedAt, lastUpdate }: StoredMonitor): number =>
  changedAt ?? publishedAt ?? lastUpdate

/** From when on (ms) a price is stale if it does not change. One of an effective day: on the next day from Monday to Friday. */
function standsStillFrom(stored: StoredMonitor, after: StandsStillAfter): number {
  if ('periodMs' in after) return changedAtOf(stored) + after.periodMs
  return startOfDay(businessDayFrom(addDays(dayOf(stored.lastUpdate), 1))) + after.timeOfDayMs
}

const WEEKEND_MS = 2 * DAY_MS

/** Whether more than `ageMs` of working time has passed. Counts the days only where weekends can matter. */
export function isOlder(ageMs: number, { at, now }: { readonly at: number; readonly now: number }): boolean {
  const passed = now - at
  if (passed <= ageMs) return false
  if (passed > 2 * ageMs + 2 * WEEKEND_MS) return true
  return workingTimeBetween(at, now) > ageMs
}

/** What is stored of a monitor: its state (`text` is its JSON, empty for none), and a jump that is held back. */
export interface ReadState {
  readonly text: string
  readonly stored: StoredMonitor | undefined
  readonly held: HeldJump | undefined
}

/** Reads the states of monitors by their refs, as the last collection of any process on this Redis stored them. */
export async function readStates(redis: Redis, refs: readonly string[]): Promise<ReadState[]> {
  if (refs.length === 0) return []
  const [states, jumps] = await Promise.all([
    redis.hmget(KEYS.quotes, ...refs),
    redis.hmget(KEYS.held, ...refs),
  ])
  return refs.map((_, i) => {
    const [text, jump] = [states[i], jumps[i]]
    return {
      text: text ?? '',
      stored: text ? parseStoredMonitor(text) : undefined,
      held: jump ? HELD_JUMP.parse(JSON.parse(jump)) : undefined,
    }
  })
}

/** What is not believed of a monitor: a price that is held back, and the sources that gave way as they stand still; and since when its price is the same. */
export interface Doubt {
  readonly ref: string
  readonly isHeld: boolean
  /** The price that is held back; undefined where an earlier version stored none. */
  readonly heldPrice: Decimal | undefined
  readonly still: readonly string[]
  /** When its price changed last, in ms; undefined without a price. */
  readonly changedAt: number | undefined
}

/** Reads the doubts about monitors by their refs. */
export const createReadDoubts =
  (redis: Redis) =>
  async (refs: readonly string[]): Promise<Doubt[]> =>
    (await readStates(redis, refs)).map(({ stored, held }, i) => ({
      ref: refs[i] ?? '',
      isHeld: held !== undefined,
      heldPrice: held?.price,
      still: Object.keys(stored?.still ?? {}),
      changedAt: stored && changedAtOf(stored),
    }))
