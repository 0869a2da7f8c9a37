import type { Sighting } from '../../board/board.ts'
import type { MonitorId } from '../../rates/monitor.ts'
import type { Command } from '../command.ts'
import { monitorButtons, monitorKeyboard } from '../keyboards.ts'
import { lookUp, newest, newestOfAll, type Prices, parseName } from '../look-up.ts'
import { follows, type Turn } from '../turn.ts'

/** `/rate`: all monitors; `/rate usd`: one. */
export function createRate(prices: Prices): Command {
  async function all(turn: Turn): Promise<void> {
    const { messages, now } = turn
    const sightings = await newestOfAll(prices)
    const quotes = sightings.map(({ quote }) => quote)
    await turn.answer(messages.overview({ sightings, now }), monitorButtons('rate', quotes))
  }

  async function one(turn: Turn, name: string): Promise<void> {
    const found = await lookUp(prices, name)
    if (found.kind === 'one') return show(turn, found.sighting, found.others)
    await sayUnknown(turn, name, found.near)
  }

  async function again(turn: Turn, id: MonitorId | undefined): Promise<void> {
    const sighting = await newest(prices, id)
    await (sighting ? show(turn, sighting, []) : turn.answer(turn.messages.oldButton))
  }

  return {
    names: ['rate', 'tasa'],
    run: (turn, argument) => {
      const name = parseName(argument)
      return name === '' ? all(turn) : one(turn, name)
    },
    buttons: { rate: again, rates: all },
  }
}

async function show(turn: Turn, { quote, asOf }: Sighting, others: readonly Sighting[]): Promise<void> {
  const { messages, now } = turn
  const quotes = others.map((other) => other.quote)
  const keyboard = monitorKeyboard(messages, quote.monitor, follows(turn, quote.monitor))
  await turn.answer(
    messages.rate({ quote, asOf, others: quotes, now }),
    quotes.length > 0 ? monitorButtons('rate', quotes).append(keyboard) : keyboard,
  )
}

async function sayUnknown(turn: Turn, name: string, near: readonly Sighting[]): Promise<void> {
  const quotes = near.map(({ quote }) => quote)
  await turn.answer(
    turn.messages.unknownMonitor(name, quotes.length > 0),
    quotes.length > 0 ? monitorButtons('rate', quotes) : undefined,
  )
}
