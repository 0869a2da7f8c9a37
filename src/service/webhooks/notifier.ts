import { Agent, type Dispatcher, request } from 'undici'
import { z } from 'zod'
import { notification } from '../../api/notification.ts'
import { storedJson } from '../../api/record.ts'
import { sign } from '../../api/signature.ts'
import { MINUTE_MS } from '../../domain/caracas.ts'
import { monitorRef } from '../../domain/monitor.ts'
import { loadScript, type Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type AddressGuard, parseTarget } from '../address-guard.ts'
import { KEYS } from '../keys.ts'
import { isOwn } from '../tokens.ts'
import type { Webhook } from './store.ts'

const NOTIFICATION_JSON = storedJson.pipe(notification)

/** The part of a waiting notification that a webhook still registers; undefined where that is nothing. */
export function toDeliveryPayload(
  webhook: Webhook,
  body: string,
): DeliveryPayload | 'unreadable' | undefined {
  const read = NOTIFICATION_JSON.safeParse(body)
  if (!read.success) return 'unreadable'
  const waiting = read.data
  const monitors = waiting.monitors.filter((record) => webhook.monitors.includes(monitorRef(record)))
  if (monitors.length === 0) return undefined
  if (monitors.length === waiting.monitors.length) return { id: waiting.id, body }
  return { id: waiting.id, body: JSON.stringify({ ...waiting, monitors }) }
}

export const TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = MINUTE_MS
const ANSWER_BYTES_MAX = 64 * 1024
const RETRY_AFTER_SECONDS_MAX = 36_000
const USER_AGENT = 'tasa-webhooks/1'

/** What is sent to a receiver: a notification's id, and its JSON. */
export interface DeliveryPayload {
  readonly id: string
  readonly body: string
}

/** One call of a receiver. `status` is 0 where no answer came; `retryAfterMs` is from its `Retry-After`, or 0. */
export interface Attempt {
  readonly status: number
  readonly ms: number
  readonly retryAfterMs: number
  /** We aborted the call to stop: it is no failure of the receiver. */
  readonly isBrokenOff?: true
}
/** Whether a receiver took a call; `status` is 0 or null where no answer came. */
export const isAccepted = ({ status }: { readonly status: number | null }): boolean =>
  status !== null && status >= 200 && status < 300

/** Whether a webhook may be called without the address guard. */
export type IsOpen = (webhook: Pick<Webhook, 'owner' | 'url'>) => boolean

export interface OpenOptions {
  /** Exact urls of webhooks that may have private addresses; true: every webhook may. */
  readonly allowPrivate: true | readonly string[]
  /**
   * The url of the process' own receiver, allowed for its own token alone. Undefined where it has none: a webhook that an earlier
   * process registered for its own is then removed.
   */
  readonly ownReceiverUrl: (() => string) | undefined
}

export const createIsOpen =
  ({ allowPrivate, ownReceiverUrl }: OpenOptions): IsOpen =>
  (webhook) =>
    allowPrivate === true ||
    allowPrivate.includes(webhook.url) ||
    (isOwn(webhook) && webhook.url === ownReceiverUrl?.())

interface PostOptions {
  readonly guard: AddressGuard
  readonly clock: Clock
  readonly isOpen: IsOpen
}

