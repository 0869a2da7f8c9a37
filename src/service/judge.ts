import { DAY_MS } from '../rates/caracas.ts'
import { type HeldJump, jumpToHold } from './jump.ts'
import type { Observation } from './sources/source.ts'
import { isUpdate, type StoredMonitor, withNewest } from './stored-monitor.ts'

const AHEAD_MS_MAX = 366 * DAY_MS

/** What was read from Redis of one monitor before it is judged. */
export interface Before {
  readonly stored: StoredMonitor | undefined
  readonly held: HeldJump | undefined
}

/** What to do about one observed price. `isFresh`: what was stored before was simulated, and is forgotten. */
export type Verdict =
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'held'; readonly jump: HeldJump }
  | { readonly kind: 'update'; readonly state: StoredMonitor; readonly isFresh: boolean }

/**
 * Judges one observation at `now` (ms) against what is stored. A price without a time keeps the time it was first seen at,
 * and so does one whose time `isStamped`: its source says when it was asked, whatever the price.
 */
export function judge(
  observed: Observation,
  { stored, held, now, isStamped = false }: Before & { readonly now: number; readonly isStamped?: boolean },
): Verdict {
  const { price, inForce, simulated = false } = observed
  if (stored?.simulated === false && simulated) return refuse('simulated, where real prices are stored')
  if ((observed.lastUpdate ?? now) > now + AHEAD_MS_MAX) return refuse('its time is over a year ahead')
  const isFresh = stored?.simulated === true && !simulated
  const known = isFresh ? undefined : stored
  const jump = jumpToHold({ last: known?.price, price, held, now })
  if (jump) return { kind: 'held', jump }
  const seenAt = known?.price === price ? known.lastUpdate : undefined
  const lastUpdate = (isStamped ? seenAt : undefined) ?? observed.lastUpdate ?? seenAt ?? now
  if (!isUpdate(known, { price, lastUpdate })) return { kind: 'same' }
  const update = { price, lastUpdate, simulated, at: now, ...(inForce && { inForce }) }
  const state = withNewest(known, update)
  return { kind: 'update', isFresh, state: { ...state, revision: (stored?.revision ?? 0) + 1 } }
}

const refuse = (reason: string): Verdict => ({ kind: 'refused', reason })
