import { tooManyRequests } from '../errors.ts'
import type { Clock } from '../surroundings.ts'

/**
 * How fast a bot may send and edit messages, as Telegram documents it: `privateBurst` at once in a private chat (a short burst that
 * it tolerates), then one each `privateEveryMs`.
 */
export const TELEGRAM_LIMITS = {
  perSecond: 30,
  paidPerSecond: 1_000,
  privateBurst: 5,
  privateEveryMs: 1_000,
  groupPerMinute: 20,
}
/** Limits on the messages and edits of a bot. */
export type FloodLimits = typeof TELEGRAM_LIMITS

/** A message about to be sent or edited; `paid` when the bot pays for broadcasting. */
export interface Sending {
  readonly chat: { readonly id: number; readonly type: string }
  readonly paid: boolean
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** Counts messages and edits, which Telegram limits alike. */
export function createFlood(clock: Clock, limits: FloodLimits) {
  const overall: number[] = []
  const groups = new Map<number, number[]>()
  /** When the chat's burst will be whole again, ms. */
  const privates = new Map<number, number>()

  /** Admits one message or edit, or throws a 429 with the whole seconds to wait. A refused one does not count. */
  function admit({ chat: { id, type }, paid }: Sending): void {
    const now = clock()
    const isPrivate = type === 'private'
    const group = groups.get(id) ?? []
    const whole = Math.max(now, privates.get(id) ?? now) + limits.privateEveryMs
    const waitMs = Math.max(
      waitIn(overall, SECOND_MS, paid ? limits.paidPerSecond : limits.perSecond, now),
      isPrivate
        ? whole - now - limits.privateBurst * limits.privateEveryMs
        : waitIn(group, MINUTE_MS, limits.groupPerMinute, now),
    )
    if (waitMs > 0) throw tooManyRequests(Math.ceil(waitMs / SECOND_MS))
    overall.push(now)
    group.push(now)
    if (isPrivate) privates.set(id, whole)
    else groups.set(id, group)
  }

  return { admit }
}

/** How long until one more is allowed in a window (ms); forgets what was sent before the window. */
function waitIn(sent: number[], windowMs: number, max: number, now: number): number {
  while ((sent[0] ?? now) <= now - windowMs) sent.shift()
  const blocking = sent[sent.length - max]
  return blocking === undefined ? 0 : blocking + windowMs - now
}
