import { addDays, businessDayFrom, type Day, dayOf, HOUR_MS, startOfDay } from '../../domain/caracas.ts'
import { type Decimal, round } from '../../domain/decimal.ts'
import type { Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'
import { Failure } from '../../runtime/log.ts'
import { dayScore, type StoredDay } from '../history/history.ts'
import { mergeHistories } from '../history/merge.ts'
import { parseStoredMonitor } from '../history/stored-monitor.ts'
import { KEYS } from '../keys.ts'
import { lastPastDay, type PastName, readPastDays } from '../sources/shipped/past.ts'
import { DEMONSTRATION } from './demonstration.ts'

const CLOSES_AT_MS = 17.5 * HOUR_MS
const PLACES = { official: 4, parallel: 2 } as const
const WEEK_DAYS = 7

interface Invented {
  readonly ref: string
  /** An official page has one price for each business day, at 00:00. */
  readonly isOfficial: boolean
  /** Of the first day that is not made up. */
  readonly price: Decimal
  readonly past: PastName
}

/**
 * Makes the days before `until`, oldest first, of a real past: moved by whole weeks, so that it has the weekdays it had, and
 * scaled, so that it would have `price` on `until`. Simulated prices may use floats.
 */
function leadUp({ price, isOfficial, past }: Invented, until: Day): StoredDay[] {
  const real = readPastDays(past)
  const behind = dayScore(until) - dayScore(lastPastDay(past))
  const weeks = Math.ceil(behind / WEEK_DAYS)
  const moved = real
    .map((one) => ({ ...one, day: addDays(one.day, weeks * WEEK_DAYS) }))
    .filter(({ day }) => day <= until)
  const factor = Number(price) / Number(moved.at(-1)?.price)
  const places = isOfficial ? PLACES.official : PLACES.parallel
  const scaled = (real: Decimal): Decimal => round((Number(real) * factor).toFixed(places), places)
  return moved
    .filter(({ day }) => day < until)
    .map(({ day, price, high, low }) => ({
      day,
      price: scaled(price),
      high: scaled(high),
      low: scaled(low),
      lastUpdate: startOfDay(day) + (isOfficial ? 0 : CLOSES_AT_MS),
      origin: 'made',
    }))
}

/** Makes a history for the demonstration at its first start. Throws a Failure where real prices have its names. */
export async function makeDemonstrationPast(redis: Redis, clock: Clock): Promise<void> {
  const today = dayOf(clock())
  for (const invented of INVENTED) {
    const { ref, isOfficial } = invented
    const state = await redis.hget(KEYS.quotes, ref)
    if (state !== null && !parseStoredMonitor(state).simulated)
      throw new Failure(
        `Redis holds real prices of ${ref}: name their sources in SOURCES_FILE, or give the demonstration another DATA_DIR or REDIS_URL`,
      )
    if ((await redis.exists(KEYS.days(ref))) === 1) continue
    const days = leadUp(invented, isOfficial ? businessDayFrom(today, -1) : today)
    await mergeHistories(redis, [{ ref, days, updates: [] }])
  }
}

/** Without a past of its own a monitor moves like the parallel rate. */
const INVENTED: readonly Invented[] = DEMONSTRATION.flatMap(({ page, monitors }) =>
  monitors.map(({ ref, key, effective_day = false, past = 'paralelo.usd' }) => ({
    ref,
    isOfficial: effective_day,
    price: String(startOf(page, key)),
    past,
  })),
)

/** The price at which the walk of a monitor begins; of a mean that of its parts. */
function startOf(page: string, key: string): number {
  const { sources = [] } = DEMONSTRATION.find((one) => one.page === page) ?? {}
  const { price, mean_of: parts = [] } = sources[0]?.monitors.find((one) => one.key === key) ?? {}
  if (parts.length === 0) return Number(price)
  const prices = parts.map((name) => startOf(...(name.split('.') as [string, string])))
  return prices.reduce((sum, one) => sum + one, 0) / prices.length
}
