import { type AccessOptions, createAccess } from './access.ts'
import { createAlerts } from './alerts.ts'
import { createEnlisting } from './broadcast.ts'
import { createReach, createWanted } from './census.ts'
import { createFollows } from './follows.ts'
import { createLeaving, createMoving, createRefusals } from './leaving.ts'
import { createCardPosts, createChannels, createLiveMessages, createSettings } from './settings.ts'

export { FOLLOWED_CHANNEL } from './access.ts'
export type { Chat, ChatRecord } from './chat.ts'
export { FOLLOWS_PER_CHAT_MAX } from './follows.ts'
export type { Shown } from './keys.ts'

/** What we keep about chats in Redis. Each chat is in the shard of the due queue that it belongs to. */
export function createChats({ redis, queue }: AccessOptions) {
  const access = createAccess({ redis, queue })

  return {
    read: access.read,
    readRecord: access.readRecord,
    follows: createFollows(access),
    alerts: createAlerts(access),
    settings: createSettings(access),
    live: createLiveMessages(access),
    cards: createCardPosts(access),
    channels: createChannels(access),
    presence: { ...createLeaving(access), ...createMoving(access) },
    refusals: createRefusals(access),
    broadcasts: createEnlisting(access),
    wanted: createWanted(access),
    reach: createReach(access),
  }
}

export type Chats = ReturnType<typeof createChats>
