import { CURRENCIES, type Currency } from '../../domain/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Log } from '../../runtime/log.ts'
import { KEYS } from '../keys.ts'
import type { LatestQuotes } from '../latest-quotes.ts'

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

export interface FeedOptions {
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
