import { InlineKeyboard } from 'grammy'
import { act, findOrSay, fingerprintOf, keyboardOf, shareButton } from '../../bot/buttons.ts'
import type { BotContext } from '../../bot/context.ts'
import { type ButtonHandler, EVERYONE, Feature, type FeatureParts } from '../../bot/feature.ts'
import { addDays, dayOf } from '../../domain/caracas.ts'
import { gapBetween, gapDays, HELD_DAYS_MAX, leadingPrice, steady, summarize } from '../../domain/in-force.ts'
import { isSameMonitor } from '../../domain/monitor.ts'
import { monitorNamed, type Token, tokensOf, unitOf } from '../../language/tokens.ts'
import { type GapPair, usualGap } from '../../prices/benchmarks.ts'
import { type Past, readDaysInForce } from '../../prices/past.ts'
import { newestOfAll, type ObservedQuote, type Prices, parseName } from '../../prices/prices.ts'
import { hashTarget, monitorOf } from '../../telegram/button-data.ts'
import { formatChartButton } from '../history/command.ts'
import { GAP_RANGE_DAYS, type GapView, gapMessage, gapNeedsTwo } from './text.ts'

const BETWEEN = /\s*[,;/]\s*|\s+(?:(?:vs\.?|y|a|and|to|con|contra)\s+)?/

/** From the first of several monitors to the second, or of one from the first of the usual two to it, or the usual two; undefined where these are not two. */
export function pairOf(prices: Pick<Prices, 'all' | 'gapNames'>, found: readonly ObservedQuote[]) {
  const [one, other] = found
  const usual = usualGap(prices)
  if (!one) return usual
  const pair = [other ? one : usual?.[0], other ?? one] as const
  const [first, second] = pair
  const isPair = first && second && found.length <= 2
  return isPair && !isSameMonitor(first.quote.monitor, second.quote.monitor)
    ? ([first, second] as const)
    : undefined
}

/** Measures the gap between two monitors, with its range of the last 30 days. */
export async function readGap(past: Past, [first, second]: GapPair, now: number): Promise<GapView> {
  return {
    quotes: [first.quote, second.quote],
    range: await rangeOf(past, [first.quote, second.quote], now),
    asOf: Math.min(first.asOf, second.asOf),
    now,
  }
}

/** The lowest and highest gap of the last 30 days, with the newest one for today. */
async function rangeOf(past: Past, [one, other]: GapView['quotes'], now: number): Promise<GapView['range']> {
  const today = dayOf(now)
  const days = { from: addDays(today, -GAP_RANGE_DAYS - HELD_DAYS_MAX), to: today }
  const [first, second] = await Promise.all([one, other].map((quote) => readDaysInForce(past, quote, days)))
  if (!first || !second) return 'silent'
  const gaps = gapDays(first, second, addDays(today, 1 - GAP_RANGE_DAYS), addDays(today, -1))
  if (gaps.length === 0) return undefined
  const value = gapBetween(leadingPrice(one, now).price, leadingPrice(other, now).price)
  // Read backwards, so that of equal days the latest counts.
  return summarize([...gaps, steady({ day: today, value })].toReversed())
}

/** `/gap`: the gap of the usual two monitors; `/gap a b`: of those two; `/gap b`: from the first of the usual two to b. */
export function createGap({ access, prices, past }: FeatureParts) {
  async function answer(ctx: BotContext, names: readonly string[]): Promise<void> {
    const found: ObservedQuote[] = []
    for (const name of names) {
      const known = await findOrSay(ctx, prices, name, { action: 'rate' })
      if (!known) return
      found.push(known.observed)
    }
    if (names.length === 0) await newestOfAll(prices)
    const pair = pairOf(prices, found)
    const { gap, noPrices } = ctx.words
    const noPair = prices.all().length > 0 ? gap.noPair : noPrices
    await (pair ? show(ctx, pair) : ctx.replyOrEdit(names.length > 0 ? gapNeedsTwo(ctx.words) : noPair))
  }

  async function show(ctx: BotContext, pair: GapPair): Promise<void> {
    const { replyOrEdit, words, now } = ctx
    const [first, second] = pair
    const view = await readGap(past, pair, now)
    const shown = { second: hashTarget(second.quote.monitor), seen: fingerprintOf(view.quotes) }
    const refresh = act(words.button.refresh, 'gap', first.quote.monitor, shown)
    const chart = InlineKeyboard.text(words.history.chart, chartOf(pair))
    await replyOrEdit(gapMessage(words, view), keyboardOf([refresh, chart], [shareButton(ctx)]))
  }

  const refresh: ButtonHandler<'gap'> = async (ctx, monitor, { second: target, seen }) => {
    const known = (await newestOfAll(prices)).map(({ quote }) => quote.monitor)
    const other = monitorOf({ target }, known)
    const first = monitor && prices.latest(monitor)
    const second = other && prices.latest(other)
    if (!first || !second) return ctx.words.oldButton
    await show(ctx, [first, second])
    return seen === fingerprintOf([first.quote, second.quote]) ? ctx.words.nothingNew : undefined
  }

  /** Monitors by the names that people use, else words one by one. */
  function namesOf(text: string): readonly string[] {
    const tokens = prices.markNames(tokensOf(text) ?? [])
    const named = tokens.flatMap((token) => (isNameOrCurrency(token) ? (monitorNamed(token) ?? []) : []))
    const words = parseName(text)
      .split(BETWEEN)
      .filter((name) => name !== '')
    return named.length >= 2 ? named : words
  }

  const feature = new Feature(access, EVERYONE)
  feature.command('gap', (ctx) => answer(ctx, namesOf(ctx.match)))
  feature.button('gap', refresh)
  return { feature, answer }
}

const isNameOrCurrency = (token: Token): boolean =>
  token.kind === 'name' || unitOf(token)?.kind === 'currency'

const chartOf = (pair: GapPair): string =>
  formatChartButton({
    monitors: pair.map(({ quote }) => quote.monitor),
    isGap: true,
    range: { kind: 'last', days: GAP_RANGE_DAYS },
  })
