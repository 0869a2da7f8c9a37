import { LRUCache } from 'lru-cache'
import type { Follow } from '../../chats/chat.ts'
import type { Messages } from '../../messages/messages.ts'
import { MOVES_PER_MESSAGE_MAX, type Move } from '../../messages/prices/moves.ts'
import { isSilent } from '../../messages/prices/price.ts'
import { changeBetween } from '../../rates/change.ts'
import { absolute, compare, type Decimal, multiply, subtract } from '../../rates/decimal.ts'
import { MINUTE_MS } from '../../rates/durations.ts'
import type { Quote } from '../../rates/monitor.ts'
import { type DueChat, messagesFor, type NewestPrices, type NumberedQuote } from './load.ts'
import type { PendingPrice, Section } from './outcomes.ts'

/** Returns the price updates that a chat has not had. */
export function pendingOf(follows: readonly Follow[], prices: NewestPrices): PendingPrice[] {
  const pending: PendingPrice[] = []
  for (const follow of follows) {
    const newest = prices.get(follow.ref)
    if (newest && newest.sequence > follow.told.sequence) pending.push(judge(follow, newest))
  }
  return pending
}

/** Withholds a price that is the one last told again, or moved less than the chat wants to be notified of. */
function judge(follow: Follow, newest: NumberedQuote): PendingPrice {
  const { quote, asOf: at, sequence } = newest
  const isWanted = isWorthDelivering(follow.told.price, quote.price, follow.least)
  return isWanted
    ? { follow, outcome: 'delivered', newest, told: { price: quote.price, at, sequence } }
    : { follow, outcome: 'withheld', newest, told: { ...follow.told, sequence } }
}

function isWorthDelivering(from: Decimal, to: Decimal, least: Decimal | undefined): boolean {
  if (from === to || isRoundedToNothing(from, to)) return false
  if (least === undefined) return true
  return compare(multiply(absolute(subtract(to, from)), '100'), multiply(least, from)) >= 0
}

/** Whether people would read the same price twice. */
function isRoundedToNothing(from: Decimal, to: Decimal): boolean {
  const { amount, percent } = changeBetween(from, to)
  return amount === '0' && percent === '0'
}

/** Composes the prices to deliver, as many as one message shows; the others are shown and recorded with the next message. */
export function composeMoves(due: DueChat, pending: readonly PendingPrice[]): Section | undefined {
  const toShow = pending.filter(({ outcome }) => outcome === 'delivered')
  if (toShow.length === 0) return undefined
  const shown = toShow.slice(0, MOVES_PER_MESSAGE_MAX)
  const moves = shown.map(({ follow: { told }, newest }) => ({
    ...due.seen(newest),
    from: told.price,
    fromAt: told.at,
  }))
  return {
    text: writeMoves(messagesFor(due), moves, due.now),
    thread: due.chat.thread,
    account:
      shown.length === toShow.length
        ? { pending }
        : { pending: without(pending, toShow.slice(shown.length)), dueAt: due.now },
    prices: shown.map(({ newest }) => newest),
  }
}

function without(pending: readonly PendingPrice[], left: readonly PendingPrice[]): PendingPrice[] {
  const others = new Set(left)
  return pending.filter((one) => !others.has(one))
}

const TEXTS_MAX = 500
const texts = new LRUCache<string, string>({ max: TEXTS_MAX })

/** Most chats of a fan-out were told the same price before, so their text is written once a minute. */
function writeMoves(messages: Messages, moves: readonly Move[], now: number): string {
  const key = `${numberOf(messages)} ${Math.floor(now / MINUTE_MS)} ${moves.map(keyOf(now)).join(' ')}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = messages.moves({ moves, now })
  texts.set(key, text)
  return text
}

/** The message says when the rate API last confirmed a price, to the minute, and only if that is long ago. */
const keyOf =
  (now: number) =>
  ({ quote, from, fromAt, asOf = now }: Move): string =>
    `${numberOf(quote)} ${from} ${fromAt} ${isSilent(asOf, now) ? Math.floor(asOf / MINUTE_MS) : ''}`

let objectCount = 0
const numbers = new WeakMap<Messages | Quote, number>()

/** Numbers quotes and languages, which are the same objects for every chat of a batch. */
function numberOf(object: Messages | Quote): number {
  const known = numbers.get(object)
  if (known !== undefined) return known
  objectCount += 1
  numbers.set(object, objectCount)
  return objectCount
}
