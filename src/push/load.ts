import { keysOfShard } from '../chats/keys.ts'
import type { Reservation } from '../queue/due-queue.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'
import type { Prices } from './compose.ts'

const LOAD = loadScript(new URL('./lua/load.lua', import.meta.url))

/** What a batch of one shard is composed from: the newest prices, and the hash of each chat in the order of the batch. */
export interface Loaded {
  readonly prices: Prices
  readonly hashes: readonly Readonly<Record<string, string>>[]
}

export type Load = (shard: number, batch: readonly Reservation[]) => Promise<Loaded>

/** Reads batches in one reply each. */
export const createLoader =
  (redis: Redis): Load =>
  async (shard, batch) => {
    const keys = keysOfShard(shard)
    const reply = await LOAD.run(redis, [keys.prices, ...batch.map(({ member }) => keys.chat(member))], [])
    const [prices = {}, ...hashes] = Array.isArray(reply) ? reply.map(toRecord) : []
    return { prices: new Map(Object.entries(prices).map(([ref, json]) => [ref, JSON.parse(json)])), hashes }
  }

/** The hash that a list of field, value, … stands for. */
function toRecord(list: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {}
  for (let i = 0; i < list.length; i += 2) record[list[i] ?? ''] = list[i + 1] ?? ''
  return record
}
