import { createChats } from '../../src/chats/chats.ts'
import { TAGS } from '../../src/chats/keys.ts'
import { keysOfChats, MATCH, priceArguments } from '../../src/chats/scripts.ts'
import { runDue } from '../../src/cli/due.ts'
import { createDueQueue } from '../../src/queue/due-queue.ts'
import type { Redis } from '../../src/redis/connection.ts'
import { quoteOf } from './push.ts'
import { useEmptyRedis } from './redis.ts'

const PAGE = 1_000

/** Chats and their queue in a Redis of one test file, which is empty before each test. */
export async function useChats() {
  const server = await useEmptyRedis()
  const { redis } = server
  const queue = createDueQueue({ redis, name: 'due', tags: TAGS })
  /** Lets every chat hear of a price of the dollar. */
  const see = async (price: string, asOf: number): Promise<void> => {
    const args = [PAGE, ...priceArguments({ quote: quoteOf(price), asOf })]
    for (let shard = 0; shard < queue.shards; shard++)
      await MATCH.run(redis, keysOfChats(queue, shard, []), args)
  }
  return { ...server, queue, chats: createChats({ redis, queue }), see }
}

/** Runs the operator's `due` command in this process; the lines that it printed. */
export async function runDueCommand(redis: Redis, ...args: readonly string[]): Promise<string[]> {
  const lines: string[] = []
  await runDue(args, { redis, print: (line) => lines.push(...line.split('\n')) })
  return lines
}

/** The keys of Redis that name a text, by themselves or by what they hold. */
export async function namedIn(redis: Redis, text: string): Promise<string[]> {
  const read: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, '0', '-1'),
    list: (key) => redis.lrange(key, '0', '-1'),
    stream: (key) => redis.xrange(key, '-', '+'),
  }
  const keys = await redis.keys('*')
  const held = await Promise.all(keys.map(async (key) => read[await redis.type(key)]?.(key)))
  return keys.filter((key, at) => key.includes(text) || JSON.stringify(held[at] ?? '').includes(text))
}
