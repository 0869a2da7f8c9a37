import { compare, type Decimal, multiply } from '../../rates/decimal.ts'
import { DAY_MS, MINUTE_MS } from '../../rates/durations.ts'
import { notLaterThan } from '../../runtime/clock.ts'
import { type HeldJump, isFromLater, type StoredMonitor, withNewest } from '../history/stored-monitor.ts'
import type { Observation } from '../sources/source.ts'

const AHEAD_MS_MAX = 366 * DAY_MS

/** The stored state of a monitor before it is judged. */
export interface Before {
  readonly stored: StoredMonitor | undefined
  readonly held: HeldJump | undefined
}

/**
 * The decision on one observed price. confirmed: it is no update, but from other sources than before. `isFresh`: the
 * stored prices were simulated, and are deleted.
 */
export type Verdict =
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'held'; readonly jump: HeldJump }
  | { readonly kind: 'confirmed'; readonly state: StoredMonitor }
  | { readonly kind: 'update'; readonly state: StoredMonitor; readonly isFresh: boolean }

/** An observation, and where it came from. */
export interface JudgedObservation extends Observation {
  /** The names of its sources; undefined where the page does not name them. */
  readonly sources?: readonly string[] | undefined
  /** Its time is that of the request, and says nothing about the price. */
  readonly isStamped?: boolean
  /** It names the effective day itself, and stands before the sources of the stored price, which may have guessed theirs. */
  readonly isBetterDay?: boolean
}

/**
 * Judges one observation at `now` (ms) against the stored state. A price without a time has the time of the collection
 * that first saw it.
 */
export function judge(
  observed: JudgedObservation,
  { stored, held, now }: Before & { readonly now: number },
): Verdict {
  const { price, inForce, publishedAt, simulated = false, sources, isStamped = false } = observed
  if (stored?.simulated === false && simulated) return refuse('simulated, where real prices are stored')
  if ((observed.lastUpdate ?? now) > now + AHEAD_MS_MAX) return refuse('its time is over a year ahead')
  const isFresh = stored?.simulated === true && !simulated
  const known = isFresh ? undefined : stored
  const jump = jumpToHold({ last: known?.price, price, held, now })
  if (jump) return { kind: 'held', jump }
  if (known && !isFromLater(known, now) && !isUpdate(known, observed)) return confirm(known, observed)
  const lastUpdate = observed.lastUpdate ?? now
  const source = { simulated, publishedAt, sources, isStamped, ...(inForce && { inForce }) }
  const update = { price, lastUpdate, at: now, ...source }
  const state = withNewest(known, update)
  return { kind: 'update', isFresh, state: { ...state, revision: (stored?.revision ?? 0) + 1 } }
}

const refuse = (reason: string): Verdict => ({ kind: 'refused', reason })

/** Whether the price or its day is another one, or its sources give another time than before. A change of sources alone is none. */
function isUpdate(known: StoredMonitor, observed: JudgedObservation): boolean {
  if (known.price !== observed.price) return true
  const time = observed.isStamped ? undefined : observed.lastUpdate
  if (observed.isBetterDay && time !== known.lastUpdate) return true
  const isNewTime = time !== undefined && time !== (known.confirmedAt ?? known.lastUpdate)
  return isNewTime && nameOf(known.sources) === nameOf(observed.sources)
}

const nameOf = (sources: readonly string[] | undefined): string => JSON.stringify(sources ?? [])

/** The state with the sources that gave the same price now. */
function confirm(known: StoredMonitor, { sources, lastUpdate, isStamped }: JudgedObservation): Verdict {
  const { sources: _, confirmedAt: __, isStamped: ___, ...rest } = known
  const time = isStamped ? undefined : lastUpdate
  const state: StoredMonitor = {
    ...rest,
    ...(sources && { sources: [...sources] }),
    ...(time !== undefined && time !== known.lastUpdate && { confirmedAt: time }),
    ...(isStamped && { isStamped }),
  }
  const isSame =
    nameOf(known.sources) === nameOf(state.sources) &&
    known.confirmedAt === state.confirmedAt &&
    known.isStamped === state.isStamped
  return isSame ? { kind: 'same' } : { kind: 'confirmed', state: { ...state, revision: known.revision + 1 } }
}

const JUMP_FACTOR: Decimal = '3'
const HELD_MS = 10 * MINUTE_MS

function directionOf(last: Decimal, price: Decimal): HeldJump['direction'] | undefined {
  if (compare(price, multiply(last, JUMP_FACTOR)) > 0) return 'up'
  if (compare(multiply(price, JUMP_FACTOR), last) < 0) return 'down'
  return undefined
}

/** Whether a price is beyond ×3 or ÷3 of the last one. */
export const isJump = (last: Decimal, price: Decimal): boolean => directionOf(last, price) !== undefined

export interface ObservedPrice {
  /** The last price stored; undefined for the first one, which is always believed. */
  readonly last: Decimal | undefined
  readonly price: Decimal
  readonly held: HeldJump | undefined
  readonly now: number
}

/**
 * The jump to hold back: beyond ×3 or ÷3 of the last price, until every collection over 10 minutes, at least two, has
 * shown one in the same direction. Undefined where the price is believed. Collections that could not read the monitor
 * do not count.
 */
export function jumpToHold({ last, price, held, now }: ObservedPrice): HeldJump | undefined {
  const direction = last === undefined ? undefined : directionOf(last, price)
  if (!direction) return undefined
  const since = held?.direction === direction ? notLaterThan(now, held.since) : now
  const jump = { direction, since }
  return now - jump.since >= HELD_MS ? undefined : jump // the first collection never passes: its jump is since now
}
