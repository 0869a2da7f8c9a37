import { type DueQueue, PRELUDE } from '../queue/due-queue.ts'
import type { Decimal } from '../rates/decimal.ts'
import { type MonitorId, monitorRef, parseMonitorRef } from '../rates/monitor.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'
import { keysOfShard } from './keys.ts'

const lua = (name: string): URL => new URL(`./lua/${name}.lua`, import.meta.url)
const FOLLOW = loadScript(PRELUDE, lua('follow'))
const UNFOLLOW = loadScript(lua('unfollow'))
const RETIRE = loadScript(lua('retire'))

export const FOLLOWS_PER_CHAT_MAX = 50
const RETIRED_KEPT_SECONDS = 90 * 24 * 3600
/** Published when a monitor gains its first follower or loses its last. */
export const FOLLOWED_CHANNEL = 'followed'

/** What a chat was last told of a monitor, and as of when (ms). */
export interface Told {
  readonly price: Decimal
  readonly at: number
}

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
        [chat, ref, told.price, told.at, thread ?? '', FOLLOWS_PER_CHAT_MAX],
      )
      if (reply === 'followed') await announce()
      return reply === 'followed' || reply === 'full' ? reply : 'already'
    },

    /** False when the chat did not follow it. */
    async unfollow(chat: string, monitor: MonitorId): Promise<boolean> {
      const keys = keysFor(chat)
      const ref = monitorRef(monitor)
      const removed = await UNFOLLOW.run(
        redis,
        [keys.chat(chat), keys.followers(ref), keys.followed],
        [chat, ref],
      )
      if (removed === 1) await announce()
      return removed === 1
    },

    async setLanguage(chat: string, language: string): Promise<void> {
      await redis.hset(keysFor(chat).chat(chat), 'language', language)
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

    /** Every monitor that a chat follows. */
    async followed(): Promise<MonitorId[]> {
      const shards = await Promise.all(
        Array.from({ length: queue.shards }, (_, shard) => redis.hkeys(keysOfShard(shard).followed)),
      )
      return [...new Set(shards.flat())].flatMap((ref) => parseMonitorRef(ref) ?? [])
    },
  }
}

export type Chats = ReturnType<typeof createChats>

const FOLLOW_FIELD = 'follow:'

/** Reads the hash of a chat. */
export function parseChat(fields: Readonly<Record<string, string>>): Chat {
  const told = Object.entries(fields).flatMap(([field, value]): Follow[] => {
    const monitor = field.startsWith(FOLLOW_FIELD)
      ? parseMonitorRef(field.slice(FOLLOW_FIELD.length))
      : undefined
    const [price = '', at = '0'] = value.split(' ')
    return monitor ? [{ monitor, told: { price, at: Number(at) } }] : []
  })
  return {
    ...(fields.language && { language: fields.language }),
    ...(fields.thread && { thread: Number(fields.thread) }),
    follows: told.map(({ monitor }) => monitor),
    told,
  }
}
