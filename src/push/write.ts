import { isSilent } from '../messages/marks.ts'
import type { Messages } from '../messages/messages.ts'
import type { Move } from '../messages/moves.ts'
import type { Quote } from '../rates/monitor.ts'

const MINUTE_MS = 60_000
const TEXTS_MAX = 500
const texts = new Map<string, string>()

/** Most chats of a fan-out were told the same before: their text is written once, and again when the minute turns. */
export function writeMoves(messages: Messages, moves: readonly Move[], now: number): string {
  const key = `${numberOf(messages)} ${Math.floor(now / MINUTE_MS)} ${moves.map(keyOf(now)).join(' ')}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = messages.moves({ moves, now })
  if (texts.size >= TEXTS_MAX) texts.clear()
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
