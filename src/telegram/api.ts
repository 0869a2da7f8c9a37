import { Api, type ApiClientOptions } from 'grammy'
import { Failure } from '../runtime/failure.ts'
import { isTokenRefused } from './outcome.ts'
import { createEdit, createSend } from './send.ts'
import { createPool, createTransport } from './transport.ts'

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
