import { type MonitorId, monitorRef } from '../rates/monitor.ts'
import type { NumberStyle } from '../rates/number-format.ts'
import type { QuietHours, TimeOfDay } from '../rates/time-of-day.ts'
import { loadScript } from '../redis/script.ts'
import type { Access } from './access.ts'
import { liveText, NO_PRINT, quietHoursText } from './chat.ts'
import { LIVE_CHATS } from './keys.ts'

const CLEAR_THREAD = loadScript(new URL('./lua/leaving/clear-thread.lua', import.meta.url))

/** What a chat chose about how it is talked to; undefined takes a choice back. */
export function createSettings({ redis, queue, keyOf, run }: Access) {
  async function set(chat: string, field: string, value: string | undefined): Promise<void> {
    await (value === undefined ? redis.hdel(keyOf(chat), field) : redis.hset(keyOf(chat), field, value))
  }

  return {
    setLanguage: (chat: string, language: string): Promise<void> => set(chat, 'lang', language),
    /** How its figures are written; as in Venezuela where it did not choose. */
    setNumbers: (chat: string, style: NumberStyle | undefined): Promise<void> => set(chat, 'numbers', style),
    /** The IANA name of its time zone; Caracas where it has none. What waits for an hour of the old one is looked at anew. */
    async setZone(chat: string, zone: string | undefined): Promise<void> {
      await set(chat, 'zone', zone)
      await queue.hurry(chat)
    },
    /** The monitors it means where it names none; the usual ones where the list is empty. */
    setDefaults: (chat: string, monitors: readonly MonitorId[]): Promise<void> =>
      set(chat, 'defaults', monitors.map(monitorRef).join(' ') || undefined),
    /** A topic is gone, any of them if not named: what went there goes to the chat itself, alerts made there too. */
    clearThread: async (chat: string, thread?: number): Promise<void> =>
      void (await run(CLEAR_THREAD, chat, [thread ?? ''])),

    /** What is held until the old quiet hours end is looked at anew. */
    async setQuietHours(chat: string, hours: QuietHours | undefined): Promise<void> {
      await set(chat, 'quiet', hours && quietHoursText(hours))
      await queue.hurry(chat)
    },

    /** A digest a day, the first at the next such hour after `now` (ms). */
    async setDigest(chat: string, at: TimeOfDay | undefined, now: number): Promise<void> {
      await set(chat, 'digested', at && String(now))
      await set(chat, 'digest', at)
      await queue.makeDue(chat)
    },
  }
}

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
