import type { QuietHours } from '../domain/caracas.ts'
import type { Product } from '../domain/deal/charge.ts'
import { type MonitorId, monitorRef } from '../domain/monitor.ts'
import { type Schedule, scheduleText } from '../domain/schedule.ts'
import { loadScript } from '../redis/connection.ts'
import { CHAT_FIELDS, liveText, NO_FINGERPRINT, quietHoursText } from './chat.ts'
import { CARD_CHATS, LIVE_CHATS, type PostedPrice, postedText, productsText } from './keys.ts'
import type { ChatScripts } from './scripts.ts'

/** Settings that are stored as they are given. */
export type TextSetting = Extract<
  keyof typeof CHAT_FIELDS,
  'numbers' | 'ownAmount' | 'hasDarkCharts' | 'rounding' | 'isTaxed' | 'ownRate' | 'payTo' | 'shop' | 'look'
>

/** The settings of chats; undefined takes a choice back. */
export function createSettingStore({ redis, queue, keyOf }: ChatScripts) {
  async function set(chat: string, field: string, value: string | undefined): Promise<void> {
    await (value === undefined ? redis.hdel(keyOf(chat), field) : redis.hset(keyOf(chat), field, value))
  }

  return {
    /** Stores a setting that is one text; the usual value if undefined. */
    set: (chat: string, setting: TextSetting, value: string | undefined): Promise<void> =>
      set(chat, CHAT_FIELDS[setting][0], value),
    setLanguage: (chat: string, language: string): Promise<void> => set(chat, 'lang', language),
    /** The chat is a channel, as groups have numbers of the same kind. */
    noteChannel: (chat: string): Promise<void> => set(chat, 'channel', '1'),
    /** The IANA name of its time zone; Caracas if undefined. The chat is due now, as its hours have changed. */
    async setZone(chat: string, zone: string | undefined): Promise<void> {
      await set(chat, 'zone', zone)
      await queue.hurry(chat)
    },
    /** The monitors that a command without a name means; the usual ones if the list is empty. */
    setDefaults: (chat: string, monitors: readonly MonitorId[]): Promise<void> =>
      set(chat, 'defaults', monitors.map(monitorRef).join(' ') || undefined),
    /** What its card sells, in this order. */
    setProducts: (chat: string, products: readonly Product[]): Promise<void> =>
      set(chat, 'products', products.length > 0 ? productsText(products) : undefined),
    /** No hours end a pause too. The chat is due now, as it may have waited for the end of its old quiet hours. */
    async setQuietHours(chat: string, hours: QuietHours | undefined): Promise<void> {
      await set(chat, 'quiet', hours && quietHoursText(hours))
      if (!hours) await set(chat, 'muted', undefined)
      await queue.hurry(chat)
    },

    /** Nothing is sent before `until` (ms). The chat is due now, as it may have waited for the end of an earlier pause. */
    async setMuted(chat: string, until: number | undefined): Promise<void> {
      await set(chat, 'muted', until === undefined ? undefined : String(until))
      await queue.hurry(chat)
    },

    /** A digest at these times, the first at the next of them after `now` (ms). */
    async setDigest(chat: string, schedule: Schedule | undefined, now: number): Promise<void> {
      await set(chat, 'digested', schedule && String(now))
      await set(chat, 'digest', schedule && scheduleText(schedule))
      await queue.makeDue(chat)
    },
  }
}

/** A field of chats, which a list names as long as they have it. */
const createListed = ({ redis, keyOf }: ChatScripts, list: string, field: string) => ({
  async put(chat: string, value: string): Promise<void> {
    await redis.sadd(list, chat)
    await redis.hset(keyOf(chat), field, value)
  },
  async stop(chat: string): Promise<void> {
    await redis.hdel(keyOf(chat), field)
    await redis.srem(list, chat)
  },
  chats: (): Promise<string[]> => redis.smembers(list),
})

/** Live messages of chats. */
export function createLiveMessages(scripts: ChatScripts) {
  const { put, ...listed } = createListed(scripts, LIVE_CHATS, 'live')
  return {
    ...listed,
    set: (chat: string, message: number, ref: string | undefined): Promise<void> =>
      put(chat, liveText({ message, ...(ref && { ref }), fingerprint: NO_FINGERPRINT, at: 0 })),
  }
}

const NOTE_CARD = loadScript(new URL('./lua/note-card.lua', import.meta.url))

/** Cards that are posted by themselves. */
export function createCardPosts(scripts: ChatScripts) {
  const { redis, keyOf } = scripts
  const { put, ...listed } = createListed(scripts, CARD_CHATS, 'card')
  return {
    ...listed,
    /** The chat is posted a card from the next official price on. */
    begin: (chat: string, posted: PostedPrice): Promise<void> => put(chat, postedText(posted)),
    /** The chat was posted a card for this price. Nothing is kept where it ended its posts, or was deleted, meanwhile. */
    note: async (chat: string, posted: PostedPrice): Promise<void> =>
      void (await NOTE_CARD.run(redis, [keyOf(chat)], [postedText(posted)])),
  }
}
