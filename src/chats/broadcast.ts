import type { Redis } from '../runtime/redis.ts'

const KEY = '{broadcast}'
/** Published when a broadcast begins or ends. */
export const BROADCAST_CHANNEL = KEY

/** What the operator has to say to all chats. Its number is the time it began (ms, in base 36). */
export interface Broadcast {
  readonly id: string
  readonly html: string
  /** Where its progress is shown. */
  readonly chat: string
  readonly message: number
}

export interface Progress {
  /** Chats found so far, and whether these are all. */
  readonly found: number
  readonly isWhole: boolean
  readonly sent: number
  /** Gone, or not known to have heard it. */
  readonly failed: number
}

/** The one broadcast that goes on, in Redis. */
export function createBroadcasts(redis: Redis) {
  const announce = async (): Promise<void> => void (await redis.publish(BROADCAST_CHANNEL, ''))

  return {
    /** False while another one goes on. */
    async begin({ id, html, chat, message }: Broadcast): Promise<boolean> {
      if ((await redis.hsetnx(KEY, 'id', id)) === 0) return false
      await redis.hset(KEY, { html, chat, message })
      await announce()
      return true
    },
    async current(): Promise<Broadcast | undefined> {
      const { id, html, chat, message } = await redis.hgetall(KEY)
      return id && html && chat ? { id, html, chat, message: Number(message) } : undefined
    },
    /** Those who have not heard it will not. */
    async end(): Promise<void> {
      await redis.del(KEY)
      await announce()
    },
    async progress(): Promise<Progress> {
      const [found, whole, sent, failed] = await redis.hmget(KEY, 'found', 'whole', 'sent', 'failed')
      return {
        found: Number(found ?? 0),
        isWhole: whole === '1',
        sent: Number(sent ?? 0),
        failed: Number(failed ?? 0),
      }
    },
    count: async (what: 'found' | 'sent' | 'failed', by = 1): Promise<void> =>
      void (await redis.hincrby(KEY, what, by)),
    foundAll: async (): Promise<void> => void (await redis.hset(KEY, 'whole', 1)),
  }
}

export type Broadcasts = ReturnType<typeof createBroadcasts>
