import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { hashOf } from '../../api/signature.ts'
import { DAY_SECONDS, MINUTE_MS } from '../../domain/durations.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import type { Redis } from '../../redis/connection.ts'
import { createLeader, type Lease } from '../../redis/leader.ts'
import { loadScript } from '../../redis/script.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Log } from '../../runtime/log.ts'
import type { Metrics } from '../../runtime/metrics.ts'

const APPEND = loadScript(new URL('./append.lua', import.meta.url))
const FORGET_CONSUMERS = loadScript(new URL('./forget-consumers.lua', import.meta.url))
const STREAM = '{updates}'
const GROUP = 'push'
const READ_COUNT = 16
/** How long a read waits for an entry. */
const BLOCK_MS = 500
const CLAIM_COUNT = 100
/** If more wait, the receiver refuses notifications, and their sender keeps them. */
const WAITING_MAX = 10_000
const REMEMBERED_SECONDS = DAY_SECONDS
const ASIDE_MAX = 1_000
/** A live consumer reads every second. */
const CONSUMER_IDLE_MS = MINUTE_MS

/** The prices of one notification, not parsed yet, so that one that cannot be parsed does not stop the others. */
interface Entry {
  readonly id: string
  readonly text: string
}

/** Throws where the text is not what `append` writes. Another version may have written it, and shards would keep a wrong time. */
const observedQuotesOf = ({ text }: Entry): readonly ObservedQuote[] =>
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
const isGroupGone = (error: unknown): boolean => /^(NOGROUP|UNBLOCKED) /.test(messageOf(error))

/** The Redis stream of price updates between the receiver and the matcher; an entry is kept until it is matched. */
export function createPriceStream(redis: Redis) {
  return {
    /**
     * Appends the prices of one notification. `once` is the same for two deliveries of one notification: the second within
     * 24 h appends nothing. Throws where Redis cannot keep it, or too many wait.
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

const BACKOFF_MS = 250
const HOLD_EVERY_MS = 300
/** Longer than a read that begins just before the lease is renewed, so that a process frozen in one takes nothing from the next leader. */
export const MATCH_LEASE_MS = BLOCK_MS + 3 * HOLD_EVERY_MS
/** An entry that fails so often while others are matched is set aside. */
const TRIES_MAX = 3

export interface ConsumerOptions {
  /** A connection for this consumer alone, which waits for entries; it ends with the consumer. */
  readonly waiting: Redis
  readonly stream: PriceStream
  readonly consumer: string
  /** The process that holds it matches the prices, in order; undefined where there is one process. */
  readonly lease?: Lease | undefined
  /** Called before unfinished entries are matched again. */
  readonly beginRound: () => void
  /** Matches all prices of one notification: how many chats it made due; undefined where no shard had to take any. */
  readonly match: (observedQuotes: readonly ObservedQuote[]) => Promise<number | undefined>
  readonly log: Log
  readonly metrics: Metrics
}

interface Failure {
  readonly entry: Entry
  readonly error: unknown
}

/**
 * Reads entries of the stream in order and has them matched. One that fails is tried again before new ones. One that keeps
 * failing while others are matched is set aside, as it would block the stream.
 */
export function createConsumer({
  waiting,
  stream,
  consumer,
  lease,
  beginRound,
  match,
  log,
  metrics,
}: ConsumerOptions): Part {
  const setAside = metrics.counter('updates_set_aside_total', 'Updates that could not be matched, set aside')
  const tries = new Map<string, number>()
  const stopping = new AbortController()
  const leader = createLeader({ lease, everyMs: HOLD_EVERY_MS, stopping: stopping.signal })
  let running: Promise<void> = Promise.resolve()
  /** Aborted once another process may have led. */
  let leadershipSignal = AbortSignal.abort()
  let hasUnfinished = true
  let hasMatched = false

  /** Resolves when this process leads and has taken over unfinished entries. */
  async function takeLead(): Promise<void> {
    await leader.confirm()
    await leader.elected()
    if (!leadershipSignal.aborted || stopping.signal.aborted) return
    const begun = leader.signal()
    await stream.takeOver(consumer)
    leadershipSignal = begun
    hasUnfinished = true
  }

  async function matchEntry(entry: Entry): Promise<void> {
    const startedAt = performance.now()
    const observedQuotes = observedQuotesOf(entry)
    const chats = await match(observedQuotes)
    hasMatched ||= chats !== undefined
    await stream.finish(entry)
    const [{ trace, quote } = {}] = observedQuotes
    const ms = Math.round(performance.now() - startedAt)
    log[quote?.simulated ? 'debug' : 'info']({ trace, chats, ms }, 'prices matched')
    tries.delete(entry.id)
  }

  async function matchEach(entries: readonly Entry[]): Promise<Failure[]> {
    const failures: Failure[] = []
    for (const entry of entries) {
      if (stopping.signal.aborted) return failures // it stays unfinished for the next leader
      await matchEntry(entry).catch((error: unknown) => failures.push({ entry, error }))
    }
    return failures
  }

  async function step(): Promise<void> {
    await takeLead()
    if (stopping.signal.aborted) return
    hasMatched = false
    beginRound()
    const left = hasUnfinished ? await stream.unfinished(consumer) : []
    const failures = await matchEach(left)
    hasUnfinished = hasUnfinished && left.length > 0
    if (left.length > 0 && failures.length === 0) return
    failures.push(...(await matchEach(await stream.read(waiting, consumer, failures.length === 0))))
    const [first] = failures
    if (!first || stopping.signal.aborted) return
    log.warn({ updates: failures.length, err: messageOf(first.error) }, 'updates cannot be matched')
    hasUnfinished = true
    for (const failure of failures) await judge(failure)
    await sleep(BACKOFF_MS)
  }

  /** Counts a failure and sets the entry aside after the third. If no entry can be matched, this one is not the cause. */
  async function judge({ entry, error }: Failure): Promise<void> {
    if (!hasMatched) return
    const count = (tries.get(entry.id) ?? 0) + 1
    tries.set(entry.id, count)
    if (count < TRIES_MAX) return
    await stream.setAside(entry)
    tries.delete(entry.id)
    setAside.inc()
    log.error({ entry: entry.id, err: messageOf(error) }, 'an update is set aside: it cannot be matched')
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await step().catch(async (error: unknown) => {
        if (stopping.signal.aborted) return
        log.warn({ err: messageOf(error) }, 'updates cannot be read')
        hasUnfinished = true
        const isMade = isGroupGone(error) && (await isDone(stream.createGroup()))
        if (!isMade) await sleep(BACKOFF_MS)
      })
    }
  }

  return {
    name: 'match',
    async start() {
      await stream.createGroup()
      running = run()
    },
    async stop() {
      stopping.abort()
      waiting.disconnect()
      await running
      await leader.resign()
    },
  }
}

const isDone = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
