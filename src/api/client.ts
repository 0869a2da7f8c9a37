import { request } from 'undici'
import { z } from 'zod'
import type { Day } from '../domain/caracas.ts'
import type { DailyPrice, PriceUpdate } from '../domain/in-force.ts'
import type { Currency, MonitorId, Quote } from '../domain/monitor.ts'
import { readBytes } from '../runtime/http.ts'
import { messageOf } from '../runtime/log.ts'
import { parseDays, parseUpdates } from './history.ts'
import { type ListedWebhook, type Registration, tolerantWebhook } from './notification.ts'
import { FOREIGN_NAME, instantOf, parseJson, tolerantRecord, toQuote, wireDatetime } from './record.ts'

const TIMEOUT_MS = 10_000
const BODY_BYTES_MAX = 4 * 1024 * 1024
/** Refusals of the server are shown in the log and to operators. */
const PROBLEM_LENGTH_MAX = 300

const TOKEN_REFUSED =
  'the rate API refuses RATES_API_TOKEN (401): set a new one. On our own service, as after restoring an older backup: npm run token -- create NAME'

/** A refusal or failure of the rate API. `status` is 0 without an answer that can be read. */
export class RatesError extends Error {
  override readonly name = 'RatesError'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** All monitors of one page in one currency at `asOf` (ms, the server's clock; undefined if it does not say). */
export interface Snapshot {
  readonly asOf: number | undefined
  readonly quotes: readonly Quote[]
}

interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly timeoutMs?: number
}

/** A client of the rate API, for any server of its interface. Throws RatesError. */
export function createRatesClient({ baseUrl, token }: Record<'baseUrl' | 'token', () => string>) {
  async function call(
    path: string,
    { method = 'GET', query = {}, body, timeoutMs = TIMEOUT_MS }: Call = {},
  ): Promise<unknown> {
    const url = new URL(`${baseUrl()}${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const response = await request(url, {
      method,
      headers: {
        authorization: `Bearer ${token()}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new RatesError(0, `no answer from the rate API: ${messageOf(error)}`)
    })
    return readBody(response)
  }

  return {
    /** The newest prices of a page; no quotes where it has none in this currency. */
    async monitors(page: string, currency: Currency, timeoutMs = TIMEOUT_MS): Promise<Snapshot> {
      const query = { page, rounded_price: 'false' }
      const answer = await call(`/api/v1/${currency}`, { query, timeoutMs }).catch(whereNoData({}))
      return parseSnapshot(answer, page, currency)
    },
    /**
     * The days with a price from `from` to `to`, both included; oldest first. Requested newest first: asked for the oldest
     * first, some servers return the first price of each day instead of the last.
     */
    async history(
      { page, currency, key: monitor }: MonitorId,
      from: Day,
      to: Day,
      timeoutMs = TIMEOUT_MS,
    ): Promise<DailyPrice[]> {
      const days = { start_date: wireDay(from), end_date: wireDay(to) }
      const form = { format_date: 'iso', rounded_price: 'false', order: 'desc' }
      const query = { page, monitor, ...days, ...form }
      const answer = await call(`/api/v1/${currency}/history`, { query, timeoutMs }).catch(whereNoData([]))
      return required(parseDays(answer), 'a history')
    },
    /** Every update of a day, oldest first. */
    async changes(
      { page, currency, key: monitor }: MonitorId,
      day: Day,
      timeoutMs = TIMEOUT_MS,
    ): Promise<PriceUpdate[]> {
      const query = { page, monitor, date: wireDay(day), format_date: 'iso', rounded_price: 'false' }
      const answer = await call(`/api/v1/${currency}/changes`, { query, timeoutMs }).catch(whereNoData([]))
      return required(parseUpdates(answer), 'changes')
    },
    async setWebhook(registration: Registration): Promise<void> {
      await call('/api/user/set-webhook', { method: 'POST', body: registration })
    },
    async webhooks(): Promise<ListedWebhook[]> {
      const answer = await call('/api/user/get-webhook').catch(whereNoData([]))
      return required(z.array(tolerantWebhook).safeParse(answer).data, 'webhooks')
    },
    async deleteWebhook(id: number): Promise<void> {
      await call('/api/user/del-webhook', { method: 'DELETE', query: { id: String(id) } })
    },
  }
}

/** `31-01-2026`, which all servers of the interface read. */
const wireDay = (day: Day): string => day.split('-').reverse().join('-')

function required<Read>(read: Read | undefined, what: string): Read {
  if (read === undefined) throw new RatesError(0, `the rate API answered ${what} that cannot be read`)
  return read
}

export type RatesClient = ReturnType<typeof createRatesClient>

async function readBody(response: Awaited<ReturnType<typeof request>>): Promise<unknown> {
  const bytes = await readBytes(response.body, BODY_BYTES_MAX).catch((error: unknown) => {
    throw new RatesError(0, `the rate API broke off: ${messageOf(error)}`)
  })
  if (!bytes) throw new RatesError(0, 'the rate API answered too much')
  const body = parseJson(bytes.toString('utf8'))
  if (response.statusCode < 300) return body
  if (response.statusCode === 401) throw new RatesError(401, TOKEN_REFUSED)
  throw new RatesError(response.statusCode, problemOf(body) ?? `the rate API answered ${response.statusCode}`)
}

const PROBLEM = z.object({
  detail: z.string().optional(),
  message: z.string().optional(),
  error: z.string().optional(),
})

function problemOf(body: unknown): string | undefined {
  const { detail, message, error } = PROBLEM.safeParse(body).data ?? {}
  return (detail ?? message ?? error)?.slice(0, PROBLEM_LENGTH_MAX)
}

const NO_DATA_STATUSES = [400, 404, 500]

/** Servers refuse a page without data with different statuses: each counts as an empty answer. */
const whereNoData =
  (empty: object) =>
  (error: unknown): object => {
    if (error instanceof RatesError && NO_DATA_STATUSES.includes(error.status)) return empty
    throw error
  }

const SNAPSHOT = z.object({
  datetime: wireDatetime,
  monitors: z.record(z.string(), z.unknown()).default({}),
})

function parseSnapshot(answer: unknown, page: string, currency: Currency): Snapshot {
  const { datetime, monitors } = required(SNAPSHOT.safeParse(answer).data, 'monitors')
  const quotes = Object.entries(monitors).flatMap(([key, value]) => {
    const record = tolerantRecord.safeParse(value)
    return record.success && FOREIGN_NAME.test(key) ? [toQuote({ page, currency, key }, record.data)] : []
  })
  return { asOf: instantOf(datetime), quotes }
}
