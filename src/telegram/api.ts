import type { Readable } from 'node:stream'
import { Api, type ApiClientOptions } from 'grammy'
import { Agent, type Dispatcher, Pool, request } from 'undici'
import { MINUTE_MS } from '../rates/durations.ts'
import { Failure } from '../runtime/failure.ts'
import { createEdit, createSend } from './send.ts'
import { isTokenRefused } from './send-result.ts'

type Fetch = NonNullable<ApiClientOptions['fetch']>

/** What grammY hands to `fetch`: all of it is of kinds that undici takes, its ponyfill of AbortSignal included. */
interface Call {
  readonly method: Dispatcher.HttpMethod
  readonly headers: Record<string, string>
  readonly body: string | Readable
  readonly signal: AbortSignal
}

const KEEP_ALIVE_TIMEOUT_MS = MINUTE_MS
const CONNECT_TIMEOUT_MS = 5_000
/** As many as calls can be under way: one that waits for a connection waits in nobody's count. */
const CONNECTIONS_MAX = 384

const CONNECTIONS: Pool.Options = {
  connections: CONNECTIONS_MAX,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  allowH2: false,
  connect: { timeout: CONNECT_TIMEOUT_MS },
}

/** Connections to one server alone, for the call that every message of a fan-out makes: an Agent looks each of them up. */
export const createPool = (url: string): Pool => new Pool(new URL(url).origin, CONNECTIONS)

/**
 * undici as grammY's `fetch`: connections of its own, kept open for 60 s. Rejects with undici's error when no answer
 * came or the signal aborted, and with a SyntaxError when the answer is no JSON; never throws at once, as that would hang grammY.
 */
export function createTransport() {
  const agent = new Agent(CONNECTIONS)
  const call = async (url: string, { method, headers, body, signal }: Call) => {
    const answer = await request(url, { dispatcher: agent, method, headers, body, signal })
    return { json: () => answer.body.json() }
  }
  return {
    fetch: call as unknown as Fetch,
    /** Closes all connections, and whatever still waits on them. */
    close: (): Promise<void> => agent.destroy(),
  }
}

const TIMEOUT_SECONDS = 30

/** grammY's type of an abort signal is that of its ponyfill; it takes Node's own too. */
export type Signal = NonNullable<Parameters<Api['getUpdates']>[1]>

export interface TelegramOptions {
  readonly token: string
  readonly apiRoot: string
  /** How long to wait for any answer; 30 if not given. */
  readonly timeoutSeconds?: number
  /** Whether `send` pays for more messages a second than are free; not if not given. */
  readonly isPaid?: boolean
}

/** Telegram's Bot API over our own connections; `close` ends them. Calls throw GrammyError or HttpError, but for `send`. */
export function createTelegram({
  token,
  apiRoot,
  timeoutSeconds = TIMEOUT_SECONDS,
  isPaid = false,
}: TelegramOptions) {
  const transport = createTransport()
  const client: ApiClientOptions = { apiRoot, timeoutSeconds, fetch: transport.fetch }
  const pool = createPool(apiRoot)
  const calls = { token, apiRoot, dispatcher: pool, timeoutMs: timeoutSeconds * 1000, isPaid }
  const close = async (): Promise<void> => void (await Promise.all([transport.close(), pool.destroy()]))
  return { api: new Api(token, client), client, send: createSend(calls), edit: createEdit(calls), close }
}

/** Telegram as the program uses it. */
export type Telegram = ReturnType<typeof createTelegram>

/** The Failure behind a refused token; any other error as it is. */
export function withTokenFailure(error: unknown, apiRoot: string): unknown {
  if (!isTokenRefused(error)) return error
  const { error_code: code, description } = error
  return new Failure(
    `BOT_TOKEN is refused by Telegram at ${apiRoot} (${code} ${description}): correct it, @BotFather shows it`,
  )
}
