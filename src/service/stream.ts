import type { ServerResponse } from 'node:http'
import { setImmediate as otherWork } from 'node:timers/promises'
import { notification } from '../api/notification.ts'
import { CURRENCIES, type Currency } from '../domain/monitor.ts'
import type { Resources } from '../redis/connection.ts'
import { createTurns } from '../runtime/clock.ts'
import { warnOf } from '../runtime/log.ts'
import type { LatestQuotes } from './history/latest.ts'
import { KEYS } from './keys.ts'
import { tryLater } from './problems.ts'
import { type Caller, type FindCaller, isOwn } from './tokens.ts'

export const STREAMS_MAX = 1_000
const STREAMS_PER_CALLER_MAX = 10
/** A live reader that has more unread when an event comes is disconnected; it resumes by `Last-Event-ID`, at its own pace. */
export const UNREAD_BYTES_MAX = 256 * 1024
const NEW_ENTRIES_AT_ONCE = 200
/** A stream that catches up holds so many events until its reader has taken them in. */
const PIECE_ENTRIES = 50
/** Announcements of new events may be missed. */
const READ_EVERY_MS = 5_000
const HEARTBEAT_MS = 15_000
const CHECK_MS = 1_000
const RECONNECT_MS = 3_000

/** One notification of the stream. `data` has its JSON for each currency that it has monitors of. */
interface StreamEvent {
  /** The id in the Redis stream, ordered by `isLater`. */
  readonly id: string
  readonly data: Partial<Record<Currency, string>>
}

interface Subscriber {
  readonly caller: Caller
  readonly token: string
  readonly currency: Currency
  readonly response: ServerResponse
  /** The last event it has; undefined to begin with the next one. */
  readonly after: string | undefined
}

interface StreamsOptions extends Pick<Resources, 'redis' | 'log'> {
  readonly latest: Pick<LatestQuotes, 'onChange'>
  readonly findCaller: FindCaller
}

interface Open extends Subscriber {
  lastId: string
  /** It has everything up to the newest event, so new ones are sent to it as they come. */
  isLive: boolean
}

/**
 * The open streams of server-sent events. New notifications are read from Redis once for all of them. Ends a stream whose
 * reader is too slow or whose token is revoked.
 */
