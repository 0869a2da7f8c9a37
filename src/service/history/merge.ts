import { z } from 'zod'
import { addDays, dayOf, HOUR_SECONDS, startOfDay } from '../../domain/caracas.ts'
import type { PriceUpdate } from '../../domain/in-force.ts'
import { loadScript, type Redis } from '../../redis/connection.ts'
import { KEYS } from '../keys.ts'
import { dayScore, formatDay, formatUpdate, type Origin, type StoredDay, withUpdate } from './history.ts'

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
const NOTHING_MERGED: Merged = { written: 0, same: 0, kept: 0 }

interface MergeOptions {
  readonly redis: Redis
  /** Names the prepared keys; two merges at the same time need different names. */
  readonly name: string
  /** Called with how many of all rows are prepared. */
  readonly onProgress?: (done: number, total: number) => void
}

/** Writes history from elsewhere, all or nothing. Collected days and the newest price stay as they are. */
export async function mergeHistory(history: MergedHistory, options: MergeOptions): Promise<Merged> {
  const [merged = NOTHING_MERGED] = await mergeHistories([history], options)
  return merged
}

/** Writes the history of several monitors as `mergeHistory` does: all of them or none. Returns what was done to each. */
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
