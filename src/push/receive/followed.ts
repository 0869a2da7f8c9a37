import { type Chats, FOLLOWED_CHANNEL } from '../../chats/chats.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import type { MonitorId } from '../../domain/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import { createSubscription } from '../../redis/subscription.ts'
import type { Part } from '../../runtime/lifecycle.ts'

const KEPT_MS_MAX = MINUTE_MS

/**
 * Caches which monitors are followed. Reads them again when one changes, and every minute, since the message of a change may
 * be lost. While a shard cannot be read the last answer is used, so that chats of the other shards get their prices.
 */
export function createFollowed(
  chats: { readonly wanted: Pick<Chats['wanted'], 'monitors'> },
  subscriber: Redis,
) {
  let cached: { readonly ids: Promise<MonitorId[]>; readonly until: number } | undefined
  let last: MonitorId[] | undefined
  const forget = (): void => {
    cached = undefined
  }
  const changes = createSubscription(subscriber, [FOLLOWED_CHANNEL], forget)
  async function readOrKeep(): Promise<MonitorId[]> {
    try {
      last = await chats.wanted.monitors()
      return last
    } catch (error) {
      if (last) return last
      throw error
    }
  }
  function read(): Promise<MonitorId[]> {
    const ids = readOrKeep()
    cached = { ids, until: performance.now() + KEPT_MS_MAX }
    ids.catch(forget)
    return ids
  }

  const part: Part = {
    name: 'followed',
    async start() {
      subscriber.on('close', forget)
      await changes.start()
      forget()
    },
    async stop() {
      changes.stop()
      subscriber.off('close', forget)
    },
  }
  return {
    ...part,
    wanted: {
      monitors: (): Promise<MonitorId[]> =>
        cached && performance.now() < cached.until ? cached.ids : read(),
    },
  }
}
