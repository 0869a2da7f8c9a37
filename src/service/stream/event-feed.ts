import { type Notification, notification } from '../../api/notification.ts'
import { CURRENCIES, type Currency } from '../../rates/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Log } from '../../runtime/log.ts'
import { KEYS } from '../keys.ts'
import type { LatestQuotes } from '../latest-quotes.ts'

const PAGE_ENTRIES = 200
const READ_EVERY_MS = 5_000

/** One notification of the stream. `data` has its JSON for each currency that it has monitors of. */
export interface FeedEvent {
  /** The id in the Redis stream, ordered by `isLater`. */
  readonly id: string
  readonly data: Partial<Record<Currency, string>>
}

export interface FeedOptions {
  readonly redis: Redis
  readonly latest: Pick<LatestQuotes, 'onChange'>
  readonly log: Log
}

/** Reads the stream of notifications once for all listeners. */
export function createEventFeed({ redis, latest, log }: FeedOptions) {
  const listeners = new Set<(event: FeedEvent) => void>()
  let lastId = '0-0'
  let reading: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let stopListening = (): void => {}

  async function readNew(): Promise<void> {
    for (;;) {
      const events = await readAfter(lastId)
      for (const event of events) {
        lastId = event.id
        for (const listener of listeners) listener(event)
      }
      if (events.length < PAGE_ENTRIES) return
    }
  }

  async function readAfter(id: string): Promise<FeedEvent[]> {
    const entries = await redis.xrange(KEYS.events, `(${id}`, '+', 'COUNT', PAGE_ENTRIES)
    return entries.map(([entryId, [, body = '']]) => ({ id: entryId, data: split(body) }))
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

function split(body: string): FeedEvent['data'] {
  const whole: Notification = notification.parse(JSON.parse(body))
  const data: Partial<Record<Currency, string>> = {}
  for (const currency of CURRENCIES) {
    const monitors = whole.monitors.filter((record) => record.currency === currency)
    if (monitors.length > 0) data[currency] = JSON.stringify({ ...whole, monitors })
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
