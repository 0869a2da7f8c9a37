import type { Sighting } from '../board/board.ts'
import type { Follow } from '../chats/chat.ts'
import type { Told } from '../chats/keys.ts'
import type { Move } from '../messages/moves.ts'
import { changeBetween } from '../rates/change.ts'
import { absolute, compare, type Decimal, multiply, subtract } from '../rates/decimal.ts'
import type { MonitorId } from '../rates/monitor.ts'
import type { Numbered, Prices } from './load.ts'

/** What became of a followed price since the chat was told: it is to be told, or not worth telling. */
export interface News {
  readonly monitor: MonitorId
  readonly ref: string
  readonly fate: 'told' | 'withheld'
  /** What the chat will have been told. */
  readonly told: Told
  readonly from: Told
  readonly newest: Numbered
}

/** The followed prices that a chat is not accounted for. */
export function newsOf(follows: readonly Follow[], prices: Prices): News[] {
  const news: News[] = []
  for (const follow of follows) {
    const newest = prices.get(follow.ref)
    if (newest && newest.sequence > follow.told.sequence) news.push(judge(follow, newest))
  }
  return news
}

/** A price that came back to what was told, or moved less than the chat wants to hear of, is withheld. */
function judge({ monitor, ref, told: from, least }: Follow, newest: Numbered): News {
  const { quote, asOf: at, sequence } = newest
  const fate = isWorthTelling(from.price, quote.price, least) ? 'told' : 'withheld'
  const told = fate === 'told' ? { price: quote.price, at, sequence } : { ...from, sequence }
  return { monitor, ref, fate, told, from, newest }
}

function isWorthTelling(from: Decimal, to: Decimal, least: Decimal | undefined): boolean {
  if (from === to || isNothing(from, to)) return false
  if (least === undefined) return true
  return compare(multiply(absolute(subtract(to, from)), '100'), multiply(least, from)) >= 0
}

/** People would read two times the same price: the move rounds to nothing, in bolivares and in percent. */
function isNothing(from: Decimal, to: Decimal): boolean {
  const { amount, percent } = changeBetween(from, to)
  return amount === '0' && percent === '0'
}

export const moveOf = ({ newest, from }: News, seen: (newest: Numbered) => Sighting): Move => ({
  ...seen(newest),
  from: from.price,
  fromAt: from.at,
})
