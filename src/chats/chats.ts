import type { Decimal } from '../domain/decimal.ts'
import { type MonitorId, monitorRef } from '../domain/monitor.ts'
import { loadScript } from '../redis/connection.ts'
import { createAlertStore } from './alerts.ts'
import { createEnlisting } from './broadcast.ts'
import { createReach, createWanted } from './census.ts'
import type { Shown } from './keys.ts'
import { createLeaving, createMoving, createRefusals } from './leaving.ts'
import { type ChatScripts, type ChatScriptsOptions, createChatScripts } from './scripts.ts'
import { createCardPosts, createLiveMessages, createSettingStore } from './settings.ts'

/** What we keep about chats in Redis. Each chat is in the shard of the due queue that it belongs to. */
export function createChats({ redis, queue }: ChatScriptsOptions) {
  const scripts = createChatScripts({ redis, queue })

  return {
    read: scripts.read,
    readRecord: scripts.readRecord,
    follows: createFollows(scripts),
    alerts: createAlertStore(scripts),
    settings: createSettingStore(scripts),
    live: createLiveMessages(scripts),
    cards: createCardPosts(scripts),
    presence: { ...createLeaving(scripts), ...createMoving(scripts) },
    refusals: createRefusals(scripts),
    broadcasts: createEnlisting(scripts),
    wanted: createWanted(scripts),
    reach: createReach(scripts),
  }
}

export type Chats = ReturnType<typeof createChats>

const FOLLOW = loadScript(new URL('./lua/follow.lua', import.meta.url))

export const FOLLOWS_PER_CHAT_MAX = 50

/** The monitors that chats follow. */
const createFollows = ({ run, runRevived, announce }: ChatScripts) => ({
  /**
   * Follows a monitor from the price that the chat was just shown, changes from `least` percent on. All that it follows is
   * sent to this topic from now on.
   */
  async add(
    chat: string,
    monitor: MonitorId,
    { price, at, least }: Shown & { readonly least?: Decimal | undefined },
    thread?: number,
  ): Promise<'followed' | 'already' | 'full'> {
    const args = [monitorRef(monitor), 'add', price, at, thread ?? '', FOLLOWS_PER_CHAT_MAX, least ?? '']
    const seen = [{ quote: { monitor, price }, asOf: at }]
    const { reply, wasGone } = await runRevived(FOLLOW, chat, { args, seen })
    if (reply === 'first') await announce()
    if (reply === 'full' || (reply === 'already' && !wasGone)) return reply
    return 'followed'
  },

  /** Unfollows a monitor; false when the chat did not follow it. */
  async remove(chat: string, monitor: MonitorId): Promise<boolean> {
    const removed = await run(FOLLOW, chat, [monitorRef(monitor), 'remove'])
    if (removed === 2) await announce()
    return removed !== 0
  },

  /** Sets from how many percent on changes are delivered; all changes if undefined. False if the monitor is not followed. */
  async setLeastChange(chat: string, monitor: MonitorId, percent: Decimal | undefined): Promise<boolean> {
    return (await run(FOLLOW, chat, [monitorRef(monitor), 'least', percent ?? ''])) === 1
  },
})
