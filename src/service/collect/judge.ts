import { isDeepStrictEqual } from 'node:util'
import { MINUTE_MS } from '../../domain/caracas.ts'
import { add, compare, type Decimal, divide, multiply } from '../../domain/decimal.ts'
import { notLaterThan } from '../../runtime/clock.ts'
import {
  type HeldJump,
  isFromLater,
  type ReadState,
  type StoredMonitor,
  withNewest,
} from '../history/stored-monitor.ts'
import { AHEAD_MS_MAX, type Observation } from '../sources/source.ts'

/** The stored state of a monitor before it is judged. */
export type Before = Omit<ReadState, 'text'>

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

/** An observation, and where it came from; without `sources` where the page does not name them. */
export interface JudgedObservation extends Observation {
  /** Its time is that of the request, and says nothing about the price. */
  readonly isStamped?: boolean
  /** The sources that gave way to its own, each with the price at which it stands still. */
  readonly still?: StoredMonitor['still']
  /** It names the effective day itself, and stands before the sources of the stored price, which may have guessed theirs. */
  readonly isBetterDay?: boolean
  /** Independent sources agree on it, or its only source said it for long enough. */
  readonly isConfirmed?: boolean
}

/**
 * Judges one observation at `now` (ms) against the stored state. A price without a time has the time of the collection
 * that first saw it.
 */
export function judge(
  observed: JudgedObservation,
  { stored, held, now, step }: Before & { readonly now: number; readonly step?: Step },
): Verdict {
  const { price, inForce, publishedAt, simulated = false, sources, isStamped = false, still } = observed
  if (stored?.simulated === false && simulated) return refuse('simulated, where real prices are stored')
  if ((observed.lastUpdate ?? now) > now + AHEAD_MS_MAX) return refuse('its time is over a year ahead')
  const isFresh = stored?.simulated === true && !simulated
  const known = isFresh ? undefined : stored
  const jump = jumpToHold({ last: known?.price, price, held, now, step })
  if (jump && !observed.isConfirmed) return { kind: 'held', jump: { ...jump, price } }
  if (known && !isFromLater(known, now) && !isUpdate(known, observed)) return confirm(known, observed)
  const lastUpdate = observed.lastUpdate ?? now
  const source = { simulated, publishedAt, sources, isStamped, still, ...(inForce && { inForce }) }
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
function confirm(
  known: StoredMonitor,
  { sources, lastUpdate, isStamped, still }: JudgedObservation,
): Verdict {
  const { sources: _, confirmedAt: __, isStamped: ___, still: ____, ...rest } = known
  const time = isStamped ? undefined : lastUpdate
  const state: StoredMonitor = {
    ...rest,
    ...(sources && { sources: [...sources] }),
    ...(time !== undefined && time !== known.lastUpdate && { confirmedAt: time }),
    ...(isStamped && { isStamped }),
    ...(still && { still }),
  }
  if (isDeepStrictEqual(state, known)) return { kind: 'same' }
  return { kind: 'confirmed', state: { ...state, revision: known.revision + 1 } }
}

/** A price beyond ×3 or ÷3 of the last one is a jump, where its monitor has no `step` (percent). */
const STEP_PERCENT = 200
const HELD_MS = 10 * MINUTE_MS
/** With a `step`, smaller ones are held back too, for as long as a stand-in may need to say the same. */
const STEP_HELD_MS = 30 * MINUTE_MS
/** What a price is multiplied with where a comma is lost. */
const LOST_COMMAS: readonly Decimal[] = ['10', '100', '1000']

/** Percent that a price of this kind moves in a day at most; undefined: ×3. */
export type Step = number | undefined

function directionOf(last: Decimal, price: Decimal, step: Step): HeldJump['direction'] | undefined {
  const factor = divide(add('100', String(step ?? STEP_PERCENT)), '100')
  if (compare(price, multiply(last, factor)) > 0) return 'up'
  if (compare(multiply(price, factor), last) < 0) return 'down'
  return undefined
}

/** Whether a price is further from the last one than prices of its kind move in a day. */
export const isJump = (last: Decimal, price: Decimal, step: Step): boolean =>
  directionOf(last, price, step) !== undefined

/** Whether a price is a power of ten away from about the last one: then it is never believed alone. */
const isCommaLost = (last: Decimal, price: Decimal, step: Step): boolean =>
  step !== undefined &&
  LOST_COMMAS.some(
    (factor) => !isJump(multiply(last, factor), price, step) || !isJump(last, multiply(price, factor), step),
  )

interface JumpSeen {
  readonly last: Decimal
  readonly price: Decimal
  readonly since: number
  readonly now: number
  readonly step?: Step
}

/** Whether a jump was seen for so long, since an instant (ms), that it is believed without a witness. */
export const isBelievedAlone = ({ last, price, since, now, step }: JumpSeen): boolean =>
  !isCommaLost(last, price, step) && now - since >= (step === undefined ? HELD_MS : STEP_HELD_MS)

interface ObservedPrice extends Omit<JumpSeen, 'last' | 'since'> {
  /** The last price stored; undefined for the first one, which is always believed. */
  readonly last: Decimal | undefined
  readonly held: HeldJump | undefined
}

/**
 * The jump to hold back, until every collection over 10 minutes (30 where the monitor has a `step`), at least two, has shown
 * one in the same direction. Undefined where the price is believed. Collections that could not read the monitor do not count.
 */
export function jumpToHold({ last, price, held, now, step }: ObservedPrice): HeldJump | undefined {
  if (last === undefined) return undefined
  const direction = directionOf(last, price, step)
  if (!direction) return undefined
  const since = held?.direction === direction ? notLaterThan(now, held.since) : now
  // The first collection never passes: its jump is since now.
  return isBelievedAlone({ last, price, since, now, step }) ? undefined : { direction, since }
}
