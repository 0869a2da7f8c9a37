import { type HistoryRequest, parseHistory, type Range } from '../../../parse/history-line.ts'
import { type GapNames, usualGap } from '../../../prices/gap-pair.ts'
import { lookUp, newest, newestOfAll, notFound } from '../../../prices/look-up.ts'
import type { ObservedQuote, Prices } from '../../../prices/prices.ts'
import { dayOf } from '../../../rates/caracas.ts'
import type { MonitorId } from '../../../rates/monitor.ts'
import type { Command } from '../../command.ts'
import type { Turn } from '../../context.ts'
import { preferredBy } from '../../context.ts'
import type { ShowChart } from './charts.ts'
import { gapButton, offerButtons } from './keyboard.ts'
import { parseChartButton, USUAL_RANGE } from './request.ts'

/** `/history usd 90d`, `/history usd eur`, `/history gap`: a chart; without a name it offers what can be drawn. */
export function createHistory(prices: Prices, show: ShowChart, configured?: GapNames): Command {
  const usual = () => usualGap(prices.all(), configured)

  async function obey(turn: Turn, { names, isGap, range = USUAL_RANGE }: HistoryRequest): Promise<void> {
    if (names.length > 0) return named(turn, names, { isGap, range })
    if (isGap) return void (await showGap(turn, range))
    const [preferred] = preferredBy(turn.chatState)
    const observed = await newest(prices, preferred)
    await (observed ? showAll(turn, [observed], { isGap, range }) : offer(turn, range))
  }

  async function named(turn: Turn, names: readonly string[], request: ConversionRequest): Promise<void> {
    const found: ObservedQuote[] = []
    let others: readonly ObservedQuote[] = []
    for (const name of new Set(names)) {
      const known = await lookUp(prices, name)
      if (known.kind === 'none') return sayUnknown(prices, turn, name, known.near, request.range)
      found.push(known.observed)
      others = known.others
    }
    if (request.isGap && found.length < 2) return turn.answer(turn.messages.historyRefusal('gap_needs_two'))
    await showAll(turn, found, { ...request, others: found.length === 1 ? others : [] })
  }

  async function showAll(
    turn: Turn,
    observedQuotes: readonly ObservedQuote[],
    request: ConversionRequest,
  ): Promise<void> {
    const { isGap, range, others = [] } = request
    const monitors = observedQuotes.map(({ quote }) => quote.monitor)
    await show(turn, {
      request: { monitors, isGap, range },
      observedQuotes,
      others: others.map(({ quote }) => quote),
    })
  }

  async function showGap(turn: Turn, range: Range): Promise<string | undefined> {
    await newestOfAll(prices)
    const observedQuotes = usual()
    if (!observedQuotes) return sayNoGap(prices, turn)
    const monitors = observedQuotes.map(({ quote }) => quote.monitor)
    return show(turn, { request: { monitors, isGap: true, range }, observedQuotes })
  }

  async function offer(turn: Turn, range: Range): Promise<void> {
    const quotes = (await newestOfAll(prices)).map(({ quote }) => quote)
    const question = quotes.length > 0 ? turn.messages.whichChart : turn.messages.noPrices
    const keyboard = offerButtons(quotes, range)
    await turn.answer(question, usual() ? keyboard.append(gapButton(turn.messages, range)) : keyboard)
  }

  async function pressed(
    turn: Turn,
    monitor: MonitorId | undefined,
    argument: string,
  ): Promise<string | undefined> {
    const known = prices.all().map(({ quote }) => quote.monitor)
    const request = parseChartButton(monitor, argument, known)
    if (!request) return turn.messages.oldButton
    if (request.isGap && request.monitors.length === 0) return showGap(turn, request.range)
    const observedQuotes = request.monitors.flatMap((id) => prices.latest(id) ?? [])
    return observedQuotes.length < request.monitors.length
      ? turn.messages.oldButton
      : show(turn, { request, observedQuotes })
  }

  return {
    names: ['history', 'historial'],
    async run(turn, argument) {
      const read = parseHistory(argument, dayOf(turn.now), (word) => prices.find(word).length > 0)
      await (read.kind === 'history'
        ? obey(turn, read.request)
        : turn.answer(turn.messages.historyRefusal(read.reason, read.word)))
    },
    buttons: { chart: pressed },
  }
}

interface ConversionRequest {
  readonly isGap: boolean
  readonly range: Range
  readonly others?: readonly ObservedQuote[]
}

async function sayNoGap(prices: Prices, { answer, messages }: Turn): Promise<undefined> {
  await answer(prices.all().length > 0 ? messages.noGapPair : messages.noPrices)
}

async function sayUnknown(
  prices: Prices,
  turn: Turn,
  name: string,
  near: readonly ObservedQuote[],
  range: Range,
): Promise<void> {
  const quotes = near.map(({ quote }) => quote)
  await turn.answer(notFound(turn.messages, prices, name, quotes.length > 0), offerButtons(quotes, range))
}
