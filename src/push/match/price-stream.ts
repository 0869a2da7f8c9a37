import { z } from 'zod'
import { hashOf } from '../../api/signature.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import { DAY_SECONDS, MINUTE_MS } from '../../rates/durations.ts'
import type { Redis } from '../../redis/connection.ts'
import { loadScript } from '../../redis/script.ts'
import { messageOf } from '../../runtime/failure.ts'

const APPEND = loadScript(new URL('./append.lua', import.meta.url))
const FORGET_CONSUMERS = loadScript(new URL('./forget-consumers.lua', import.meta.url))
const STREAM = '{updates}'
const GROUP = 'push'
const READ_COUNT = 16
/** How long a read waits at most; a process that is frozen in one gets nothing from it once another has taken over. */
export const BLOCK_MS = 500
const CLAIM_COUNT = 100
/** Beyond this the receiver refuses notifications, and the sender keeps them. */
const WAITING_MAX = 10_000
const REMEMBERED_SECONDS = DAY_SECONDS
const ASIDE_MAX = 1_000
/** A live consumer reads every second. */
const CONSUMER_IDLE_MS = MINUTE_MS

/** The prices of one notification, not parsed yet: one that cannot be read must not harm the others. */
export interface Entry {
  readonly id: string
  readonly text: string
}

/** Throws where the text is not what `append` writes: another version may have written it, and a wrong time would spoil the shards. */
export const observedQuotesOf = ({ text }: Entry): readonly ObservedQuote[] =>
  z.array(OBSERVED_QUOTE).parse(JSON.parse(text)) as unknown as readonly ObservedQuote[]

const OBSERVED_QUOTE = z.looseObject({
  asOf: z.int().nonnegative(),
  corrects: z.int().nonnegative().optional(),
  quote: z.looseObject({
    monitor: z.object({ page: z.string(), currency: z.string(), key: z.string() }),
    price: z.string().regex(/^\d+(\.\d+)?$/),
  }),
})

/** Whether the stream is gone, and its consumer group with it. */
export const isGroupGone = (error: unknown): boolean => /^(NOGROUP|UNBLOCKED) /.test(messageOf(error))

/** The Redis stream of price updates between the receiver and the matcher; an entry is kept until it was matched. */
export function createPriceStream(redis: Redis) {
  return {
    /**
     * Appends the prices of one notification. `once` is what two deliveries of the same notification have in common: the
     * second one within 24 h appends nothing. Throws where Redis cannot keep it, or too many wait.
     */
    async append(observedQuotes: readonly ObservedQuote[], once?: string): Promise<'kept' | 'repeated'> {
      const keys = once === undefined ? [STREAM] : [STREAM, `${STREAM}:seen:${hashOf(once)}`]
      const args = [JSON.stringify(observedQuotes), WAITING_MAX, REMEMBERED_SECONDS]
      const reply = await APPEND.run(redis, keys, args)
      if (reply === 'full') throw new Error('too many updates wait to be matched')
      return reply === 'repeated' ? 'repeated' : 'kept'
    },
    /** Creates the consumer group where there is none, and removes consumers that died a while ago. */
    async createGroup(): Promise<void> {
      await redis.xgroup('CREATE', STREAM, GROUP, '0', 'MKSTREAM').catch((error: unknown) => {
        if (!String(error).includes('BUSYGROUP')) throw error
      })
      await this.forgetConsumers(CONSUMER_IDLE_MS)
    },
    /** Removes consumers that read nothing in `idleMs` and left nothing unfinished; returns how many. */
    async forgetConsumers(idleMs: number): Promise<number> {
      return Number(await FORGET_CONSUMERS.run(redis, [STREAM], [GROUP, idleMs]))
    },
    /** Reads new entries; waits up to half a second for them, unless `waits` is false. Needs a connection of its own. */
    async read(waiting: Redis, consumer: string, waits = true): Promise<Entry[]> {
      const ask = ['GROUP', GROUP, consumer, 'COUNT', READ_COUNT] as const
      const reply = await (waits
        ? waiting.xreadgroup(...ask, 'BLOCK', BLOCK_MS, 'STREAMS', STREAM, '>')
        : waiting.xreadgroup(...ask, 'STREAMS', STREAM, '>'))
      return parseRead(reply)
    },
    /** Reads the entries that a consumer took and never finished. */
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
    /** Hands this consumer every entry that another took and never finished. */
    async takeOver(consumer: string): Promise<void> {
      for (let next: unknown = '0'; next !== undefined && next !== '0-0'; ) {
        const reply = await redis.xautoclaim(STREAM, GROUP, consumer, 0, String(next), 'COUNT', CLAIM_COUNT)
        next = Array.isArray(reply) ? reply[0] : undefined
      }
    },
    /** Acknowledges and deletes an entry in one step: one that is only acknowledged would fill the stream for ever. */
    async finish({ id }: Entry): Promise<void> {
      await redis.multi().xack(STREAM, GROUP, id).xdel(STREAM, id).exec()
    },
    /** Moves an entry that can never be matched to a stream beside this one, which keeps the last 1,000. */
    async setAside({ id, text }: Entry): Promise<void> {
      const aside = `${STREAM}:aside`
      await redis
        .multi()
        .xadd(aside, 'MAXLEN', ASIDE_MAX, '*', 'sightings', text)
        .xack(STREAM, GROUP, id)
        .xdel(STREAM, id)
        .exec()
    },
  }
}

export type PriceStream = ReturnType<typeof createPriceStream>

const parseRead = (reply: unknown): Entry[] =>
  Array.isArray(reply) ? reply.flatMap((stream: [string, unknown]) => parseEntries(stream[1])) : []

function parseEntries(entries: unknown): Entry[] {
  if (!Array.isArray(entries)) return []
  return entries.flatMap(([id, fields]: [string, string[] | null]) =>
    fields ? [{ id, text: fields[1] ?? '' }] : [],
  )
}
