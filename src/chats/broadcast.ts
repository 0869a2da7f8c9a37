import { DAY_MS } from '../rates/durations.ts'
import type { Redis } from '../redis/connection.ts'
import { loadScript } from '../redis/script.ts'
import type { Access } from './access.ts'
import { TAGS } from './keys.ts'

const BEGIN = loadScript(new URL('./lua/broadcast/begin-broadcast.lua', import.meta.url))
const END = loadScript(new URL('./lua/broadcast/end-broadcast.lua', import.meta.url))
const COUNT = loadScript(new URL('./lua/broadcast/count-broadcast.lua', import.meta.url))

const KEY = '{broadcast}'
/** Published when a broadcast begins or ends. */
export const BROADCAST_CHANNEL = KEY
/** Chats that left before their turn are never counted. */
export const BROADCAST_MS_MAX = DAY_MS

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

/** The one broadcast that goes on, in Redis. What is said of another one by its number changes nothing. */
export function createBroadcasts(redis: Redis) {
  /** Chats are counted where they are enlisted; earlier versions counted them in the field. */
  async function countFound(id: string, before: string | null | undefined): Promise<number> {
    const counts = await Promise.all(TAGS.map((tag) => redis.get(`enlisted:{${tag}}:${id}`)))
    return counts.reduce((sum, count) => sum + Number(count ?? 0), Number(before ?? 0))
  }

  return {
    /** False while another one goes on. */
    begin: async ({ id, html, chat, message }: Broadcast): Promise<boolean> =>
      (await BEGIN.run(redis, [KEY], [id, html, chat, message])) === 1,
    async current(): Promise<Broadcast | undefined> {
      const { id, html, chat, message } = await redis.hgetall(KEY)
      return id && html && chat ? { id, html, chat, message: Number(message) } : undefined
    },
    /** Those who have not heard it will not. False where it has ended before. */
    end: async (id: string): Promise<boolean> => (await END.run(redis, [KEY], [id])) === 1,
    /** Undefined where it has ended. */
    async progress(id: string): Promise<Progress | undefined> {
      const [current, found, whole, sent, failed] = await redis.hmget(
        KEY,
        ...['id', 'found', 'whole', 'sent', 'failed'],
      )
      if (current !== id) return undefined
      return {
        found: await countFound(id, found),
        isWhole: Number(whole ?? 0) > 0,
        sent: Number(sent ?? 0),
        failed: Number(failed ?? 0),
      }
    },
    /** What a chat became that was to hear it; nothing where it has ended. */
    count: async (id: string, what: 'sent' | 'failed'): Promise<void> =>
      void (await COUNT.run(redis, [KEY], [id, what, 1])),
    foundAll: async (id: string): Promise<void> => void (await COUNT.run(redis, [KEY], [id, 'whole', 1])),
  }
}

export type Broadcasts = ReturnType<typeof createBroadcasts>

const ENLIST = loadScript(new URL('./lua/broadcast/enlist.lua', import.meta.url))
const CAST = loadScript(new URL('./lua/broadcast/cast.lua', import.meta.url))

/** Chats that are to hear a broadcast. */
export const createEnlisting = ({ run }: Access) => ({
  /** False where the chat is gone, or was enlisted before. */
  enlist: async (chat: string, broadcast: string): Promise<boolean> =>
    (await run(ENLIST, chat, [broadcast, BROADCAST_MS_MAX / 1_000])) === 1,
  /** Before a broadcast is sent to a chat: it counts as told. False where the chat is gone meanwhile, or was told. */
  claim: async (chat: string, id: string): Promise<boolean> => (await run(CAST, chat, [id, `${id}.`])) === 1,
  /** It was not sent after all. */
  giveBack: async (chat: string, id: string): Promise<void> => void (await run(CAST, chat, [`${id}.`, id])),
})
