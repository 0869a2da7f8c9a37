import { type Chat, parseChat } from '../../chats/chat.ts'
import { keysOfChats } from '../../chats/scripts.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import { type DueQueue, parseReserved, type Reserved } from '../../queue/due-queue.ts'
import { loadScript, type Redis } from '../../redis/connection.ts'
import { type Language, languageOf, type Words, wordsIn } from '../../words/words.ts'

const LOAD = loadScript(new URL('./lua/load.lua', import.meta.url))

/** The newest price of a monitor in one shard, and its number there. */
export interface SequencedQuote extends ObservedQuote {
  readonly sequence: number
}

/** The newest price of each monitor, by ref. */
export type NewestPrices = ReadonlyMap<string, SequencedQuote>

/** A triggered alert that is not delivered yet: the value of its signal before and after, as of a time (ms). */
export interface Trigger {
  readonly id: number
  readonly from: string
  readonly to: string
  readonly at: number
  /** As stored in Redis. */
  readonly text: string
}

/** What Redis stores about a chat that is due. */
export interface LoadedChat {
  readonly chat: Chat
  readonly triggers: readonly Trigger[]
}

/** A chat that is due, with all that its next message is composed from. */
export interface DueChat extends LoadedChat {
  readonly prices: NewestPrices
  /** Returns every known price, for live messages. */
  readonly observedQuotes: () => readonly ObservedQuote[]
  /** Adds to a price of a shard what people are shown: the page's title, and when the rate API last confirmed it. */
  readonly seen: (newest: SequencedQuote) => ObservedQuote
  readonly defaultLanguage: Language
  /** ms, by Redis' clock. */
  readonly now: number
}

/** Returns the texts in the language and number style of a chat. */
export const wordsFor = ({ chat, defaultLanguage }: DueChat): Words =>
  wordsIn(languageOf(chat.language) ?? defaultLanguage, chat.numbers)

/** Where the reply of `lua/load.lua` adds to that of `reserve.lua`. */
const ADDED_AT = 7
type Added = [now: number, prices?: string[], hashes?: string[][], numbers?: number[]]

/** Reserved chats of one shard, with what their messages are composed from. */
export interface Batch extends Reserved {
  readonly shard: number
  /** When they were reserved (ms), by Redis' clock. */
  readonly now: number
  readonly prices: NewestPrices
  /** Parsers of the distinct chat states. Chats with equal states share one; each runs on demand, so that one that throws does not stop the others. */
  readonly states: readonly (() => LoadedChat)[]
  /** The index in `states` of each reservation. */
  readonly stateOf: readonly number[]
}

/** Reserves chats of a shard and reads them, in one script. */
export const createLoader =
  (redis: Redis, queue: DueQueue) =>
  async (shard: number, limit: number, leaseMs: number, urgentMax: number): Promise<Batch> => {
    const args = [limit, leaseMs, queue.holder, urgentMax]
    const reply = await LOAD.run(redis, keysOfChats(queue, shard, []), args)
    const [now, newest = [], hashes = [], numbers = []] = (reply as unknown[]).slice(ADDED_AT) as Added
    return {
      ...parseReserved(reply, shard),
      shard,
      now,
      prices: parseNewestPrices(newest),
      states: hashes.map((list) => () => parseLoadedChat(list)),
      stateOf: numbers.map((number) => number - 1),
    }
  }

const FIRED = 'fired:'

function parseLoadedChat(list: readonly string[]): LoadedChat {
  const fields: Record<string, string> = {}
  const triggers: Trigger[] = []
  for (let i = 0; i < list.length; i += 2) {
    const field = list[i] ?? ''
    const value = list[i + 1] ?? ''
    if (field.startsWith(FIRED)) triggers.push(parseTrigger(Number(field.slice(FIRED.length)), value))
    else fields[field] = value
  }
  // A chat that left while it was due is sent nothing.
  return fields.gone ? { chat: parseChat({}), triggers: [] } : { chat: parseChat(fields), triggers }
}

function parseTrigger(id: number, text: string): Trigger {
  const [from = '', to = '', at = ''] = text.split(' ')
  return { id, from, to, at: Number(at), text }
}

/** Reads one price as `match.lua` stores it. */
export function parseSequencedQuote(value: string): SequencedQuote {
  const [sequence = '', at = '', price = ''] = value.split(' ', 3)
  const json = value.slice(sequence.length + at.length + price.length + 3)
  return { ...JSON.parse(json), asOf: Number(at), sequence: Number(sequence) }
}

function parseNewestPrices(list: readonly string[]): NewestPrices {
  const prices = new Map<string, SequencedQuote>()
  for (let i = 0; i < list.length; i += 2) prices.set(list[i] ?? '', parseSequencedQuote(list[i + 1] ?? ''))
  return prices
}
