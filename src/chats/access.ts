import type { DueQueue } from '../queue/due-queue.ts'
import { roundedPrice } from '../rates/decimal.ts'
import { monitorRef } from '../rates/monitor.ts'
import type { Redis } from '../redis/connection.ts'
import { loadScript, type Script } from '../redis/script.ts'
import { type ChatRecord, parseChat, parseChatRecord } from './chat.ts'
import { keysOfShard, LIVE_CHATS, type Seen, type SeenQuote, seenArguments, shardKeys } from './keys.ts'

/** Takes prices in one shard: a page a call, with `[1, …]` where it is to be called again. Its KEYS are `keysOfChats`. */
export const MATCH = loadScript(new URL('./lua/match.lua', import.meta.url))

/** What `lua/match.lua` takes: so many followers at most a call, and prices of different monitors. */
export const matchArguments = (prices: readonly SeenQuote[], followers: number): (string | number)[] => [
  followers,
  ...prices.flatMap(priceArguments),
]

/** One of the prices, the same for every call. */
export const priceArguments = ({ quote, asOf, mayBeRounded, corrects }: SeenQuote): (string | number)[] => [
  monitorRef(quote.monitor),
  asOf,
  corrects ?? '',
  quote.price,
  JSON.stringify({ rounded: roundedPrice(quote.price), mayBeRounded, quote }),
]

const REVIVE = loadScript(new URL('./lua/leaving/revive.lua', import.meta.url))
/** Chats made due by one call where a shard learns a price. */
const FOLLOWERS_A_CALL = 200

/** Published when a monitor gains the first follower or alert of a shard, or loses its last. */
export const FOLLOWED_CHANNEL = 'followed'

export interface AccessOptions {
  readonly redis: Redis
  readonly queue: DueQueue
}

/** KEYS of a script that changes chats of one shard. */
export const keysOfChats = (queue: DueQueue, shard: number, chats: readonly string[]): string[] => [
  ...queue.keysOf(shard),
  ...shardKeys(shard),
  ...chats.map(keysOfShard(shard).chat),
]

/** What a script answered, and whether the chat had to come back for it. */
interface Revived {
  readonly reply: unknown
  readonly wasGone: boolean
}

/** The way to the hash of a chat and to the scripts that change it. */
export function createAccess({ redis, queue }: AccessOptions) {
  const keyOf = (chat: string): string => keysOfShard(queue.shardOf(chat)).chat(chat)
  const run = (script: Script, chat: string, args: readonly (string | number)[] = []): Promise<unknown> =>
    script.run(redis, keysOfChats(queue, queue.shardOf(chat), [chat]), [chat, ...args])
  const announce = async (): Promise<void> => void (await redis.publish(FOLLOWED_CHANNEL, ''))

  /** The shard of a chat takes prices that the chat was shown: what is armed by them is judged by them from then on. */
  async function learn(chat: string, seen: readonly SeenQuote[]): Promise<void> {
    const args = matchArguments(seen, FOLLOWERS_A_CALL)
    const keys = keysOfChats(queue, queue.shardOf(chat), [])
    for (let again = seen.length > 0 ? 1 : 0; again === 1; )
      [again] = (await MATCH.run(redis, keys, args)) as [number, number]
  }

  /** A chat can be reached: what it refused is over. Undoes leaving, from the prices that it was just shown. */
  async function revive(chat: string, seen: readonly Seen[] = []): Promise<void> {
    if ((await redis.hexists(keyOf(chat), 'live')) === 1) await redis.sadd(LIVE_CHATS, chat)
    if ((await run(REVIVE, chat, seenArguments(seen))) === 1) await announce()
  }

  /** Reads everything kept about a chat, for its export: one call more than `read`. */
  async function readRecord(chat: string): Promise<ChatRecord> {
    const fields = await redis.hgetall(keyOf(chat))
    const ids = parseChat(fields).alerts.map(({ id }) => id)
    if (ids.length === 0) return parseChatRecord(fields, new Map())
    const { fired } = keysOfShard(queue.shardOf(chat))
    const texts = await redis.hmget(fired, ...ids.map((id) => `${chat}:${id}`))
    const triggers = ids.flatMap((id, index) => {
      const text = texts[index]
      return typeof text === 'string' ? [[id, text] as const] : []
    })
    return parseChatRecord(fields, new Map(triggers))
  }

  return {
    redis,
    queue,
    keyOf,
    run,
    learn,
    revive,
    /** Tells every process that the set of monitors that are wanted may have changed. */
    announce,
    read: async (chat: string) => parseChat(await redis.hgetall(keyOf(chat))),
    readRecord,
    /** Runs a script that answers `gone` for a chat that had left: it comes back first, from the prices it was shown. */
    async runRevived(
      script: Script,
      chat: string,
      { args, seen }: { readonly args: readonly (string | number)[]; readonly seen: readonly Seen[] },
    ): Promise<Revived> {
      const reply = await run(script, chat, args)
      if (String(reply) !== 'gone') return { reply, wasGone: false }
      await revive(chat, seen)
      return { reply: await run(script, chat, args), wasGone: true }
    },
  }
}

export type Access = ReturnType<typeof createAccess>
