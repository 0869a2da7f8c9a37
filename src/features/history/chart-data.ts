import { HOURS_STEP_MS, type Point, type Series } from '../../charts/chart.ts'
import { addDays, type Day, dayOf, HOUR_MS, startOfDay } from '../../domain/caracas.ts'
import { compare } from '../../domain/decimal.ts'
import {
  daysWithin,
  gapBetween,
  gapDays,
  HELD_DAYS_MAX,
  heldBefore,
  isForDays,
  type PriceUpdate,
  type Summary,
  steady,
  summarize,
} from '../../domain/in-force.ts'
import type { Crossed } from '../../language/request.ts'
import { type MonitorDays, type PastReader, readMonitorDays, withNewestUpdate } from '../../prices/past.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import { type HistorySpan, isToday } from './text.ts'

/** A monitor with what a chart draws of it; `summary` is undefined where no day of the span has a price. */
interface MonitorLine extends MonitorDays {
  readonly summary: Summary | undefined
  readonly series: Omit<Series, 'label'>
  readonly today?: MonitorToday['today']
}

/** The lines of a chart over the days that it shows. */
export interface DrawnChart {
  readonly span: HistorySpan
  readonly lines: readonly MonitorLine[]
}

/** Reads the lines of a chart; undefined if the rate API does not answer. `now` in ms. */
export async function readChart(
  past: PastReader,
  observedQuotes: readonly ObservedQuote[],
  asked: HistorySpan,
  now: number,
): Promise<DrawnChart | undefined> {
  if (isToday(asked)) {
    const read = await Promise.all(observedQuotes.map((observed) => readMonitorToday(past, observed, asked)))
    const lines = read.flatMap((one) => (one ? [lineOfToday(one, now)] : []))
    return lines.length < observedQuotes.length ? undefined : { span: asked, lines }
  }
  const read = await Promise.all(observedQuotes.map((observed) => readMonitorDays(past, observed, asked)))
  const known = read.flatMap((one) => one ?? [])
  if (known.length < observedQuotes.length) return undefined
  const span = knownSpan(asked, known)
  return { span, lines: known.map((one) => lineOf(one, span)) }
}

function lineOfToday(read: MonitorToday, now: number): MonitorLine {
  const summary = summaryOfToday(read, now)
  return {
    ...read,
    summary,
    series: { ...seriesOfToday(read), ...(summary && { from: summary.open.value }) },
  }
}

/** Days counted back from today begin with the first known price, so that a year of prices is not said to be ten. */
function knownSpan(asked: HistorySpan, monitors: readonly MonitorDays[]): HistorySpan {
  const { from, to, lastDays } = asked
  const [first] = monitors.flatMap(({ days }) => days[0]?.day ?? []).toSorted()
  return lastDays !== undefined && first !== undefined && first > from && first <= to
    ? { from: first, to }
    : asked
}

function lineOf(monitor: MonitorDays, span: HistorySpan): MonitorLine {
  const summary = summaryOf(monitor, span)
  const points = monitor.days.filter(({ day }) => day <= span.to).map(({ day, price }) => ({ day, price }))
  const isStepped = isForDays(monitor.observed.quote)
  return { ...monitor, summary, series: { points, isStepped, ...(summary && extremesOf(summary)) } }
}

const extremesOf = ({ high, low }: Summary): Pick<Series, 'extremes'> => ({
  extremes: {
    high: { day: high.day, price: high.value },
    low: { day: low.day, price: low.value },
  },
})

/** Undefined where no day of the span has a price. */
function summaryOf({ days }: Pick<MonitorDays, 'days'>, { from, to }: HistorySpan): Summary | undefined {
  const hasAny = days.some(({ day }) => day >= from && day <= to)
  return hasAny ? summarize(daysWithin(days, from, to)) : undefined
}

/** The last day on which a price rose to another or fell below it; undefined where none is known. */
export function crossedOn({ days }: Pick<MonitorDays, 'days'>, { price, isBelow }: Crossed): Day | undefined {
  const isBeyond = (one: MonitorDays['days'][number]): boolean => compare(one.price, price) < 0 === isBelow
  const at = days.findLastIndex((one, index) => {
    const before = days[index - 1]
    return before !== undefined && isBeyond(one) && !isBeyond(before)
  })
  return days[at]?.day
}

