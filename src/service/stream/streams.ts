import type { ServerResponse } from 'node:http'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { Currency } from '../../domain/monitor.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Log } from '../../runtime/log.ts'
import { Problem } from '../problems.ts'
import { type Caller, type FindCaller, isOwn } from '../tokens.ts'
import { type EventFeed, type FeedEvent, isLater } from './event-feed.ts'

export const STREAMS_MAX = 1_000
export const STREAMS_PER_CALLER_MAX = 10
/** A live reader that has more unread when an event comes is disconnected; it resumes by `Last-Event-ID`, at its own pace. */
export const UNREAD_BYTES_MAX = 256 * 1024
const HEARTBEAT_MS = 15_000
const CHECK_MS = 1_000
const RECONNECT_MS = 3_000

export interface Subscriber {
  readonly caller: Caller
  readonly token: string
  readonly currency: Currency
  readonly response: ServerResponse
  /** The last event it has; undefined to begin with the next one. */
  readonly after: string | undefined
}

export interface StreamsOptions {
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
