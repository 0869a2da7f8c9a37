import { roundedPrice } from '../domain/decimal.ts'
import { monitorRef } from '../domain/monitor.ts'
import type { DueQueue } from '../queue/due-queue.ts'
import type { Redis, Script } from '../redis/connection.ts'
import { loadAlertScript } from './alert.ts'
import { type Chat, type ChatRecord, parseChat, parseChatRecord } from './chat.ts'
import { keysOfShard, LIVE_CHATS, type Seen, type SeenQuote, seenArguments, shardKeys } from './keys.ts'

/** Has one shard take prices. Returns `[1, …]` where the same call is to be made again. Its KEYS are `keysOfChats`. */
export const MATCH = loadAlertScript(new URL('./lua/match.lua', import.meta.url))

/** The arguments of `lua/match.lua` for one price, after how many followers one call makes due at most. */
export const priceArguments = ({
  quote,
  asOf,
  mayBeRounded,
  corrects,
  trace,
}: SeenQuote): (string | number)[] => [
  monitorRef(quote.monitor),
  asOf,
  corrects ?? '',
  quote.price,
  JSON.stringify({ rounded: roundedPrice(quote.price), mayBeRounded, trace, quote }),
]

const REVIVE = loadAlertScript(new URL('./lua/leaving/revive.lua', import.meta.url))
/** How many chats one call makes due when a shard takes a price that a chat was shown. */
const FOLLOWERS_A_CALL = 200

/** Published when a monitor gets the first follower or alert of a shard, or loses the last. */
export const FOLLOWED_CHANNEL = 'followed'

export interface ChatScriptsOptions {
  readonly redis: Redis
  readonly queue: DueQueue
}

/** KEYS of a script that changes chats of one shard. */
export const keysOfChats = (queue: DueQueue, shard: number, chats: readonly string[]): string[] => [
  ...queue.keysOf(shard),
  ...shardKeys(shard),
  ...chats.map(keysOfShard(shard).chat),
]

/** The reply of a script, and whether the chat had to be revived for it. */
interface Revived {
  readonly reply: unknown
  readonly wasGone: boolean
}

/** Reads the hash of a chat and runs the scripts that change it. */
export function createChatScripts({ redis, queue }: ChatScriptsOptions) {
  const keyOf = (chat: string): string => keysOfShard(queue.shardOf(chat)).chat(chat)
  const run = (script: Script, chat: string, args: readonly (string | number)[] = []): Promise<unknown> =>
    script.run(redis, keysOfChats(queue, queue.shardOf(chat), [chat]), [chat, ...args])
  const announce = async (): Promise<void> => void (await redis.publish(FOLLOWED_CHANNEL, ''))

  /** Has the shard of a chat take prices that the chat was shown, so that alerts armed from them are compared with them. */
  async function learn(chat: string, seen: readonly SeenQuote[]): Promise<void> {
    const args = [FOLLOWERS_A_CALL, ...seen.flatMap(priceArguments)]
    const keys = keysOfChats(queue, queue.shardOf(chat), [])
    for (let again = seen.length > 0 ? 1 : 0; again === 1; )
      [again] = (await MATCH.run(redis, keys, args)) as [number, number]
  }

  /** A chat can be reached: clears its refusals. If it had left it comes back, from the prices that it was just shown. */
  async function revive(chat: string, seen: readonly Seen[] = []): Promise<void> {
    if ((await redis.hexists(keyOf(chat), 'live')) === 1) await redis.sadd(LIVE_CHATS, chat)
    if ((await run(REVIVE, chat, seenArguments(seen))) === 1) await announce()
  }

  const read = async (chat: string): Promise<Chat> => parseChat(await redis.hgetall(keyOf(chat)))

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
    /** Publishes to every process that the wanted monitors may have changed. */
    announce,
    read,
    readRecord,
    /** Runs a script; if it returns `gone`, revives the chat from the prices it was shown and runs it again. */
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

export type ChatScripts = ReturnType<typeof createChatScripts>
