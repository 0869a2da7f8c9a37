import { InlineKeyboard } from 'grammy'
import type { Sighting } from '../../board/board.ts'
import type { GapView } from '../../messages/gap.ts'
import { addDays, dayOf } from '../../rates/caracas.ts'
import { isSameMonitor, type MonitorId } from '../../rates/monitor.ts'
import { formatPress, hashTarget, monitorOf } from '../callback-data.ts'
import { formatChartPress } from '../charting/wish-press.ts'
import type { Command } from '../command.ts'
import { type GapNames, type GapPair, usualGap } from '../gap-pair.ts'
import { GAP_RANGE_DAYS, gapRange } from '../gap-range.ts'
import { monitorButtons } from '../keyboards.ts'
import { lookUp, newestOfAll, notFound, type Prices, parseName } from '../look-up.ts'
import type { Past } from '../past.ts'
import { printOf } from '../print.ts'
import type { Turn } from '../turn.ts'

/** A price before the first day may still be in force on it. */
const CARRY_DAYS = 10
const BETWEEN = /\s*[,;/]\s*|\s+(?:(?:vs\.?|y|a|and|to|con|contra)\s+)?/

/** `/gap`: the usual two monitors; `/gap a b`: those two; one name is measured from the first of the usual ones. */
export function createGap(prices: Prices, past: Past, configured?: GapNames): Command {
  const example = () => usualGap(prices.all(), configured)?.map(({ quote }) => quote)

  async function usual(turn: Turn): Promise<void> {
    const pair = usualGap(await newestOfAll(prices), configured)
    const { messages } = turn
    await (pair
      ? show(turn, pair)
      : turn.answer(prices.all().length > 0 ? messages.noGapPair : messages.noPrices))
  }

  async function named(turn: Turn, names: readonly string[]): Promise<void> {
    const found: Sighting[] = []
    for (const name of names) {
      const known = await lookUp(prices, name)
      if (known.kind === 'none') return sayUnknown(prices, turn, name, known.near)
      found.push(known.sighting)
    }
    const [one, other] = found
    const first = other ? one : usualGap(prices.all(), configured)?.[0]
    const second = other ?? one
    if (!first || !second || found.length > 2) return turn.answer(turn.messages.gapNeedsTwo(example()))
    if (isSameMonitor(first.quote.monitor, second.quote.monitor))
      return turn.answer(turn.messages.gapNeedsTwo(example()))
    await show(turn, [first, second])
  }

  async function show({ answer, messages, now }: Turn, pair: GapPair): Promise<void> {
    const [first, second] = pair
    const range = await rangeOf(pair, now)
    const view = {
      quotes: [first.quote, second.quote] as const,
      range,
      asOf: Math.min(first.asOf, second.asOf),
      now,
    }
    const seen = `${hashTarget(second.quote.monitor)}.${printOf(view.quotes)}`
    const again = formatPress('gap', first.quote.monitor, seen)
    const keyboard = new InlineKeyboard().text(messages.button.refresh, again)
    await answer(messages.gap(view), keyboard.text(messages.pastButton.chart, chartOf(pair)))
  }

  async function rangeOf([first, second]: GapPair, now: number): Promise<GapView['range']> {
    const today = dayOf(now)
    const from = addDays(today, -GAP_RANGE_DAYS - CARRY_DAYS)
    const [a, b] = await Promise.all([first, second].map(({ quote }) => past(quote.monitor, from, today)))
    if (!a || !b) return 'silent'
    return gapRange({ first: a, second: b, today, now: [first.quote.price, second.quote.price] })
  }

  async function pressed(
    turn: Turn,
    monitor: MonitorId | undefined,
    argument: string,
  ): Promise<string | undefined> {
    const known = (await newestOfAll(prices)).map(({ quote }) => quote.monitor)
    const [target = '', seen] = argument.split('.')
    const other = monitorOf({ target }, known)
    const first = monitor && prices.latest(monitor)
    const second = other && prices.latest(other)
    if (!first || !second) return turn.messages.oldButton
    await show(turn, [first, second])
    return seen === printOf([first.quote, second.quote]) ? turn.messages.nothingNew : undefined
  }

  return {
    names: ['gap', 'brecha'],
    run: (turn, argument) => {
      const names = parseName(argument)
        .split(BETWEEN)
        .filter((name) => name !== '')
      return names.length === 0 ? usual(turn) : named(turn, names)
    },
    buttons: { gap: pressed },
  }
}

const chartOf = (pair: GapPair): string =>
  formatChartPress({
    monitors: pair.map(({ quote }) => quote.monitor),
    isGap: true,
    range: { kind: 'last', days: GAP_RANGE_DAYS },
  })

async function sayUnknown(
  prices: Prices,
  turn: Turn,
  name: string,
  near: readonly Sighting[],
): Promise<void> {
  const quotes = near.map(({ quote }) => quote)
  const keyboard = quotes.length > 0 ? monitorButtons('rate', quotes) : undefined
  await turn.answer(notFound(turn.messages, prices, name, quotes.length > 0), keyboard)
}
