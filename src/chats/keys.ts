import { createHash } from 'node:crypto'
import { SECOND_MS } from '../domain/caracas.ts'
import type { Product } from '../domain/deal/charge.ts'
import type { Decimal } from '../domain/decimal.ts'
import { type MonitorId, monitorRef, parseMonitorRef, type Quote } from '../domain/monitor.ts'

const SHARDS = 64

/** The hash tags of the shards that chats live in. */
export const TAGS: readonly string[] = Array.from({ length: SHARDS }, (_, shard) => String(shard))

/** Numbers of the chats that have a live message. */
export const LIVE_CHATS = '{live}:chats'

/** Numbers of the chats that today's card is posted in by itself; the field `card` of each says from which price on. */
export const CARD_CHATS = '{cards}:chats'

const MARK_LENGTH = 16

/** Stands for a person in what is kept of groups and channels, where their number must not be found after they had it deleted. */
export const markOf = (person: string): string =>
  createHash('sha256').update(`person ${person}`).digest('base64url').slice(0, MARK_LENGTH)

/** Numbers of the groups and channels in which the person of a mark made alerts; some may have none of them any more. */
export const chatsOfPerson = (mark: string): string => `person:{${mark}}:chats`

/**
 * Keys of one shard; `ref` is `currency:page.key`, `chat` Telegram's number of the chat. `lua/shard.lua` and
 * `lua/alerts/alerts.lua` describe the keys that scripts derive from them.
 */
export const keysOfShard = (shard: number) => ({
  /** Hash: `lang`, `thread` and other settings, REF → what the chat was last told of it, `alertN` → an alert. */
  chat: (chat: string): string => `chat:{${shard}}:${chat}`,
  /** Hash: ref → the newest price that this shard has taken, as `sequence at price JSON`. */
  prices: `prices:{${shard}}`,
  /** Hash: ref → how many chats of this shard follow it and can be reached. */
  followed: `followed:{${shard}}`,
  /** Hash: ref → how many alerts of this shard watch it. */
  watched: `watched:{${shard}}`,
  /** Hash: what was made due, and its outcomes, in chats × price updates and chats × triggered alerts. */
  ledger: `ledger:{${shard}}`,
  /** Hash: `chat:alert` → a trigger that is not delivered yet, as `from to at`. */
  fired: `fired:{${shard}}`,
  /** Hash: ref → the bucket of listeners that a fan-out has reached; '' → changes of price whose alerts are not all triggered yet. */
  fanOuts: `fan-outs:{${shard}}`,
})

/** KEYS[8..13] of every script that needs `lua/shard.lua`, after those of the due queue. */
export function shardKeys(shard: number): readonly string[] {
  const { prices, followed, watched, ledger, fired, fanOuts } = keysOfShard(shard)
  return [prices, followed, watched, ledger, fired, fanOuts]
}

/** A price that a chat was shown, and as of when (ms). */
export interface Shown {
  readonly price: Decimal
  readonly at: number
}

/** A price as `prices` has it; the shard of a chat may have an older one. */
export interface Seen {
  readonly quote: Pick<Quote, 'monitor' | 'price'>
  readonly asOf: number
}

/** A price with everything that shards store of it. */
export interface SeenQuote extends Seen {
  readonly quote: Quote
  readonly mayBeRounded?: boolean
  readonly corrects?: number
  readonly trace?: string
}

/** The arguments for such prices, as `lua/leaving/revive.lua` reads them. */
export const seenArguments = (seen: readonly Seen[]): (string | number)[] =>
  seen.flatMap(({ quote, asOf }) => [monitorRef(quote.monitor), quote.price, asOf])

/** The price of a monitor that a chat was last told, and the number of the last price that was delivered or withheld. */
export interface Told extends Shown {
  readonly sequence: number
}

/** The followed monitor of a field of a chat's hash, which is its ref; only these have a colon. Undefined for another field. */
export const parseFollowField = (field: string): MonitorId | undefined =>
  field.includes(':') ? parseMonitorRef(field) : undefined

const BASE = 36

/** A time in seconds as short text, as there are millions of them. */
const shortTime = (ms: number): string => Math.floor(ms / SECOND_MS).toString(BASE)
const parseShortTime = (text: string): number => Number.parseInt(text, BASE) * SECOND_MS

/** `price at sequence`. */
export const toldValue = ({ price, at, sequence }: Told): string => `${price} ${shortTime(at)} ${sequence}`

/** Parses what a chat was told, and the least change in percent that stands behind it where the chat set one. */
export function parseTold(value: string): { readonly told: Told; readonly least: Decimal | undefined } {
  const [price = '', at = '0', sequence = '0', least] = value.split(' ')
  return { told: { price, at: parseShortTime(at), sequence: Number(sequence) }, least }
}

/** The products of a shop, as JSON of pairs of name and price in dollars. */
export const productsText = (products: readonly Product[]): string =>
  JSON.stringify(products.map(({ name, price }) => [name, price]))

/** Reads what `productsText` wrote. */
export function parseProducts(text: string): readonly Product[] {
  const pairs: [name: string, price: Decimal][] = JSON.parse(text)
  return pairs.map(([name, price]) => ({ name, price }))
}

/** An official price that a card was posted for, and its day or time (ms). */
export type PostedPrice = Pick<Quote, 'price' | 'lastUpdate'>

export const postedText = ({ price, lastUpdate }: PostedPrice): string => `${price} ${lastUpdate}`

/** Reads what `postedText` wrote. */
export function parsePosted(text: string): PostedPrice {
  const [price = '', lastUpdate = '0'] = text.split(' ')
  return { price, lastUpdate: Number(lastUpdate) }
}
