import type { Decimal } from '../rates/decimal.ts'
import { type MonitorId, monitorRef, parseMonitorRef } from '../rates/monitor.ts'

const SHARDS = 64

/** The hash tags of the shards that chats live in. */
export const TAGS: readonly string[] = Array.from({ length: SHARDS }, (_, shard) => String(shard))

/** Keys of one shard; `ref` is `currency:page.key`, `chat` Telegram's number of the chat. */
export const keysOfShard = (shard: number) => ({
  /** Hash: `language`, `thread`, and `follow:REF` → what the chat was last told, as `price at`. */
  chat: (chat: string): string => `chat:{${shard}}:${chat}`,
  /** Set: the chats of this shard that follow a monitor. */
  followers: (ref: string): string => `followers:{${shard}}:${ref}`,
  /** Hash: ref → how many chats of this shard follow it. */
  followed: `followed:{${shard}}`,
  /** Hash: ref → the newest price this shard was told, as JSON of a sighting. */
  prices: `prices:{${shard}}`,
  /** Hash: ref → as of when (ms) a fan-out to the followers was begun and not yet finished. */
  fanouts: `fanouts:{${shard}}`,
})

/** What a chat was last told of a monitor, and as of when (ms). */
export interface Told {
  readonly price: Decimal
  readonly at: number
}

const FOLLOW = 'follow:'

/** The field of a chat's hash that holds what it was told of a monitor it follows. */
export const followField = (monitor: MonitorId): string => FOLLOW + monitorRef(monitor)

/** The monitor of such a field; undefined for another field. */
export const parseFollowField = (field: string): MonitorId | undefined =>
  field.startsWith(FOLLOW) ? parseMonitorRef(field.slice(FOLLOW.length)) : undefined

export const toldValue = ({ price, at }: Told): string => `${price} ${at}`

/** Reads what `toldValue` wrote. */
export function parseTold(value: string): Told {
  const [price = '', at = '0'] = value.split(' ')
  return { price, at: Number(at) }
}
