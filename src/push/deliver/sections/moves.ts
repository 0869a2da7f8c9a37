import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { isSameMonitor, type MonitorId, type Quote } from '../../../domain/monitor.ts'
import {
  MOVES_PER_MESSAGE_MAX,
  type Move,
  type Moves,
  movesMessage,
} from '../../../features/follow/moves-text.ts'
import { isSilent } from '../../../words/price.ts'
import type { Words } from '../../../words/words.ts'
import type { DueChat } from '../load.ts'
import { wordsFor } from '../load.ts'
import type { PendingPrice, Section } from '../outcomes.ts'
import { moveButtons } from './keyboards.ts'

/** Composes the prices to deliver, as many as one message shows; the others are shown and recorded with the next message. */
export function composeMoves(due: DueChat, pending: readonly PendingPrice[]): Section | undefined {
  const toShow = pending.filter(({ outcome }) => outcome === 'delivered')
  if (toShow.length === 0) return undefined
  const shown = toShow.slice(0, MOVES_PER_MESSAGE_MAX)
  const { ownAmount: amount, thread } = due.chat
  const moves = shown.map(({ follow: { told }, newest }) => ({
    ...due.seen(newest),
    from: told.price,
    fromAt: told.at,
  }))
  const words = wordsFor(due)
  const said = { moves, amount, now: due.now }
  return {
    ...writeMoves(words, said),
    told: moves,
    textBelow: (about) =>
      isOnly(moves, about) ? movesMessage(words, { ...said, isNamed: true }) : undefined,
    thread,
    account:
      shown.length === toShow.length
        ? { pending }
        : { pending: without(pending, toShow.slice(shown.length)), dueAt: due.now },
    prices: shown.map(({ newest }) => newest),
  }
}

const isOnly = ([only, ...others]: readonly Move[], about: MonitorId): boolean =>
  only !== undefined && others.length === 0 && isSameMonitor(only.quote.monitor, about)

function without(pending: readonly PendingPrice[], left: readonly PendingPrice[]): PendingPrice[] {
  const others = new Set(left)
  return pending.filter((one) => !others.has(one))
}

type Written = Pick<Section, 'text' | 'keyboard'>

const WRITTEN_MAX = 500
const written = new LRUCache<string, Written>({ max: WRITTEN_MAX })

/** Most chats of a fan-out were told the same price before, so their text and buttons are written once a minute. */
function writeMoves(words: Words, said: Moves): Written {
  const { moves, amount = '', now } = said
  const key = `${numberOf(words)} ${amount} ${Math.floor(now / MINUTE_MS)} ${moves.map(keyOf(now)).join(' ')}`
  const known = written.get(key)
  if (known !== undefined) return known
  const section = { text: movesMessage(words, said), keyboard: moveButtons(words, moves) }
  written.set(key, section)
  return section
}

/** The message says when the rate API last confirmed a price, to the minute, and only if that is long ago. */
const keyOf =
  (now: number) =>
  ({ quote, from, fromAt, asOf = now }: Move): string =>
    `${numberOf(quote)} ${from} ${fromAt} ${isSilent(asOf, now) ? Math.floor(asOf / MINUTE_MS) : ''}`

let objectCount = 0
const numbers = new WeakMap<Words | Quote, number>()

/** Numbers quotes and languages, which are the same objects for every chat of a batch. */
function numberOf(object: Words | Quote): number {
  const known = numbers.get(object)
  if (known !== undefined) return known
  objectCount += 1
  numbers.set(object, objectCount)
  return objectCount
}
