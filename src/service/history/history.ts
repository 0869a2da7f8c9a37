import { addDays, type Day, startOfDay } from '../../domain/caracas.ts'
import type { DailyPrice, PriceUpdate } from '../../domain/daily-price.ts'
import type { Redis } from '../../redis/connection.ts'
import { KEYS } from '../keys.ts'
import { dayScore, parseStoredDay, parseUpdates } from './stored-day.ts'

/** The stored history of a monitor, named by `monitorRef`. An unknown monitor has none. */
export interface History {
  /** The days from `from` to `to`, both included, that have an update; oldest first. */
  days(ref: string, from: Day, to: Day): Promise<DailyPrice[]>
  /** Every update of a day in the order of arrival; of a day whose updates were trimmed its close alone. */
  updates(ref: string, day: Day): Promise<PriceUpdate[]>
  /** The last day with an update that is not after `day`. */
  lastUntil(ref: string, day: Day): Promise<DailyPrice | undefined>
}

/** Reads the history that `publish.lua`, imports and the demonstration stored. */
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
