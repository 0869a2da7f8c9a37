import type { ChartView, Series } from '../../../charts/chart.ts'
import { labelsOf, sourceOf } from '../../../messages/format/quote.ts'
import type { Messages } from '../../../messages/messages.ts'
import type { HistorySpan } from '../../../messages/prices/history.ts'
import type { ObservedQuote } from '../../../prices/prices.ts'
import { dayOf } from '../../../rates/caracas.ts'
import { gapDays } from '../../../rates/change.ts'
import { type DailyPrice, daysWithin, type Summary, summarize } from '../../../rates/daily-price.ts'
import { compare } from '../../../rates/decimal.ts'
import type { BotContext } from '../../context.ts'
import type { Answered } from '../../shared-answers.ts'

/** A monitor with its days. */
export interface Known {
  readonly observed: ObservedQuote
  readonly days: readonly DailyPrice[]
}

/** The days with the newest price among them, where that came after they were asked for. */
export function withNewest(observed: ObservedQuote, { items, at }: Answered<DailyPrice>): Known {
  const { price, lastUpdate } = observed.quote
  const last = items.at(-1)
  const isNewer = observed.asOf >= at && lastUpdate >= (last?.lastUpdate ?? 0)
  if (!isNewer) return { observed, days: items }
  const day = dayOf(lastUpdate)
  const today = last?.day === day ? last : undefined
  const newest = {
    day,
    price,
    lastUpdate,
    high: today && compare(today.high, price) > 0 ? today.high : price,
    low: today && compare(today.low, price) < 0 ? today.low : price,
  }
  return { observed, days: [...(today ? items.slice(0, -1) : items), newest] }
}

/** What days of a monitor came to; undefined where none of them has a price. */
export function summaryOf({ days }: Known, { from, to }: HistorySpan): Summary | undefined {
  const hasAny = days.some(({ day }) => day >= from && day <= to)
  return hasAny ? summarize(daysWithin(days, from, to)) : undefined
}

export function gapSummaryOf(first: Known, second: Known, { from, to }: HistorySpan): Summary | undefined {
  return summarize(gapDays(first.days, second.days, from, to))
}

/** The picture of one monitor or several, each with its summary where it is alone. */
export function chartView(
  { messages, language }: Pick<BotContext, 'messages' | 'language'>,
  known: readonly Known[],
  { span: { from, to }, isGap, summary }: ChartViewOptions,
): ChartView {
  const quotes = known.map(({ observed }) => observed.quote)
  const labels = labelsOf(quotes)
  return {
    kind: isGap ? 'gap' : 'price',
    title: titleOf(messages, known, isGap),
    source: [...new Set(quotes.map(sourceOf))].join(', '),
    series: known.map(({ days }, index): Series => {
      const points = days.filter(({ day }) => day <= to).map(({ day, price }) => ({ day, price }))
      return { label: labels[index] ?? '', points, ...(summary && extremesOf(summary)) }
    }),
    from,
    to,
    language,
    numbers: messages.numbers,
    simulated: quotes.some(({ simulated }) => simulated),
  }
}

interface ChartViewOptions {
  readonly span: HistorySpan
  readonly isGap: boolean
  /** Of the only monitor. */
  readonly summary?: Summary | undefined
}

const extremesOf = ({ high, low }: Summary): Pick<Series, 'extremes'> => ({
  extremes: {
    high: { day: high.day, price: high.value },
    low: { day: low.day, price: low.value },
  },
})

function titleOf({ chartTitle }: Messages, known: readonly Known[], isGap: boolean): string {
  const [only] = known
  if (isGap) return chartTitle.gap
  return only && known.length === 1 ? only.observed.quote.title : chartTitle.compared(known.length)
}
