import { addDays, type Day, dayOf, isWeekend, startOfDay } from './caracas.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  multiply,
  pricePlaces,
  round,
  subtract,
} from './decimal.ts'
import type { DayClose, Quote } from './monitor.ts'

/** A price and when it was published, or first seen (ms). */
export interface PublishedPrice extends PriceUpdate {
  readonly publishedAt: number
}

/**
 * Whether a monitor publishes its prices for effective days (fecha valor). Where its server does not say, it does if the
 * newest one has no time of day. All other monitors carry their last price forward.
 */
export const isForDays = ({
  effectiveDay,
  lastUpdate,
}: {
  readonly effectiveDay?: boolean | undefined
  readonly lastUpdate: number
}): boolean => effectiveDay ?? lastUpdate === startOfDay(dayOf(lastUpdate))

/**
 * From when a price of an effective day is in force (ms): from that day, or from the day after it was published if that
 * is earlier. Banks do not publish at weekends: a price first seen then was published before, and holds from the Saturday.
 */
export function holdsFrom({ lastUpdate, publishedAt }: PublishedPrice): number {
  const next = startOfWeekend(publishedAt) ?? startOfDay(addDays(dayOf(publishedAt), 1))
  return Math.min(startOfDay(dayOf(lastUpdate)), next)
}

/** When the Saturday of a weekend begins (ms); undefined from Monday to Friday. */
export function startOfWeekend(instantMs: number): number | undefined {
  const day = dayOf(instantMs)
  if (!isWeekend(day)) return undefined
  const before = addDays(day, -1)
  return startOfDay(isWeekend(before) ? before : day)
}

/**
 * Of the prices of a monitor, in the order in which they were published, the one in force at `now`: for effective days
 * that of the day, else that of the next one that is out, else the last one before. Undefined where none is in force yet.
 */
export function priceInForce<Price extends PublishedPrice>(
  published: readonly Price[],
  { now, forDays }: { readonly now: number; readonly forDays: boolean },
): Price | undefined {
  const today = startOfDay(dayOf(now))
  const isInForce = (price: Price): boolean => (forDays ? holdsFrom(price) : price.lastUpdate) <= now
  const held = published.filter(isInForce)
  const ahead = held.filter(({ lastUpdate }) => forDays && lastUpdate >= today)
  if (ahead.length > 0) return ahead.reduce((a, b) => (dayOf(b.lastUpdate) <= dayOf(a.lastUpdate) ? b : a))
  return held.reduce<Price | undefined>((a, b) => (a && a.lastUpdate > b.lastUpdate ? a : b), undefined)
}

type Standing = Pick<Quote, 'effectiveDay' | 'price' | 'lastUpdate' | 'inForce' | 'holdsFrom'>

/** Whether the newest price of a quote is out and not in force yet. */
export function isNotYetInForce(
  { effectiveDay, lastUpdate, inForce, holdsFrom: from }: Standing,
  now: number,
): boolean {
  if (dayOf(lastUpdate) <= dayOf(now)) return false // also where the server's clock is a little ahead
  if (from !== undefined) return now < from
  return inForce !== undefined || effectiveDay !== true
}

/** The price in force of a quote at `now`: its newest one, unless that is to come and the one before it is known. */
export const leadingPrice = (quote: Standing, now: number): PriceUpdate =>
  quote.inForce && isNotYetInForce(quote, now) ? quote.inForce : quote

/**
 * The last price that was in force before the leading one, from which changes count: the close of yesterday, or of the last
 * day that had the price of an earlier effective day. Undefined where that is not known. `now` in ms.
 */
export function heldBefore(quote: Quote, now: number): DayClose | undefined {
  const { close, weekCloses } = quote
  if (close?.day !== addDays(dayOf(now), -1)) return undefined
  if (!weekCloses) return close
  const effective = dayOf(leadingPrice(quote, now).lastUpdate)
  return weekCloses.findLast(({ effectiveDay }) => effectiveDay < effective)
}

/** The price beside the leading one: the newest where that is to come, or the last one where a later day's holds today. */
type PriceBeside =
  | { readonly kind: 'to_come'; readonly price: PriceUpdate }
  | { readonly kind: 'before'; readonly price: PriceUpdate | undefined }

/** Returns the second price to show at `now`: the next one or the previous one; undefined if the leading price is of today. */
export function priceBeside(quote: Standing, now: number): PriceBeside | undefined {
  if (isNotYetInForce(quote, now)) return { kind: 'to_come', price: quote }
  return dayOf(quote.lastUpdate) > dayOf(now) && isForDays(quote)
    ? { kind: 'before', price: quote.inForce }
    : undefined
}

/**
 * A day has the price of a day at most so far before or after it. Holy Week and Carnival, with the weekends around them, go
 * without a price for up to nine days.
 */
export const HELD_DAYS_MAX = 10

type DayPrice = Pick<DailyPrice, 'day' | 'price'>

/** The price of a day, and the one on the other side of it where the day had none of its own. */
export interface PriceOfDay<Price extends DayPrice> {
  readonly price: Price
  /** The last one before, where that of a later day leads. */
  readonly before?: Price
}

/**
 * Looks up the price that was in force on a day. `days` are the prices of a monitor by day, oldest first. For effective
 * days a day without a price has that of the next business day, else that of the last one before it.
 */
