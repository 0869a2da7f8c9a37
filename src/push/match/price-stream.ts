import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { hashOf } from '../../api/signature.ts'
import { DAY_SECONDS } from '../../domain/caracas.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import { loadScript, type Redis, type Resources } from '../../redis/connection.ts'
import { createLeader, type Lease } from '../../redis/leader.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import { messageOf } from '../../runtime/log.ts'

const APPEND = loadScript(new URL('./append.lua', import.meta.url))
const STREAM = '{updates}'
const READ_COUNT = 16
/** How long a read waits for an entry. */
const BLOCK_MS = 500
/** If more wait, the receiver refuses notifications, and their sender keeps them. */
const WAITING_MAX = 10_000
const REMEMBERED_SECONDS = DAY_SECONDS
const ASIDE_MAX = 1_000
/** Before the first entry. */
const START = '0-0'

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

/** The Redis stream of price updates between the receiver and the matcher; an entry is deleted once it is matched. */
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
    /**
     * Reads the oldest entries that come after one, and waits up to half a second for them if `waits`. Needs a connection of its
     * own.
     */
    async read(waiting: Redis, after = START, waits = true): Promise<Entry[]> {
      const reply = await (waits
        ? waiting.xread('COUNT', READ_COUNT, 'BLOCK', BLOCK_MS, 'STREAMS', STREAM, after)
        : waiting.xread('COUNT', READ_COUNT, 'STREAMS', STREAM, after))
      return reply?.flatMap(([, entries]) => entries.map(([id, [, text = '']]) => ({ id, text }))) ?? []
    },
    finish: async ({ id }: Entry): Promise<void> => void (await redis.xdel(STREAM, id)),
    /** Moves an entry that can never be matched to a stream beside this one, which keeps the last 1,000. */
    async setAside({ id, text }: Entry): Promise<void> {
      const aside = `${STREAM}:aside`
      await redis.multi().xadd(aside, 'MAXLEN', ASIDE_MAX, '*', 'quotes', text).xdel(STREAM, id).exec()
    },
  }
}

export type PriceStream = ReturnType<typeof createPriceStream>

const BACKOFF_MS = 250
const HOLD_EVERY_MS = 300
/** Longer than a read that begins just before the lease is renewed, so that a process frozen in one takes nothing from the next leader. */
export const MATCH_LEASE_MS = BLOCK_MS + 3 * HOLD_EVERY_MS
/** An entry that fails so often while others are matched is set aside. */
const TRIES_MAX = 3

export interface ConsumerOptions extends Pick<Resources, 'log' | 'metrics'> {
  /** A connection for this consumer alone, which waits for entries; it ends with the consumer. */
  readonly waiting: Redis
  readonly stream: PriceStream
  /** The process that holds it matches the prices, in order; undefined where there is one process. */
  readonly lease?: Lease | undefined
  /** Called before failed entries are matched again. */
  readonly beginRound: () => void
  /** Matches all prices of one notification; returns how many chats it made due. */
  readonly match: (observedQuotes: readonly ObservedQuote[]) => Promise<number>
}

interface Failure {
  readonly entry: Entry
  readonly error: unknown
}

/**
 * Reads entries of the stream in order and has them matched. One that fails is tried again before new ones. One that keeps
 * failing while others are matched is set aside, as it would be tried for ever.
 */
export function createConsumer({
  waiting,
  stream,
  lease,
  beginRound,
  match,
  log,
  metrics,
}: ConsumerOptions): Part {
  const setAside = metrics.counter('updates_set_aside_total', 'Updates that could not be matched, set aside')
  const stopping = new AbortController()
  const leader = createLeader({
    lease,
    everyMs: HOLD_EVERY_MS,
    stopping: stopping.signal,
    onElected: () => {
      failed = []
    },
  })
  let running: Promise<void> = Promise.resolve()
  /** Entries that were read and could not be matched, in order. All others up to the last of them are matched and deleted. */
  let failed: readonly Entry[] = []
  const tries = new Map<string, number>()
  let hasMatched = false

  async function matchEntry(entry: Entry): Promise<void> {
    const startedAt = performance.now()
    const observedQuotes = observedQuotesOf(entry)
    const chats = await match(observedQuotes)
    hasMatched = true
    await stream.finish(entry)
    const [{ trace, quote } = {}] = observedQuotes
    const ms = Math.round(performance.now() - startedAt)
    log[quote?.simulated ? 'debug' : 'info']({ trace, chats, ms }, 'prices matched')
    tries.delete(entry.id)
  }

  async function matchEach(entries: readonly Entry[]): Promise<Failure[]> {
    const failures: Failure[] = []
    for (const entry of entries) {
      if (stopping.signal.aborted) return failures // it stays in the stream for the next leader
      await matchEntry(entry).catch((error: unknown) => failures.push({ entry, error }))
    }
    return failures
  }

  async function step(): Promise<void> {
    await leader.confirm()
    await leader.elected()
    if (stopping.signal.aborted) return
    hasMatched = false
    beginRound()
    const oldest = failed.slice(0, READ_COUNT)
    const failures = await matchEach(oldest)
    const later = failed.slice(READ_COUNT)
    failed = [...failures.map(({ entry }) => entry), ...later]
    if (later.length > 0 && failures.length < oldest.length) return // they come before new ones
    const newFailures = await matchEach(await stream.read(waiting, failed.at(-1)?.id, failed.length === 0))
    failed = [...failed, ...newFailures.map(({ entry }) => entry)]
    failures.push(...newFailures)
    const [first] = failures
    if (!first || stopping.signal.aborted) return
    log.warn({ updates: failures.length, err: messageOf(first.error) }, 'updates cannot be matched')
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
    failed = failed.filter((one) => one !== entry)
    tries.delete(entry.id)
    setAside.inc()
    log.error({ entry: entry.id, err: messageOf(error) }, 'an update is set aside: it cannot be matched')
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await step().catch(async (error: unknown) => {
        if (stopping.signal.aborted) return
        log.warn({ err: messageOf(error) }, 'updates cannot be read')
        await sleep(BACKOFF_MS)
      })
    }
  }

  return {
    name: 'match',
    async start() {
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
