import type { Update } from 'grammy/types'
import { createCircuitBreaker } from '../redis/circuit-breaker.ts'
import { loadScript, type Redis, redisTime } from '../redis/connection.ts'

const KEEP = loadScript(new URL('./lua/keep-updates.lua', import.meta.url))
/** If more wait, a webhook is refused, and Telegram keeps its update. */
const UPDATES_MAX = 10_000
const KEEP_MS_MAX = 200
const KEEPING_MAX = 500

const GROUP = 'bot'
/** One process at a time reads, so all are one consumer: what a process took and did not end belongs to the next one. */
const CONSUMER = 'worker'
const READ_COUNT = 100
/** Well below the lease of who reads: a process that is frozen in a read takes nothing from the next one. */
const BLOCK_MS = 1_000

/** Redis set of the names of all streams of updates: each bot has its own. */
const NAMES = 'inboxes'

/** An update in the stream. */
export interface StoredUpdate {
  readonly id: string
  readonly update: Update
  /** How many processes died with it in hand. */
  readonly deaths: number
}

/** What waits in a stream of updates. */
export interface UpdateBacklog {
  /** Updates that wait or are in hand. */
  readonly waiting: number
  /** For how long the first has waited (ms, by Redis' clock). */
  readonly oldestMs: number
}

export interface UpdateStreamOptions {
  readonly redis: Redis
  /** A connection for this stream alone, which waits for updates. */
  readonly waiting: Redis
  /** `inbox:` and the number of the bot, as each bot numbers its own updates. */
  readonly name: string
}

/** The Redis stream of updates from Telegram that are not done yet. Its consumer group counts how often each was in hand. */
export function createUpdateStream({ redis, waiting, name }: UpdateStreamOptions) {
  const key = `{${name}}:updates`
  const breaker = createCircuitBreaker({ ms: KEEP_MS_MAX, waitingMax: KEEPING_MAX })

  async function keep(entries: readonly (readonly [number, string])[]): Promise<void> {
    const reply = await KEEP.run(redis, [key], [UPDATES_MAX, ...entries.flat()])
    if (reply === 'full') throw new Error('too many updates wait')
  }

  return {
    /** Makes the stream visible to the operator's `due` command. */
    start: async (): Promise<void> => void (await redis.sadd(NAMES, name)),

    /** Stores updates, each once within a day. Throws where Redis does not answer within 200 ms, or too many wait. */
    append: (updates: readonly Update[]): Promise<void> => breaker(() => keep(updates.map(entryOf))),

    /** Notes an update that is done and was never stored, so that it is not handled again if Telegram repeats it. */
    note: ({ update_id }: Update): Promise<void> => breaker(() => keep([[update_id, '']])),

    /** Creates the consumer group where there is none. */
    async createGroup(): Promise<void> {
      await breaker(() => redis.xgroup('CREATE', key, GROUP, '0', 'MKSTREAM')).catch((error: unknown) => {
        if (!String(error).includes('BUSYGROUP')) throw error
      })
    },

    /** Takes updates that no process has taken; with `blocks`, waits up to a second for the first. */
    async read(blocks = false): Promise<StoredUpdate[]> {
      const ask = ['GROUP', GROUP, CONSUMER, 'COUNT', READ_COUNT] as const
      const reply = await (blocks
        ? waiting.xreadgroup(...ask, 'BLOCK', BLOCK_MS, 'STREAMS', key, '>')
        : breaker(() => redis.xreadgroup(...ask, 'STREAMS', key, '>')))
      return Array.isArray(reply) ? reply.flatMap((stream: [string, unknown]) => parseEntries(stream[1])) : []
    },

    /** Takes over updates that were taken and not ended, except those in our hands. */
    async takeOver(isInHand: (id: string) => boolean): Promise<StoredUpdate[]> {
      const taken: StoredUpdate[] = []
      for (let from = '-'; ; ) {
        const page = (await redis.xpending(key, GROUP, from, '+', READ_COUNT)) as [string, ...unknown[]][]
        const deaths = new Map(page.map(([id, , , deliveries]) => [id, Number(deliveries)]))
        const ids = [...deaths.keys()].filter((id) => !isInHand(id))
        if (ids.length > 0)
          taken.push(...parseEntries(await redis.call('XCLAIM', key, GROUP, CONSUMER, 0, ...ids), deaths))
        const last = page.at(-1)
        if (!last || page.length < READ_COUNT) return taken
        from = `(${last[0]}`
      }
    },

    /** Removes an update that is done. */
    remove: async (id: string): Promise<void> =>
      void (await redis.multi().xack(key, GROUP, id).xdel(key, id).exec()),

    /** Leaves updates to another process at a stop, which does not count as a death. */
    async giveBack(ids: readonly string[]): Promise<void> {
      if (ids.length > 0)
        await redis.call('XCLAIM', key, GROUP, CONSUMER, 0, ...ids, 'RETRYCOUNT', 0, 'JUSTID')
    },

    async backlog(): Promise<UpdateBacklog> {
      const [waiting, [first], now] = await Promise.all([
        redis.xlen(key),
        redis.xrange(key, '-', '+', 'COUNT', 1),
        redisTime(redis),
      ])
      return { waiting, oldestMs: first ? Math.max(0, now - Number.parseInt(first[0], 10)) : 0 }
    },

    /** Ends a read that waits. */
    close: (): void => waiting.disconnect(),
  }
}

export type UpdateStream = ReturnType<typeof createUpdateStream>

const entryOf = (update: Update): readonly [number, string] => [update.update_id, JSON.stringify(update)]

function parseEntries(entries: unknown, deaths?: ReadonlyMap<string, number>): StoredUpdate[] {
  if (!Array.isArray(entries)) return []
  return entries.map(([id, fields]: [string, string[]]) => ({
    id,
    update: JSON.parse(fields[1] ?? '') as Update,
    deaths: deaths?.get(id) ?? 0,
  }))
}

/** The streams of all bots that used this Redis. */
export async function openUpdateStreams(redis: Redis): Promise<Pick<UpdateStream, 'backlog'>[]> {
  const names = await redis.smembers(NAMES)
  return names.toSorted().map((name) => createUpdateStream({ redis, waiting: redis, name }))
}
