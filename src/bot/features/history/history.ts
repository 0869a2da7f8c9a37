import { type HistoryRequest, parseHistory, type Range } from '../../../parse/history-line.ts'
import { type GapNames, usualGap } from '../../../prices/gap-pair.ts'
import { lookUp, newest, newestOfAll, notFound } from '../../../prices/look-up.ts'
import type { ObservedQuote, Prices } from '../../../prices/prices.ts'
import { dayOf } from '../../../rates/caracas.ts'
import type { MonitorId } from '../../../rates/monitor.ts'
import { type BotContext, preferredBy } from '../../context.ts'
import { type Access, EVERYONE, Feature } from '../../feature.ts'
import type { ShowChart } from './charts.ts'
import { gapButton, offerButtons } from './keyboard.ts'
import { parseChartButton, USUAL_RANGE } from './request.ts'

/** `/history usd 90d`, `/history usd eur`, `/history gap`: a chart; without a name it offers what can be drawn. */
export function createHistory(
  access: Access,
  prices: Prices,
  show: ShowChart,
  configured?: GapNames,
): Feature {
  const usual = () => usualGap(prices.all(), configured)

  async function obey(ctx: BotContext, { names, isGap, range = USUAL_RANGE }: HistoryRequest): Promise<void> {
    if (names.length > 0) return named(ctx, names, { isGap, range })
    if (isGap) return void (await showGap(ctx, range))
    const [preferred] = preferredBy(ctx.chatState)
    const observed = await newest(prices, preferred)
    await (observed ? showAll(ctx, [observed], { isGap, range }) : offer(ctx, range))
  }

  async function named(ctx: BotContext, names: readonly string[], request: ConversionRequest): Promise<void> {
    const found: ObservedQuote[] = []
    let others: readonly ObservedQuote[] = []
    for (const name of new Set(names)) {
      const known = await lookUp(prices, name)
      if (known.kind === 'none') return sayUnknown(prices, ctx, name, known.near, request.range)
      found.push(known.observed)
      others = known.others
    }
    if (request.isGap && found.length < 2)
      return ctx.replyOrEdit(ctx.messages.historyRefusal('gap_needs_two'))
    await showAll(ctx, found, { ...request, others: found.length === 1 ? others : [] })
  }

  async function showAll(
    ctx: BotContext,
    observedQuotes: readonly ObservedQuote[],
    request: ConversionRequest,
  ): Promise<void> {
    const { isGap, range, others = [] } = request
    const monitors = observedQuotes.map(({ quote }) => quote.monitor)
    await show(ctx, {
      request: { monitors, isGap, range },
      observedQuotes,
      others: others.map(({ quote }) => quote),
    })
  }

  async function showGap(ctx: BotContext, range: Range): Promise<string | undefined> {
    await newestOfAll(prices)
    const observedQuotes = usual()
    if (!observedQuotes) return sayNoGap(prices, ctx)
    const monitors = observedQuotes.map(({ quote }) => quote.monitor)
    return show(ctx, { request: { monitors, isGap: true, range }, observedQuotes })
  }

  async function offer(ctx: BotContext, range: Range): Promise<void> {
    const quotes = (await newestOfAll(prices)).map(({ quote }) => quote)
    const question = quotes.length > 0 ? ctx.messages.whichChart : ctx.messages.noPrices
    const keyboard = offerButtons(quotes, range)
    await ctx.replyOrEdit(question, usual() ? keyboard.append(gapButton(ctx.messages, range)) : keyboard)
  }

  async function pressed(
    ctx: BotContext,
    monitor: MonitorId | undefined,
    argument: string,
  ): Promise<string | undefined> {
    const known = prices.all().map(({ quote }) => quote.monitor)
    const request = parseChartButton(monitor, argument, known)
    if (!request) return ctx.messages.oldButton
    if (request.isGap && request.monitors.length === 0) return showGap(ctx, request.range)
    const observedQuotes = request.monitors.flatMap((id) => prices.latest(id) ?? [])
    return observedQuotes.length < request.monitors.length
      ? ctx.messages.oldButton
      : show(ctx, { request, observedQuotes })
  }

  const feature = new Feature(access, EVERYONE)
  feature.command('history', async (ctx) => {
    const read = parseHistory(ctx.match, dayOf(ctx.now), (word) => prices.find(word).length > 0)
    await (read.kind === 'history'
      ? obey(ctx, read.request)
      : ctx.replyOrEdit(ctx.messages.historyRefusal(read.reason, read.word)))
  })
  feature.button('chart', pressed)
  return feature
}

interface ConversionRequest {
  readonly isGap: boolean
  readonly range: Range
  readonly others?: readonly ObservedQuote[]
}

async function sayNoGap(prices: Prices, { replyOrEdit, messages }: BotContext): Promise<undefined> {
  await replyOrEdit(prices.all().length > 0 ? messages.noGapPair : messages.noPrices)
}

async function sayUnknown(
  prices: Prices,
  ctx: BotContext,
  name: string,
  near: readonly ObservedQuote[],
  range: Range,
): Promise<void> {
  const quotes = near.map(({ quote }) => quote)
  await ctx.replyOrEdit(notFound(ctx.messages, prices, name, quotes.length > 0), offerButtons(quotes, range))
}
