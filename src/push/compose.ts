import type { Sighting } from '../board/board.ts'
import type { Broadcast } from '../chats/broadcast.ts'
import { quietUntil } from '../chats/quiet-hours.ts'
import { type Language, languageOf } from '../messages/language.ts'
import { composeBroadcast } from './broadcast.ts'
import { digestFields, digestMoves, isDigestDue, nextDigest } from './digest.ts'
import { composeLive } from './live.ts'
import type { Loaded, Numbered, Prices, Trigger } from './load.ts'
import { moveOf, type News, newsOf } from './news.ts'
import { nextTriggers, writeTriggered } from './triggers.ts'
import { writeDigest, writeMoves } from './write.ts'

const TEXT_MAX = 4_096

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
  /** Other fields of the chat to be written. */
  readonly fields: Readonly<Record<string, string>>
  /** When the chat is due again by itself (ms); 0 for never. */
  readonly dueAt: number
}

/** A message; or silence, with what it withholds; or later, when quiet hours end (ms). */
export type Composition =
  | Composed
  | { readonly kind: 'silence'; readonly account: Account }
  | { readonly kind: 'later'; readonly at: number }

export interface ComposeOptions extends Loaded {
  readonly prices: Prices
  /** Every price that is known, for live messages. */
  readonly sightings: () => readonly Sighting[]
  /** What the operator has to say to all chats now. */
  readonly broadcast: Broadcast | undefined
  readonly defaultLanguage: Language
  readonly now: number
}

/** What was triggered for a chat, and what it follows minus what it has been told, as far as its settings want it. */
export function compose(options: ComposeOptions): Composition {
  const { chat, prices, now } = options
  const quietTill = chat.quiet && quietUntil(chat.quiet, now, chat.zone)
  if (quietTill !== undefined) return inQuietHours(options, quietTill)
  const news = newsOf(chat.told, prices)
  const [first, ...others] = partsOf(options, news)
  const account = { ...NOTHING, news, dueAt: nextDigest(chat, now) }
  if (!first) return composeMore(options, account) ?? { kind: 'silence', account }
  const message = together(first, others, options, news)
  return composeMore(options, account) ? { ...message, account: { ...message.account, dueAt: now } } : message
}

export const NOTHING: Account = { news: [], triggers: [], fields: {}, dueAt: 0 }

/** Nobody is woken by a message that changes in place. */
function inQuietHours(options: ComposeOptions, till: number): Composition {
  if (!options.chat.live) return { kind: 'later', at: till }
  const account = { ...NOTHING, dueAt: till }
  return composeLive(options, account) ?? { kind: 'silence', account }
}

/** What comes in a message of its own, after what a chat asked for; undefined where there is nothing. */
const composeMore = (options: ComposeOptions, account: Account): Composition | undefined =>
  composeBroadcast(options, account) ?? composeLive(options, account)

/** A piece of a message, and what is accounted for by it; pieces for other topics come in a message of their own. */
interface Part {
  readonly text: string
  readonly thread: number | undefined
  readonly account: Partial<Account>
  readonly prices: readonly Numbered[]
}

function partsOf(options: ComposeOptions, news: readonly News[]): Part[] {
  return [triggersPart(options), movesPart(options, news), digestPart(options)].filter(
    (part) => part !== undefined,
  )
}

/** As many pieces as one message of one topic has room for; for the others the chat is due again at once. */
function together(
  first: Part,
  others: readonly Part[],
  { chat, now }: ComposeOptions,
  news: readonly News[],
): Composed {
  let text = first.text
  const taken = [first]
  for (const part of others) {
    if (part.thread !== first.thread || text.length + part.text.length + 2 > TEXT_MAX) continue
    text += `\n\n${part.text}`
    taken.push(part)
  }
  const isAll = taken.length === others.length + 1
  const account: Account = Object.assign({}, NOTHING, ...taken.map((part) => part.account))
  const withheld = account.news.length > 0 ? [] : news.filter(({ fate }) => fate === 'withheld')
  return {
    kind: 'message',
    text,
    thread: first.thread,
    prices: taken.flatMap((part) => part.prices),
    account: {
      ...account,
      news: [...account.news, ...withheld],
      dueAt: isAll ? account.dueAt || nextDigest(chat, now) : now,
    },
  }
}

export const languageFor = ({ chat, defaultLanguage }: ComposeOptions): Language =>
  languageOf(chat.language) ?? defaultLanguage

function triggersPart(options: ComposeOptions): Part | undefined {
  const { chat, triggers, prices, now } = options
  const next = nextTriggers(chat, triggers)
  if (!next) return undefined
  const { text, told, used } = writeTriggered(languageFor(options), next.triggers, prices, now)
  const account = { triggers: told, ...(told.length < triggers.length && { dueAt: now }) }
  return { text, thread: next.thread ?? chat.thread, account, prices: used }
}

function movesPart(options: ComposeOptions, news: readonly News[]): Part | undefined {
  const told = news.filter(({ fate }) => fate === 'told')
  if (told.length === 0) return undefined
  const text = writeMoves(languageFor(options), told.map(moveOf), options.now)
  const prices = told.map(({ newest }) => newest)
  return { text, thread: options.chat.thread, account: { news }, prices }
}

function digestPart(options: ComposeOptions): Part | undefined {
  const { chat, prices, now } = options
  if (!isDigestDue(chat, now)) return undefined
  const moves = digestMoves(chat, prices)
  if (moves.length === 0) return undefined
  const text = writeDigest(languageFor(options), moves, now)
  return { text, thread: chat.thread, account: { fields: digestFields(moves, now) }, prices: [] }
}
