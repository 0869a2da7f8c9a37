import type { Chat } from '../chats/chat.ts'
import type { Move } from '../messages/moves.ts'
import { monitorRef } from '../rates/monitor.ts'
import { nextTimeOfDay } from '../rates/time-of-day.ts'
import type { ComposeOptions } from './composition.ts'

/** When the next digest of a chat is due (ms); 0 where it wants none. */
export const nextDigest = ({ digest, zone }: Chat, now: number): number =>
  digest ? nextTimeOfDay(digest.at, now, zone) : 0

export const isDigestDue = ({ digest, zone }: Chat, now: number): boolean =>
  digest !== undefined && nextTimeOfDay(digest.at, digest.last, zone) <= now

type Digested = Pick<ComposeOptions, 'chat' | 'prices' | 'seen'>

/** What a chat follows, each with its price at the last digest; since it was told of it, in the first one. */
export function digestMoves({ chat: { told, digest }, prices, seen }: Digested): Move[] {
  return told.flatMap(({ ref, told: { price, at } }) => {
    const newest = prices.get(ref)
    const before = digest?.prices.get(ref)
    if (!newest || !digest) return []
    return [{ ...seen(newest), from: before ?? price, fromAt: before ? digest.last : at }]
  })
}

/** The fields of a chat that remember a digest. */
export const digestFields = (moves: readonly Move[], now: number): Record<string, string> => ({
  digested: String(now),
  digestPrices: moves.map(({ quote }) => `${monitorRef(quote.monitor)} ${quote.price}`).join(' '),
})
