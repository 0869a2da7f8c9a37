import type { Decimal } from '../../domain/decimal.ts'
import type { Redis } from '../../redis/connection.ts'
import { changedAtOf, parseHeldJump, parseStoredMonitor } from '../history/stored-monitor.ts'
import { KEYS } from '../keys.ts'

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

/** Reads the doubts about monitors by their refs, as the last collection of any process on this Redis stored them. */
export const createReadDoubts =
  (redis: Redis) =>
  async (refs: readonly string[]): Promise<Doubt[]> => {
    if (refs.length === 0) return []
    const [held, stored] = await Promise.all([
      redis.hmget(KEYS.held, ...refs),
      redis.hmget(KEYS.quotes, ...refs),
    ])
    return refs.map((ref, i) => {
      const jump = held[i] ? parseHeldJump(held[i]) : undefined
      const state = stored[i] ? parseStoredMonitor(stored[i]) : undefined
      return {
        ref,
        isHeld: jump !== undefined,
        heldPrice: jump?.price,
        still: Object.keys(state?.still ?? {}),
        changedAt: state && changedAtOf(state),
      }
    })
  }
