import type { Chat } from '../../../chats/chat.ts'
import type { Move } from '../../../messages/prices/moves.ts'
import type { ObservedQuote } from '../../../prices/prices.ts'
import { monitorRef } from '../../../rates/monitor.ts'
import { nextTimeOfDay } from '../../../rates/time-of-day.ts'
import { type DueChat, messagesFor } from '../load.ts'
import type { Section } from '../outcomes.ts'

/** Returns when the next digest of a chat is due (ms); 0 where it wants none. */
export const nextDigest = ({ digest, zone }: Chat, now: number): number =>
  digest ? nextTimeOfDay(digest.at, now, zone) : 0

const isDigestDue = ({ digest, zone }: Chat, now: number): boolean =>
  digest !== undefined && nextTimeOfDay(digest.at, digest.last, zone) <= now

/** Composes the daily digest of a chat; undefined where none is due. */
export function composeDigest(due: DueChat): Section | undefined {
  const { chat, now } = due
  if (!isDigestDue(chat, now)) return undefined
  const moves = digestMoves(due)
  if (moves.length === 0) return undefined
  const text = messagesFor(due).digest({ moves, now })
  return { text, thread: chat.thread, account: { fields: digestFields(moves, now) }, prices: [], told: moves }
}

/** All followed monitors, each compared with its price at the last digest; in the first digest, with the price last told. */
const digestMoves = ({ chat: { told, digest }, prices, seen }: DueChat): (Move & ObservedQuote)[] =>
  told.flatMap(({ ref, told: { price, at } }) => {
    const newest = prices.get(ref)
    const before = digest?.prices.get(ref)
    if (!newest || !digest) return []
    return [{ ...seen(newest), from: before ?? price, fromAt: before ? digest.last : at }]
  })

/** The fields of a chat that record a digest. */
const digestFields = (moves: readonly Move[], now: number): Record<string, string> => ({
  digested: String(now),
  digestPrices: moves.map(({ quote }) => `${monitorRef(quote.monitor)} ${quote.price}`).join(' '),
})

/** The fields that record a digest without prices as sent; otherwise it would come with the next price, at any hour. */
export function fieldsOfEmptyDigest(due: DueChat): Record<string, string> | undefined {
  const isEmpty = isDigestDue(due.chat, due.now) && digestMoves(due).length === 0
  return isEmpty ? digestFields([], due.now) : undefined
}
