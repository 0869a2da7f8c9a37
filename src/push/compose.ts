import type { Sighting } from '../board/board.ts'
import type { Chat, Told } from '../chats/chats.ts'
import { type Language, languageOf } from '../messages/language.ts'
import { messagesIn } from '../messages/messages.ts'
import type { Move } from '../messages/moves.ts'
import { compare } from '../rates/decimal.ts'
import { type MonitorId, monitorRef } from '../rates/monitor.ts'

/** The newest price of each monitor, by ref. */
export type Prices = ReadonlyMap<string, Sighting>

/** One message for a chat, and what it will have been told by it. */
export interface Composed {
  readonly text: string
  readonly told: readonly { readonly monitor: MonitorId; readonly told: Told }[]
}

export interface ComposeOptions {
  readonly chat: Chat
  readonly prices: Prices
  readonly defaultLanguage: Language
  readonly now: number
}

/** What a chat follows, minus what it has been told: one message in its language, or nothing. */
export function compose({ chat, prices, defaultLanguage, now }: ComposeOptions): Composed | undefined {
  const news = chat.told.flatMap(({ monitor, told }) => {
    const newest = prices.get(monitorRef(monitor))
    const isNews = newest && newest.asOf > told.at && compare(newest.quote.price, told.price) !== 0
    return isNews ? [{ newest, from: told }] : []
  })
  if (news.length === 0) return undefined
  const language = languageOf(chat.language) ?? defaultLanguage
  const moves = news.map(({ newest, from }) => ({ quote: newest.quote, from: from.price, fromAt: from.at }))
  return {
    text: write(language, moves, now),
    told: news.map(({ newest: { quote, asOf } }) => ({
      monitor: quote.monitor,
      told: { price: quote.price, at: asOf },
    })),
  }
}

const MINUTE_MS = 60_000
const TEXTS_MAX = 500
const texts = new Map<string, string>()

/** Most chats of a fan-out were told the same before: their text is written once, and again when the minute turns. */
function write(language: Language, moves: readonly Move[], now: number): string {
  const key = JSON.stringify([language, Math.floor(now / MINUTE_MS), moves])
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = messagesIn(language).moves({ moves, now })
  if (texts.size >= TEXTS_MAX) texts.clear()
  texts.set(key, text)
  return text
}
