import { type MonitorId, parseMonitorRef } from '../rates/monitor.ts'
import { type AccessOptions, createAccess } from './access.ts'
import { createAlerts } from './alerts.ts'
import { createEnlisting } from './census.ts'
import { createFollows } from './follows.ts'
import { keysOfShard } from './keys.ts'
import { createLeaving } from './leaving.ts'
import { createLiveMessages } from './live-messages.ts'
import { createMoving } from './moving.ts'
import { createSettings } from './settings.ts'

export { FOLLOWED_CHANNEL } from './access.ts'
export type { Chat } from './chat.ts'
export { FOLLOWS_PER_CHAT_MAX } from './follows.ts'
export type { Shown } from './keys.ts'

/** What chats want and were told, in Redis, each chat in the shard of the due queue that it belongs to. */
export function createChats(options: AccessOptions) {
  const { redis, queue } = options
  const access = createAccess(options)

  return {
    read: access.read,
    ...createFollows(access),
    ...createAlerts(access),
    ...createSettings(access),
    ...createLeaving(access),
    ...createMoving(access),
    ...createLiveMessages(access),
    ...createEnlisting(access),

    /** Every monitor that a chat follows, or has an alert on. */
    async followed(): Promise<MonitorId[]> {
      const shards = Array.from({ length: queue.shards }, (_, shard) => keysOfShard(shard))
      const fields = await Promise.all(
        shards.flatMap(({ followed, watched }) => [redis.hkeys(followed), redis.hkeys(watched)]),
      )
      const refs = new Set(fields.flat().filter((ref) => !ref.includes('/')))
      return [...refs].flatMap((ref) => parseMonitorRef(ref) ?? [])
    },
  }
}

export type Chats = ReturnType<typeof createChats>
