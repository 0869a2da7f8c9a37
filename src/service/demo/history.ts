import { addDays, type Day, dayOf, startOfDay } from '../../rates/caracas.ts'
import { type Decimal, round } from '../../rates/decimal.ts'
import { HOUR_MS } from '../../rates/durations.ts'
import { monitorRef } from '../../rates/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'
import { Failure } from '../../runtime/failure.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import { mergeHistory } from '../history/merge.ts'
import type { StoredDay } from '../history/stored-day.ts'
import { parseStoredMonitor } from '../history/stored-monitor.ts'
import { KEYS } from '../keys.ts'
import { isBusinessDay, lastBusinessDay, type Random } from '../sources/simulated.ts'
import { DEMONSTRATION, OFFICIAL_PAGE } from './demonstration.ts'

const DAYS = 365
/** Over a year the simulated dollar went from about 240 to 800 bolivares. */
const YEARLY_FACTOR = 800 / 240
const DAILY_NOISE = 0.006
/** The share of its distance from the steady growth that each day loses. */
const PULL = 0.08
const SPREAD_MAX = 0.012
const CLOSES_AT_MS = 17.5 * HOUR_MS
const PLACES = { official: 4, parallel: 2 } as const

export interface MadeUp {
  /** The first day that is not made up, and its price. */
  readonly until: Day
  readonly price: Decimal
  /** An official page has one price for each business day, at 00:00. */
  readonly isOfficial: boolean
  readonly random: Random
}

/** Makes a year of days before `until`, oldest first, that grew up to `price`. Simulated prices may use floats. */
export function makeUpYear({ until, price, isOfficial, random }: MadeUp): StoredDay[] {
  const days: StoredDay[] = []
  let deviation = 0
  for (let age = 1; age <= DAYS; age++) {
    const day = addDays(until, -age)
    deviation = deviation * (1 - PULL) + (random() * 2 - 1) * DAILY_NOISE
    if (isOfficial && !isBusinessDay(day)) continue
    const close = Number(price) * YEARLY_FACTOR ** (-age / DAYS) * Math.exp(deviation)
    days.push(isOfficial ? officialDay(day, close) : parallelDay(day, { close, random }))
  }
  return days.reverse()
}

function officialDay(day: Day, close: number): StoredDay {
  const price = exact(close, PLACES.official)
  return { day, price, high: price, low: price, lastUpdate: startOfDay(day), origin: 'made' }
}

function parallelDay(
  day: Day,
  { close, random }: { readonly close: number; readonly random: Random },
): StoredDay {
  const [price, high, low] = [
    close,
    close * (1 + random() * SPREAD_MAX),
    close * (1 - random() * SPREAD_MAX),
  ].map((value) => value.toFixed(PLACES.parallel)) as [Decimal, Decimal, Decimal]
  return { day, price, high, low, lastUpdate: startOfDay(day) + CLOSES_AT_MS, origin: 'made' }
}

const exact = (value: number, places: number): Decimal => round(value.toFixed(places), places)

export interface DemonstrationOptions {
  readonly redis: Redis
  readonly clock: Clock
  readonly random: Random
}

/** Makes a history for the demonstration at its first start. Throws a Failure where real prices have its names. */
export function createDemonstrationPast({ redis, clock, random }: DemonstrationOptions): Part {
  async function makePast({ ref, isOfficial, price }: Invented): Promise<void> {
    const state = await redis.hget(KEYS.quotes, ref)
    if (state !== null && !parseStoredMonitor(state).simulated) {
      throw new Failure(
        `Redis holds real prices of ${ref}: name their sources in SOURCES_FILE, or give the demonstration another DATA_DIR or REDIS_URL`,
      )
    }
    if ((await redis.exists(KEYS.days(ref))) === 1) return
    const today = dayOf(clock())
    const until = isOfficial ? lastBusinessDay(today) : today
    const days = makeUpYear({ until, price, isOfficial, random })
    await mergeHistory({ ref, days, updates: [] }, { redis, name: `made-${random()}` })
  }
  return {
    name: 'demonstration',
    async start() {
      for (const invented of INVENTED) await makePast(invented)
    },
    stop: async () => {},
  }
}

interface Invented {
  readonly ref: string
  readonly isOfficial: boolean
  readonly price: Decimal
}

const INVENTED: readonly Invented[] = DEMONSTRATION.flatMap(({ page, sources }) =>
  sources.flatMap(({ monitors }) =>
    monitors.map(({ key, currency, price }) => ({
      ref: monitorRef({ page, currency, key }),
      isOfficial: page === OFFICIAL_PAGE,
      price: String(price),
    })),
  ),
)
