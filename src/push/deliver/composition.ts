import type { Broadcast } from '../../chats/broadcast.ts'
import type { Chat } from '../../chats/chat.ts'
import { type Language, languageOf } from '../../messages/language.ts'
import { type Messages, messagesIn } from '../../messages/messages.ts'
import type { Move } from '../../messages/prices/moves.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import { monitorRef } from '../../rates/monitor.ts'
import { nextTimeOfDay } from '../../rates/time-of-day.ts'
import type { Loaded, Numbered, Prices, Trigger } from './load.ts'
import type { News } from './news.ts'

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

/** One message for a chat, in its language, and what is accounted for once it is sent. */
export interface Composed {
  readonly kind: 'message'
  readonly text: string
  readonly thread: number | undefined
  /** The message that it takes the place of; a new one, if not given. */
  readonly edits?: number
  /** The broadcast that it is. */
  readonly broadcast?: string
  readonly account: Account
  /** The prices it tells of. */
  readonly prices: readonly Numbered[]
}

/** What a chat heard, or what was withheld from it. */
export interface Account {
  readonly news: readonly News[]
  readonly triggers: readonly Trigger[]
  /** Other fields of the chat to be written; an empty one is taken away. */
  readonly fields: Readonly<Record<string, string>>
  /** When the chat is due again by itself (ms); 0 for never. */
  readonly dueAt: number
  /** Triggered alerts are left then: they go before what others hear of what they follow. */
  readonly isUrgent?: true
}

/** A message; or silence, with what it withholds; or later, when quiet hours end (ms). */
export type Composition =
  | Composed
  | { readonly kind: 'silence'; readonly account: Account }
  | { readonly kind: 'later'; readonly at: number }

export interface ComposeOptions extends Loaded {
  readonly prices: Prices
  /** Every price that is known, for live messages. */
  readonly observedQuotes: () => readonly ObservedQuote[]
  /** A price of a shard as people are shown it: with its page's title, and when the rate API was last heard of it. */
  readonly seen: (newest: Numbered) => ObservedQuote
  /** What the operator has to say to all chats now. */
  readonly broadcast: Broadcast | undefined
  readonly defaultLanguage: Language
  /** ms, by Redis' clock. */
  readonly now: number
}

export const NOTHING: Account = { news: [], triggers: [], fields: {}, dueAt: 0 }

/** What the chat is told in. */
export const messagesFor = ({ chat, defaultLanguage }: ComposeOptions): Messages =>
  messagesIn(languageOf(chat.language) ?? defaultLanguage, chat.numbers)
