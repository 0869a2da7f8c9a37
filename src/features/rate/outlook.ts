import { act, keyboardOf, shareButton } from '../../bot/buttons.ts'
import { type BotContext, follows } from '../../bot/context.ts'
import type { FeatureParts } from '../../bot/feature.ts'
import { addDays, dayOf } from '../../domain/caracas.ts'
import {
  type Change,
  changeBetween,
  createPriceOfDay,
  HELD_DAYS_MAX,
  isForDays,
  leadingPrice,
} from '../../domain/in-force.ts'
import { officialPrice, usualGap } from '../../prices/benchmarks.ts'
import { readDaysInForce } from '../../prices/past.ts'
import { eachOnce, findFor, newestOfAll, type ObservedQuote } from '../../prices/prices.ts'
import { dayChange } from '../../words/price.ts'
import { publishedMessage, TREND_SPANS, type Trend, trendMessage } from './text.ts'

const COMPARED_MAX = 2

/** Answers what people ask about the days before and after: `¿sube o baja?`, `¿ya salió la de mañana?`. */
export function createOutlook({ prices, past }: FeatureParts) {
  async function trendOf({ quote }: ObservedQuote, now: number): Promise<Trend> {
    const today = dayOf(now)
    const from = addDays(today, -Math.max(...TREND_SPANS) - HELD_DAYS_MAX)
    const days = await readDaysInForce(past, quote, { from, to: today })
    const priceOn = createPriceOfDay(days ?? [], false)
    const { price } = leadingPrice(quote, now)
    const since = (span: number): Change | undefined => {
      const before = priceOn(addDays(today, -span))?.price.price
      return before === undefined ? undefined : changeBetween(before, price)
    }
    return {
      quote,
      changes: [dayChange(quote, now), ...TREND_SPANS.map(since)],
      isSilent: days === undefined,
    }
  }

  /** Of the named rates first, then of the official and the parallel one: two in all. */
  async function answerTrend(ctx: BotContext, names: readonly string[]): Promise<void> {
    const { words, now, preferred } = ctx
    const all = await newestOfAll(prices)
    const named = names.flatMap((name) => findFor(prices, name, preferred)[0] ?? [])
    const asked = eachOnce([...named, ...(usualGap(prices) ?? all)]).slice(0, COMPARED_MAX)
    const trends = await Promise.all(asked.map((observed) => trendOf(observed, now)))
    const [first] = asked
    await ctx.replyOrEdit(
      first ? trendMessage(words, trends, now) : words.noPrices,
      keyboardOf([
        first && act(words.history.chart, 'chart', first.quote.monitor),
        act(words.button.alert, 'alert'),
        shareButton(ctx),
      ]),
    )
  }

  /** Whether the official price of the next business day is out; false for a rate that is for no days, which is not answered. */
  async function answerPublished(ctx: BotContext, name?: string): Promise<boolean> {
    const { words, now, preferred } = ctx
    await newestOfAll(prices)
    const named = name === undefined ? undefined : findFor(prices, name, preferred)[0]
    const observed = named ?? officialPrice(prices, 'dollar')
    if (!observed || !isForDays(observed.quote)) return false
    const { monitor } = observed.quote
    await ctx.replyOrEdit(
      publishedMessage(words, observed.quote, now),
      keyboardOf([
        !follows(ctx, monitor) && act(words.published.tell, 'follow', monitor),
        act(words.button.rates, 'rates'),
      ]),
    )
    return true
  }

  return { answerTrend, answerPublished }
}
