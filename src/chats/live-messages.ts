import type { Access } from './access.ts'
import { LIVE_CHATS } from './keys.ts'
import { liveText, NO_PRINT } from './live.ts'

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
    liveChats: (): Promise<string[]> => redis.smembers(LIVE_CHATS),
  }
}
