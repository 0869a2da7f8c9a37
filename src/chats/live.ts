import { createHash } from 'node:crypto'
import type { Decimal } from '../rates/decimal.ts'
import type { Access } from './access.ts'

/** Numbers of the chats that have a live message, or had one. */
const LIVE_CHATS = '{live}:chats'
const PRINT_LENGTH = 8
const NO_PRINT = '-'

/** A pinned message whose prices are kept up to date in place. */
export interface Live {
  /** 0: to be posted, as the chat moved and its messages did not. */
  readonly message: number
  /** The one monitor it shows; all of them, if not given. */
  readonly ref?: string
  /** What tells the prices that it shows from others. */
  readonly print: string
}

/** The field of a chat, as `message ref print`. */
export const liveText = ({ message, ref, print }: Live): string => `${message} ${ref ?? '*'} ${print}`

/** Reads what `liveText` wrote; undefined for a chat without one. */
export function parseLive(text: string | undefined): Live | undefined {
  if (!text) return undefined
  const [message = '', ref = '*', print = NO_PRINT] = text.split(' ')
  return { message: Number(message), ...(ref !== '*' && { ref }), print }
}

/** The same for the same prices. */
export const livePrint = (prices: readonly { ref: string; price: Decimal; stale: boolean }[]): string =>
  createHash('sha256').update(JSON.stringify(prices)).digest('base64url').slice(0, PRINT_LENGTH)

/** Live messages of chats. */
export function createLiveMessages({ redis, keyOf }: Access) {
  return {
    async setLive(chat: string, message: number, ref: string | undefined): Promise<void> {
      await redis.sadd(LIVE_CHATS, chat)
      await redis.hset(keyOf(chat), 'live', liveText({ message, ...(ref && { ref }), print: NO_PRINT }))
    },
    async stopLive(chat: string): Promise<void> {
      await redis.hdel(keyOf(chat), 'live')
      await redis.srem(LIVE_CHATS, chat)
    },
    /** Before a broadcast is sent to a chat: it counts as told. */
    claimBroadcast: async (chat: string, id: string): Promise<void> =>
      void (await redis.hset(keyOf(chat), 'cast', `${id}.`)),
    /** It was not sent after all. */
    returnBroadcast: async (chat: string, id: string): Promise<void> =>
      void (await redis.hset(keyOf(chat), 'cast', id)),
    liveChats: (): Promise<string[]> => redis.smembers(LIVE_CHATS),
    /** A chat that moved leaves its messages behind: the new one wants one of its own. */
    async moveLive(from: string, to: string): Promise<void> {
      const live = parseLive((await redis.hget(keyOf(to), 'live')) ?? undefined)
      if (!live) return
      await redis.hset(keyOf(to), 'live', liveText({ ...live, message: 0, print: NO_PRINT }))
      await redis.sadd(LIVE_CHATS, to)
      await redis.srem(LIVE_CHATS, from)
    },
  }
}
