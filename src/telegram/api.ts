import type { Readable } from 'node:stream'
import { Api, type ApiClientOptions } from 'grammy'
import { Agent, type Client, type Dispatcher, request } from 'undici'
import { MINUTE_MS } from '../domain/durations.ts'
import { Failure } from '../runtime/failure.ts'
import { createConnections } from './http/connections.ts'
import { createJsonCalls } from './http/json-calls.ts'
import { createEdit, createSend } from './send.ts'
import { isTokenRefused } from './send-result.ts'

type Fetch = NonNullable<ApiClientOptions['fetch']>

/** What grammY passes to `fetch`. undici takes all of it, grammY's AbortSignal ponyfill included. */
interface Call {
  readonly method: Dispatcher.HttpMethod
  readonly headers: Record<string, string>
  readonly body: string | Readable
  readonly signal: AbortSignal
}

const KEEP_ALIVE_TIMEOUT_MS = MINUTE_MS
const CONNECT_TIMEOUT_MS = 5_000
const CONNECTION: Client.Options = {
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  allowH2: false,
  connect: { timeout: CONNECT_TIMEOUT_MS },
}
/** As many as calls can be in flight: no count or time limit covers the wait for a connection. */
const CONNECTIONS_MAX = 384

/**
 * undici as grammY's `fetch`, over connections kept open for 60 s. Rejects with undici's error when there is no answer or the
 * signal aborts, with a SyntaxError when the answer is not JSON; never throws synchronously, as that would hang grammY.
 */
export function createTransport() {
  const agent = new Agent({ ...CONNECTION, connections: CONNECTIONS_MAX })
  const call = async (url: string, { method, headers, body, signal }: Call) => {
    const answer = await request(url, { dispatcher: agent, method, headers, body, signal })
    return { json: () => answer.body.json() }
  }
  return {
    fetch: call as unknown as Fetch,
    /** Closes all connections and ends the calls on them. */
    close: (): Promise<void> => agent.destroy(),
  }
}

const TIMEOUT_SECONDS = 30

/** grammY types its abort signals as those of a ponyfill, but takes Node's own. */
export type Signal = NonNullable<Parameters<Api['getUpdates']>[1]>

export interface TelegramOptions {
  readonly token: string
  readonly apiRoot: string
  /** Time limit of each call; 30 if not given. */
  readonly timeoutSeconds?: number
  /** Whether `send` pays for messages above the free limit; false if not given. */
  readonly isPaid?: boolean
}

/**
 * Telegram's Bot API. Calls of `api` throw GrammyError or HttpError; `send` and `edit` never throw. `jsonCalls` is for any other
 * `Api` made with `client`. `close` ends the connections.
 */
export function createTelegram({
  token,
  apiRoot,
  timeoutSeconds = TIMEOUT_SECONDS,
  isPaid = false,
}: TelegramOptions) {
  const transport = createTransport()
  const client: ApiClientOptions = { apiRoot, timeoutSeconds, fetch: transport.fetch }
  const connections = createConnections(apiRoot, { ...CONNECTION, connectionsMax: CONNECTIONS_MAX })
  const calls = { token, apiRoot, connections, timeoutMs: timeoutSeconds * 1000, isPaid }
  const jsonCalls = createJsonCalls(calls)
  const api = new Api(token, client)
  api.config.use(jsonCalls)
  const close = async (): Promise<void> =>
    void (await Promise.all([transport.close(), connections.destroy()]))
  return { api, client, jsonCalls, send: createSend(calls), edit: createEdit(calls), close }
}

/** Turns the error of a refused token into a Failure; returns any other error as it is. */
export function withTokenFailure(error: unknown, apiRoot: string): unknown {
  if (!isTokenRefused(error)) return error
  const { error_code: code, description } = error
  return new Failure(
    `BOT_TOKEN is refused by Telegram at ${apiRoot} (${code} ${description}): correct it, @BotFather shows it`,
  )
}
