import { DAY_MS } from '../../rates/durations.ts'
import { type HeldJump, jumpToHold } from '../history/held-jump.ts'
import { isUpdate, type StoredMonitor, withNewest } from '../history/stored-monitor.ts'
import type { Observation } from '../sources/source.ts'

const AHEAD_MS_MAX = 366 * DAY_MS

/** The stored state of a monitor before it is judged. */
export interface Before {
  readonly stored: StoredMonitor | undefined
  readonly held: HeldJump | undefined
}

/** The decision on one observed price. `isFresh`: the stored prices were simulated, and are deleted. */
export type Verdict =
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'held'; readonly jump: HeldJump }
  | { readonly kind: 'update'; readonly state: StoredMonitor; readonly isFresh: boolean }

/**
 * Judges one observation at `now` (ms) against the stored state. A price without a time has the time of the collection
 * that first saw it, and so has one whose time `isRequestTime`.
 */
export function judge(
  observed: Observation,
  {
    stored,
    held,
    now,
    isRequestTime = false,
  }: Before & { readonly now: number; readonly isRequestTime?: boolean },
): Verdict {
  const { price, inForce, publishedAt, simulated = false } = observed
  if (stored?.simulated === false && simulated) return refuse('simulated, where real prices are stored')
  if ((observed.lastUpdate ?? now) > now + AHEAD_MS_MAX) return refuse('its time is over a year ahead')
  const isFresh = stored?.simulated === true && !simulated
  const known = isFresh ? undefined : stored
  const jump = jumpToHold({ last: known?.price, price, held, now })
  if (jump) return { kind: 'held', jump }
  const seenAt = known?.price === price ? known.lastUpdate : undefined
  const lastUpdate = (isRequestTime ? seenAt : undefined) ?? observed.lastUpdate ?? seenAt ?? now
  if (!isUpdate(known, { price, lastUpdate })) return { kind: 'same' }
  const update = { price, lastUpdate, simulated, at: now, publishedAt, ...(inForce && { inForce }) }
  const state = withNewest(known, update)
  return { kind: 'update', isFresh, state: { ...state, revision: (stored?.revision ?? 0) + 1 } }
}

const refuse = (reason: string): Verdict => ({ kind: 'refused', reason })
