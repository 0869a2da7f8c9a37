import type { Readable } from 'node:stream'
import { Api, type ApiClientOptions, HttpError, type Transformer } from 'grammy'
import type { UserFromGetMe } from 'grammy/types'
import { type Dispatcher, Pool, request } from 'undici'
import { MINUTE_MS, SECOND_MS } from '../domain/caracas.ts'
import { EX_CONFIG, Failure } from '../runtime/log.ts'
import { createPost, type Post, readAnswer } from './post.ts'
import { createSend } from './send.ts'
import { isTokenRefused } from './send-result.ts'

type Fetch = NonNullable<ApiClientOptions['fetch']>

/** What grammY passes to `fetch` and undici takes, grammY's AbortSignal ponyfill included. */
interface Call {
  readonly method: Dispatcher.HttpMethod
  readonly headers: Record<string, string>
  readonly body: string | Readable
  readonly signal: AbortSignal
}

const KEEP_ALIVE_TIMEOUT_MS = MINUTE_MS
const CONNECT_TIMEOUT_MS = 5_000
const CHECK_TIMEOUT_MS = 5_000
/** As many as calls can be in flight: no count or time limit covers the wait for a connection. */
const CONNECTIONS_MAX = 384
const TIMEOUT_SECONDS = 30

/** grammY types its abort signals as those of a ponyfill, but takes Node's own. */
export const asCallSignal = (signal: AbortSignal) =>
  signal as unknown as NonNullable<Parameters<Api['getUpdates']>[1]>

export interface TelegramOptions {
  readonly token: string
  readonly apiRoot: string
  /** Time limit of each call; 30 if not given. */
  readonly timeoutSeconds?: number
  /** Whether `send` pays for messages above the free limit; false if not given. */
  readonly isPaid?: boolean
}

/**
 * Telegram's Bot API over connections kept open for 60 s. Calls of `api` throw GrammyError or HttpError; `send` and `edit`
 * never throw. `client` and `jsonCalls` are for any other `Api`. `close` ends the connections and the calls on them.
 */
export function createTelegram(options: TelegramOptions) {
  const { token, apiRoot, timeoutSeconds = TIMEOUT_SECONDS, isPaid = false } = options
  const dispatcher = new Pool(new URL(apiRoot).origin, {
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    allowH2: false,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    connections: CONNECTIONS_MAX,
  })
  /** undici as grammY's `fetch`; async, as grammY would hang if it threw synchronously. */
  const fetch = async (url: string, { method, headers, body, signal }: Call) => {
    const answer = await request(url, { dispatcher, method, headers, body, signal })
    return { json: () => answer.body.json() }
  }
  const client: ApiClientOptions = { apiRoot, timeoutSeconds, fetch: fetch as unknown as Fetch }
  const post = createPost({ token, apiRoot, dispatcher, timeoutMs: timeoutSeconds * SECOND_MS })
  const jsonCalls = createJsonCalls(post)
  const api = new Api(token, client)
  api.config.use(jsonCalls)
  return {
    api,
    client,
    jsonCalls,
    ...createSend(post, isPaid),
    /** Who the bot is; undefined while Telegram cannot be reached. Throws a Failure if it refuses the token. */
    async checkToken(): Promise<UserFromGetMe | undefined> {
      return await api.getMe(asCallSignal(AbortSignal.timeout(CHECK_TIMEOUT_MS))).catch((error: unknown) => {
        if (isTokenRefused(error)) throw withTokenFailure(error, apiRoot)
        return undefined
      })
    },
    close: () => dispatcher.destroy(),
  }
}

/** Methods that people wait for, and whose parameters are JSON: none of them carries a file. */
const JSON_METHODS = ['sendMessage', 'editMessageText', 'answerCallbackQuery', 'answerInlineQuery']

/** Makes the calls that people wait for by `post`, and leaves all others to grammY's client. */
function createJsonCalls(post: Post): Transformer {
  return async (call, method, payload, signal) => {
    if (signal || !JSON_METHODS.includes(method)) return call(method, payload, signal)
    const answer = await post(method, payload)
    const read = answer instanceof Error ? answer : readAnswer(answer)
    if (read instanceof Error) throw new HttpError(`Network request for '${method}' failed!`, read)
    return read
  }
}

/** Turns the error of a refused token into a Failure; returns any other error as it is. */
export function withTokenFailure(error: unknown, apiRoot: string): unknown {
  if (!isTokenRefused(error)) return error
  const { error_code: code, description } = error
  return new Failure(
    `BOT_TOKEN is refused by Telegram at ${apiRoot} (${code} ${description}): correct it, @BotFather shows it`,
    { exitCode: EX_CONFIG },
  )
}
