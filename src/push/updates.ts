import type { Sighting } from '../board/board.ts'
import { hashOf } from '../protocol/signature.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'

const APPEND = loadScript(new URL('./lua/append.lua', import.meta.url))
const FORGET_CONSUMERS = loadScript(new URL('./lua/forget-consumers.lua', import.meta.url))
const STREAM = '{updates}'
const GROUP = 'push'
const READ_COUNT = 16
const BLOCK_MS = 1_000
const CLAIM_IDLE_MS = 10_000
/** Beyond this the receiver refuses, and the sender keeps what it has. */
const WAITING_MAX = 10_000
const REMEMBERED_SECONDS = 24 * 3600
/** A consumer that lives asks every second. */
const CONSUMER_IDLE_MS = 60_000

export interface Entry {
  readonly id: string
  readonly sightings: readonly Sighting[]
}

/** The stream of what was seen, between the receiver and the matching: kept until it was matched. */
export function createUpdates(redis: Redis) {
  return {
    /**
     * Keeps what was seen; `once` is what two deliveries of the same have in common, and the second one, within 24 h,
     * keeps nothing. Throws where Redis cannot keep it, or too much waits.
     */
    async append(sightings: readonly Sighting[], once?: string): Promise<'kept' | 'repeated'> {
      const keys = once === undefined ? [STREAM] : [STREAM, `${STREAM}:seen:${hashOf(once)}`]
      const args = [JSON.stringify(sightings), WAITING_MAX, REMEMBERED_SECONDS]
      const reply = await APPEND.run(redis, keys, args)
      if (reply === 'full') throw new Error('too many updates wait to be matched')
      return reply === 'repeated' ? 'repeated' : 'kept'
    },
    /** Makes the group where there is none, and forgets consumers that died a while ago. */
    async createGroup(): Promise<void> {
      await redis.xgroup('CREATE', STREAM, GROUP, '0', 'MKSTREAM').catch((error: unknown) => {
        if (!String(error).includes('BUSYGROUP')) throw error
      })
      await this.forgetConsumers(CONSUMER_IDLE_MS)
    },
    /** Removes consumers that asked for nothing in `idleMs` and left nothing unfinished; answers how many. */
    async forgetConsumers(idleMs: number): Promise<number> {
      return Number(await FORGET_CONSUMERS.run(redis, [STREAM], [GROUP, idleMs]))
    },
    /** Waits up to 1 s for new entries; needs a connection of its own. */
    async read(waiting: Redis, consumer: string): Promise<Entry[]> {
      const reply = await waiting.xreadgroup(
        'GROUP',
        GROUP,
        consumer,
        'COUNT',
        READ_COUNT,
        'BLOCK',
        BLOCK_MS,
        'STREAMS',
        STREAM,
        '>',
      )
      return parseRead(reply)
    },
    /** Entries that the consumer of this name took and never finished. */
    async unfinished(consumer: string): Promise<Entry[]> {
      const reply = await redis.xreadgroup(
        'GROUP',
        GROUP,
        consumer,
        'COUNT',
        READ_COUNT,
        'STREAMS',
        STREAM,
        '0',
      )
      return parseRead(reply)
    },
    /** Entries that a consumer took more than 10 s ago and never finished. */
    async claim(consumer: string): Promise<Entry[]> {
      const reply = await redis.xautoclaim(STREAM, GROUP, consumer, CLAIM_IDLE_MS, '0', 'COUNT', READ_COUNT)
      return parseEntries(Array.isArray(reply) ? reply[1] : [])
    },
    /** Both or neither: an entry that is done and still there would fill the stream for ever. */
    async finish({ id }: Entry): Promise<void> {
      await redis.multi().xack(STREAM, GROUP, id).xdel(STREAM, id).exec()
    },
  }
}

export type Updates = ReturnType<typeof createUpdates>

const parseRead = (reply: unknown): Entry[] =>
  Array.isArray(reply) ? reply.flatMap((stream: [string, unknown]) => parseEntries(stream[1])) : []

function parseEntries(entries: unknown): Entry[] {
  if (!Array.isArray(entries)) return []
  return entries.flatMap(([id, fields]: [string, string[] | null]) =>
    fields ? [{ id, sightings: JSON.parse(fields[1] ?? '[]') }] : [],
  )
}
