import { z } from 'zod'
import type { Redis } from '../../redis/connection.ts'
import { loadScript } from '../../redis/script.ts'
import { KEYS } from '../keys.ts'
import type { Attempt, DeliveryPayload } from './post.ts'

const ADD = loadScript(new URL('./lua/log-attempt.lua', import.meta.url))

/** Attempts kept of each webhook. */
export const LOG_ENTRIES_MAX = 100

const storedAttempt = z.object({
  notification: z.string(),
  at: z.number(),
  status: z.number(),
  ms: z.number(),
  body: z.string(),
})

/** One logged attempt: `at` in ms, `status` 0 where no answer came, `body` the JSON that was sent. */
export type LoggedAttempt = z.output<typeof storedAttempt> & { readonly id: number }

/** An entry of the log for `settle-delivery.lua`, which puts a number before it. */
export const toLogEntry = (at: number, { id, body }: DeliveryPayload, { status, ms }: Attempt): string =>
  JSON.stringify({ notification: id, at, status, ms, body } satisfies z.output<typeof storedAttempt>)

/** The log keeps this much of a delivery that cannot be read. */
const UNREADABLE_LENGTH_MAX = 1_000

/** The entry of a delivery that could not be read and was not sent: no notification id, its text as a JSON string. */
export const unreadableLogEntry = (at: number, text: string): string =>
  toLogEntry(
    at,
    { id: '', body: JSON.stringify(text.slice(0, UNREADABLE_LENGTH_MAX)) },
    { status: 0, ms: 0, retryAfterMs: 0 },
  )

/** The log of the last attempts at each webhook, newest first. */
export function createDeliveryLog(redis: Redis) {
  return {
    async read(webhookId: number): Promise<LoggedAttempt[]> {
      return (await redis.lrange(KEYS.webhookLog(webhookId), 0, LOG_ENTRIES_MAX - 1)).map(parseEntry)
    },
    /** Adds a test or a replay. */
    async add(webhookId: number, at: number, payload: DeliveryPayload, attempt: Attempt): Promise<void> {
      const keys = [KEYS.webhookLog(webhookId), KEYS.webhookLogCounter, KEYS.webhooks]
      await ADD.run(redis, keys, [toLogEntry(at, payload, attempt), LOG_ENTRIES_MAX, webhookId])
    },
  }
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>

function parseEntry(entry: string): LoggedAttempt {
  const space = entry.indexOf(' ')
  return { id: Number(entry.slice(0, space)), ...storedAttempt.parse(JSON.parse(entry.slice(space + 1))) }
}
