import type { Sighting } from '../../board/board.ts'
import type { ConvertedRow } from '../../messages/converted.ts'
import { isOfTomorrow } from '../../messages/marks.ts'
import { BOLIVARES, moneyOf } from '../../messages/money.ts'
import { addDays, type Day, dayOf } from '../../rates/caracas.ts'
import { type Decimal, divide, multiply } from '../../rates/decimal.ts'
import type { PriceUpdate } from '../../rates/past.ts'
import { type Past, type PastDay, priceOn } from '../past.ts'
import type { Way } from './ways.ts'
import type { Wish } from './wish.ts'

/** A source that stands still is carried this far. */
const CARRY_DAYS = 90

export type Exchanged =
  | { readonly kind: 'rows'; readonly rows: readonly [ConvertedRow, ...ConvertedRow[]] }
  | { readonly kind: 'no_rate' | 'history_silent' | 'no_price_then' | 'no_price_yet' }

/** What the amount of a wish comes to on each way: at the newest prices from memory, or at those of a day. */
export async function exchange(
  wish: Wish,
  ways: readonly Way[],
  past: Past,
  now: number,
): Promise<Exchanged> {
  if (ways.length === 0) return { kind: 'no_rate' }
  const { date } = wish
  if (date === undefined) return found(ways.map((way) => rowAt(wish, way, newestOf(way), now)))
  if (date >= dayOf(now)) return withoutHistory(wish, date, ways, now)
  const prices = await Promise.all(ways.map((way) => pricesOn(way, date, past)))
  if (prices.every((one) => one === 'silent')) return { kind: 'history_silent' }
  const rows = ways.flatMap((way, at) => {
    const priced = prices[at]
    return Array.isArray(priced) ? [rowOn(wish, way, priced)] : []
  })
  return rows.length > 0 ? found(rows) : { kind: 'no_price_then' }
}

function found(rows: readonly ConvertedRow[]): Exchanged {
  const [first, ...others] = rows
  return first ? { kind: 'rows', rows: [first, ...others] } : { kind: 'no_rate' }
}

const newestOf = (way: Way): Decimal[] => way.map(({ quote }) => quote.price)

/** The price in force, with its own time; the newest one where the server says no other. */
const inForce = ({ quote }: Sighting, now: number): PriceUpdate =>
  quote.inForce && isOfTomorrow(quote, now) ? quote.inForce : quote

/** Today's prices are those in force; a day to come has one only where it is published already. */
function withoutHistory(wish: Wish, date: Day, ways: readonly Way[], now: number): Exchanged {
  const isToday = date === dayOf(now)
  const usable = isToday
    ? ways
    : ways.filter((way) =>
        way.every(({ quote }) => isOfTomorrow(quote, now) && dayOf(quote.lastUpdate) <= date),
      )
  if (usable.length === 0) return { kind: 'no_price_yet' }
  return found(
    usable.map((way) => {
      const used = way.map((sighting) => (isToday ? inForce(sighting, now) : sighting.quote))
      return rowOn(
        wish,
        way,
        used.map(({ price, lastUpdate }) => ({ day: dayOf(lastUpdate), price })),
      )
    }),
  )
}

/** The prices of a day on a way; undefined where a monitor of it has none so old. */
async function pricesOn(way: Way, date: Day, past: Past): Promise<PastDay[] | 'silent' | undefined> {
  const answers = await Promise.all(
    way.map(({ quote }) => past(quote.monitor, addDays(date, -CARRY_DAYS), date)),
  )
  if (answers.includes(undefined)) return 'silent'
  const days = answers.map((answer) => priceOn(answer ?? [], date))
  return days.every((day) => day !== undefined) ? days : undefined
}

function rowAt(wish: Wish, way: Way, prices: readonly Decimal[], now: number): ConvertedRow {
  const row = baseOf(wish, way, prices)
  if (!way.some(({ quote }) => quote.inForce && isOfTomorrow(quote, now))) return row
  const today = way.map((sighting) => inForce(sighting, now).price)
  return { ...row, resultToday: amountAt(wish, today) }
}

const rowOn = (wish: Wish, way: Way, days: readonly PastDay[]): ConvertedRow => ({
  ...baseOf(
    wish,
    way,
    days.map(({ price }) => price),
  ),
  day: days.map(({ day }) => day).reduce((a, b) => (a < b ? a : b)),
})

function baseOf(wish: Wish, way: Way, prices: readonly Decimal[]): ConvertedRow {
  const [first, ...others] = way
  const source = moneyOf(first.quote)
  const target = moneyOf((others[0] ?? first).quote)
  return {
    quotes: [first.quote, ...others.map(({ quote }) => quote)],
    prices,
    from: wish.from === 'bolivares' ? BOLIVARES : source,
    to: wish.to === 'bolivares' ? BOLIVARES : target,
    result: amountAt(wish, prices),
    asOf: Math.min(...way.map(({ asOf }) => asOf)),
  }
}

/** Into bolivares by the first price, out of them by the last one. */
function amountAt({ amount, from, to }: Wish, prices: readonly Decimal[]): Decimal {
  const [first = '1'] = prices
  const inBolivares = from === 'bolivares' ? amount : multiply(amount, first)
  return to === 'bolivares' ? inBolivares : divide(inBolivares, prices.at(-1) ?? '1')
}
