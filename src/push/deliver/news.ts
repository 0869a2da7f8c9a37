import { LRUCache } from 'lru-cache'
import type { Follow } from '../../chats/chat.ts'
import type { Told } from '../../chats/keys.ts'
import type { Messages } from '../../messages/messages.ts'
import { isSilent } from '../../messages/prices/marks.ts'
import type { Move } from '../../messages/prices/moves.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import { changeBetween } from '../../rates/change.ts'
import { absolute, compare, type Decimal, multiply, subtract } from '../../rates/decimal.ts'
import { MINUTE_MS } from '../../rates/durations.ts'
import type { MonitorId, Quote } from '../../rates/monitor.ts'
import type { Numbered, Prices } from './load.ts'

const TEXTS_MAX = 500
const texts = new LRUCache<string, string>({ max: TEXTS_MAX })

/** Most chats of a fan-out were told the same before: their text is written once, and again when the minute turns. */
export function writeMoves(messages: Messages, moves: readonly Move[], now: number): string {
  const key = `${numberOf(messages)} ${Math.floor(now / MINUTE_MS)} ${moves.map(keyOf(now)).join(' ')}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = messages.moves({ moves, now })
  texts.set(key, text)
  return text
}

/** When the rate API was last heard is said in minutes, and only once that is long ago. */
const keyOf =
  (now: number) =>
  ({ quote, from, fromAt, asOf = now }: Move): string =>
    `${numberOf(quote)} ${from} ${fromAt} ${isSilent(asOf, now) ? Math.floor(asOf / MINUTE_MS) : ''}`

let things = 0
const numbers = new WeakMap<Messages | Quote, number>()

/** A number for each quote and language: the same objects come with every chat of a batch. */
function numberOf(thing: Messages | Quote): number {
  const known = numbers.get(thing)
  if (known !== undefined) return known
  things += 1
  numbers.set(thing, things)
  return things
}

export const writeDigest = (messages: Messages, moves: readonly Move[], now: number): string =>
  messages.digest({ moves, now })

/** What became of a followed price since the chat was told: it is to be told, or not worth telling. */
export interface News {
  readonly monitor: MonitorId
  readonly ref: string
  readonly sendResult: 'told' | 'withheld'
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
  const sendResult = isWorthTelling(from.price, quote.price, least) ? 'told' : 'withheld'
  const told = sendResult === 'told' ? { price: quote.price, at, sequence } : { ...from, sequence }
  return { monitor, ref, sendResult, told, from, newest }
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

export const moveOf = ({ newest, from }: News, seen: (newest: Numbered) => ObservedQuote): Move => ({
  ...seen(newest),
  from: from.price,
  fromAt: from.at,
})
