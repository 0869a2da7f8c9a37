import { type DueQueue, PRELUDE } from '../queue/due-queue.ts'
import { type MonitorId, monitorRef, parseMonitorRef } from '../rates/monitor.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'
import { followField, keysOfShard, parseFollowField, parseTold, type Told } from './keys.ts'

const lua = (name: string): URL => new URL(`./lua/${name}.lua`, import.meta.url)
const FOLLOW = loadScript(PRELUDE, lua('follow'))
const UNFOLLOW = loadScript(lua('unfollow'))
const RETIRE = loadScript(lua('retire'))
const REVIVE = loadScript(lua('revive'))

export const FOLLOWS_PER_CHAT_MAX = 50
const RETIRED_KEPT_SECONDS = 90 * 24 * 3600
/** Published when a monitor gains the first follower of a shard, or loses its last. */
export const FOLLOWED_CHANNEL = 'followed'

export interface Follow {
  readonly monitor: MonitorId
  readonly told: Told
}

/** What we keep about a chat. */
export interface Chat {
  readonly language?: string
  /** The topic that pushes go to. */
  readonly thread?: number
  readonly follows: readonly MonitorId[]
  readonly told: readonly Follow[]
}

export interface ChatsOptions {
  readonly redis: Redis
  readonly queue: DueQueue
}

/** What chats want and were told, in Redis, each chat in the shard of the due queue that it belongs to. */
export function createChats({ redis, queue }: ChatsOptions) {
  const keysFor = (chat: string) => keysOfShard(queue.shardOf(chat))
  const announce = (): Promise<unknown> => redis.publish(FOLLOWED_CHANNEL, '')

  return {
    async read(chat: string): Promise<Chat> {
      return parseChat(await redis.hgetall(keysFor(chat).chat(chat)))
    },

    /** Follows a monitor from the price that the chat was just shown. */
    async follow(
      chat: string,
      monitor: MonitorId,
      told: Told,
      thread?: number,
    ): Promise<'followed' | 'already' | 'full'> {
      const keys = keysFor(chat)
      const ref = monitorRef(monitor)
      const reply = await FOLLOW.run(
        redis,
        [
          ...queue.keysOf(queue.shardOf(chat)),
          keys.chat(chat),
          keys.followers(ref),
          keys.followed,
          keys.prices,
        ],
        [chat, ref, followField(monitor), told.price, told.at, thread ?? '', FOLLOWS_PER_CHAT_MAX],
      )
      if (reply === 'first') await announce()
      if (reply === 'already' || reply === 'full') return reply
      return 'followed'
    },

    /** False when the chat did not follow it. */
    async unfollow(chat: string, monitor: MonitorId): Promise<boolean> {
      const keys = keysFor(chat)
      const ref = monitorRef(monitor)
      const removed = await UNFOLLOW.run(
        redis,
        [keys.chat(chat), keys.followers(ref), keys.followed],
        [chat, ref, followField(monitor)],
      )
      if (removed === 2) await announce()
      return removed !== 0
    },

    async setLanguage(chat: string, language: string): Promise<void> {
      await redis.hset(keysFor(chat).chat(chat), 'language', language)
    },

    /** Pushes go to the chat itself, its topic being gone. */
    async clearThread(chat: string): Promise<void> {
      await redis.hdel(keysFor(chat).chat(chat), 'thread')
    },

    /** Nothing more is sent to the chat; what it chose is kept 90 days. */
    async retire(chat: string): Promise<void> {
      const keys = keysFor(chat)
      const refs = parseChat(await redis.hgetall(keys.chat(chat))).follows.map(monitorRef)
      await RETIRE.run(
        redis,
        [keys.chat(chat), keys.followed, ...refs.map(keys.followers)],
        [chat, RETIRED_KEPT_SECONDS, ...refs],
      )
      await announce()
    },

    /** Undoes `retire` for a chat that came back; changes nothing for others. */
    async revive(chat: string): Promise<void> {
      const keys = keysFor(chat)
      const refs = parseChat(await redis.hgetall(keys.chat(chat))).follows.map(monitorRef)
      const revived = await REVIVE.run(
        redis,
        [keys.chat(chat), keys.followed, ...refs.map(keys.followers)],
        [chat, ...refs],
      )
      if (revived !== 0) await announce()
    },

    /** Moves all that a chat has to its new number, once: repeating it changes nothing. */
    async migrate(from: string, to: string): Promise<void> {
      const chat = parseChat(await redis.hgetall(keysFor(from).chat(from)))
      if (chat.language) await redis.hset(keysFor(to).chat(to), 'language', chat.language)
      for (const { monitor, told } of chat.told) await this.follow(to, monitor, told, chat.thread)
      for (const { monitor } of chat.told) await this.unfollow(from, monitor)
      await redis.del(keysFor(from).chat(from))
    },

    /** Every monitor that a chat follows. */
    async followed(): Promise<MonitorId[]> {
      const shards = await Promise.all(
        Array.from({ length: queue.shards }, (_, shard) => redis.hkeys(keysOfShard(shard).followed)),
      )
      return [...new Set(shards.flat())].flatMap((ref) => parseMonitorRef(ref) ?? [])
    },
  }
}

export type { Told }
export type Chats = ReturnType<typeof createChats>

/** Reads the hash of a chat. */
export function parseChat(fields: Readonly<Record<string, string>>): Chat {
  const told = Object.entries(fields).flatMap(([field, value]): Follow[] => {
    const monitor = parseFollowField(field)
    return monitor ? [{ monitor, told: parseTold(value) }] : []
  })
  return {
    ...(fields.language && { language: fields.language }),
    ...(fields.thread && { thread: Number(fields.thread) }),
    follows: told.map(({ monitor }) => monitor),
    told,
  }
}
