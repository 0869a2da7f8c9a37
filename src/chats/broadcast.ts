import { DAY_MS } from '../domain/caracas.ts'
import { loadScript, type Redis } from '../redis/connection.ts'
import { TAGS } from './keys.ts'
import type { ChatScripts } from './scripts.ts'

const BROADCAST = loadScript(new URL('./lua/broadcast/broadcast.lua', import.meta.url))

const KEY = '{broadcast}'
/** It ends then at the latest: a parked chat may never be sent it, and one whose send was killed is never counted. */
export const BROADCAST_MS_MAX = DAY_MS

/** A message of the operator to all chats. Its id is the time it began (ms, in base 36). */
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
  /** Chats that are gone, or may not have received it. */
  readonly failed: number
}

/** The current broadcast, in Redis. Calls with the id of another one change nothing. */
export function createBroadcasts(redis: Redis) {
  async function countFound(id: string): Promise<number> {
    const counts = await Promise.all(TAGS.map((tag) => redis.get(`enlisted:{${tag}}:${id}`)))
    return counts.reduce((sum, count) => sum + Number(count ?? 0), 0)
  }

  const run = async (...args: readonly (string | number)[]): Promise<boolean> =>
    (await BROADCAST.run(redis, [KEY], args)) === 1

  return {
    /** Begins a broadcast; false while another one goes on. */
    begin: ({ id, html, chat, message }: Broadcast): Promise<boolean> =>
      run('begin', id, html, chat, message),
    async current(): Promise<Broadcast | undefined> {
      const { id, html, chat, message } = await redis.hgetall(KEY)
      return id && html && chat ? { id, html, chat, message: Number(message) } : undefined
    },
    /** Ends it: it is sent to no further chat. False where it has ended before. */
    end: (id: string): Promise<boolean> => run('end', id),
    /** Undefined where it has ended. */
    async progress(id: string): Promise<Progress | undefined> {
      const [current, whole, sent, failed] = await redis.hmget(KEY, 'id', 'whole', 'sent', 'failed')
      if (current !== id) return undefined
      return {
        found: await countFound(id),
        isWhole: Number(whole ?? 0) > 0,
        sent: Number(sent ?? 0),
        failed: Number(failed ?? 0),
      }
    },
    /** Counts the outcome of one chat, unless the broadcast has ended. */
    count: async (id: string, what: 'sent' | 'failed'): Promise<void> =>
      void (await run('count', id, what, 1)),
    foundAll: async (id: string): Promise<void> => void (await run('count', id, 'whole', 1)),
  }
}

export type Broadcasts = ReturnType<typeof createBroadcasts>

const ENLIST = loadScript(new URL('./lua/broadcast/enlist.lua', import.meta.url))

/** The chats that a broadcast is sent to. */
export const createEnlisting = ({ run }: ChatScripts) => ({
  /** Makes a chat due for a broadcast; false where the chat is gone or was enlisted before. */
  enlist: async (chat: string, broadcast: string): Promise<boolean> =>
    (await run(ENLIST, chat, ['enlist', broadcast, BROADCAST_MS_MAX / 1_000])) === 1,
  /** Records a broadcast as sent to a chat, before it is sent. False where the chat is gone or was sent it before. */
  claim: async (chat: string, id: string): Promise<boolean> =>
    (await run(ENLIST, chat, ['mark', id, `${id}.`])) === 1,
  /** Takes that back: Telegram refused it. False where the chat left, or was deleted, meanwhile. */
  giveBack: async (chat: string, id: string): Promise<boolean> =>
    (await run(ENLIST, chat, ['mark', `${id}.`, id])) === 1,
})
