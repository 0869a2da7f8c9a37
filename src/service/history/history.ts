import { addDays, startOfDay } from '../../rates/caracas.ts'
import type { Redis } from '../../redis/connection.ts'
import { KEYS } from '../keys.ts'
import type { DailyPrice, History } from './stored.ts'
import { dayScore, parseStoredDay, parseUpdates } from './stored.ts'

/** Reads what `publish.lua`, an import and the demonstration stored. */
export function createHistory(redis: Redis): History {
  const dayAt = async (ref: string, day: string): Promise<DailyPrice | undefined> => {
    const [member] = await redis.zrangebyscore(KEYS.days(ref), dayScore(day), dayScore(day))
    return member === undefined ? undefined : parseDay(member)
  }
  return {
    async days(ref, from, to) {
      const members = await redis.zrangebyscore(KEYS.days(ref), dayScore(from), dayScore(to))
      return members.map(parseDay)
    },
    async updates(ref, day) {
      const until = `(${startOfDay(addDays(day, 1))}`
      const [real, simulated] = await Promise.all(
        [KEYS.updates(ref), KEYS.simulatedUpdates(ref)].map((key) =>
          redis.zrangebyscore(key, startOfDay(day), until),
        ),
      )
      const members = [...(real ?? []), ...(simulated ?? [])]
      if (members.length > 0) return parseUpdates(members)
      // Of days that were only simulated the close alone is kept.
      const close = await dayAt(ref, day)
      return close ? [{ price: close.price, lastUpdate: close.lastUpdate }] : []
    },
    async lastUntil(ref, day) {
      const [member] = await redis.zrevrangebyscore(KEYS.days(ref), dayScore(day), '-inf', 'LIMIT', 0, 1)
      return member === undefined ? undefined : parseDay(member)
    },
  }
}

function parseDay(member: string): DailyPrice {
  const { origin: _, ...day } = parseStoredDay(member)
  return day
}
