import type { Language } from '../messages/language.ts'
import { messagesIn } from '../messages/messages.ts'
import type { Move } from '../messages/moves.ts'
import type { Quote } from '../rates/monitor.ts'

const MINUTE_MS = 60_000
const TEXTS_MAX = 500
const texts = new Map<string, string>()

/** Most chats of a fan-out were told the same before: their text is written once, and again when the minute turns. */
export function writeMoves(language: Language, moves: readonly Move[], now: number): string {
  const key = `${language} ${Math.floor(now / MINUTE_MS)} ${moves.map(keyOf).join(' ')}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = messagesIn(language).moves({ moves, now })
  if (texts.size >= TEXTS_MAX) texts.clear()
  texts.set(key, text)
  return text
}

const keyOf = ({ quote, from, fromAt }: Move): string => `${numberOf(quote)} ${from} ${fromAt}`

let quotes = 0
const numbers = new WeakMap<Quote, number>()

/** A number for each quote: the same object comes with every chat of a batch. */
function numberOf(quote: Quote): number {
  const known = numbers.get(quote)
  if (known !== undefined) return known
  quotes += 1
  numbers.set(quote, quotes)
  return quotes
}

export const writeDigest = (language: Language, moves: readonly Move[], now: number): string =>
  messagesIn(language).digest({ moves, now })
