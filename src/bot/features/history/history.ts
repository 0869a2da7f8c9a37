import { type HistoryWish, parseHistory, type Range } from '../../../parse/history-line.ts'
import { type GapNames, usualGap } from '../../../prices/gap-pair.ts'
import { lookUp, newest, newestOfAll, notFound, type Prices } from '../../../prices/look-up.ts'
import type { Sighting } from '../../../prices/prices.ts'
import { dayOf } from '../../../rates/caracas.ts'
import type { MonitorId } from '../../../rates/monitor.ts'
import type { Command } from '../../command.ts'
import type { Turn } from '../../context.ts'
import { preferredBy } from '../../context.ts'
import type { ShowChart } from './charts.ts'
import { gapButton, offerButtons } from './keyboard.ts'
import { parseChartPress, USUAL_RANGE } from './request.ts'

/** `/history usd 90d`, `/history usd eur`, `/history gap`: a chart; without a name it offers what can be drawn. */
export function createHistory(prices: Prices, show: ShowChart, configured?: GapNames): Command {
  const usual = () => usualGap(prices.all(), configured)

  async function obey(turn: Turn, { names, isGap, range = USUAL_RANGE }: HistoryWish): Promise<void> {
    if (names.length > 0) return named(turn, names, { isGap, range })
    if (isGap) return void (await showGap(turn, range))
    const [preferred] = preferredBy(turn.kept)
    const sighting = await newest(prices, preferred)
    await (sighting ? showAll(turn, [sighting], { isGap, range }) : offer(turn, range))
  }

  async function named(turn: Turn, names: readonly string[], wish: Wish): Promise<void> {
    const found: Sighting[] = []
    let others: readonly Sighting[] = []
    for (const name of new Set(names)) {
      const known = await lookUp(prices, name)
      if (known.kind === 'none') return sayUnknown(prices, turn, name, known.near, wish.range)
      found.push(known.sighting)
      others = known.others
    }
    if (wish.isGap && found.length < 2) return turn.answer(turn.messages.historyRefusal('gap_needs_two'))
    await showAll(turn, found, { ...wish, others: found.length === 1 ? others : [] })
  }

  async function showAll(turn: Turn, sightings: readonly Sighting[], wish: Wish): Promise<void> {
    const { isGap, range, others = [] } = wish
    const monitors = sightings.map(({ quote }) => quote.monitor)
    await show(turn, {
      wish: { monitors, isGap, range },
      sightings,
      others: others.map(({ quote }) => quote),
    })
  }

  async function showGap(turn: Turn, range: Range): Promise<string | undefined> {
    await newestOfAll(prices)
    const sightings = usual()
    if (!sightings) return sayNoGap(prices, turn)
    const monitors = sightings.map(({ quote }) => quote.monitor)
    return show(turn, { wish: { monitors, isGap: true, range }, sightings })
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
    const wish = parseChartPress(monitor, argument, known)
    if (!wish) return turn.messages.oldButton
    if (wish.isGap && wish.monitors.length === 0) return showGap(turn, wish.range)
    const sightings = wish.monitors.flatMap((id) => prices.latest(id) ?? [])
    return sightings.length < wish.monitors.length ? turn.messages.oldButton : show(turn, { wish, sightings })
  }

  return {
    names: ['history', 'historial'],
    async run(turn, argument) {
      const read = parseHistory(argument, dayOf(turn.now), (word) => prices.find(word).length > 0)
      await (read.kind === 'history'
        ? obey(turn, read.wish)
        : turn.answer(turn.messages.historyRefusal(read.reason, read.word)))
    },
    buttons: { chart: pressed },
  }
}

interface Wish {
  readonly isGap: boolean
  readonly range: Range
  readonly others?: readonly Sighting[]
}

async function sayNoGap(prices: Prices, { answer, messages }: Turn): Promise<undefined> {
  await answer(prices.all().length > 0 ? messages.noGapPair : messages.noPrices)
}

async function sayUnknown(
  prices: Prices,
  turn: Turn,
  name: string,
  near: readonly Sighting[],
  range: Range,
): Promise<void> {
  const quotes = near.map(({ quote }) => quote)
  await turn.answer(notFound(turn.messages, prices, name, quotes.length > 0), offerButtons(quotes, range))
}
