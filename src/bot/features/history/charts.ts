import type { Titled } from '../../../messages/format/quote.ts'
import type { HistorySpan } from '../../../messages/prices/history.ts'
import type { ObservedQuote } from '../../../prices/prices.ts'
import { addDays, type Day, dayOf } from '../../../rates/caracas.ts'
import { DAY_MS } from '../../../rates/durations.ts'
import type { BotContext } from '../../context.ts'
import { chartKeyboard, rangeKeyboard } from './keyboard.ts'
import { CARRY_DAYS, type PastReader } from './past.ts'
import { isUnderPicture, type Picture, type Pictures } from './pictures.ts'
import { type ChartRequest, spanOf } from './request.ts'
import { chartView, gapSummaryOf, type Known, summaryOf, withNewest } from './view.ts'

/** What the rate API gives at most, 10 years. */
const SPAN_DAYS_MAX = 3_652

/** What is drawn: quotes in the order of the request; `others` share the name of the only one. */
export interface ChartOrder {
  readonly request: ChartRequest
  readonly observedQuotes: readonly ObservedQuote[]
  readonly others?: readonly Titled[]
}

/** Answers with a chart; what it answers itself is for the presser of a button, who sees an earlier chart. */
export type ShowChart = (ctx: BotContext, order: ChartOrder) => Promise<string | undefined>

/** From days to the picture under a message, or a word why there is none. */
export function createCharts(past: Pick<PastReader, 'days'>, pictures: Pictures): ShowChart {
  async function knownOf(observed: ObservedQuote, span: HistorySpan): Promise<Known | undefined> {
    const answered = await past.days(observed.quote.monitor, firstDayOf(span), span.to)
    return answered && withNewest(observed, answered)
  }

  async function show(ctx: BotContext, order: ChartOrder): Promise<string | undefined> {
    const { messages, now } = ctx
    const { request, observedQuotes } = order
    const span = spanOf(request.range, dayOf(now))
    const answers = await Promise.all(observedQuotes.map((observed) => knownOf(observed, span)))
    const known = answers.filter((one) => one !== undefined)
    const { silent, busy, none } = messages.historyNotice
    if (known.length < observedQuotes.length) return say(ctx, silent, silent, order)
    const picture = pictureOf(ctx, order, known, span)
    if (!picture) return say(ctx, noneText(ctx, order, span), none(span), order)
    const sent = await pictures.show(ctx, picture)
    if (sent === 'busy') return say(ctx, busy, busy, order)
    return sent === 'unchanged' ? messages.nothingNew : undefined
  }

  return show
}

const noneText = ({ messages }: BotContext, { observedQuotes }: ChartOrder, span: HistorySpan): string =>
  messages.noHistory(
    observedQuotes.map(({ quote }) => quote),
    span,
  )

function firstDayOf({ from, to }: HistorySpan): Day {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return addDays(from, -Math.max(0, Math.min(CARRY_DAYS, SPAN_DAYS_MAX - days)))
}

/** The earlier picture stays where it is: the presser is told in a word. */
async function say(
  ctx: BotContext,
  html: string,
  notice: string,
  { request }: ChartOrder,
): Promise<string | undefined> {
  if (isUnderPicture(ctx)) return notice
  await ctx.replyOrEdit(html, rangeKeyboard(ctx.messages, request))
  return undefined
}

/** Undefined where no day has anything to show. */
function pictureOf(
  ctx: BotContext,
  { request, others = [] }: ChartOrder,
  known: readonly Known[],
  span: HistorySpan,
): Picture | undefined {
  const { messages, now } = ctx
  const keyboard = chartKeyboard(messages, request, others)
  const [first, second] = known
  if (request.isGap) {
    const summary = first && second && gapSummaryOf(first, second, span)
    if (!summary) return undefined
    const quotes = [first.observed.quote, second.observed.quote] as const
    const caption = messages.gapHistory({ span, quotes, summary })
    return { view: chartView(ctx, known, { span, isGap: true }), caption, keyboard }
  }
  const series = known.flatMap((one) => {
    const summary = summaryOf(one, span)
    return summary ? [{ one, quote: one.observed.quote, summary }] : []
  })
  if (series.length === 0) return undefined
  const summary = known.length === 1 ? series[0]?.summary : undefined
  const caption = messages.history({ span, series, others, now })
  return { view: chartView(ctx, known, { span, isGap: false, summary }), caption, keyboard }
}
