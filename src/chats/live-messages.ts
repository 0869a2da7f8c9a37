import type { Access } from './access.ts'
import { liveText, NO_PRINT, parseLive } from './live.ts'

/** Numbers of the chats that have a live message, or had one. */
const LIVE_CHATS = '{live}:chats'

/** Live messages of chats. */
export function createLiveMessages({ redis, keyOf }: Access) {
  return {
    async setLive(chat: string, message: number, ref: string | undefined): Promise<void> {
      await redis.sadd(LIVE_CHATS, chat)
      await redis.hset(
        keyOf(chat),
        'live',
        liveText({ message, ...(ref && { ref }), print: NO_PRINT, at: 0 }),
      )
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