/** Calls receivers over kept connections. Follows no redirects, and connects to no private address. */
export function createNotifier({ guard, clock, isOpen }: PostOptions) {
  const agents = new Map<string, Agent>()
  const stopping = new AbortController()

  function agentFor(isGuarded: boolean, isVerified: boolean): Agent {
    const name = `${isGuarded} ${isVerified}`
    const known = agents.get(name)
    if (known) return known
    const connect = {
      rejectUnauthorized: isVerified,
      timeout: CONNECT_TIMEOUT_MS,
      ...(isGuarded && { lookup: guard.lookup }),
    }
    const made = new Agent({ allowH2: false, keepAliveTimeout: KEEP_ALIVE_MS, connect })
    agents.set(name, made)
    return made
  }

  async function call(webhook: Webhook, { id, body }: DeliveryPayload): Promise<Dispatcher.ResponseData> {
    const url = parseTarget(webhook.url)
    const isGuarded = !isOpen(webhook)
    if (!url || (isGuarded && !guard.mayConnect(url))) throw new Error('refused')
    const timestampSeconds = Math.floor(clock() / 1000)
    return request(url, {
      method: 'POST',
      dispatcher: agentFor(isGuarded, webhook.certificate_ssl),
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping.signal]),
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        authorization: `Bearer ${webhook.secret}`,
        'webhook-id': id,
        'x-request-id': id, // other servers of this interface send this one
        'webhook-timestamp': String(timestampSeconds),
        'webhook-signature': sign(webhook.secret, { id, timestampSeconds, body }),
      },
      body,
    })
  }

  return {
    /** Calls the receiver once, for at most 15 s. Never throws. */
    async send(webhook: Webhook, payload: DeliveryPayload): Promise<Attempt> {
      const startedAt = performance.now()
      const elapsed = (): number => Math.round(performance.now() - startedAt)
      try {
        const { statusCode, headers, body } = await call(webhook, payload)
        const ms = elapsed()
        await body.dump({ limit: ANSWER_BYTES_MAX }).catch(() => undefined)
        return { status: statusCode, ms, retryAfterMs: parseRetryAfter(headers['retry-after'], clock()) }
      } catch {
        // The owner sees one status for every error, so that nobody can probe our network.
        const isBrokenOff = stopping.signal.aborted
        return { status: 0, ms: elapsed(), retryAfterMs: 0, ...(isBrokenOff && { isBrokenOff }) }
      }
    },
    /** Aborts the calls in flight. */
    async close(): Promise<void> {
      stopping.abort()
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

export type Notifier = ReturnType<typeof createNotifier>

/** `Retry-After` in seconds or as a date, in ms from now, at most 10 h; 0 where there is none. */
export function parseRetryAfter(header: string | string[] | undefined, now: number): number {
  const text = String(header ?? '').trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), RETRY_AFTER_SECONDS_MAX) * 1000
}

const LOG = loadScript(new URL('./lua/log-attempt.lua', import.meta.url))

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
type LoggedAttempt = z.output<typeof storedAttempt> & { readonly id: number }

/** An entry of the log for `settle-delivery.lua`, which puts a number before it. */
export const toLogEntry = (at: number, { id, body }: DeliveryPayload, { status, ms }: Attempt): string =>
  JSON.stringify({ notification: id, at, status, ms, body } satisfies z.output<typeof storedAttempt>)

/** The log keeps this much of a delivery that cannot be read. */
const UNREADABLE_LENGTH_MAX = 1_000

/** The entry of a delivery that could not be read and was not sent: no notification id, its text as a JSON string. */
export function unreadableLogEntry(at: number, text: string): string {
  const body = JSON.stringify(text.slice(0, UNREADABLE_LENGTH_MAX))
  return toLogEntry(at, { id: '', body }, { status: 0, ms: 0, retryAfterMs: 0 })
}

/** The log of the last attempts at each webhook, newest first. */
export function createDeliveryLog(redis: Redis) {
  return {
    async read(webhookId: number): Promise<LoggedAttempt[]> {
      return (await redis.lrange(KEYS.webhookLog(webhookId), 0, LOG_ENTRIES_MAX - 1)).map(parseEntry)
    },
    /** Adds a test or a replay. */
    async add(webhookId: number, at: number, payload: DeliveryPayload, attempt: Attempt): Promise<void> {
      const keys = [KEYS.webhookLog(webhookId), KEYS.webhookLogCounter, KEYS.webhooks]
      await LOG.run(redis, keys, [toLogEntry(at, payload, attempt), LOG_ENTRIES_MAX, webhookId])
    },
  }
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>

function parseEntry(entry: string): LoggedAttempt {
  const space = entry.indexOf(' ')
  return { id: Number(entry.slice(0, space)), ...storedAttempt.parse(JSON.parse(entry.slice(space + 1))) }
}
