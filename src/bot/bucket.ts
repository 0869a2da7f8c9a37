import type { Clock } from '../runtime/clock.ts'

const BURST = 20
const INTERVAL_MS = 1_000
const CHATS_MAX = 10_000

export type Admission = 'go' | 'notice' | 'silence'

/** 20 commands at once, then 1 a second, for each chat; the first one too many earns a notice, the next ones silence. */
export function createBucket(clock: Clock) {
  /** When each chat's bucket is empty again (ms), and whether it was told. The longest quiet chats come first. */
  const fullUntil = new Map<string, { at: number; told: boolean }>()

  return (chat: string): Admission => {
    const now = clock()
    const known = fullUntil.get(chat)
    const at = Math.max(known?.at ?? 0, now) + INTERVAL_MS
    if (known && at - now > BURST * INTERVAL_MS) {
      const admission = known.told ? 'silence' : 'notice'
      known.told = true
      return admission
    }
    fullUntil.delete(chat)
    fullUntil.set(chat, { at, told: false })
    const [oldest] = fullUntil.keys()
    if (fullUntil.size > CHATS_MAX && oldest !== undefined) fullUntil.delete(oldest)
    return 'go'
  }
}
