import { addDays, DAY_MS, type Day, dayOf, startOfDay } from '../../domain/caracas.ts'
import { compare } from '../../domain/decimal.ts'
import type { DailyPrice, PriceUpdate } from '../../domain/in-force.ts'
import type { Redis } from '../../redis/connection.ts'
import { KEYS } from '../keys.ts'

/**
 * Reads the history that `publish.lua`, imports and the demonstration stored. A monitor is named by `monitorRef`; an unknown one
 * has no history.
 */
export function createHistoryStore(redis: Redis) {
  /** The days from `from` to `to`, both included, that have an update; oldest first. */
  async function days(ref: string, from: Day, to: Day): Promise<DailyPrice[]> {
    const members = await redis.zrangebyscore(KEYS.days(ref), dayScore(from), dayScore(to))
    return members.map(parseDay)
  }

  return {
    days,
    /** Every update of a day in the order of arrival; of a day whose updates were trimmed its close alone. */
    async updates(ref: string, day: Day): Promise<PriceUpdate[]> {
      const until = `(${startOfDay(addDays(day, 1))}`
      const [real, simulated] = await Promise.all(
        [KEYS.updates(ref), KEYS.simulatedUpdates(ref)].map((key) =>
          redis.zrangebyscore(key, startOfDay(day), until),
        ),
      )
      const members = [...(real ?? []), ...(simulated ?? [])]
      if (members.length > 0) return parseStoredUpdates(members)
      const [close] = await days(ref, day, day)
      return close ? [{ price: close.price, lastUpdate: close.lastUpdate }] : []
    },
    /** The last day with an update that is not after `day`. */
    async lastUntil(ref: string, day: Day): Promise<DailyPrice | undefined> {
      const [member] = await redis.zrevrangebyscore(KEYS.days(ref), dayScore(day), '-inf', 'LIMIT', 0, 1)
      return member === undefined ? undefined : parseDay(member)
    },
  }
}

export type History = ReturnType<typeof createHistoryStore>

function parseDay(member: string): DailyPrice {
  const { origin: _, ...day } = parseStoredDay(member)
  return day
}

/**
 * Where prices came from. live and simulated: collected from a page, and never replaced by an import. imported: from a
 * file. made: invented at the first start of the demonstration. A real page replaces simulated and made ones.
 */
export type Origin = 'live' | 'simulated' | 'imported' | 'made'

/** A day with its origin. Its price is the last to arrive, and `lastUpdate` (ms) the time of that one. */
export interface StoredDay extends DailyPrice {
  readonly origin: Origin
}

/** The score of a day in the sorted set of days: its number since 1970. */
export const dayScore = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

const ORIGINS: ReadonlyMap<string, Origin> = new Map(
  Object.entries({ l: 'live', s: 'simulated', i: 'imported', m: 'made' }),
)

/** `2026-01-22 349.9272 350 349.5 1769054400000 l`: day, price, high, low, last update in ms, origin. */
export const formatDay = ({ day, price, high, low, lastUpdate, origin }: StoredDay): string =>
  `${day} ${price} ${high} ${low} ${lastUpdate} ${origin[0]}`

/** Parses what `formatDay` wrote. */
export function parseStoredDay(member: string): StoredDay {
  const [day = '', price = '', high = '', low = '', lastUpdate = '', origin = ''] = member.split(' ')
  return { day, price, high, low, lastUpdate: Number(lastUpdate), origin: ORIGINS.get(origin) ?? 'live' }
}

/** The day with one more update, which is its new close and may widen high and low. */
export function withUpdate(
  known: StoredDay | undefined,
  { price, lastUpdate, origin }: PriceUpdate & { readonly origin: Origin },
): StoredDay {
  if (!known) return { day: dayOf(lastUpdate), price, high: price, low: price, lastUpdate, origin }
  return {
    ...known,
    price,
    lastUpdate,
    origin,
    high: compare(price, known.high) > 0 ? price : known.high,
    low: compare(price, known.low) < 0 ? price : known.low,
  }
}

/** An update with its origin and its number among those of its monitor, or of its imported day. */
interface ArrivedUpdate extends PriceUpdate {
  readonly origin: Origin
  readonly arrival: number
}

/** `1769054400000:l17:349.9272`: last update in ms, origin and arrival, price; unique among the updates of a monitor. */
export const formatUpdate = ({ price, lastUpdate, origin, arrival }: ArrivedUpdate): string =>
  `${lastUpdate}:${origin[0]}${arrival}:${price}`

/** Parses the updates of a day into the order of arrival: imported ones come before live ones. */
function parseStoredUpdates(members: readonly string[]): PriceUpdate[] {
  const parsed = members.map((member) => {
    const [lastUpdate = '', arrived = '', price = ''] = member.split(':')
    return {
      price,
      lastUpdate: Number(lastUpdate),
      isLive: arrived[0] === 'l',
      arrival: Number(arrived.slice(1)),
    }
  })
  return parsed
    .sort((a, b) => Number(a.isLive) - Number(b.isLive) || a.arrival - b.arrival)
    .map(({ price, lastUpdate }) => ({ price, lastUpdate }))
}
