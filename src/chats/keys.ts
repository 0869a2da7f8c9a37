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
})
