import { addDays, type Day, startOfDay } from '../rates/caracas.ts'
import { type Decimal, round } from '../rates/decimal.ts'
import type { StoredDay } from './history/stored.ts'
import { isBusinessDay } from './sources/business-day.ts'
import type { Random } from './sources/simulated.ts'

const DAYS = 365
/** Over a year the simulated dollar went from about 240 to 800 bolivares. */
const YEARLY_FACTOR = 800 / 240
const DAILY_NOISE = 0.006
/** How much of its distance from the steady growth a day loses on the next. */
const PULL = 0.08
const SPREAD_MAX = 0.012
const CLOSES_AT_MS = 17.5 * 3_600_000
const PLACES = { official: 4, parallel: 2 } as const

export interface MadeUp {
  /** The first day that is not made up, and its price. */
  readonly until: Day
  readonly price: Decimal
  /** An official page has one price on a business day, at its 00:00. */
  readonly isOfficial: boolean
  readonly random: Random
}

/** A year of days before `until`, oldest first, that grew up to `price`. Floats will do: nobody is owed this money. */
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
