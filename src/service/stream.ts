import type { ServerResponse } from 'node:http'
import { setImmediate as otherWork } from 'node:timers/promises'
import { CURRENCIES, type Currency } from '../domain/monitor.ts'
import type { Redis } from '../redis/connection.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import type { LatestQuotes } from './history/latest.ts'
import { KEYS } from './keys.ts'
import { Problem } from './problems.ts'
import { type Caller, type FindCaller, isOwn } from './tokens.ts'

const PAGE_ENTRIES = 200
const READ_EVERY_MS = 5_000
/** A stream that catches up holds so many events until its reader has taken them in. */
const PIECE_ENTRIES = 50
const PIECES_AT_ONCE_MAX = 2
/** The newest events, parsed: what most readers missed. */
const KEPT_CHARS_MAX = 2 * 1024 * 1024

/** One notification of the stream. `data` has its JSON for each currency that it has monitors of. */
export interface FeedEvent {
  /** The id in the Redis stream, ordered by `isLater`. */
  readonly id: string
  readonly data: Partial<Record<Currency, string>>
}

interface FeedOptions {
  readonly redis: Redis
  readonly latest: Pick<LatestQuotes, 'onChange'>
  readonly log: Log
}

/** Reads the stream of notifications once for all listeners. */
export function createEventFeed({ redis, latest, log }: FeedOptions) {
  const listeners = new Set<(event: FeedEvent) => void>()
  const inTurn = createTurns(PIECES_AT_ONCE_MAX)
  /** All events after `keptAfter` up to `lastId`, oldest first. */
  const kept: FeedEvent[] = []
  let keptAfter = '0-0'
  let keptChars = 0
  let lastId = '0-0'
  let reading: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let stopListening = (): void => {}

  async function readNew(): Promise<void> {
    for (;;) {
      const events = await readStored(lastId, PAGE_ENTRIES)
      for (const event of events) {
        keep(event)
        for (const listener of listeners) listener(event)
      }
      if (events.length < PAGE_ENTRIES) return
    }
  }

  function keep(event: FeedEvent): void {
    lastId = event.id
    keptChars += lengthOf(event)
    kept.push(event)
    while (keptChars > KEPT_CHARS_MAX) {
      const oldest = kept.shift() ?? event
      keptAfter = oldest.id
      keptChars -= lengthOf(oldest)
    }
  }

  async function readStored(id: string, count: number): Promise<FeedEvent[]> {
    const entries = await redis.xrange(KEYS.events, `(${id}`, '+', 'COUNT', count)
    return entries.map(parseEntry)
  }

  /** The first events after an id, at most 50. Reads Redis, two readers at a time, for those that are not kept. */
  async function readAfter(id: string): Promise<readonly FeedEvent[]> {
    if (isLater(keptAfter, id)) return inTurn(() => readStored(id, PIECE_ENTRIES))
    const from = indexAfter(kept, id)
    return kept.slice(from, from + PIECE_ENTRIES)
  }

  /** Reads the new events, after the reading that is under way. */
  function readSoon(): void {
    reading = reading.then(readNew).catch((error: unknown) => {
      log.warn({ err: messageOf(error) }, 'events cannot be read')
    })
  }

  const part: Part = {
    name: 'event feed',
    async start() {
      const [newest] = await redis.xrevrange(KEYS.events, '+', '-', 'COUNT', 1)
      lastId = newest?.[0] ?? '0-0'
      keptAfter = lastId
      stopListening = latest.onChange(readSoon)
      timer = setInterval(readSoon, READ_EVERY_MS)
    },
    async stop() {
      stopListening()
      clearInterval(timer)
      await reading
    },
  }

  return {
    ...part,
    readAfter,
    lastId: (): string => lastId,
    listen(listener: (event: FeedEvent) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type EventFeed = ReturnType<typeof createEventFeed>

/** Where the events after an id begin. Of 10,000 small events each piece would otherwise be looked for through thousands. */
function indexAfter(events: readonly FeedEvent[], id: string): number {
  let [from, to] = [0, events.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (isLater(events[middle]?.id ?? '', id)) to = middle
    else from = middle + 1
  }
  return from
}

const parseEntry = ([id, [, body = '']]: [id: string, fields: string[]]): FeedEvent => ({
  id,
  data: split(body),
})

const lengthOf = ({ data }: FeedEvent): number =>
  Object.values(data).reduce((sum, text) => sum + text.length, 0)

/** Makes calls, at most `max` at once; the others wait in their order. */
function createTurns(max: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function inTurn<Result>(call: () => Promise<Result>): Promise<Result> {
    if (running < max) running += 1
    else await new Promise<void>((begin) => waiting.push(begin))
    return call().finally(() => {
      const next = waiting.shift() // takes the turn over
      if (next) next()
      else running -= 1
    })
  }
}

const RECORDS_START = '"monitors":[{"id":'
const RECORDS_BETWEEN = '},{"id":'
const RECORDS_END = '}]}'

/** Cuts the text that `publish` stored, as parsing it costs much more. Within a string of JSON these quotes would be escaped. */
function split(body: string): FeedEvent['data'] {
  const isOf = (text: string, currency: Currency): boolean => text.includes(`"currency":"${currency}"`)
  const [first, ...others] = CURRENCIES.filter((currency) => isOf(body, currency))
  if (first && others.length === 0) return { [first]: body }
  const start = body.indexOf(RECORDS_START) + RECORDS_START.length
  const records = body.slice(start, -RECORDS_END.length).split(RECORDS_BETWEEN)
  const data: Partial<Record<Currency, string>> = {}
  for (const currency of CURRENCIES) {
    const own = records.filter((record) => isOf(record, currency))
    if (own.length > 0) data[currency] = body.slice(0, start) + own.join(RECORDS_BETWEEN) + RECORDS_END
  }
  return data
}

export const EVENT_ID = /^\d{1,15}-\d{1,15}$/

/** Whether an id of the stream comes after another. */
export function isLater(id: string, than: string): boolean {
  const [ms = 0, n = 0] = id.split('-').map(Number)
  const [thanMs = 0, thanN = 0] = than.split('-').map(Number)
  return ms > thanMs || (ms === thanMs && n > thanN)
}

export const STREAMS_MAX = 1_000
const STREAMS_PER_CALLER_MAX = 10
/** A live reader that has more unread when an event comes is disconnected; it resumes by `Last-Event-ID`, at its own pace. */
export const UNREAD_BYTES_MAX = 256 * 1024
const HEARTBEAT_MS = 15_000
const CHECK_MS = 1_000
const RECONNECT_MS = 3_000

interface Subscriber {
  readonly caller: Caller
  readonly token: string
  readonly currency: Currency
  readonly response: ServerResponse
  /** The last event it has; undefined to begin with the next one. */
  readonly after: string | undefined
}

interface StreamsOptions {
  readonly feed: EventFeed
  readonly findCaller: FindCaller
  readonly log: Log
}

interface Open extends Subscriber {
  lastId: string
  isLive: boolean
}

/** The open streams of server-sent events. Ends those whose reader is too slow or whose token is revoked. */
export function createStreams({ feed, findCaller, log }: StreamsOptions) {
  const open = new Set<Open>()
  const timers: NodeJS.Timeout[] = []
  let stopListening = (): void => {}

  function write(stream: Open, text: string): void {
    if (stream.response.destroyed || stream.response.writableEnded) return
    stream.response.write(text)
  }

  function send(stream: Open, { id, data }: FeedEvent): void {
    if (!isLater(id, stream.lastId)) return
    stream.lastId = id
    const text = data[stream.currency]
    if (text !== undefined) write(stream, `id: ${id}\nevent: monitor.updated\ndata: ${text}\n\n`)
  }

  function sendLive(stream: Open, event: FeedEvent): void {
    if (stream.response.writableLength > UNREAD_BYTES_MAX) stream.response.destroy()
    else send(stream, event)
  }

  /**
   * Sends what a reader missed as fast as it takes that in. Goes live in the same tick that found nothing left to send, so that no
   * event is lost in between.
   */
  async function catchUp(stream: Open): Promise<void> {
    while (!stream.response.destroyed && isLater(feed.lastId(), stream.lastId)) {
      const until = feed.lastId()
      const events = await feed.readAfter(stream.lastId)
      for (const event of events) {
        send(stream, event)
        if (stream.response.writableNeedDrain) await drained(stream.response)
      }
      if (events.length === 0) stream.lastId = until // the events in between were trimmed
      await otherWork()
    }
    stream.isLive = true
  }

  /** Throws a Problem where there are too many. */
  function requirePlace(caller: Caller): void {
    const own = [...open].filter((stream) => stream.caller.owner === caller.owner).length
    if (open.size < STREAMS_MAX && (isOwn(caller) || own < STREAMS_PER_CALLER_MAX)) return
    throw new Problem(429, 'Too many streams are open: close one first.', {
      headers: { 'retry-after': '60' },
    })
  }

  function add(subscriber: Subscriber): void {
    const { after } = subscriber
    const isPast = after !== undefined && isLater(feed.lastId(), after)
    const stream: Open = { ...subscriber, lastId: isPast ? after : feed.lastId(), isLive: false }
    open.add(stream)
    subscriber.response.once('close', () => open.delete(stream))
    // With the id, so that a reader resumes which is cut before it has its first event.
    write(stream, `retry: ${RECONNECT_MS}\nid: ${stream.lastId}\n\n`)
    catchUp(stream).catch((error: unknown) => {
      log.warn({ err: messageOf(error) }, 'stream cannot catch up')
      stream.response.destroy()
    })
  }

  async function endRevoked(): Promise<void> {
    for (const token of new Set([...open].map((stream) => stream.token))) {
      if (await findCaller(token)) continue
      for (const stream of open) if (stream.token === token) stream.response.end()
    }
  }

  const part: Part = {
    name: 'streams',
    async start() {
      stopListening = feed.listen((event) => {
        for (const stream of open) if (stream.isLive) sendLive(stream, event)
      })
      const beat = (): void => {
        // What nobody reads is not kept open by this: the server ends a connection on which nothing moves for a minute.
        for (const stream of open) if (!stream.response.writableNeedDrain) write(stream, ': still here\n\n')
      }
      const check = (): void =>
        void endRevoked().catch((error: unknown) => log.warn({ err: messageOf(error) }, 'tokens of streams'))
      timers.push(setInterval(beat, HEARTBEAT_MS), setInterval(check, CHECK_MS))
    },
    async stop() {
      stopListening()
      for (const timer of timers) clearInterval(timer)
      for (const stream of open) stream.response.end()
    },
  }
  return { ...part, requirePlace, add, count: (): number => open.size }
}

export type Streams = ReturnType<typeof createStreams>

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
