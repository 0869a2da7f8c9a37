import type { Series } from '../../charts/chart.ts'
import { gapDays } from '../../domain/change.ts'
import { daysWithin, type Summary, summarize } from '../../domain/daily-price.ts'
import { isForDays } from '../../domain/in-force.ts'
import { type MonitorDays, type PastReader, readMonitorDays } from '../../prices/past.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import { type HistorySpan, isToday } from './text.ts'
import { gapsOfToday, type MonitorToday, readMonitorToday, seriesOfToday, summaryOfToday } from './today.ts'

/** A monitor with what a chart draws of it; `summary` is undefined where no day of the span has a price. */
export interface MonitorLine extends MonitorDays {
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
export function summaryOf(
  { days }: Pick<MonitorDays, 'days'>,
  { from, to }: HistorySpan,
): Summary | undefined {
  const hasAny = days.some(({ day }) => day >= from && day <= to)
  return hasAny ? summarize(daysWithin(days, from, to)) : undefined
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