export function createStreams({ redis, latest, findCaller, log }: StreamsOptions) {
  const open = new Set<Open>()
  const timers: NodeJS.Timeout[] = []
  /** The newest event that was read; undefined before the start. */
  let lastId: string | undefined
  let reading: Promise<void> = Promise.resolve()
  const inTurn = createTurns()
  let stopListening = (): void => {}

  async function readStored(after: string, count: number): Promise<StreamEvent[]> {
    const entries = await redis.xrange(KEYS.events, `(${after}`, '+', 'COUNT', count)
    return entries.map(([id, [, body = '']]) => ({ id, data: split(body) }))
  }

  async function readNew(): Promise<void> {
    let events: StreamEvent[]
    do {
      events = await readStored(lastId ?? '0-0', NEW_ENTRIES_AT_ONCE)
      for (const event of events) {
        lastId = event.id
        for (const stream of open) if (stream.isLive) sendLive(stream, event)
      }
    } while (events.length === NEW_ENTRIES_AT_ONCE)
  }

  /** Reads the new events, after the reading that is under way. */
  function readSoon(): void {
    reading = reading.then(readNew).catch(warnOf(log, 'events cannot be read'))
  }

  /** Reads the first events after an id, for one reader at a time: a thousand may come back at once. */
  const readPiece = (after: string) => inTurn(() => readStored(after, PIECE_ENTRIES))

  function write(stream: Open, text: string): void {
    if (stream.response.destroyed || stream.response.writableEnded) return
    stream.response.write(text)
  }

  function send(stream: Open, { id, data }: StreamEvent): void {
    if (!isLater(id, stream.lastId)) return
    stream.lastId = id
    const text = data[stream.currency]
    if (text !== undefined) write(stream, `id: ${id}\nevent: monitor.updated\ndata: ${text}\n\n`)
  }

  function sendLive(stream: Open, event: StreamEvent): void {
    if (stream.response.writableLength > UNREAD_BYTES_MAX) stream.response.destroy()
    else send(stream, event)
  }

  /**
   * Sends what a reader missed as fast as it takes that in. Goes live in the same tick that found nothing left to send, so that no
   * event is lost in between.
   */
  async function catchUp(stream: Open): Promise<void> {
    while (!stream.response.destroyed && lastId !== undefined && isLater(lastId, stream.lastId)) {
      const until = lastId
      const events = await readPiece(stream.lastId)
      for (const event of events) {
        send(stream, event)
        if (stream.response.writableNeedDrain) await drained(stream.response)
      }
      if (events.length === 0) stream.lastId = until // the events in between were trimmed
      await otherWork()
    }
    stream.isLive = true
  }

  async function endRevoked(): Promise<void> {
    for (const token of new Set([...open].map((stream) => stream.token))) {
      if (await findCaller(token)) continue
      for (const stream of open) if (stream.token === token) stream.response.end()
    }
  }

  return {
    name: 'streams',
    async start(): Promise<void> {
      const [newest] = await redis.xrevrange(KEYS.events, '+', '-', 'COUNT', 1)
      lastId = newest?.[0] ?? '0-0'
      stopListening = latest.onChange(readSoon)
      const beat = (): void => {
        // What nobody reads is not kept open by this: the server ends a connection on which nothing moves for a minute.
        for (const stream of open) if (!stream.response.writableNeedDrain) write(stream, ': still here\n\n')
      }
      const check = (): void => void endRevoked().catch(warnOf(log, 'tokens of streams'))
      timers.push(
        setInterval(readSoon, READ_EVERY_MS),
        setInterval(beat, HEARTBEAT_MS),
        setInterval(check, CHECK_MS),
      )
    },
    async stop(): Promise<void> {
      stopListening()
      for (const timer of timers) clearInterval(timer)
      for (const stream of open) stream.response.end()
      await reading
    },
    /** Throws a Problem where there are too many streams, or none yet. */
    requirePlace(caller: Caller): void {
      const own = [...open].filter((stream) => stream.caller.owner === caller.owner).length
      const isFull = open.size >= STREAMS_MAX || (own >= STREAMS_PER_CALLER_MAX && !isOwn(caller))
      if (isFull) throw tryLater(429, 'Too many streams are open: close one first.', 60)
      if (lastId === undefined) throw tryLater(503, 'The service is starting: try again.', 1)
    },
    /** Opens a stream that ends with its connection. */
    add(subscriber: Subscriber): void {
      const { after } = subscriber
      const newest = lastId ?? '0-0'
      const isPast = after !== undefined && isLater(newest, after)
      const stream: Open = { ...subscriber, lastId: isPast ? after : newest, isLive: false }
      open.add(stream)
      subscriber.response.once('close', () => open.delete(stream))
      // With the id, so that a reader resumes which is cut before it has its first event.
      write(stream, `retry: ${RECONNECT_MS}\nid: ${stream.lastId}\n\n`)
      catchUp(stream).catch((error: unknown) => {
        warnOf(log, 'stream cannot catch up')(error)
        stream.response.destroy()
      })
    },
    count: (): number => open.size,
  }
}

export type Streams = ReturnType<typeof createStreams>

async function drained(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  response.on('drain', resolve).on('close', resolve)
  await promise
  response.off('drain', resolve).off('close', resolve)
}

/** The JSON of a notification for each currency in it. Most have one: those are not parsed. Within a string of JSON these quotes would be escaped. */
function split(body: string): StreamEvent['data'] {
  const found = CURRENCIES.filter((currency) => body.includes(`"currency":"${currency}"`))
  if (found.length === 1) return Object.fromEntries(found.map((currency) => [currency, body]))
  const whole = notification.parse(JSON.parse(body))
  return Object.fromEntries(
    found.map((currency) => {
      const monitors = whole.monitors.filter((record) => record.currency === currency)
      return [currency, JSON.stringify({ ...whole, monitors })]
    }),
  )
}

export const EVENT_ID = /^\d{1,15}-\d{1,15}$/

/** Whether an id of the stream comes after another. */
function isLater(id: string, than: string): boolean {
  const [ms = 0, n = 0] = id.split('-').map(Number)
  const [thanMs = 0, thanN = 0] = than.split('-').map(Number)
  return ms > thanMs || (ms === thanMs && n > thanN)
}
