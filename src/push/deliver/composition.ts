import type { Broadcast } from '../../chats/broadcast.ts'
import type { Follow } from '../../chats/chat.ts'
import type { Told } from '../../chats/keys.ts'
import { type Messages, messagesIn } from '../../messages/messages.ts'
import { type Language, languageOf } from '../../messages/words/words.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import type { LoadedChat, NewestPrices, NumberedQuote, Trigger } from './load.ts'

/** What a message to a chat is composed from. */
export interface ComposeOptions extends LoadedChat {
  readonly prices: NewestPrices
  /** Returns every known price, for live messages. */
  readonly observedQuotes: () => readonly ObservedQuote[]
  /** Adds to a price of a shard what people are shown: the page's title, and when the rate API last confirmed it. */
  readonly seen: (newest: NumberedQuote) => ObservedQuote
  /** The operator's message that is being sent to all chats. */
  readonly broadcast: Broadcast | undefined
  readonly defaultLanguage: Language
  /** ms, by Redis' clock. */
  readonly now: number
}

/** A price update that a chat is behind by: it is delivered, or withheld as the chat does not want it. */
export interface News {
  readonly follow: Follow
  readonly outcome: 'delivered' | 'withheld'
  readonly newest: NumberedQuote
  /** What is stored as told to the chat from then on. */
  readonly told: Told
}

/** What is recorded of a chat once its message is sent, or when it is sent none. */
export interface Account {
  readonly news: readonly News[]
  /** The triggered alerts that the message shows. */
  readonly triggers: readonly Trigger[]
  /** Other fields of the chat to be written; an empty value removes the field. */
  readonly fields: Readonly<Record<string, string>>
  /** When the chat is due again by itself (ms); 0 for never. */
  readonly dueAt: number
  /** Set when triggered alerts are left: the chat is due in the urgent lane. */
  readonly isUrgent?: true
}

export const NOTHING: Account = { news: [], triggers: [], fields: {}, dueAt: 0 }

/** One message to a chat, in its language, and what is recorded once it is sent. */
export interface Composed {
  readonly kind: 'message'
  readonly text: string
  readonly thread: number | undefined
  /** The message that is edited; a new one is sent if not given. */
  readonly edits?: number
  /** The id of the broadcast that it is. */
  readonly broadcast?: string
  readonly account: Account
  /** The prices that it shows. */
  readonly prices: readonly NumberedQuote[]
}

/** A message; or none, with what is withheld; or none before quiet hours end (ms). */
export type Composition =
  | Composed
  | { readonly kind: 'silence'; readonly account: Account }
  | { readonly kind: 'later'; readonly at: number }

/** Returns the texts in the language and figures of a chat. */
export const messagesFor = ({
  chat,
  defaultLanguage,
}: Pick<ComposeOptions, 'chat' | 'defaultLanguage'>): Messages =>
  messagesIn(languageOf(chat.language) ?? defaultLanguage, chat.numbers)