export function createPriceOfDay<Price extends DayPrice>(days: readonly Price[], forDays: boolean) {
  return (day: Day): PriceOfDay<Price> | undefined => {
    const next = days.findLastIndex((one) => one.day < day) + 1
    const [before, after] = [days[next - 1], days[next]]
    if (after?.day === day) return { price: after }
    if (forDays && after && after.day <= addDays(day, HELD_DAYS_MAX))
      return { price: after, ...(before && { before }) }
    return before && { price: before }
  }
}

/**
 * Adds the days up to `to` on which the price of a later business day was in force. `days` are those of a monitor for
 * effective days, oldest first. Days that carry an earlier price forward are not added.
 */
export function withHeldDays<Price extends DayPrice>(days: readonly Price[], to: Day): Price[] {
  return days.flatMap((price, at) => {
    const before = days[at - 1]
    if (!before) return [price]
    const held: Price[] = []
    const earliest = addDays(price.day, -HELD_DAYS_MAX)
    const first = addDays(before.day, 1)
    for (let day = first > earliest ? first : earliest; day < price.day && day <= to; day = addDays(day, 1))
      held.push({ ...price, day })
    return [...held, price]
  })
}

/** A price of a monitor's past. `lastUpdate` (ms) is the source's own time for it. */
export interface PriceUpdate {
  readonly price: Decimal
  readonly lastUpdate: number
}

/** One Caracas day of a monitor: its last, highest and lowest price. */
export interface DailyPrice extends PriceUpdate {
  readonly day: Day
  readonly high: Decimal
  readonly low: Decimal
}

/** A figure of a day: a price in bolivares, or a gap in percent. */
export interface DayFigure {
  readonly day: Day
  readonly value: Decimal
}

/** What a stretch of days came to. `open` is the price in force when it began, else its first one. */
export interface Summary {
  /** Of the last figures of its days. */
  readonly mean: Decimal
  readonly open: DayFigure
  readonly close: DayFigure
  readonly high: DayFigure
  readonly low: DayFigure
}

/** The same price for the whole day. */
export const steady = ({ day, value }: DayFigure): DaySpan => ({ day, value, high: value, low: value })

/** A day's last figure, and the highest and lowest it reached. */
interface DaySpan extends DayFigure {
  readonly high: Decimal
  readonly low: Decimal
}

/** Days within a stretch, oldest first; the price from before it that was in force on its first day begins it. */
export function daysWithin(days: readonly DailyPrice[], from: Day, to: Day): DaySpan[] {
  const within = days.filter(({ day }) => day >= from && day <= to)
  const before = within[0]?.day === from ? undefined : days.findLast(({ day }) => day < from)
  const spans = within.map(({ day, price: value, high, low }) => ({ day, value, high, low }))
  return before ? [steady({ day: from, value: before.price }), ...spans] : spans
}

/** Of several equal days the first is the highest, and the lowest; undefined for no days. */
export function summarize(days: readonly DaySpan[]): Summary | undefined {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return undefined
  const high = days.reduce((best, one) => (compare(one.high, best.high) > 0 ? one : best), first)
  const low = days.reduce((best, one) => (compare(one.low, best.low) < 0 ? one : best), first)
  const total = days.reduce((sum, { value }) => add(sum, value), '0')
  return {
    mean: divide(total, String(days.length)),
    open: { day: first.day, value: first.value },
    close: { day: last.day, value: last.value },
    high: { day: high.day, value: high.high },
    low: { day: low.day, value: low.low },
  }
}

export type Direction = 'up' | 'down' | 'same'

/** A move between two prices: absolute, in bolivares to as many decimals as the higher price is shown with, and in percent of the old price to 2. */
export interface Change {
  readonly amount: Decimal
  readonly percent: Decimal
  readonly direction: Direction
}

const DIRECTIONS = { '-1': 'down', '0': 'same', '1': 'up' } as const

/** The move from `old` (above zero) to `now`. */
export function changeBetween(old: Decimal, now: Decimal): Change {
  const amount = absolute(subtract(now, old))
  const direction = compare(now, old)
  return {
    amount: round(amount, pricePlaces(direction > 0 ? now : old)),
    percent: round(divide(multiply(amount, '100'), old), 2),
    direction: DIRECTIONS[direction],
  }
}

const PLACES = 6

/** How far the second price (of anything above zero) lies above the first, in percent to 6 decimals. */
export const gapBetween = (first: Decimal, second: Decimal): Decimal =>
  round(divide(multiply(subtract(second, first), '100'), first), PLACES)

/** How far the second is above the first in percent, on each day on which both have a price in force. */
export function gapDays(
  first: readonly DayPrice[],
  second: readonly DayPrice[],
  from: Day,
  to: Day,
): DaySpan[] {
  const [base, other] = [inForce(first), inForce(second)]
  const gaps: DaySpan[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const [under, over] = [base(day), other(day)]
    if (under !== undefined && over !== undefined) gaps.push(steady({ day, value: gapBetween(under, over) }))
  }
  return gaps
}

/** Finds the price in force on each of some days in order; a price that is too old says nothing about a gap. */
function inForce(days: readonly DayPrice[]): (day: Day) => Decimal | undefined {
  let held: DayPrice | undefined
  let next = 0
  return (day) => {
    for (let one = days[next]; one && one.day <= day; one = days[++next]) held = one
    return held && held.day >= addDays(day, -HELD_DAYS_MAX) ? held.price : undefined
  }
}