/** By how many percent the second was above the first; undefined where they have no day in common. */
export function gapSummary(
  first: MonitorLine,
  second: MonitorLine,
  { from, to }: HistorySpan,
): Summary | undefined {
  if (first.today && second.today)
    return gapsOfToday({ ...first, today: first.today }, { ...second, today: second.today })
  return summarize(gapDays(first.days, second.days, from, to))
}

/** A price at a time of a day (ms). */
type TimedPoint = Point & { readonly at: number }

/** A monitor with its prices of today, oldest first; the first one is that in force when the day began, if known. */
interface MonitorToday extends MonitorDays {
  readonly today: readonly TimedPoint[]
}

/** Reads the prices of today, the last day of the span; undefined if the rate API does not answer. */
export async function readMonitorToday(
  past: PastReader,
  observed: ObservedQuote,
  span: HistorySpan,
): Promise<MonitorToday | undefined> {
  const { quote } = observed
  const isOfDay = dayOf(quote.lastUpdate) === span.to
  const [read, updates] = await Promise.all([
    readMonitorDays(past, observed, span),
    isForDays(quote)
      ? { items: [], at: 0 }
      : past.updates(quote.monitor, span.to, isOfDay ? quote : undefined),
  ])
  if (!read || !updates) return undefined
  const listed = isOfDay && !isForDays(quote) ? withNewestUpdate(updates, observed) : updates.items
  return { ...read, today: pricesOf(read, listed, span.to) }
}

/** The price with which a day began, and its changes; where these were not kept, the one that the day has. */
function pricesOf(
  { observed, days }: MonitorDays,
  updates: readonly PriceUpdate[],
  today: Day,
): TimedPoint[] {
  const start = startOfDay(today)
  const before = days.findLast(({ day }) => day < today && day >= addDays(today, -HELD_DAYS_MAX))
  const whole = days.find(({ day }) => day === today)
  const changes = updates.length === 0 && whole ? [whole] : updates
  const timed = changes.map(({ price, lastUpdate }) => ({
    day: today,
    at: isForDays(observed.quote) ? start : Math.max(start, lastUpdate),
    price,
  }))
  const isKnownAtStart = timed[0]?.at === start
  return before && !isKnownAtStart ? [{ day: today, at: start, price: before.price }, ...timed] : timed
}

/** What today came to: it opens with the last price that was in force before. `now` in ms. */
function summaryOfToday({ observed, today }: MonitorToday, now: number): Summary | undefined {
  const summary = summarize(today.map(({ day, price }) => steady({ day, value: price })))
  const held = heldBefore(observed.quote, now)
  return summary && held ? { ...summary, open: { day: held.day, value: held.price } } : summary
}

/** By how many percent the second is above the first, at each change of either, once both are known. */
export function gapsOfToday(first: MonitorToday, second: MonitorToday): Summary | undefined {
  const times = [...new Set([...first.today, ...second.today].map(({ at }) => at))].toSorted((a, b) => a - b)
  const priceAt = ({ today }: MonitorToday, time: number) => today.findLast(({ at }) => at <= time)
  const gaps = times.flatMap((time) => {
    const [under, over] = [priceAt(first, time), priceAt(second, time)]
    return under && over ? [steady({ day: under.day, value: gapBetween(under.price, over.price) })] : []
  })
  return summarize(gaps)
}

/** What a chart draws of today: the last price of each five minutes, and the highest and lowest of all. */
export function seriesOfToday({ today }: MonitorToday): Omit<Series, 'label'> {
  const points = today.filter(({ at }, index) => stepOf(at) !== stepOf(today[index + 1]?.at))
  const [first] = today
  if (!first) return { points, isStepped: true }
  const high = today.reduce((best, one) => (compare(one.price, best.price) > 0 ? one : best), first)
  const low = today.reduce((best, one) => (compare(one.price, best.price) < 0 ? one : best), first)
  return { points, isStepped: true, extremes: { high, low } }
}

const stepOf = (at = Number.NaN): number => Math.ceil(at / HOURS_STEP_MS)

/** Until when today is drawn: five minutes at most after now, and an hour at least. */
export function endOfToday(today: Day, now: number): number {
  const [start, end] = [startOfDay(today), startOfDay(addDays(today, 1))]
  return Math.min(end, Math.max(start + HOUR_MS, Math.ceil(now / HOURS_STEP_MS) * HOURS_STEP_MS))
}
