import { type Day, dayOf } from '../../rates/caracas.ts'
import { compare, type Decimal } from '../../rates/decimal.ts'
import { DAY_MS } from '../../rates/durations.ts'

/** One update as it was stored. `lastUpdate` in ms is the source's own time for the price. */
export interface PriceUpdate {
  readonly price: Decimal
  readonly lastUpdate: number
}

/** One Caracas day of a monitor: `price` is the last of the day by arrival, `lastUpdate` (ms) the time of that one. */
export interface DailyPrice extends PriceUpdate {
  readonly day: Day
  readonly high: Decimal
  readonly low: Decimal
}

/** What was stored of a monitor, named by `monitorRef`. A monitor that is not known has no history. */
export interface History {
  /** The days from `from` to `to`, both included, that have an update; oldest first. */
  days(ref: string, from: Day, to: Day): Promise<DailyPrice[]>
  /** Every update of a day in the order of arrival. */
  updates(ref: string, day: Day): Promise<PriceUpdate[]>
  /** The last day with an update that is not after `day`: what counts on a weekend or holiday. */
  lastUntil(ref: string, day: Day): Promise<DailyPrice | undefined>
}

/**
 * Where prices came from. live and simulated: collected from a page, never replaced by an import. imported: from a
 * file. made: invented at the first start of the demonstration. simulated and made end when a real page takes over.
 */
export type Origin = 'live' | 'simulated' | 'imported' | 'made'

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

/** Reads what `formatDay` wrote. */
export function parseStoredDay(member: string): StoredDay {
  const [day = '', price = '', high = '', low = '', lastUpdate = '', origin = ''] = member.split(' ')
  return { day, price, high, low, lastUpdate: Number(lastUpdate), origin: ORIGINS.get(origin) ?? 'live' }
}

/** The day after one more update arrived: it is the close, and widens high and low. */
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

/** An update with where it came from and its number among those of its monitor, or of its imported day. */
export interface ArrivedUpdate extends PriceUpdate {
  readonly origin: Origin
  readonly arrival: number
}

/** `1769054400000:l17:349.9272`: last update in ms, origin and arrival, price; unique among the updates of a monitor. */
export const formatUpdate = ({ price, lastUpdate, origin, arrival }: ArrivedUpdate): string =>
  `${lastUpdate}:${origin[0]}${arrival}:${price}`

/** Reads the updates of a day, in the order of arrival: what was imported was there before what came live. */
export function parseUpdates(members: readonly string[]): PriceUpdate[] {
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
