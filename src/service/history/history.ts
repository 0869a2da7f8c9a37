import { z } from 'zod'
import { addDays, DAY_MS, type Day, dayOf, HOUR_SECONDS, startOfDay } from '../../domain/caracas.ts'
import { compare } from '../../domain/decimal.ts'
import type { DailyPrice, PriceUpdate } from '../../domain/in-force.ts'
import { loadScript, type Redis } from '../../redis/connection.ts'
import { KEYS } from '../keys.ts'

/**
 * Reads the history that `publish.lua`, imports and the demonstration stored. A monitor is named by `monitorRef`; an unknown one
 * has no history.
 */
export function createHistoryStore(redis: Redis) {
  const dayAt = async (ref: string, day: string): Promise<DailyPrice | undefined> => {
    const [member] = await redis.zrangebyscore(KEYS.days(ref), dayScore(day), dayScore(day))
    return member === undefined ? undefined : parseDay(member)
  }
  return {
    /** The days from `from` to `to`, both included, that have an update; oldest first. */
    async days(ref: string, from: Day, to: Day): Promise<DailyPrice[]> {
      const members = await redis.zrangebyscore(KEYS.days(ref), dayScore(from), dayScore(to))
      return members.map(parseDay)
    },
    /** Every update of a day in the order of arrival; of a day whose updates were trimmed its close alone. */
    async updates(ref: string, day: Day): Promise<PriceUpdate[]> {
      const until = `(${startOfDay(addDays(day, 1))}`
      const members = await redis.zrangebyscore(KEYS.updates(ref), startOfDay(day), until)
      if (members.length > 0) return parseStoredUpdates(members)
      const close = await dayAt(ref, day)
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
type Origin = 'live' | 'simulated' | 'imported' | 'made'

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

/** More than any monitor has updates. */
const IMPORTED_FIRST = 1e12

/** Parses the updates of a day into the order of arrival: imported ones come before collected ones. */
function parseStoredUpdates(members: readonly string[]): PriceUpdate[] {
  const parsed = members.map((member) => {
    const [lastUpdate = '', arrived = '', price = ''] = member.split(':')
    const order = Number(arrived.slice(1)) - (arrived[0] === 'i' ? IMPORTED_FIRST : 0)
    return { order, update: { price, lastUpdate: Number(lastUpdate) } }
  })
  return parsed.sort((a, b) => a.order - b.order).map(({ update }) => update)
}

const MERGE = loadScript(new URL('./merge.lua', import.meta.url))
const CHUNK = 1_000
/** Expiry of the prepared keys, for a merge that is killed. */
const PREPARED_TTL_SECONDS = HOUR_SECONDS

/** Days of a monitor to be written, in order, and the updates in them in the order of arrival. */
export interface MergedHistory {
  readonly ref: string
  readonly days: readonly StoredDay[]
  readonly updates: readonly PriceUpdate[]
}

/** How many days were written, were the same already, or were kept because they had been collected. */
export interface Merged {
  readonly written: number
  readonly same: number
  readonly kept: number
}

const MERGED = z.array(z.tuple([z.number(), z.number(), z.number()]))

interface MergeOptions {
  readonly redis: Redis
  /** Names the prepared keys; two merges at the same time need different names. */
  readonly name: string
  /** Called with how many of all rows are prepared. */
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Writes the history of monitors from elsewhere, all of it or nothing. Collected days and the newest prices stay as they are.
 * Returns what was done to each monitor.
 */
export async function mergeHistories(
  histories: readonly MergedHistory[],
  { redis, name, onProgress = () => {} }: MergeOptions,
): Promise<Merged[]> {
  const monitors = histories.map((history) => ({ ...history, keys: keysOf(history.ref, name) }))
  const prepared = monitors.flatMap(({ keys }) => [keys.preparedUpdates, keys.preparedDays])
  const rows = monitors.flatMap(rowsOf)
  await redis.del(...prepared)
  for (let done = 0; done < rows.length; done += CHUNK) {
    const pipeline = redis.pipeline()
    for (const row of rows.slice(done, done + CHUNK)) pipeline.zadd(...row)
    for (const key of prepared) pipeline.expire(key, PREPARED_TTL_SECONDS)
    for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error
    onProgress(Math.min(done + CHUNK, rows.length), rows.length)
  }
  const announce = JSON.stringify(histories.map(({ ref }) => ref))
  const counts = monitors.flatMap(({ days }) => [days.length, ...days.flatMap(boundsOf)])
  const keys = monitors.flatMap(({ keys: own }) => Object.values(own))
  const merged = MERGED.parse(await MERGE.run(redis, [KEYS.announced, ...keys], [announce, ...counts]))
  return merged.map(([written, same, kept]) => ({ written, same, kept }))
}

/** In the order in which the script takes them. */
const keysOf = (ref: string, name: string) => ({
  preparedUpdates: `${KEYS.updates(ref)}:${name}`,
  preparedDays: `${KEYS.days(ref)}:${name}`,
  updates: KEYS.updates(ref),
  days: KEYS.days(ref),
})

type Row = readonly [key: string, score: number, member: string]

const rowsOf = ({
  days,
  updates,
  keys,
}: MergedHistory & { readonly keys: ReturnType<typeof keysOf> }): Row[] => [
  ...days.map((day): Row => [keys.preparedDays, dayScore(day.day), formatDay(day)]),
  ...numbered(updates).map(({ update, arrival }): Row => {
    const member = formatUpdate({ ...update, origin: 'imported', arrival })
    return [keys.preparedUpdates, update.lastUpdate, member]
  }),
]

const boundsOf = ({ day }: StoredDay): number[] => [
  dayScore(day),
  startOfDay(day),
  startOfDay(addDays(day, 1)),
]

/** Numbers the updates within their day, so that the same day is always written the same way. */
function numbered(updates: readonly PriceUpdate[]): { update: PriceUpdate; arrival: number }[] {
  const counts = new Map<string, number>()
  return updates.map((update) => {
    const day = dayOf(update.lastUpdate)
    const arrival = (counts.get(day) ?? 0) + 1
    counts.set(day, arrival)
    return { update, arrival }
  })
}

/** Makes the days of updates, in order. `updates` are in the order of arrival. */
export function daysOf(updates: readonly PriceUpdate[], origin: Origin): StoredDay[] {
  const days = new Map<string, StoredDay>()
  for (const update of updates) {
    const day = dayOf(update.lastUpdate)
    days.set(day, withUpdate(days.get(day), { ...update, origin }))
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}
