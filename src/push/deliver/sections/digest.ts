import type { Chat, Digest } from '../../../chats/chat.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { leadingPrice } from '../../../domain/in-force.ts'
import { monitorRef } from '../../../domain/monitor.ts'
import { nextTimeOfDay } from '../../../domain/time-of-day.ts'
import type { Move } from '../../../features/follow/moves-text.ts'
import { digestMessage } from '../../../features/follow/moves-text.ts'
import type { ObservedQuote } from '../../../prices/prices.ts'
import { notLaterThan } from '../../../runtime/clock.ts'
import type { DueChat } from '../load.ts'
import { wordsFor } from '../load.ts'
import type { Section } from '../outcomes.ts'

/** Returns when the next digest of a chat is due (ms); 0 where it wants none. */
export const nextDigest = ({ digest, zone }: Chat, now: number): number =>
  digest ? nextTimeOfDay(digest.at, now, zone) : 0

/** When the last digest was delivered (ms), in the minute before if that is to come: then one whose hour is now is not lost. */
const lastOf = ({ last }: Digest, now: number): number => notLaterThan(now, last, now - MINUTE_MS)

const isDigestDue = ({ digest, zone }: Chat, now: number): boolean =>
  digest !== undefined && nextTimeOfDay(digest.at, lastOf(digest, now), zone) <= now

/** Composes the daily digest of a chat; undefined where none is due. */
export function composeDigest(due: DueChat): Section | undefined {
  const { chat, now } = due
  if (!isDigestDue(chat, now)) return undefined
  const moves = digestMoves(due)
  if (moves.length === 0) return undefined
  const text = digestMessage(wordsFor(due), { moves, now })
  return { text, thread: chat.thread, account: { fields: digestFields(moves, now) }, prices: [], told: moves }
}

/** All followed monitors, each compared with its price at the last digest; in the first digest, with the price last told. */
const digestMoves = ({ chat: { told, digest }, prices, seen, now }: DueChat): (Move & ObservedQuote)[] =>
  told.flatMap(({ ref, told: { price, at } }) => {
    const newest = prices.get(ref)
    const before = digest?.prices.get(ref)
    if (!newest || !digest) return []
    const { quote, asOf } = seen(newest)
    const leading = leadingPrice(quote, now).price
    const last = before ?? price
    // A price to come that was told before is not the one that today's moved from.
    const from = last === quote.price ? leading : last
    return [{ quote, asOf, from, fromAt: before ? lastOf(digest, now) : at }]
  })

/** The fields of a chat that record a digest. */
const digestFields = (moves: readonly Move[], now: number): Record<string, string> => ({
  digested: String(now),
  digestPrices: moves
    .map(({ quote }) => `${monitorRef(quote.monitor)} ${leadingPrice(quote, now).price}`)
    .join(' '),
})

/**
 * The fields that record a digest without prices as sent, as it would come with the next price otherwise, at any hour; and those that
 * record one from a time to come as sent now.
 */
export function fieldsOfNoDigest(due: DueChat): Record<string, string> | undefined {
  const { chat, now } = due
  if (isDigestDue(chat, now)) return digestMoves(due).length === 0 ? digestFields([], now) : undefined
  return chat.digest && chat.digest.last > now ? { digested: String(now) } : undefined
}
